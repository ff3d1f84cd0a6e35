package doctor

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFolder: what is looked at is left as it was, and a folder that is not there is not made.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]Level{
		dir: OK, filepath.Join(dir, "a", "b"): OK, file: Problem, filepath.Join(file, "a"): Problem,
	} {
		if got := Worst(Folder("store", path)); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestSpace(t *testing.T) {
	t.Parallel()
	for free, want := range map[uint64]Level{0: Problem, spaceNeeded - 1: Problem, spaceNeeded: Warning, spaceWanted - 1: Warning, spaceWanted: OK} {
		if f := space("store", free); f.Level != want || (f.Fix == "") != (want == OK) {
			t.Errorf("%d bytes: %+v", free, f)
		}
	}
}
