package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tack/coach"
	"tack/state"
)

// Receive records an event. nil: it is durable, or known already, and may be acknowledged. An error
// means that it may not; the platform then delivers it again, and the learner is told once that the
// coach is unavailable. ErrInvalid alone means that it is of no use to deliver it again.
func (e *Engine) Receive(ctx context.Context, in Inbound) error {
	if now := e.Now(); in.At.IsZero() || in.At.Sub(now) > maxAhead {
		in.At = now
	}
	if err := in.check(); err != nil {
		return err
	}
	ev, err := in.event(e.quiet(in))
	if err != nil {
		return err
	}
	start := time.Now()
	recorded, err := e.Store.Record(ctx, ev)
	e.Meter.Observe(MetricRecord, time.Since(start).Seconds(), in.Thread.Platform())
	if err != nil {
		e.Meter.Count(MetricRecorded, 1, in.Thread.Platform(), "failed")
		if !errors.Is(err, context.Canceled) { // whoever asked has gone away: that says nothing of the store
			e.down(in.Thread.Workspace(), err)
			e.apologize(ctx, in)
		}
		return fmt.Errorf("record event %s: %w", in.ID, err)
	}
	e.up()
	e.Meter.Count(MetricRecorded, 1, in.Thread.Platform(), outcomes[recorded])
	return nil
}

// maxAhead is by how much a platform's clock may be ahead of ours: an event dated later is dated wrongly and
// counts as one of now, since a session never goes back in time.
const maxAhead = 24 * time.Hour

var outcomes = map[state.Recorded]string{state.Fresh: "fresh", state.Repeat: "repeat", state.Unknown: "unknown"}

// quiet is the quiet window that an event opens: somebody else's messages do not keep the learner
// waiting.
func (e *Engine) quiet(in Inbound) time.Duration {
	if learner, ok := e.known.get(in.Thread); ok && in.User != "" && in.User != learner {
		return 0
	}
	return e.Quiet
}

// learners remembers whose thread is whose. What it has forgotten costs a bystander's message a
// quiet window.
type learners struct {
	mu sync.Mutex
	of map[coach.ThreadID]string
}

// maxLearners bounds the memory; a full one starts afresh.
const maxLearners = 20_000

func (l *learners) get(id coach.ThreadID) (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	learner, ok := l.of[id]
	return learner, ok
}

func (l *learners) put(id coach.ThreadID, learner string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil || len(l.of) >= maxLearners {
		l.of = map[coach.ThreadID]string{}
	}
	l.of[id] = learner
}
