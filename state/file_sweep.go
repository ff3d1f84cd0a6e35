package state

import (
	"context"
	"time"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// sweepEvery is how often the store looks for what is kept too long, the first time at the first Claim.
const sweepEvery = time.Hour

// sweepMost is how many entries one write deletes, so that nobody waits long for it.
const sweepMost = 256

// sweep erases what is kept longer than Options say, and keys of events that need no longer be known.
func (f *File) sweep(ctx context.Context) error {
	now := f.now()
	for _, s := range []sweeping{
		{bucketMarks, f.threadOver(now), f.sweepThread},
		{bucketTopics, f.topicOver(now), sweepTopic},
		{bucketValues, valueOver(now), deleteFrom(bucketValues)},
		{bucketSeen, seenOver(now), deleteFrom(bucketSeen)},
	} {
		if err := f.sweepOne(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// sweeping is how one bucket is swept.
type sweeping struct {
	bucket []byte
	over   func(tx *bbolt.Tx, k, v []byte) (bool, error)
	erase  func(tx *bbolt.Tx, k []byte) (then func(), err error)
}

func (f *File) sweepOne(ctx context.Context, s sweeping) error {
	var keys [][]byte
	err := f.view(ctx, "sweep", func(tx *bbolt.Tx) error {
		return tx.Bucket(s.bucket).ForEach(func(k, v []byte) error {
			over, err := s.over(tx, k, v)
			if over {
				keys = append(keys, append([]byte{}, k...))
			}
			return err
		})
	})
	for err == nil && len(keys) > 0 {
		n := min(sweepMost, len(keys))
		err = f.sweepKeys(ctx, s, keys[:n])
		keys = keys[n:]
	}
	return err
}

// sweepKeys erases those of the keys that are still over.
func (f *File) sweepKeys(ctx context.Context, s sweeping, keys [][]byte) error {
	return f.write(ctx, "sweep", func(tx *bbolt.Tx) (func(), error) {
		var all []func()
		for _, k := range keys {
			v := tx.Bucket(s.bucket).Get(k)
			if v == nil {
				continue
			}
			over, err := s.over(tx, k, v)
			if err != nil {
				return nil, err
			}
			if !over {
				continue
			}
			then, err := s.erase(tx, k)
			if err != nil {
				return nil, err
			}
			all = append(all, then)
		}
		return func() {
			for _, then := range all {
				then()
			}
		}, nil
	})
}

// threadOver says whether a thread was not changed for too long. One that is claimed is left alone.
func (f *File) threadOver(now int64) func(*bbolt.Tx, []byte, []byte) (bool, error) {
	return func(_ *bbolt.Tx, k, v []byte) (bool, error) {
		m, err := unpackMark(v)
		over := f.keepThreads > 0 && m.touched <= now-f.keepThreads.Microseconds()
		return over && !f.queue.leased(coach.ThreadID(k)), err
	}
}

func (f *File) sweepThread(tx *bbolt.Tx, k []byte) (func(), error) {
	id := coach.ThreadID(k)
	return func() { f.queue.erased(id) }, eraseThread(tx, id)
}

func (f *File) topicOver(now int64) func(*bbolt.Tx, []byte, []byte) (bool, error) {
	return func(_ *bbolt.Tx, _, v []byte) (bool, error) {
		p := parcel{rest: v}
		changed := p.num()
		return f.keepDocuments > 0 && changed <= now-f.keepDocuments.Microseconds(), p.err("topic")
	}
}

func sweepTopic(tx *bbolt.Tx, k []byte) (func(), error) {
	if _, err := drop(tx.Bucket(bucketDocuments), k); err != nil {
		return nil, err
	}
	return func() {}, tx.Bucket(bucketTopics).Delete(k)
}

func valueOver(now int64) func(*bbolt.Tx, []byte, []byte) (bool, error) {
	return func(_ *bbolt.Tx, _, v []byte) (bool, error) {
		p := parcel{rest: v}
		until := p.num()
		return until != 0 && until <= now, p.err("value")
	}
}

func seenOver(now int64) func(*bbolt.Tx, []byte, []byte) (bool, error) {
	return func(tx *bbolt.Tx, k, v []byte) (bool, error) {
		s, err := unpackSighting(v)
		if err != nil {
			return false, err
		}
		p := parcel{rest: k}
		id := coach.ThreadID(p.text())
		return s.over(tx, id, now), p.err("key of an event")
	}
}

func deleteFrom(bucket []byte) func(*bbolt.Tx, []byte) (func(), error) {
	return func(tx *bbolt.Tx, k []byte) (func(), error) {
		return func() {}, tx.Bucket(bucket).Delete(k)
	}
}
