package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// newParser is a parser of the whole command line.
func newParser(t *testing.T) *kong.Kong {
	t.Helper()
	c := newCLI()
	parser, err := kong.New(&c, kong.Name("bot"), kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// commands are all commands, those that are not shown too.
func commands(t *testing.T) []*kong.Node {
	t.Helper()
	var all []*kong.Node
	err := kong.Visit(newParser(t).Model, func(node kong.Visitable, next kong.Next) error {
		if n, ok := node.(*kong.Node); ok && n.Type == kong.CommandNode {
			all = append(all, n)
		}
		return next(nil)
	})
	if err != nil || len(all) < 25 {
		t.Fatalf("only %d commands looked at: %v", len(all), err)
	}
	return all
}

// words are those by which a command is called, behind bot.
func words(n *kong.Node) []string { return strings.Fields(n.FullPath())[1:] }

// TestHelp_Examples: the help of every command shows how it is called, and what it shows is understood.
func TestHelp_Examples(t *testing.T) {
	t.Parallel()
	for _, n := range commands(t) {
		var out, errs strings.Builder
		code := run(append(words(n), "--help"), strings.NewReader(""), &out, &errs)
		_, example, ok := strings.Cut(out.String(), "\nExample:\n")
		if code != exitOK || errs.Len() > 0 || !ok || !strings.Contains(example, n.FullPath()) {
			t.Errorf("%s: exit code %d, no example in its help: %s%s", n.FullPath(), code, &out, &errs)
		}
		for line := range strings.Lines(n.Detail) {
			if args := called(line); args != nil {
				if _, err := newParser(t).Parse(args); err != nil && !errors.Is(err, fs.ErrNotExist) { // files that it names
					t.Errorf("%s: example %q: %v", n.FullPath(), line, err)
				}
			}
		}
	}
}

// TestHelp_Program: the help of the program itself shows how to begin.
func TestHelp_Program(t *testing.T) {
	t.Parallel()
	var out, errs strings.Builder
	code := run([]string{"--help"}, strings.NewReader(""), &out, &errs)
	_, examples, _ := strings.Cut(out.String(), "\nExample:\n")
	examples, _, _ = strings.Cut(examples, "\nFlags:")
	n := 0
	for line := range strings.Lines(examples) {
		if args := called(line); args != nil {
			n++
			if _, err := newParser(t).Parse(args); err != nil {
				t.Errorf("example %q: %v", line, err)
			}
		}
	}
	if code != exitOK || n < 2 {
		t.Errorf("exit code %d, %d examples: %s%s", code, n, &out, &errs)
	}
}

// called are the arguments of the bot in a line of an example; nil: it is called in none.
func called(line string) []string {
	if !strings.HasPrefix(line, "    ") {
		return nil
	}
	fields := strings.Fields(strings.NewReplacer(`"`, "", "$(", "", ")", "").Replace(line))
	i := slices.Index(fields, "bot")
	if i < 0 {
		return nil
	}
	args := fields[i+1:]
	if end := slices.IndexFunc(args, func(s string) bool { return s == "|" || s == ">" }); end >= 0 {
		args = args[:end]
	}
	return args
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

// TestRun_Suggests: of every command mistyped in each way, and of every flag in one way after another, the
// right one is named.
func TestRun_Suggests(t *testing.T) {
	t.Parallel()
	turn := 0
	for _, n := range commands(t) {
		if !n.Hidden {
			for _, typed := range mistyped(n.Name) {
				suggests(t, append(words(n)[:len(words(n))-1], typed), n.Name)
			}
		}
		if len(n.Children) > 0 {
			continue
		}
		for _, f := range n.Flags {
			ways := mistyped(f.Name)
			suggests(t, append(words(n), "--"+ways[turn%len(ways)]), "--"+f.Name)
			turn++
		}
	}
}

// mistyped are ways to mistype a name: a letter left out, one too many, two swapped, and, in a long name,
// more than one of it.
func mistyped(name string) []string {
	i := len(name) / 2
	short, long := name[:i]+name[i+1:], name[:i+1]+name[i:]
	all := []string{short, long}
	if name[i-1] != name[i] {
		all = append(all, name[:i-1]+name[i:i+1]+name[i-1:i]+name[i+1:])
	}
	if len(name) > 12 {
		all = append(all, short+"xy")
	}
	return all
}

func suggests(t *testing.T, args []string, want string) {
	t.Helper()
	var out, errs strings.Builder
	code := run(args, strings.NewReader(""), &out, &errs)
	_, near, _ := strings.Cut(errs.String(), "did you mean ")
	if code != exitUsage || out.Len() > 0 || !strings.Contains(near, fmt.Sprintf("%q", want)) {
		t.Errorf("%v: exit code %d, want %q suggested: %s%s", args, code, want, &errs, &out)
	}
}

// TestRun_SuggestsValues: of an argument that takes one of a few words, too.
func TestRun_SuggestsValues(t *testing.T) {
	t.Parallel()
	suggests(t, []string{"doctor", "discrod"}, "discord")
	suggests(t, []string{"replay", "--format", "jsno", "x"}, "json")
}
