package state_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"tack/state"
	"tack/state/statetest"

	"go.etcd.io/bbolt"
)

var _ statetest.Store = (*state.File)(nil)

func openFile(t testing.TB, path string, o state.Options) *state.File {
	t.Helper()
	f, err := state.OpenFile(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func newFile(t testing.TB, o state.Options) *state.File {
	t.Helper()
	return openFile(t, filepath.Join(t.TempDir(), "sub", "tack.db"), o)
}

func TestFile(t *testing.T) {
	statetest.Suite{
		Open: func(t *testing.T, o state.Options) statetest.Store { return newFile(t, o) },
		Reopen: func(t *testing.T, s statetest.Store, o state.Options) statetest.Store {
			t.Helper()
			old := s.(*state.File)
			if err := old.Close(); err != nil {
				t.Fatal(err)
			}
			return openFile(t, old.Path(), o)
		},
	}.Run(t)
}

func TestOpenFile_InUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFile(t, state.Options{})
		if _, err := state.OpenFile(f.Path(), state.Options{}); !errors.Is(err, state.ErrInUse) {
			t.Errorf("second open: %v, want ErrInUse", err)
		}
	})
}

// refused fails the test unless the store is refused with want and the file is as it was.
func refused(t *testing.T, path string, want error) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := state.OpenFile(path, state.Options{}); !errors.Is(err, want) {
		t.Errorf("open: %v, want %v", err, want)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed: %v", err)
	}
}

func TestOpenFile_Foreign(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tack.db")
	body := []byte("this is somebody's shopping list, and not ours to change; it is longer than a page of a store might be")
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, path, state.ErrCorrupt)
}

// bolt changes a file as another program would.
func bolt(t *testing.T, path string, do func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(do), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestOpenFile_OtherProgram: a store of the same make that another program wrote is not taken over.
func TestOpenFile_OtherProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tack.db")
	bolt(t, path, func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("recipes"))
		return err
	})
	refused(t, path, state.ErrCorrupt)
}

// TestOpenFile_OtherLayout: neither a newer layout nor the one before the first release is touched.
func TestOpenFile_OtherLayout(t *testing.T) {
	for _, version := range []string{"1", "99"} {
		f := newFile(t, state.Options{})
		f.Close()
		bolt(t, f.Path(), func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("version"), []byte(version)) })
		refused(t, f.Path(), state.ErrVersion)
	}
}
