package state

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// Record keeps an event until a Change says that it is done. When it returns Fresh, the event is on
// disk and may be acknowledged.
func (f *File) Record(ctx context.Context, e Event) (Recorded, error) {
	var outcome Recorded
	err := f.write(ctx, "record event", func(tx *bbolt.Tx) (func(), error) {
		now := f.now()
		m, known, err := readMark(tx, e.Thread)
		if err != nil {
			return nil, err
		}
		gone, err := forgotten(tx, e, now)
		if err != nil || gone {
			outcome = Repeat
			return nil, err
		}
		place, err := recall(tx, e, now)
		switch {
		case err != nil:
			return nil, err
		case place != nil:
			outcome = Repeat
			return nil, remember(tx, e, now, place)
		case e.Known && !known:
			outcome = Unknown
			return nil, nil
		}
		outcome = Fresh
		m.hear(e, now)
		return func() { f.queue.changed(e.Thread, m, 1, 0) }, keepEvent(tx, e, now, m)
	})
	return outcome, err
}

// hear takes an event into account.
func (m *mark) hear(e Event, now int64) {
	if !m.hears || e.Order > m.heard {
		m.heard, m.hears = e.Order, true
	}
	if e.Quiet > 0 {
		m.quiet = span{from: now, until: now + e.Quiet.Microseconds()}
	}
	m.touched = now
}

func keepEvent(tx *bbolt.Tx, e Event, now int64, m mark) error {
	b := tx.Bucket(bucketEvents)
	n, err := b.NextSequence()
	if err != nil {
		return err
	}
	place := packed{}.sorted(e.Order).sorted(int64(n))
	if err := b.Put(inThread(e.Thread, string(place)), append(packed{}.text(e.ID), e.Body...)); err != nil {
		return err
	}
	if err := remember(tx, e, now, place); err != nil {
		return err
	}
	return putMark(tx, e.Thread, m)
}

// placeSize is the size of what follows the thread in a key of events.
const placeSize = 16

// sighting is when a key of an event was last seen, and where the event is, or was, in events.
type sighting struct {
	at    int64
	place []byte
}

func unpackSighting(v []byte) (sighting, error) {
	if len(v) <= placeSize {
		return sighting{}, fmt.Errorf("key of an event: %w", ErrCorrupt)
	}
	p := parcel{rest: v[placeSize:]}
	return sighting{at: p.num(), place: v[:placeSize:placeSize]}, p.err("key of an event")
}

// over says whether a key need no longer be remembered: long ago, and its event is done.
func (s sighting) over(tx *bbolt.Tx, thread coach.ThreadID, now int64) bool {
	return s.at <= now-SeenFor.Microseconds() &&
		tx.Bucket(bucketEvents).Get(inThread(thread, string(s.place))) == nil
}

// leaveForgotten notes what a thread that is erased had heard: what of it is delivered again, or caught up
// with, must not begin it anew. It stands among the keys of events, in a place that is none, and goes with them.
func leaveForgotten(tx *bbolt.Tx, id coach.ThreadID, m mark) error {
	if !m.hears {
		return nil
	}
	return tx.Bucket(bucketSeen).Put(inThread(alias(id), ""), append(packed{}, make([]byte, placeSize)...).num(m.heard))
}

// alias stands for a thread whose name must not be kept: it may be a learner's.
func alias(id coach.ThreadID) coach.ThreadID {
	sum := sha256.Sum256([]byte(id))
	return coach.ThreadID(hex.EncodeToString(sum[:16]))
}

// forgotten says whether an event is from before its thread's learner was forgotten.
func forgotten(tx *bbolt.Tx, e Event, now int64) (bool, error) {
	v := tx.Bucket(bucketSeen).Get(inThread(alias(e.Thread), ""))
	if v == nil {
		return false, nil
	}
	s, err := unpackSighting(v)
	return err == nil && e.Order <= s.at && !s.over(tx, e.Thread, now), err
}

func (e Event) names() []string { return append([]string{e.ID}, e.Keys...) }

// recall returns the place of the event of which e is a repeat; nil if it is none.
func recall(tx *bbolt.Tx, e Event, now int64) ([]byte, error) {
	b := tx.Bucket(bucketSeen)
	for _, name := range e.names() {
		v := b.Get(inThread(e.Thread, name))
		if v == nil {
			continue
		}
		s, err := unpackSighting(v)
		if err != nil {
			return nil, err
		}
		if !s.over(tx, e.Thread, now) {
			return append([]byte{}, s.place...), nil
		}
	}
	return nil, nil
}

// remember notes that all names of e were seen. A name that is known already stays that of its event.
func remember(tx *bbolt.Tx, e Event, now int64, place []byte) error {
	b := tx.Bucket(bucketSeen)
	for _, name := range e.names() {
		key, at := inThread(e.Thread, name), place
		if v := b.Get(key); v != nil {
			s, err := unpackSighting(v)
			if err != nil {
				return err
			}
			if !s.over(tx, e.Thread, now) {
				at = s.place
			}
		}
		if err := b.Put(key, append(packed{}, at...).num(now)); err != nil {
			return err
		}
	}
	return nil
}

// finishEvents takes events out that are done, and says how many were there.
func finishEvents(tx *bbolt.Tx, thread coach.ThreadID, ids []string) (int, error) {
	seen, events := tx.Bucket(bucketSeen), tx.Bucket(bucketEvents)
	done := 0
	for _, id := range ids {
		v := seen.Get(inThread(thread, id))
		if v == nil {
			continue
		}
		s, err := unpackSighting(v)
		if err != nil {
			return 0, err
		}
		key := inThread(thread, string(s.place))
		p := parcel{rest: events.Get(key)}
		if p.rest == nil || p.text() != id { // done already; or the id of a repeat
			continue
		}
		if err := events.Delete(key); err != nil {
			return 0, err
		}
		done++
	}
	return done, nil
}
