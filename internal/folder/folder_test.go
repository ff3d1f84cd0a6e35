package folder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tack/internal/folder"

	"pgregory.net/rapid"
)

func TestWrite(t *testing.T) {
	t.Parallel()
	dir := folder.Dir(t.TempDir())
	for _, body := range []string{"one", "two"} {
		path, err := dir.Write([]string{"slack:T1", "..", "redis"}, "docs/redis M1 Keys.md", body)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != body {
			t.Errorf("%q, %v", got, err)
		}
		if rel, err := filepath.Rel(string(dir), path); err != nil || !filepath.IsLocal(rel) {
			t.Errorf("written to %s", path)
		}
	}
	if err := dir.Remove([]string{"slack:T1", "U1"}); err != nil {
		t.Errorf("remove what is not there: %v", err)
	}
	if err := dir.Remove([]string{"slack:T1", ".."}); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(string(dir), folder.Name("slack:T1"))); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, err := dir.Write(nil, "../out.md", "x"); err == nil {
		t.Error("a name that leaves the folder is taken")
	}
}

// TestName: each text is one folder of its own.
func TestName(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		name := folder.Name(a)
		if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\:`) || name == "." {
			t.Fatalf("%q becomes %q", a, name)
		}
		if a != b && name == folder.Name(b) {
			t.Fatalf("%q and %q are both %q", a, b, name)
		}
	})
}
