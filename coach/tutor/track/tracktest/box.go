package tracktest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tack/coach/tutor/track"
)

// limit is how long one command may take.
const limit = 30 * time.Second

// Env sets up what the programs of a track need beside an empty home folder, for one box. It
// registers its own clean-up with t.
type Env func(t testing.TB) Around

// Around is what surrounds the commands of one box. The zero value is enough for programs that
// keep to the home folder.
type Around struct {
	Path []string                   // folders searched before PATH
	Vars []string                   // KEY=value, added to the environment
	Tidy func(output string) string // undoes in the output what the box changed; nil: nothing
}

// Plain is the Env of programs that keep to the home folder.
func Plain(testing.TB) Around { return Around{} }

// box is one learner's machine: a home folder of its own, and a terminal that stays open from
// command to command, so that cd and export last.
type box struct {
	home   string
	state  string // the terminal's folder and variables after the last command, as bash
	around Around
}

// result is what one command did: stdout and stderr as they came, and the exit code.
type result struct {
	output string
	code   int
	file   string // where a program left in the background goes on printing
}

func open(t testing.TB, env Env) *box {
	t.Helper()
	dir := t.TempDir()
	home := filepath.Join(dir, "home")
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatal(err)
	}
	return &box{home: home, state: filepath.Join(dir, "state"), around: env(t)}
}

// step runs a command of the track behind its Prepare. A program that the command leaves in the
// background has some seconds to print what success looks like, as a learner looks on too.
func (b *box) step(t testing.TB, c track.Command, success *regexp.Regexp) result {
	t.Helper()
	if c.Prepare != "" {
		if got := b.run(t, c.Prepare); got.code != 0 {
			t.Fatalf("%s: prepare: exit %d\n%s", c.ID, got.code, got.output)
		}
	}
	got := b.run(t, c.Run)
	if strings.HasSuffix(c.Run, "&") {
		for range 100 {
			if success.MatchString(got.output) {
				break
			}
			time.Sleep(100 * time.Millisecond)
			got.output = b.read(t, got.file)
		}
	}
	return got
}

// run executes one command line with bash. Its output goes to a file, not a pipe: a server that a
// command leaves behind would hold a pipe open.
func (b *box) run(t testing.TB, line string) result {
	t.Helper()
	out, err := os.CreateTemp(filepath.Dir(b.home), "output")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	ctx, cancel := context.WithTimeoutCause(t.Context(), limit, fmt.Errorf("%q took longer than %v", line, limit))
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", script, line)
	cmd.Dir, cmd.Env = b.home, b.environment()
	cmd.Stdout, cmd.Stderr = out, out
	err = cmd.Run()
	if ctx.Err() != nil {
		t.Fatal(context.Cause(ctx))
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%q: %v", line, err)
	}
	return result{output: b.read(t, out.Name()), code: cmd.ProcessState.ExitCode(), file: out.Name()}
}

// script goes on where the last command of the box stood, and keeps where this one ends, also
// when the line calls exit. The line is $0.
const script = `[ -f "$TACK_STATE" ] && . "$TACK_STATE"
trap '{ export -p; printf "cd %q\n" "$PWD"; } > "$TACK_STATE"' EXIT
eval "$0"`

// environment is made anew: a variable of the tester's own (an editor, a password) must not
// decide whether a track works.
func (b *box) environment() []string {
	path := os.Getenv("PATH")
	for _, dir := range b.around.Path {
		path = dir + string(os.PathListSeparator) + path
	}
	env := []string{
		"HOME=" + b.home, "PATH=" + path, "TACK_STATE=" + b.state,
		"USER=learner", "TERM=dumb", "LANG=C.UTF-8", "LC_ALL=C.UTF-8",
	}
	return append(env, b.around.Vars...)
}

func (b *box) read(t testing.TB, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.around.Tidy == nil {
		return string(raw)
	}
	return b.around.Tidy(string(raw))
}
