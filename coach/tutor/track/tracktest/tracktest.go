// Package tracktest runs everything a track tells a learner to run, against the real programs.
//
// Goals: each command of a track works as the track says, in the order in which a learner meets
// it; each known error looks as the track says; each direction can be followed. Non-goals:
// checking the texts (the linter does), judging answers.
//
//	func TestGit(t *testing.T) {
//		tracktest.Run(t, tracktest.Load(t, "git"), tracktest.Plain)
//	}
package tracktest

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tack/coach/tutor/track"
)

// exitSkip is the exit code by which a fault's Produce says that this machine cannot show the
// error (no second network address, say), as automake's tests do.
const exitSkip = 77

// exitMissing is the shell's exit code for a command that it does not find.
const exitMissing = 127

// Run executes the track in subtests, each box in parallel to the others: "whole" is the learner's
// way through setup and every module in one box; "alone/M3" is a module behind nothing but the setup
// and the modules it requires, unless that is how "whole" comes to it; "faults/id" makes an error
// happen after the setup and follows its directions.
//
// A missing program skips the test, or fails it where TACK_NEED_PROGRAMS is set.
func Run(t *testing.T, tr *track.Track, env Env) {
	t.Helper()
	Outputs(t, tr, env)
	t.Run("alone", func(t *testing.T) { alone(t, tr, env) })
}

// Outputs is Run without "alone": every command and every error is seen once. That is enough where
// the programs only speak another language, which changes no command's need of another.
func Outputs(t *testing.T, tr *track.Track, env Env) {
	t.Helper()
	need(t, tr.Needs)
	t.Run("whole", func(t *testing.T) { whole(t, tr, env) })
	t.Run("faults", func(t *testing.T) { faults(t, tr, env) })
}

func need(t *testing.T, programs []string) {
	t.Helper()
	for _, name := range append([]string{"bash"}, programs...) {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if os.Getenv("TACK_NEED_PROGRAMS") != "" {
			t.Fatalf("%s is not installed and TACK_NEED_PROGRAMS is set", name)
		}
		t.Skipf("%s is not installed: the commands of this track were not run", name)
	}
}

func whole(t *testing.T, tr *track.Track, env Env) {
	t.Parallel()
	b := open(t, env)
	expect(t, b, tr, tr.Setup.Steps)
	for _, m := range tr.Modules {
		expect(t, b, tr, m.HandsOn)
		expect(t, b, tr, m.Verify)
	}
}

func alone(t *testing.T, tr *track.Track, env Env) {
	for i, m := range tr.Modules {
		before := required(tr.Modules, m.ID)
		if len(before) == i {
			continue // all before it: whole has run just that
		}
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			b := open(t, env)
			repeat(t, b, tr.Setup.Steps)
			for _, m := range before {
				repeat(t, b, m.HandsOn)
				repeat(t, b, m.Verify)
			}
			expect(t, b, tr, m.HandsOn)
			expect(t, b, tr, m.Verify)
		})
	}
}

// required lists the modules that id requires, directly or not, without id itself, in the order of
// modules, in which none requires a later one.
func required(modules []track.Module, id string) []track.Module {
	want := map[string]bool{id: true}
	var found []track.Module
	for _, m := range slices.Backward(modules) {
		if !want[m.ID] {
			continue
		}
		for _, before := range m.Requires {
			want[before] = true
		}
		if m.ID != id {
			found = append(found, m)
		}
	}
	slices.Reverse(found)
	return found
}

// expect runs the commands and holds each output to its success pattern, and to no error after it.
func expect(t *testing.T, b *box, tr *track.Track, commands []track.Command) {
	t.Helper()
	for _, c := range commands {
		pattern := compile(t, c.ID, "m", c.Success)
		got := b.step(t, c, pattern)
		switch {
		case got.code == exitMissing:
			t.Errorf("%s: %q: not found\n%s", c.ID, c.Run, got.output)
		case !pattern.MatchString(got.output):
			t.Errorf("%s: %q printed (exit %d)\n%s\nwant a match of %s", c.ID, c.Run, got.code, got.output, c.Success)
		default:
			if id := errorAfter(t, tr, pattern, got.output); id != "" {
				t.Errorf("%s: %q succeeds, but is read as the error %s\n%s", c.ID, c.Run, id, got.output)
			}
		}
	}
}

// errorAfter gives the id of an error that the output shows below the last match of success, "" if
// there is none: the output would be read as that error.
func errorAfter(t *testing.T, tr *track.Track, success *regexp.Regexp, output string) string {
	t.Helper()
	all := success.FindAllStringIndex(output, -1)
	last := strings.Count(output[:all[len(all)-1][0]], "\n")
	for _, f := range tr.Errors {
		if lastLine(t, f, output) > last {
			return f.ID
		}
	}
	return ""
}

// repeat runs commands that another subtest judges.
func repeat(t *testing.T, b *box, commands []track.Command) {
	t.Helper()
	for _, c := range commands {
		b.step(t, c, compile(t, c.ID, "m", c.Success))
	}
}

func faults(t *testing.T, tr *track.Track, env Env) {
	for _, f := range tr.Errors {
		t.Run(f.ID, func(t *testing.T) {
			t.Parallel()
			fault(t, tr, f, env)
		})
	}
}

func fault(t *testing.T, tr *track.Track, f track.Fault, env Env) {
	b := open(t, env)
	repeat(t, b, tr.Setup.Steps)
	got := b.run(t, f.Produce)
	if got.code == exitSkip {
		t.Skipf("this machine cannot show the error: %s", got.output)
	}
	own := lastLine(t, f, got.output)
	if own < 0 {
		t.Errorf("%q printed (exit %d)\n%s\nwant a match of one of %q", f.Produce, got.code, got.output, f.Match)
	}
	for _, other := range tr.Errors {
		if own >= 0 && lastLine(t, other, got.output) > own {
			t.Errorf("%q printed\n%s\nwhich looks like %s: it matches further down", f.Produce, got.output, other.ID)
		}
	}
	for _, d := range f.Directions {
		if d.Run == "" {
			continue
		}
		if after := b.run(t, d.Run); after.code == exitMissing {
			t.Errorf("direction %s: %q: not found\n%s", d.Dimension, d.Run, after.output)
		}
	}
}

// lastLine gives the number of the last line on which a match of the fault begins, from 0, or -1.
// Of several errors in one output the last one counts, as what ended it.
func lastLine(t *testing.T, f track.Fault, output string) int {
	t.Helper()
	last := -1
	for _, pattern := range f.Match {
		for _, at := range compile(t, f.ID, "mi", pattern).FindAllStringIndex(output, -1) {
			last = max(last, strings.Count(output[:at[0]], "\n"))
		}
	}
	return last
}

func compile(t *testing.T, id, flags, pattern string) *regexp.Regexp {
	t.Helper()
	re, err := regexp.Compile("(?" + flags + ")" + pattern)
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return re
}
