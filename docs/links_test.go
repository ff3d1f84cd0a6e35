package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// TestLinks: each link to a file of the repository leads to one, and to a heading that is there.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, p := range pages(t) {
		_, prose := p.blocks()
		for _, found := range link.FindAllStringSubmatch(prose, -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(found[1], "#")
			target := p.path
			if file != "" {
				target = filepath.Join(filepath.Dir(p.path), file)
			}
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", p.path, found[1])
				continue
			}
			if anchor != "" && !slices.Contains(anchors(readPage(t, target)), anchor) {
				t.Errorf("%s: %s has no heading for #%s", p.path, target, anchor)
			}
		}
	}
}

// TestReached: each page of docs can be reached from the README by links.
func TestReached(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	reach(t, "README.md", seen)
	for _, p := range pages(t) {
		if !seen[p.path] {
			t.Errorf("no way of links leads from the README to %s", p.path)
		}
	}
}

func reach(t *testing.T, path string, seen map[string]bool) {
	t.Helper()
	if seen[path] {
		return
	}
	seen[path] = true
	for _, found := range link.FindAllStringSubmatch(readPage(t, path).text, -1) {
		file, _, _ := strings.Cut(found[1], "#")
		if strings.HasSuffix(file, ".md") && !strings.Contains(file, "://") {
			reach(t, filepath.Join(filepath.Dir(path), file), seen)
		}
	}
}

// anchors are the names that GitHub gives the headings of a page.
func anchors(p page) []string {
	var all []string
	_, prose := p.blocks()
	for _, h := range heading.FindAllStringSubmatch(prose, -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, h[1])
		all = append(all, name)
	}
	return all
}
