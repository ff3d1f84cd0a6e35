package engine_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"tack/internal/engine"
	"tack/state"
)

// pausing is a store behind whose commits the process is paused for longer than a lease, once.
type pausing struct {
	engine.Store
	done bool
}

func (p *pausing) Commit(ctx context.Context, c state.Claim, change state.Change) (uint64, error) {
	rev, err := p.Store.Commit(ctx, c, change)
	if !p.done {
		p.done = true
		time.Sleep(state.LeaseFor) // in a bubble: of its clock
	}
	return rev, err
}

// TestDeliver_StoodStill: a process that was paused between commit and send cannot know whether another
// has sent the answer meanwhile: it is sent as one that may have been.
func TestDeliver_StoodStill(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		on := func(t *testing.T, o state.Options) store {
			return must[*state.File](t)(state.OpenFile(t.TempDir()+"/tack.db", o))
		}
		h := build(t, on, func(s engine.Store) engine.Store { return &pausing{Store: s} })
		h.say("I want to learn redis", "for caching")
		if len(h.sent) != 2 || !h.sent[0].Again || h.sent[1].Again {
			t.Errorf("sent %+v", h.sent)
		}
	})
}
