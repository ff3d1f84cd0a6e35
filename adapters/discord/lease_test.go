package discord

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"tack/state"
)

// leases is a store that answers for a lease as it is told.
type leases struct {
	deaf
	answers []any // bool or error, one after another; the last for ever
	asked   int
}

func (s *leases) Hold(_ context.Context, _ state.Key, _ string, keep time.Duration) (bool, error) {
	answer := s.answers[min(s.asked, len(s.answers)-1)]
	s.asked++
	if err, ok := answer.(error); ok {
		return false, err
	}
	return answer.(bool), nil
}

// TestRenew: a lease is kept while the store does not answer, and given up when another process has it.
func TestRenew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &leases{answers: []any{true, errors.New("down"), errors.New("down"), true, false}}
		s := &shard{inbox: &inbox{Adapter: &Adapter{log: slog.New(slog.NewTextHandler(io.Discard, nil))}, Hall: Hall{Store: store}}, count: 1}
		began, lost := time.Now(), time.Time{}
		s.renew(t.Context(), func() { lost = time.Now() })
		if after := lost.Sub(began); after != 5*leaseEvery || store.asked != 5 {
			t.Errorf("lost after %s and %d questions", after, store.asked)
		}
	})
}

// TestClock: doctor says when our clock is off.
func TestClock(t *testing.T) {
	t.Parallel()
	for off, ok := range map[time.Duration]bool{0: true, 2 * time.Second: true, time.Minute: false, -time.Minute: false} {
		c := &checkup{Adapter: &Adapter{rates: &transport{skew: off}}}
		if c.clock(); len(c.found) != 1 || c.found[0].OK != ok {
			t.Errorf("%s off: %+v", off, c.found)
		}
	}
}
