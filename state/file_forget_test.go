package state_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tack/state"

	"go.etcd.io/bbolt"
)

// TestFile_Forget: in no bucket, and nowhere in the file, anything is left of a learner.
func TestFile_Forget(t *testing.T) {
	t.Parallel()
	f := newFile(t, state.Options{})
	furnish(t, f)
	other := state.Key{Learner: state.Learner{Workspace: kim.Workspace, ID: "U-lee"}, Name: "note"}
	check(t, f.Put(t.Context(), other, []byte("of lee"), 0))
	if !bytes.Contains(readFile(t, f.Path()), []byte(secret)) {
		t.Fatal("the test does not find what it looks for")
	}
	if _, _, err := f.Forget(t.Context(), kim); err != nil {
		t.Fatal(err)
	}
	if v, err := f.Get(t.Context(), other); err != nil || string(v) != "of lee" {
		t.Errorf("the other's note: %q, %v", v, err)
	}
	check(t, f.Close())
	for _, trace := range []string{secret, kim.ID} {
		walkFile(t, f.Path(), func(bucket string, kv []byte) {
			if bytes.Contains(kv, []byte(trace)) {
				t.Errorf("%q is left in bucket %s", trace, bucket)
			}
		})
		if n := bytes.Count(readFile(t, f.Path()), []byte(trace)); n > 0 {
			t.Errorf("%q is left in the file's free room, %d times", trace, n)
		}
	}
}

// TestFile_Sweep: nothing is left of threads and documents that are kept no longer.
func TestFile_Sweep(t *testing.T) {
	t.Parallel()
	clock := newClock()
	f := newFile(t, state.Options{Now: clock.now})
	furnish(t, f)
	check(t, f.Put(t.Context(), state.Key{Learner: kim, Name: "note"}, nil, 0))
	clock.pass(state.DefaultKeepThreads + state.DefaultKeepDocuments)
	if claims, err := f.Claim(t.Context(), 8, 0); err != nil || len(claims) > 0 {
		t.Errorf("claims %v, %v", claims, err)
	}
	check(t, f.Close())
	walkFile(t, f.Path(), func(bucket string, kv []byte) {
		if bytes.Contains(kv, []byte(secret)) || bytes.Contains(kv, []byte(kim.ID)) {
			t.Errorf("bucket %s still has %q", bucket, kv)
		}
	})
}

// TestFile_SweepSeen: keys of events are forgotten when their time is over.
func TestFile_SweepSeen(t *testing.T) {
	t.Parallel()
	clock := newClock()
	f := newFile(t, state.Options{Now: clock.now})
	furnish(t, f) // e1 is done, e2 is not
	clock.pass(2 * state.SeenFor)
	if _, err := f.Claim(t.Context(), 8, 0); err != nil {
		t.Fatal(err)
	}
	check(t, f.Close())
	seen := 0
	walkFile(t, f.Path(), func(bucket string, _ []byte) {
		if bucket == "seen" {
			seen++
		}
	})
	if seen != 1 {
		t.Errorf("%d keys are remembered, want that of the open event alone", seen)
	}
}

// TestFile_Backup: what is written while the store is in use opens as a store.
func TestFile_Backup(t *testing.T) {
	t.Parallel()
	f := newFile(t, state.Options{})
	id := furnish(t, f)
	path := filepath.Join(t.TempDir(), "backup.db")
	var copied bytes.Buffer
	check(t, f.Backup(t.Context(), &copied))
	check(t, os.WriteFile(path, copied.Bytes(), 0o600))
	b := openFile(t, path, state.Options{})
	want, err := f.Load(t.Context(), id)
	check(t, err)
	got, err := b.Load(t.Context(), id)
	check(t, err)
	if got.Rev != want.Rev || !bytes.Equal(got.Body, want.Body) {
		t.Errorf("the backup has revision %d, want %d", got.Rev, want.Rev)
	}
}

// TestFile_Closed: a closed store says so, whatever it is asked, and closing it again is no error.
func TestFile_Closed(t *testing.T) {
	t.Parallel()
	f := newFile(t, state.Options{})
	check(t, f.Close())
	check(t, f.Close())
	_, record := f.Record(t.Context(), state.Event{Thread: "a", ID: "e1"})
	_, claim := f.Claim(t.Context(), 1, 0)
	_, load := f.Load(t.Context(), "a")
	for what, err := range map[string]error{"record": record, "claim": claim, "load": load} {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s: %v, want os.ErrClosed", what, err)
		}
	}
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	body, err := os.ReadFile(path)
	check(t, err)
	return body
}

// walkFile gives every key and value of every bucket.
func walkFile(t testing.TB, path string, do func(bucket string, kv []byte)) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	check(t, err)
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				do(string(name), append(bytes.Clone(k), v...))
				return nil
			})
		})
	})
	check(t, errors.Join(err, db.Close()))
}
