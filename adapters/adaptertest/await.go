package adaptertest

import (
	"errors"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// limit is how long something is awaited that should come at once; generous, for machines under load.
const limit = 30 * time.Second

// Await looks again and again until cond holds, and fails the test with what was awaited.
func Await(tb testing.TB, what string, cond func() bool) {
	tb.Helper()
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	again := time.NewTicker(2 * time.Millisecond)
	defer again.Stop()
	for !cond() {
		select {
		case <-again.C:
		case <-deadline.C:
			tb.Fatalf("waiting for %s: %s are over", what, limit)
		}
	}
}

// Standing is a thread as it stands; the zero value if there is none yet.
func (h *House) Standing(tb testing.TB, id coach.ThreadID) engine.Thread {
	tb.Helper()
	t, err := h.Engine.Thread(tb.Context(), id)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		tb.Fatalf("look at %s: %v", id, err)
	}
	return t
}

// AwaitAnswered waits until n events of a thread were answered, the engine's own among them, and everything
// that the thread ever said is delivered. It counts deliveries of this house only: in one that was built on
// an old file, await what the platform shows instead.
func (h *House) AwaitAnswered(tb testing.TB, id coach.ThreadID, n int) engine.Thread {
	tb.Helper()
	var t engine.Thread
	Await(tb, "answers in "+string(id), func() bool {
		t = h.Standing(tb, id)
		return t.Heard >= n && h.deliveries.ids(id) >= t.Posted
	})
	return t
}

// Answered does something that is an event of a thread, and waits until it is answered.
func (h *House) Answered(tb testing.TB, id coach.ThreadID, do func()) engine.Thread {
	tb.Helper()
	heard := h.Standing(tb, id).Heard
	do()
	return h.AwaitAnswered(tb, id, heard+1)
}

// AwaitState waits until a thread's session is in a state, and what it said is delivered.
func (h *House) AwaitState(tb testing.TB, id coach.ThreadID, want coach.State) engine.Thread {
	tb.Helper()
	var t engine.Thread
	Await(tb, string(want)+" in "+string(id), func() bool {
		t = h.Standing(tb, id)
		return t.Session != nil && t.Session.State() == want && h.deliveries.ids(id) >= t.Posted
	})
	return t
}
