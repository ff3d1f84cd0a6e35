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

func open(t *testing.T) *state.File {
	t.Helper()
	f, err := state.OpenFile(filepath.Join(t.TempDir(), "sub", "tack.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestFile(t *testing.T) {
	statetest.Run(t, func(t *testing.T) statetest.Store { return open(t) })
}

func TestOpenFile_InUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := open(t)
		if _, err := state.OpenFile(f.Path()); !errors.Is(err, state.ErrInUse) {
			t.Errorf("second open: %v, want ErrInUse", err)
		}
	})
}

func TestOpenFile_Foreign(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tack.db")
	body := []byte("this is somebody's shopping list, and not ours to change; it is longer than a page of a store might be")
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := state.OpenFile(path); !errors.Is(err, state.ErrCorrupt) {
		t.Errorf("open: %v, want ErrCorrupt", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(body) {
		t.Errorf("the file was changed: %v", err)
	}
}

// TestOpenFile_OtherProgram: a store of the same make that another program wrote is not taken over.
func TestOpenFile_OtherProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tack.db")
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("recipes"))
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := state.OpenFile(path); !errors.Is(err, state.ErrCorrupt) {
		t.Errorf("open: %v, want ErrCorrupt", err)
	}
}

func TestOpenFile_NewerLayout(t *testing.T) {
	f := open(t)
	f.Close()
	db, err := bbolt.Open(f.Path(), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("version"), []byte("99")) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := state.OpenFile(f.Path()); !errors.Is(err, state.ErrVersion) {
		t.Errorf("open: %v, want ErrVersion", err)
	}
}
