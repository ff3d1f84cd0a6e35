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

// outage is the time during which the store cannot be used.
type outage struct {
	mu    sync.Mutex
	since time.Time // zero: it can
	why   error
	where string                  // the workspace for which it could not; empty: any
	ended time.Time               // of the last one
	told  map[coach.ThreadID]bool // who was told of it
}

// down notes that the store has failed for a workspace; empty: for all. An outage that follows another at
// once is the same one to those who were told.
func (e *Engine) down(where string, err error) {
	o := &e.outage
	o.mu.Lock()
	defer o.mu.Unlock()
	o.why, o.where = err, where
	if !o.since.IsZero() {
		return
	}
	o.since = e.Now()
	if o.told == nil || o.since.Sub(o.ended) > apologyEvery {
		o.told = map[coach.ThreadID]bool{}
	}
	e.Meter.Count(MetricOutage, 1)
	e.Log.Error("store unavailable", "err", err)
}

// up notes that the store works.
func (e *Engine) up() {
	o := &e.outage
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() {
		return
	}
	o.ended = e.Now()
	e.Log.Info("store available again", "after", o.ended.Sub(o.since).Round(time.Millisecond))
	o.since, o.why = time.Time{}, nil
}

// probe ends an outage when the store takes writes again. That it gives out work does not: a Redis that is
// full does, and takes none in.
func (e *Engine) probe(ctx context.Context) {
	e.outage.mu.Lock()
	lasts, where := !e.outage.since.IsZero(), e.outage.where
	e.outage.mu.Unlock()
	if !lasts {
		return
	}
	key := state.Key{Learner: state.Learner{Workspace: where}, Name: "probe"}
	if err := e.Store.Put(ctx, key, []byte("1"), time.Minute); err != nil {
		if ctx.Err() == nil {
			e.down(where, err)
		}
		return
	}
	e.up()
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
	if in.Kind != InMessage || platform == nil || !e.concerns(in) || !e.outage.tell(in.Thread) {
		return
	}
	locale := in.Locale
	if locale == "" {
		locale = LanguageOf(in.Text)
	}
	id := "unavailable-" + strconv.FormatInt(in.At.UnixNano()/int64(apologyEvery), 36)
	_, err := platform.Deliver(ctx, Outgoing{
		Op: OpPost, ID: id, Thread: in.Thread, Style: StyleNote, Text: e.Voice.Say(locale, "unavailable", nil), Locale: locale, Again: true,
	})
	if err != nil {
		e.Log.Warn("tell of an outage", "thread", in.Thread, "err", err)
	}
}

// concerns says whether who wrote a message waits for an answer: the learner whose thread it is, or whoever
// addresses the coach where it is nobody's yet.
func (e *Engine) concerns(in Inbound) bool {
	learner, known := e.known.get(in.Thread)
	if !known {
		return !in.Known
	}
	return in.User == "" || in.User == learner
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
