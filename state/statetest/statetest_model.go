package statetest

import (
	"cmp"
	"slices"
	"time"

	"tack/coach"
	"tack/state"
)

// model is a store as plainly as it can be said, for one process.
type model struct {
	now     func() time.Time
	threads map[coach.ThreadID]*modelThread
	claims  []state.Claim // held, as the store gave them
	count   int           // events and messages so far
}

type modelThread struct {
	rev         uint64
	body        string
	log         int
	recorded    bool
	events      []state.Event
	seen        map[string]modelSighting
	outbox      []string
	refs        map[string]string
	due         time.Time
	quiet, rest modelSpan
	fails       int
	claimed     bool
}

type modelSighting struct {
	at time.Time
	of string // the event's id
}

type modelSpan struct{ from, until time.Time }

// over says whether a rest has ended, or has not begun: the clock was put back.
func (s modelSpan) over(now time.Time) bool { return now.Before(s.from) || !now.Before(s.until) }

func (m *model) thread(id coach.ThreadID) *modelThread {
	t := m.threads[id]
	if t == nil {
		t = &modelThread{seen: map[string]modelSighting{}, refs: map[string]string{}}
		m.threads[id] = t
	}
	return t
}

func (t *modelThread) ready(now time.Time) bool {
	switch {
	case t.claimed || !t.rest.over(now):
		return false
	case len(t.events)+len(t.outbox) > 0:
		return t.quiet.over(now)
	}
	return !t.due.IsZero() && !now.Before(t.due)
}

func (m *model) ready() (ids []coach.ThreadID) {
	for id, t := range m.threads {
		if t.ready(m.now()) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// unclear says whether a store may take an event either way: a name of it was forgotten, or not, before
// the clock was put back, or a key is that of an event seen too long ago that is still not done.
func (m *model) unclear(e state.Event) bool {
	t, now := m.thread(e.Thread), m.now()
	if t.open(e.ID) {
		return false
	}
	return slices.ContainsFunc(append([]string{e.ID}, e.Keys...), func(name string) bool {
		s, seen := t.seen[name]
		return seen && (s.at.After(now) || now.Sub(s.at) >= state.SeenFor && t.open(s.of))
	})
}

// known says whether a name is that of a repeat.
func (t *modelThread) known(name string, now time.Time) bool {
	s, seen := t.seen[name]
	return seen && (now.Sub(s.at) < state.SeenFor || t.open(s.of))
}

// record says what becomes of an event.
func (m *model) record(e state.Event) state.Recorded {
	t, now := m.thread(e.Thread), m.now()
	names := append([]string{e.ID}, e.Keys...)
	for _, name := range names {
		if t.known(name, now) {
			t.sight(names, now, t.seen[name].of)
			return state.Repeat
		}
	}
	if e.Known && !t.recorded {
		return state.Unknown
	}
	t.recorded = true
	t.sight(names, now, e.ID)
	if e.Quiet > 0 {
		t.quiet = modelSpan{from: now, until: now.Add(e.Quiet)}
	}
	t.events = append(t.events, state.Event{Thread: e.Thread, ID: e.ID, Order: e.Order, Body: e.Body})
	slices.SortStableFunc(t.events, func(a, b state.Event) int { return cmp.Compare(a.Order, b.Order) })
	return state.Fresh
}

// sight notes that names were seen; one that is known stays that of its event.
func (t *modelThread) sight(names []string, now time.Time, of string) {
	for _, name := range names {
		s := modelSighting{at: now, of: of}
		if t.known(name, now) {
			s.of = t.seen[name].of
		}
		t.seen[name] = s
	}
}

// open says whether an event is not done.
func (t *modelThread) open(id string) bool {
	return slices.ContainsFunc(t.events, func(e state.Event) bool { return e.ID == id })
}

// commit makes a change that the store has taken.
func (t *modelThread) commit(rev uint64, change state.Change) {
	t.rev, t.body, t.due, t.recorded = rev, string(change.Body), change.Due, true
	t.log += len(change.Log)
	t.events = slices.DeleteFunc(t.events, func(e state.Event) bool { return slices.Contains(change.Done, e.ID) })
	t.outbox = append(t.outbox, messagesOf(change.Send)...)
}

func (t *modelThread) deliver(r state.Receipt) {
	at := slices.Index(t.outbox, r.ID)
	if at < 0 {
		return
	}
	t.outbox = slices.Delete(t.outbox, at, at+1)
	if r.Ref != "" {
		t.refs[r.ID] = r.Ref
	}
}

func (t *modelThread) release(now time.Time, r state.Release) {
	for _, receipt := range r.Delivered {
		t.deliver(receipt)
	}
	t.claimed, t.rest = false, modelSpan{}
	if r.After > 0 {
		t.rest = modelSpan{from: now, until: now.Add(r.After)}
	}
	t.fails++
	if !r.Failed {
		t.fails = 0
	}
}
