package state_test

import (
	"context"
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"
)

// TestFile_ReleaseFails: a claim that could not be given back, since the disk took nothing just then, does
// not stay with a process that lives on; what it had sent is sent again.
func TestFile_ReleaseFails(t *testing.T) {
	t.Parallel()
	f := newFile(t, state.Options{})
	furnish(t, f)
	c := need(f.Claim(t.Context(), 1, time.Minute))(t)[0]
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Release(over, c, state.Release{Delivered: []state.Receipt{{ID: "c2"}}}); err == nil {
		t.Fatal("released with a context that is over")
	}
	if now := need(f.Claim(t.Context(), 1, 0))(t); len(now) != 0 {
		t.Errorf("claimed at once: %v", now)
	}
	redistest.Wait(t, "the thread", func() bool {
		again := need(f.Claim(t.Context(), 1, time.Second))(t)
		if len(again) == 1 && (len(again[0].Outbox) != 1 || again[0].Fails != 1) {
			t.Errorf("claimed again as %+v", again[0])
		}
		return len(again) == 1
	})
}
