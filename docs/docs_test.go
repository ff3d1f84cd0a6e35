// Package docs_test holds the documentation to the program: commands run, links lead somewhere, settings
// and metrics exist, excerpts are what the program says, phrases are read as the pages promise.
//
// Goals: whoever follows a page gets what it says. Non-goals: style, spelling, and links that leave the
// repository.
//
// A block whose info string is "sh test" is run, all of a page in one folder and in order, with bot on the
// path; "slack" after it has a Slack of the test's own in the environment, "serve" and "redis" also a
// bot that serves it, whose process is $PID. A "text output" block behind one is what it prints, … for
// anything.
//
//	go test ./docs
//	go test ./docs -run Settings -update    # write docs/settings.md anew
package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// page is a Markdown file of the repository.
type page struct {
	path string // from the root
	text string
}

// block is a fenced block of a page.
type block struct {
	line int
	info []string // words behind the fence
	text string
}

// is says whether a block has all these words.
func (b block) is(words ...string) bool {
	for _, w := range words {
		if !slices.Contains(b.info, w) {
			return false
		}
	}
	return true
}

// root is the folder of the repository.
const root = ".."

// pages are those that people read.
func pages(t *testing.T) []page {
	t.Helper()
	var all []page
	for _, pattern := range []string{"*.md", "docs/*.md", "deploy/*.md"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, readPage(t, rel))
		}
	}
	if len(all) < 8 {
		t.Fatalf("%d pages, want the README, the changelog and those of docs", len(all))
	}
	return all
}

func readPage(t *testing.T, path string) page {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return page{path, string(body)}
}

// blocks are the fenced blocks of a page, and prose what is left.
func (p page) blocks() (all []block, prose string) {
	var in *block
	var out strings.Builder
	for i, line := range strings.Split(p.text, "\n") {
		fence, ok := strings.CutPrefix(line, "```")
		switch {
		case ok && in == nil:
			all = append(all, block{line: i + 1, info: strings.Fields(fence)})
			in = &all[len(all)-1]
		case ok:
			in = nil
		case in != nil:
			in.text += line + "\n"
		default:
			out.WriteString(line + "\n")
		}
	}
	return all, out.String()
}

// program builds bot once and returns the folder that it is in.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tack-docs")
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(dir, "bot"), "./cmd/bot")
	build.Dir, build.Stderr = root, os.Stderr
	return dir, build.Run()
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := program(); err == nil {
		_ = os.RemoveAll(dir) // of the system's temporary folder
	}
	os.Exit(code)
}

// bot returns the folder of the built program.
func bot(t testing.TB) string {
	t.Helper()
	dir, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
