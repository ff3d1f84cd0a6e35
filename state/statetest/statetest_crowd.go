package statetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"tack/coach"
	"tack/state"
)

var crowdTests = map[string]func(*desk){
	"Crowd/EachOnce":   crowdEachOnce,
	"Crowd/SameEvent":  crowdSameEvent,
	"Crowd/Storm":      crowdStorm,
	"Crowd/LongThread": crowdLongThread,
}

// ledger is what hands have done: which events of a thread, in which order.
type ledger struct {
	mu   sync.Mutex
	done map[coach.ThreadID][]string
	held map[coach.ThreadID]bool
	bad  []string
}

func newLedger() *ledger {
	return &ledger{done: map[coach.ThreadID][]string{}, held: map[coach.ThreadID]bool{}}
}

// take notes that a hand has a thread; two at a time are not right.
func (l *ledger) take(id coach.ThreadID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[id] {
		l.bad = append(l.bad, fmt.Sprintf("%s claimed twice at a time", id))
	}
	l.held[id] = true
}

func (l *ledger) give(id coach.ThreadID, ids []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, id)
	l.done[id] = append(l.done[id], ids...)
}

func (l *ledger) count() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, ids := range l.done {
		n += len(ids)
	}
	return n
}

// work claims, commits and gives back until total events are done, or an error.
func (l *ledger) work(d *desk, s Store, total int) error {
	for end := time.Now().Add(patience); l.count() < total; {
		claims, err := s.Claim(d.ctx, 4, 20*time.Millisecond)
		if err != nil {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("%d of %d events done within %v", l.count(), total, patience)
		}
		for _, c := range claims {
			if err := l.one(d, s, c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *ledger) one(d *desk, s Store, c state.Claim) error {
	id := c.Thread.ID
	l.take(id)
	ids := idsOf(c.Events)
	_, err := s.Commit(d.ctx, c, state.Change{Body: []byte("x"), Done: ids})
	if err != nil {
		return fmt.Errorf("commit %s: %w", id, err)
	}
	l.give(id, ids)
	return s.Release(d.ctx, c, state.Release{})
}

// crowd records events with some hands while others work them off; each must be done once, in order
// where its thread's came in order.
func (d *desk) crowd(hands int, events [][]state.Event, stores ...Store) *ledger {
	d.Helper()
	total := 0
	for _, list := range events {
		total += len(list)
	}
	l := newLedger()
	errs := make(chan error, len(events)+hands)
	for i, list := range events {
		go func() { errs <- recordAll(d, stores[i%len(stores)], list) }()
	}
	for i := range hands {
		go func() { errs <- l.work(d, stores[i%len(stores)], total) }()
	}
	var all []error
	for range len(events) + hands {
		all = append(all, <-errs)
	}
	d.must(errors.Join(all...))
	d.same("what went wrong", []string(nil), l.bad)
	d.same("events done", total, l.count())
	return l
}

func recordAll(d *desk, s Store, events []state.Event) error {
	for _, e := range events {
		r, err := s.Record(d.ctx, e)
		if err != nil || r != state.Fresh {
			return errors.Join(err, fmt.Errorf("record %s of %s: %d", e.ID, e.Thread, r))
		}
	}
	return nil
}

// inOrder fails the test unless every thread's events were done in order, each once.
func (d *desk) inOrder(l *ledger, perThread int) {
	d.Helper()
	for id, ids := range l.done {
		for i, got := range ids {
			if got != line(i) {
				d.Fatalf("thread %s: event %d is %s", id, i, got)
			}
		}
		d.same("events of "+string(id), perThread, len(ids))
	}
}

// storm is count events for each of so many threads, as lists to be recorded at the same time. The
// events of one thread are in one list, in order.
func storm(threads, count, lists int) [][]state.Event {
	events := make([][]state.Event, lists)
	for n := range count {
		for t := range threads {
			e := state.Event{Thread: threadOf(t), ID: line(n), Order: int64(n), Body: []byte("x")}
			events[t%lists] = append(events[t%lists], e)
		}
	}
	return events
}

// crowdEachOnce: many record, many work: each event is done once, in order, by one hand at a time.
func crowdEachOnce(d *desk) {
	d.inOrder(d.crowd(8, storm(20, 10, 10), d.store), 10)
}

// crowdSameEvent: of many records of one event, one is fresh.
func crowdSameEvent(d *desk) {
	var fresh atomic.Int32
	const recorders = 32
	errs := make(chan error)
	for i := range recorders {
		go func() {
			e := state.Event{Thread: a, ID: line(i), Keys: []string{"the one", line(i + 1)}}
			r, err := d.store.Record(d.ctx, e)
			if r == state.Fresh && err == nil {
				fresh.Add(1)
			}
			errs <- err
		}()
	}
	for range recorders {
		d.must(<-errs)
	}
	d.same("fresh", int32(1), fresh.Load())
	d.same("events", 1, len(d.one().Events))
}

// crowdStorm: 10,000 events on 500 threads are recorded and worked off.
func crowdStorm(d *desk) {
	d.inOrder(d.crowd(8, storm(500, 20, 250), d.store), 20)
}

// crowdLongThread: 1,000 events on one thread come in order, MaxEvents at a time.
func crowdLongThread(d *desk) {
	events := make([][]state.Event, 50)
	for n := range 1000 {
		events[n%50] = append(events[n%50], state.Event{Thread: a, ID: line(n), Order: int64(n), Quiet: window})
	}
	errs := make(chan error)
	for _, list := range events {
		go func() { errs <- recordAll(d, d.store, list) }()
	}
	for range events {
		d.must(<-errs)
	}
	d.clock.pass(window)
	l := newLedger()
	d.must(l.work(d, d.store, 1000))
	d.inOrder(l, 1000)
	d.idle()
}
