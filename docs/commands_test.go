//go:build unix

package docs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tack/adapters/slack/slacktest"
	"tack/internal/redistest"
)

// TestCommands runs the commands of each page as a reader would.
func TestCommands(t *testing.T) {
	t.Parallel()
	for _, p := range pages(t) {
		all, _ := p.blocks()
		t.Run(p.path, func(t *testing.T) {
			t.Parallel()
			var desk *desk
			for i, b := range all {
				if !b.is("sh", "test") {
					continue
				}
				if desk == nil {
					desk = newDesk(t)
				}
				out := desk.run(b, p.path)
				if next := i + 1; next < len(all) && all[next].is("text", "output") {
					holdsOutput(t, p, all[next], out)
				}
			}
		})
	}
}

// desk is where a reader of a page works: a copy of the repository.
type desk struct {
	t     testing.TB
	dir   string
	env   []string
	cloud *slacktest.Server
	redis string // its URL; "" = none yet
	stop  func() // ends the bot that was started last; two would share the events
	port  string // free, in place of the 6390 of the pages
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	dir := t.TempDir()
	copyRepository(t, dir)
	home := t.TempDir()
	d := &desk{t: t, dir: dir, port: freePort(t)}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "TACK_") && !strings.HasPrefix(name, "OPENAI_") && !strings.HasPrefix(name, "XDG_") {
			d.env = append(d.env, v)
		}
	}
	d.env = append(d.env, "PATH="+bot(t)+":"+os.Getenv("PATH"), "HOME="+home, "LANG=C.UTF-8", "GOFLAGS=-buildvcs=false -trimpath")
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} { // the home is another
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		d.env = append(d.env, name+"="+strings.TrimSpace(string(value)))
	}
	return d
}

// copyRepository copies all but what git keeps and what was built.
func copyRepository(t testing.TB, to string) {
	t.Helper()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join(root, e.Name()), filepath.Join(to, e.Name())
		switch e.Name() {
		case ".git", "bin", "dist":
			continue
		}
		if e.IsDir() {
			err = os.CopyFS(to, os.DirFS(from))
		} else if body, failed := os.ReadFile(from); failed == nil {
			err = os.WriteFile(to, body, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// run runs a block and returns what it prints.
func (d *desk) run(b block, path string) string {
	d.t.Helper()
	switch {
	case b.is("serve"):
		d.serve("--store-path", "data")
	case b.is("redis") && d.redis == "":
		d.redis = redistest.Start(d.t).URL()
		d.env = append(d.env, "REDIS="+d.redis)
		d.serve("--store-redis", d.redis)
	case b.is("slack"):
		d.slack()
	}
	ctx, cancel := context.WithTimeoutCause(d.t.Context(), blockFor, errors.New("the block takes too long"))
	defer cancel()
	shell := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", strings.ReplaceAll(b.text, "6390", d.port))
	var out bytes.Buffer
	shell.WaitDelay = time.Second // for what it leaves running
	shell.Dir, shell.Env, shell.Stdout, shell.Stderr = d.dir, d.env, &out, &out
	if err := shell.Run(); err != nil {
		d.t.Fatalf("%s, line %d: %v\n%s%s", path, b.line, err, b.text, &out)
	}
	return out.String()
}

// blockFor is how long a block may take, on a busy machine that has to compile.
const blockFor = 3 * time.Minute

// slack opens a Slack and sets its tokens.
func (d *desk) slack() {
	if d.cloud != nil {
		return
	}
	d.cloud = slacktest.Start(d.t, slacktest.Options{Scopes: append([]string{
		"files:read", "channels:read", "groups:read", "im:read",
	}, slacktest.DefaultScopes...)})
	d.cloud.AddChannel(slacktest.ChannelSpec{Name: "study", Members: []string{d.cloud.BotUser()}})
	d.env = append(d.env, "TACK_SLACK_API_URL="+d.cloud.APIURL(),
		"SLACK_BOT_TOKEN="+d.cloud.BotToken(), "SLACK_APP_TOKEN="+d.cloud.AppToken())
}

// serve has a learner go through a session to its saved summary, then starts a bot whose process is $PID.
// The one that taught has ended by itself, so that the store is at rest and a copy of it compares.
func (d *desk) serve(store ...string) {
	d.t.Helper()
	d.start(store...)
	d.session()
	d.env = append(d.env, fmt.Sprint("PID=", d.start(store...).Process.Pid))
}

// start starts a bot on this store.
func (d *desk) start(store ...string) *exec.Cmd {
	d.t.Helper()
	d.slack()
	if d.stop != nil {
		d.stop()
	}
	before := d.cloud.Sockets()
	cmd := exec.Command(filepath.Join(bot(d.t), "bot"), append([]string{"serve", "--engine-quiet", "0", "--http-listen", "off"}, store...)...)
	cmd.Dir, cmd.Env, cmd.Stderr = d.dir, d.env, d.t.Output()
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // a page may have ended it
		close(ended)
	}()
	d.stop = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // gone already is as good
		<-ended
	}
	d.t.Cleanup(d.stop)
	d.cloud.Await(d.t, "the bot", func(v *slacktest.Snapshot) bool { // from then on it takes signals
		return slices.ContainsFunc(v.Sockets(), func(id string) bool { return !slices.Contains(before, id) })
	})
	return cmd
}

func (d *desk) session() {
	d.t.Helper()
	user := d.cloud.AddUser("kim")
	channel := d.cloud.AddChannel(slacktest.ChannelSpec{Name: "kims-redis", Members: []string{user, d.cloud.BotUser()}})
	thread := d.cloud.Mention(user, channel, "I want to learn redis")
	for _, turn := range []struct{ answer, next string }{
		{"one at a time", "for caching at work"},
		{"Scenario 1", "that's enough for today"},
		{"Nothing is saved yet", "ok"},
		{"Next time write", ""},
	} {
		d.cloud.Await(d.t, turn.answer, func(v *slacktest.Snapshot) bool {
			for _, m := range v.Thread(channel, thread) {
				if m.User == d.cloud.BotUser() && strings.Contains(m.Text, turn.answer) {
					return true
				}
			}
			return false
		})
		if turn.next != "" {
			d.cloud.Send(slacktest.Draft{User: user, Channel: channel, Thread: thread, Text: turn.next})
		}
	}
}

// holdsOutput compares what was printed with the lines of a block, in their order; … stands for anything.
func holdsOutput(t *testing.T, p page, want block, got string) {
	t.Helper()
	rest := got
	for line := range strings.SplitSeq(strings.TrimSpace(want.text), "\n") {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(line)), "…", ".*")
		at := regexp.MustCompile(pattern).FindStringIndex(rest)
		if at == nil {
			t.Errorf("%s, line %d: %q is not printed, or not here; there is\n%s", p.path, want.line, line, got)
			return
		}
		rest = rest[at[1]:]
	}
}

func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// TestFakeSlack: the address and tokens that a page names are those of the Slack to try things on.
func TestFakeSlack(t *testing.T) {
	t.Parallel()
	cloud := slacktest.Start(t, slacktest.Options{})
	all, _ := readPage(t, "docs/host.md").blocks()
	for _, b := range all {
		if !b.is("fake-slack") {
			continue
		}
		for _, want := range []string{"=" + cloud.BotToken() + " ", "=" + cloud.AppToken() + "\n", "=http://127.0.0.1:8090/api/\n"} {
			if !strings.Contains(b.text, want) {
				t.Errorf("docs/host.md, line %d: %q is not there", b.line, want)
			}
		}
		return
	}
	t.Error("docs/host.md does not tell how to try a Slack of one's own")
}
