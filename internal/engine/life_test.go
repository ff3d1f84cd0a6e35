package engine_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"tack/internal/engine"
	"tack/state"
)

var errLost = errors.New("lost")

// losing is a store that loses one commit.
type losing struct {
	engine.Store
	loses bool
	lost  []state.Message
}

func (l *losing) Commit(ctx context.Context, c state.Claim, change state.Change) (uint64, error) {
	if l.loses {
		l.loses, l.lost = false, change.Send
		return 0, errLost
	}
	return l.Store.Commit(ctx, c, change)
}

// TestLife: what a platform may look up of before an erasure is never taken for what is posted after it, and
// what is decided again after a crash has the ids that it had.
func TestLife(t *testing.T) { each(t, testLife) }

func testLife(t *testing.T, on opener) {
	var store *losing
	h := build(t, on, func(s engine.Store) engine.Store {
		store = &losing{Store: s}
		return store
	})
	h.say("I want to learn redis", "for caching", "that's enough for today")
	before := map[string]bool{}
	for _, m := range h.sent {
		before[m.ID] = true
	}
	if _, _, err := h.file.(interface {
		Forget(ctx context.Context, l state.Learner) (threads, documents int, err error)
	}).Forget(t.Context(), learner); err != nil {
		t.Fatal(err)
	}
	n := len(h.sent)
	store.loses = true
	if err := h.handle(h.in(engine.InMessage, "I want to learn redis")); !errors.Is(err, errLost) {
		t.Fatalf("the commit is not lost: %v", err)
	}
	h.now = h.now.Add(time.Minute) // the pause after a failure
	if err := h.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(h.sent) == n {
		t.Fatal("no answer")
	}
	for _, m := range h.sent[n:] {
		if before[m.ID] {
			t.Errorf("%s was posted before the erasure, too", m.ID)
		}
		if len(store.lost) == 0 || m.ID != store.lost[0].ID {
			t.Errorf("%s is decided again after a crash; it was %v", m.ID, store.lost)
		}
	}
}
