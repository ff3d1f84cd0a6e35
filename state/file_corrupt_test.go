package state_test

import (
	"testing"

	"tack/state"

	"go.etcd.io/bbolt"
)

// TestFile_CorruptThread: a thread that cannot be read keeps nobody else waiting.
func TestFile_CorruptThread(t *testing.T) {
	t.Parallel()
	f := newFile(t, state.Options{})
	need(f.Record(t.Context(), state.Event{Thread: threadOf(1), ID: "e1"}))(t)
	check(t, f.Close())
	bolt(t, f.Path(), func(tx *bbolt.Tx) error {
		events := tx.Bucket([]byte("events"))
		key, _ := events.Cursor().First()
		return events.Put(append([]byte{}, key...), []byte{0xff})
	})
	f = openFile(t, f.Path(), state.Options{})
	need(f.Record(t.Context(), state.Event{Thread: threadOf(2), ID: "e1"}))(t)
	claims, err := f.Claim(t.Context(), 8, 0)
	if err != nil || len(claims) != 1 || claims[0].Thread.ID != threadOf(2) {
		t.Errorf("claims %v, %v", claims, err)
	}
}
