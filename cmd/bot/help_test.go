package main

import (
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestHelp_Examples: the help of every command shows how it is called.
func TestHelp_Examples(t *testing.T) {
	t.Parallel()
	var c cli
	parser, err := kong.New(&c, kong.Name("bot"), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	err = kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		n, ok := node.(*kong.Node)
		if ok && n.Type == kong.CommandNode {
			seen++
			if want := "    " + n.FullPath(); !strings.Contains(n.Detail, "Example:") || !strings.Contains(n.Detail, want) {
				t.Errorf("%s: no example %q in its help", n.FullPath(), want)
			}
		}
		return next(nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 10 {
		t.Errorf("only %d commands looked at", seen)
	}
}

// TestRun_HelpNeedsNothing: help is fine where the command itself would be wrong use.
func TestRun_HelpNeedsNothing(t *testing.T) {
	t.Parallel()
	var out, errs strings.Builder
	if code := run([]string{"replay", "--help"}, strings.NewReader(""), &out, &errs); code != exitOK {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
	if !strings.Contains(out.String(), "Usage: bot replay") || errs.Len() > 0 {
		t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
	}
}
