package state

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// Commit makes a change on the revision of the claim's thread and returns the new one, or ErrStale.
// No revision comes twice, not even when a thread was erased and begins anew.
func (f *File) Commit(ctx context.Context, c Claim, change Change) (uint64, error) {
	var rev uint64
	id := c.Thread.ID
	err := f.write(ctx, "commit", func(tx *bbolt.Tx) (func(), error) {
		var err error
		if rev, err = putThread(tx, c.Thread, change.Body); err != nil {
			return nil, err
		}
		done, err := finishEvents(tx, id, change.Done)
		if err != nil {
			return nil, err
		}
		if err := putLines(tx, id, change); err != nil {
			return nil, err
		}
		now := f.now()
		m, err := settle(tx, id, change, now)
		if err != nil {
			return nil, err
		}
		err = putDocuments(tx, change.Learner, change.Topic, change.Documents, now)
		return func() { f.queue.changed(id, m, -done, len(change.Send)) }, err
	})
	if err != nil {
		return 0, err
	}
	return rev, nil
}

// putThread stores a body as the next revision, if t is the thread as it is now.
func putThread(tx *bbolt.Tx, t Thread, body []byte) (uint64, error) {
	b := tx.Bucket(bucketThreads)
	var rev uint64
	if v := b.Get([]byte(t.ID)); len(v) >= 8 {
		rev = binary.BigEndian.Uint64(v)
	}
	if rev != t.Rev {
		return 0, fmt.Errorf("thread at %d, change on %d: %w", rev, t.Rev, ErrStale)
	}
	next, err := b.NextSequence()
	if err != nil {
		return 0, err
	}
	return next, b.Put([]byte(t.ID), append(binary.BigEndian.AppendUint64(nil, next), body...))
}

// putLines appends to the outbox and the log.
func putLines(tx *bbolt.Tx, id coach.ThreadID, change Change) error {
	for _, m := range change.Send {
		v := append(packed{}.text(m.ID), m.Body...)
		if err := appended(tx.Bucket(bucketOutbox), within(string(id)), v); err != nil {
			return err
		}
	}
	for _, line := range change.Log {
		if err := appended(tx.Bucket(bucketLog), within(string(id)), line); err != nil {
			return err
		}
	}
	return nil
}

// settle notes whose thread it is, and when it is due.
func settle(tx *bbolt.Tx, id coach.ThreadID, change Change, now int64) (mark, error) {
	m, _, err := readMark(tx, id)
	if err != nil {
		return m, err
	}
	if l := change.Learner; l != (Learner{}) && l != m.learner {
		if err := tx.Bucket(bucketTheirs).Put(theirs(l, id), nil); err != nil {
			return m, err
		}
		m.learner = l
	}
	m.touched, m.due = now, 0
	if !change.Due.IsZero() {
		m.due = change.Due.UnixMicro()
	}
	return m, putMark(tx, id, m)
}

// theirs is the key by which a learner's thread is found.
func theirs(l Learner, id coach.ThreadID) []byte {
	return append(within(l.Workspace, l.ID), id...)
}

// Delivered takes a message out of the outbox and remembers its Ref. One that is not there is no error.
func (f *File) Delivered(ctx context.Context, c Claim, r Receipt) error {
	id := c.Thread.ID
	return f.write(ctx, "mark delivered", func(tx *bbolt.Tx) (func(), error) {
		sent, err := receive(tx, id, []Receipt{r})
		return func() { f.queue.sent(id, sent) }, err
	})
}

// receive takes messages out of the outbox and says how many were there.
func receive(tx *bbolt.Tx, id coach.ThreadID, receipts []Receipt) (int, error) {
	sent := 0
	for _, r := range receipts {
		key, err := findMessage(tx, id, r.ID)
		if err != nil {
			return 0, err
		}
		if key == nil {
			continue
		}
		if err := tx.Bucket(bucketOutbox).Delete(key); err != nil {
			return 0, err
		}
		sent++
		if err := putRef(tx, id, r); err != nil {
			return 0, err
		}
	}
	return sent, nil
}

// findMessage returns the key of a message in the outbox; nil: not there.
func findMessage(tx *bbolt.Tx, id coach.ThreadID, message string) (key []byte, err error) {
	prefix := within(string(id))
	err = each(tx.Bucket(bucketOutbox), prefix, func(rest, v []byte) error {
		p := parcel{rest: v}
		if p.text() == message && key == nil {
			key = append(prefix, rest...)
		}
		return p.err("message")
	})
	return key, err
}

func putRef(tx *bbolt.Tx, id coach.ThreadID, r Receipt) error {
	if r.Ref == "" {
		return nil
	}
	if err := tx.Bucket(bucketRefs).Put(inThread(id, r.ID), []byte(r.Ref)); err != nil {
		return err
	}
	return tx.Bucket(bucketPosts).Put([]byte(r.Ref), within(string(id), r.ID))
}

// restUnwritten is for how long a thread rests at least that the disk does not let go of.
const restUnwritten = time.Second

// Release gives a claim back. Where the disk already says all that is so, it is not written; where it
// cannot be written, the thread is free all the same, and what was delivered is sent again.
func (f *File) Release(ctx context.Context, c Claim, r Release) error {
	id := c.Thread.ID
	m, held := f.queue.holds(id, c.Token)
	rests := r.After > 0 || m.rest != (span{})
	if len(r.Delivered) == 0 && (!held || !r.Failed && m.fails == 0 && !rests) {
		f.queue.release(id, c.Token, 0, func(*mark) {})
		return nil
	}
	err := f.write(ctx, "release", func(tx *bbolt.Tx) (func(), error) {
		sent, err := receive(tx, id, r.Delivered)
		if err != nil {
			return nil, err
		}
		as := r.as(f.now())
		if _, held := f.queue.holds(id, c.Token); held {
			err = remark(tx, id, as)
		}
		return func() { f.queue.release(id, c.Token, sent, as) }, err
	})
	if err != nil {
		r.After, r.Failed = max(r.After, restUnwritten), true
		f.queue.release(id, c.Token, 0, r.as(f.now()))
	}
	return err
}

// as is what a release makes of a thread's mark.
func (r Release) as(now int64) func(*mark) {
	var rest span
	if r.After > 0 {
		rest = span{from: now, until: now + r.After.Microseconds()}
	}
	return func(m *mark) {
		m.rest, m.fails = rest, m.fails+1
		if !r.Failed {
			m.fails = 0
		}
	}
}

// remark changes the mark of a thread of which something is kept.
func remark(tx *bbolt.Tx, id coach.ThreadID, as func(*mark)) error {
	m, kept, err := readMark(tx, id)
	if err != nil || !kept {
		return err
	}
	as(&m)
	return putMark(tx, id, m)
}
