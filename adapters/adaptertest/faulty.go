package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"tack/adapters/inhand"
	"tack/coach"
	"tack/internal/command"
	"tack/internal/engine"
)

// Faulty stands before the engine and the desk of a hall and fails the next things asked of them.
type Faulty struct {
	engine inhand.Engine
	desk   inhand.Desk
	mu     sync.Mutex
	how    func() error
	left   int
}

// The ways to fail.
var (
	// Down says that nothing can be recorded for now.
	Down = func() error { return ErrDown }
	// Invalid says that the event can never be decided.
	Invalid = func() error { return fmt.Errorf("it lacks something: %w", engine.ErrInvalid) }
	// Panic breaks.
	Panic = func() error { panic("what a learner wrote") }
)

// Broken runs a test for each way in which an event is no better when it comes again, named by how it is
// counted.
func Broken(t *testing.T, do func(t *testing.T, outcome string, how func() error)) {
	t.Helper()
	for outcome, how := range map[string]func() error{"panic": Panic, "invalid": Invalid} {
		t.Run(outcome, func(t *testing.T) {
			t.Parallel()
			do(t, outcome, how)
		})
	}
}

// GivenUp fails the test unless so many events of a platform were counted so.
func (h *House) GivenUp(tb testing.TB, platform, outcome string, want int) {
	tb.Helper()
	if n := h.Counted.Of(engine.MetricRecorded, platform, outcome); int(n) != want {
		tb.Errorf("%s: %v were counted, want %d", outcome, n, want)
	}
}

// ErrDown is the error of Down.
var ErrDown = errors.New("the store is down")

// In puts it into a hall.
func (f *Faulty) In(h inhand.Hall) inhand.Hall {
	f.engine, f.desk = h.Engine, h.Desk
	h.Engine, h.Desk = f, f
	return h
}

// Fail has the next n events and commands fail.
func (f *Faulty) Fail(n int, how func() error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left, f.how = n, how
}

// Failed says whether all have failed that were to.
func (f *Faulty) Failed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.left == 0
}

// meets is the way to fail, if it is one's turn; nil: it is not.
func (f *Faulty) meets() func() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left == 0 {
		return nil
	}
	f.left--
	return f.how
}

// Receive is the engine's, or fails.
func (f *Faulty) Receive(ctx context.Context, in engine.Inbound) error {
	if how := f.meets(); how != nil {
		return how()
	}
	return f.engine.Receive(ctx, in)
}

// Answer is the desk's, or fails.
func (f *Faulty) Answer(ctx context.Context, r command.Request) (command.Answer, error) {
	if how := f.meets(); how != nil {
		return command.Answer{}, how()
	}
	return f.desk.Answer(ctx, r)
}

// Settings are the desk's.
func (f *Faulty) Settings(ctx context.Context, channel coach.ThreadID) (command.Settings, error) {
	return f.desk.Settings(ctx, channel)
}

// Thread is the engine's.
func (f *Faulty) Thread(ctx context.Context, id coach.ThreadID) (engine.Thread, error) {
	return f.engine.Thread(ctx, id)
}

// Topic is the engine's.
func (f *Faulty) Topic(text string) (string, bool) { return f.engine.Topic(text) }

// Tally counts what a meter is told, by the metric's name and its labels.
type Tally struct {
	mu     sync.Mutex
	counts map[string]float64
}

// Count adds to a count.
func (t *Tally) Count(m engine.Metric, n float64, labels ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[string]float64{}
	}
	t.counts[m.Name+" "+strings.Join(labels, " ")] += n
}

// Observe keeps nothing.
func (*Tally) Observe(engine.Metric, float64, ...string) {}

// Of is one count.
func (t *Tally) Of(m engine.Metric, labels ...string) float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts[m.Name+" "+strings.Join(labels, " ")]
}
