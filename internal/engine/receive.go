package engine

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"tack/coach"
	"tack/state"
)

// Receive records an event. nil: it is durable, or known already, and may be acknowledged. An error
// means that it may not; the platform then delivers it again, and the learner is told once that the
// coach is unavailable. ErrInvalid alone means that it is of no use to deliver it again.
func (e *Engine) Receive(ctx context.Context, in Inbound) error {
	if in.At.IsZero() {
		in.At = e.Now()
	}
	if err := in.check(); err != nil {
		e.Log.Error("event refused", "err", err)
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
		e.down(err)
		e.apologize(ctx, in)
		return fmt.Errorf("record event %s: %w", in.ID, err)
	}
	e.up()
	e.Meter.Count(MetricRecorded, 1, in.Thread.Platform(), outcomes[recorded])
	return nil
}

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

// outage is the time during which the store cannot be used.
type outage struct {
	mu    sync.Mutex
	since time.Time // zero: it can
	why   error
	told  map[coach.ThreadID]bool // who was told of it
}

// down notes that the store has failed.
func (e *Engine) down(err error) {
	e.outage.mu.Lock()
	defer e.outage.mu.Unlock()
	e.outage.why = err
	if !e.outage.since.IsZero() {
		return
	}
	e.outage.since, e.outage.told = e.Now(), map[coach.ThreadID]bool{}
	e.Meter.Count(MetricOutage, 1)
	e.Log.Error("store unavailable", "err", err)
}

// up notes that the store works.
func (e *Engine) up() {
	e.outage.mu.Lock()
	defer e.outage.mu.Unlock()
	if e.outage.since.IsZero() {
		return
	}
	e.Log.Info("store available again", "after", e.Now().Sub(e.outage.since).Round(time.Millisecond))
	e.outage.since, e.outage.why, e.outage.told = time.Time{}, nil, nil
}

// Health says what is wrong, in words for an operator; nil: nothing is.
func (e *Engine) Health() []string {
	e.outage.mu.Lock()
	defer e.outage.mu.Unlock()
	if e.outage.since.IsZero() {
		return nil
	}
	return []string{fmt.Sprintf("store unavailable since %s: %v", e.outage.since.UTC().Format(time.RFC3339), e.outage.why)}
}

// apologyEvery makes the apologies of several processes in one thread the same message.
const apologyEvery = 15 * time.Minute

// apologize tells a learner, once in an outage, that the coach is unavailable.
func (e *Engine) apologize(ctx context.Context, in Inbound) {
	platform := e.Platforms[in.Thread.Platform()]
	if in.Kind != InMessage || in.Known || platform == nil || !e.outage.tell(in.Thread) {
		return
	}
	locale := in.Locale
	if locale == "" {
		locale = languageOf(in.Text)
	}
	id := "unavailable-" + strconv.FormatInt(in.At.UnixNano()/int64(apologyEvery), 36)
	_, err := platform.Deliver(ctx, Outgoing{
		Op: OpPost, ID: id, Thread: in.Thread, Style: StyleNote, Text: e.Voice.Say(locale, "unavailable", nil), Locale: locale, Again: true,
	})
	if err != nil {
		e.Log.Warn("tell of an outage", "thread", in.Thread, "err", err)
	}
}

// tell is true once for each thread in an outage.
func (o *outage) tell(id coach.ThreadID) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() || o.told[id] {
		return false
	}
	o.told[id] = true
	return true
}
