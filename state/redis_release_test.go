package state_test

import (
	"context"
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"
)

// TestRedis_ReleaseFails: a claim that could not be given back, since Redis was away just then, does not
// stay with the process that lives on.
func TestRedis_ReleaseFails(t *testing.T) {
	t.Parallel()
	r := process(t, redistest.Start(t).URL())
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	c := need(r.Claim(t.Context(), 1, time.Minute))(t)[0]
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Release(over, c, state.Release{}); err == nil {
		t.Fatal("released with a context that is over")
	}
	redistest.Wait(t, "the thread", func() bool {
		for _, c := range need(r.Claim(t.Context(), 1, time.Second))(t) {
			answer(t, r, c)
			return true
		}
		return false
	})
}
