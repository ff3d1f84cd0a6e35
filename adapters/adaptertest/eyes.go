package adaptertest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"tack/coach"
	"tack/state"
)

// eyesKey is where a platform notes which messages of a thread bear eyes.
func eyesKey(id coach.ThreadID) state.Key {
	return state.Key{Learner: state.Learner{Workspace: id.Workspace()}, Name: id.Platform() + "-eyes:" + string(id)}
}

// LeaveEyes notes that a process has left eyes under a message an hour ago.
func (h *House) LeaveEyes(tb testing.TB, id coach.ThreadID, ref string) {
	tb.Helper()
	note := fmt.Sprintf(`[{"at":%q,"since":%d}]`, ref, time.Now().Add(-time.Hour).UnixMicro())
	if err := h.Store.Put(tb.Context(), eyesKey(id), []byte(note), time.Hour); err != nil {
		tb.Fatalf("note eyes: %v", err)
	}
}

// AwaitNoEyes waits until no eyes are noted in a thread.
func (h *House) AwaitNoEyes(tb testing.TB, id coach.ThreadID) {
	tb.Helper()
	Await(tb, "the note of eyes to go", func() bool {
		_, err := h.Store.Get(tb.Context(), eyesKey(id))
		return errors.Is(err, state.ErrNotFound)
	})
}
