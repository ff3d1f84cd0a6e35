package engine_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"tack/internal/engine"
	"tack/state"
)

// full is a store that gives out work and takes nothing in, as a Redis without memory does.
type full struct {
	engine.Store
	fails  error         // nil: it takes everything
	claims chan struct{} // nil: it gives out what there is; else nothing, and says so here
}

func (f *full) Record(ctx context.Context, e state.Event) (state.Recorded, error) {
	if f.fails != nil {
		return 0, f.fails
	}
	return f.Store.Record(ctx, e)
}

func (f *full) Put(context.Context, state.Key, []byte, time.Duration) error { return f.fails }

func (f *full) Claim(ctx context.Context, most int, wait time.Duration) ([]state.Claim, error) {
	if f.claims == nil {
		return f.Store.Claim(ctx, most, wait)
	}
	select {
	case f.claims <- struct{}{}:
	case <-ctx.Done():
	}
	return nil, nil
}

// TestOutage_Full: a store that gives out work and takes none in is not available, and learners are told
// of it once; it is available again when it takes something, whether anything comes in or not.
func TestOutage_Full(t *testing.T) {
	t.Parallel()
	store := &full{claims: make(chan struct{})}
	h := build(t, openFile, func(s engine.Store) engine.Store {
		store.Store = s
		return store
	})
	store.fails = state.ErrUnavailable
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		h.Engine.Run(ctx)
		close(ended)
	}()
	for range 3 {
		if err := h.Receive(t.Context(), h.in(engine.InMessage, "hello")); !errors.Is(err, state.ErrUnavailable) {
			t.Fatal(err)
		}
		<-store.claims
		<-store.claims
		if h.Health() == nil {
			t.Fatal("a store that takes nothing in is said to be available")
		}
	}
	if len(h.sent) != 1 {
		t.Errorf("told %d times", len(h.sent))
	}
	stop()
	<-ended
	store.fails = nil
	ctx, stop = context.WithCancel(t.Context())
	defer stop()
	go h.Engine.Run(ctx)
	<-store.claims
	<-store.claims
	if got := h.Health(); got != nil {
		t.Errorf("after the outage: %v", got)
	}
}

// TestOutage_Told: who is told of an outage is who waits for an answer.
func TestOutage_Told(t *testing.T) {
	t.Parallel()
	store := &full{}
	h := build(t, openFile, func(s engine.Store) engine.Store {
		store.Store = s
		return store
	})
	h.say("I want to learn redis")
	store.fails = state.ErrUnavailable
	for _, test := range []struct {
		user, thread string
		known        bool
		told         int
	}{
		{"lee", "test:here:kim", false, 0}, // addresses the coach in a thread of kim's
		{"kim", "test:here:kim", true, 1},
		{"lee", "test:here:others", true, 0}, // talks, as far as is known, to others
		{"lee", "test:here:own", false, 1},
	} {
		in := h.in(engine.InMessage, "hello")
		in.User, in.Thread, in.Known = test.user, threadID(test.thread), test.known
		sent := len(h.sent)
		if err := h.Receive(t.Context(), in); err == nil || len(h.sent)-sent != test.told {
			t.Errorf("%+v: told %d times, %v", test, len(h.sent)-sent, err)
		}
	}
}

// TestOutage_Canceled: a caller that goes away says nothing of the store.
func TestOutage_Canceled(t *testing.T) { each(t, testOutage_Canceled) }

func testOutage_Canceled(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say("hello")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := h.Receive(ctx, h.in(engine.InMessage, "hello")); err == nil {
		t.Fatal("recorded")
	}
	if h.Health() != nil || len(h.sent) != 1 {
		t.Errorf("health %v, %d messages", h.Health(), len(h.sent))
	}
}
