package state_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tack/coach"
	"tack/state"
)

var kim = state.Learner{Workspace: "slack:T1", ID: "U-kim-4711"}

// secret is in everything that furnish writes.
const secret = "secret-of-kim"

// furnish gives kim a thread with something of everything, and reports where it is.
func furnish(t testing.TB, f *state.File) coach.ThreadID {
	t.Helper()
	ctx := t.Context()
	id := coach.ThreadID("slack:T1:C1:" + kim.ID)
	_, err := f.Record(ctx, state.Event{Thread: id, ID: "e1", Keys: []string{secret}, Body: []byte(secret)})
	check(t, err)
	claims, err := f.Claim(ctx, 1, 0)
	check(t, err)
	c := claims[0]
	_, err = f.Record(ctx, state.Event{Thread: id, ID: "e2", Order: 2, Body: []byte(secret)})
	check(t, err)
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	_, err = f.Commit(ctx, c, state.Change{
		Body: bytes.Repeat([]byte(secret), 1000), Done: []string{"e1"}, Send: []state.Message{{ID: "c1", Body: []byte(secret)}, {ID: "c2", Body: []byte(secret)}},
		Log: [][]byte{[]byte(secret)}, Learner: kim, Topic: "redis", Due: at,
		Documents: []state.Document{{Name: "CONTEXT.md", Body: secret, Changed: at}},
	})
	check(t, err)
	check(t, f.Release(ctx, c, state.Release{Delivered: []state.Receipt{{ID: "c1", Ref: "slack:T1:C1:" + secret}}}))
	check(t, f.Put(ctx, state.Key{Learner: kim, Name: "note"}, []byte(secret), 0))
	return id
}

// check fails the test on an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// furnished is the bytes of a store with something of everything in it.
func furnished(t testing.TB) []byte {
	t.Helper()
	f := newFile(t, state.Options{})
	furnish(t, f)
	check(t, f.Close())
	body, err := os.ReadFile(f.Path())
	check(t, err)
	return body
}

// openDamaged: a damaged file is refused and left as it is, or opens; whatever is asked of it then is
// answered or refused.
func openDamaged(t testing.TB, path string, body []byte) {
	t.Helper()
	check(t, os.WriteFile(path, body, 0o600))
	f, err := state.OpenFile(path, state.Options{})
	if err != nil {
		if !errors.Is(err, state.ErrCorrupt) && !errors.Is(err, state.ErrVersion) {
			t.Errorf("open: %v, want ErrCorrupt or ErrVersion", err)
		}
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(after, body) {
			t.Errorf("a refused file was changed: %v", err)
		}
		return
	}
	ctx := t.Context()
	_, _ = f.Export(ctx, kim)
	_, _ = f.Learners(ctx)
	_, _ = f.Heard(ctx, kim.Workspace, time.Time{}, 10)
	_, _ = f.Record(ctx, state.Event{Thread: "slack:T1:C1:9", ID: "e1"})
	_, _ = f.Claim(ctx, 8, 0)
	check(t, f.Close())
}

// TestOpenFile_LongFreelist: a list of free pages that says that it is longer than memory ends nobody.
func TestOpenFile_LongFreelist(t *testing.T) {
	t.Parallel()
	body, path := furnished(t), filepath.Join(t.TempDir(), "tack.db")
	size, lists := os.Getpagesize(), 0
	for at := 2 * size; at < len(body); at += size {
		if binary.NativeEndian.Uint16(body[at+8:]) != 0x10 { // a freelist, the last one or an older
			continue
		}
		lists++
		binary.NativeEndian.PutUint16(body[at+10:], 0xFFFF)
		binary.NativeEndian.PutUint64(body[at+16:], 1<<50)
	}
	if lists == 0 {
		t.Fatal("no freelist in the file")
	}
	openDamaged(t, path, body)
	if f, err := state.OpenFile(path, state.Options{}); err == nil {
		f.Close()
		t.Error("it is opened")
	}
}

// TestOpenFile_Damaged: wherever a bit is wrong or the file ends.
func TestOpenFile_Damaged(t *testing.T) {
	t.Parallel()
	body, path := furnished(t), filepath.Join(t.TempDir(), "tack.db")
	for at := 0; at < len(body); at += 509 {
		damaged := bytes.Clone(body)
		damaged[at] ^= 0xff
		openDamaged(t, path, damaged)
	}
	for size := 1; size < len(body); size += 4096 {
		openDamaged(t, path, body[:size])
	}
}

func FuzzOpenFile(f *testing.F) {
	body := furnished(f)
	f.Add(uint32(0), []byte{0xff}, uint32(0))
	f.Add(uint32(4096), []byte{1, 2, 3, 4, 5, 6, 7, 8}, uint32(0))
	f.Add(uint32(3*4096+16), []byte{0xff, 0xff, 0xff, 0xff}, uint32(0))
	f.Add(uint32(0), []byte{}, uint32(5000))
	f.Add(uint32(3*4096+12), []byte("00000909"), uint32(49))                  // a page that goes on for 800 million
	f.Add(uint32(12298), []byte("\xff\xff\xb15Sddddddd\a\x1eB60"), uint32(0)) // more free pages than memory
	f.Fuzz(func(t *testing.T, at uint32, patch []byte, cut uint32) {
		damaged := bytes.Clone(body)
		copy(damaged[int(at)%len(damaged):], patch)
		damaged = damaged[:len(damaged)-int(cut)%len(damaged)]
		openDamaged(t, filepath.Join(t.TempDir(), "tack.db"), damaged)
	})
}
