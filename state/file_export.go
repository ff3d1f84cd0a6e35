package state

import (
	"context"
	"errors"
	"math"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// Export returns everything that is kept of a learner.
func (f *File) Export(ctx context.Context, l Learner) (Export, error) {
	e := Export{Learner: l, Documents: map[string][]Document{}, Values: map[string][]byte{}}
	err := f.view(ctx, "export learner", func(tx *bbolt.Tx) error {
		return errors.Join(e.readOwn(tx, f.now()), e.readThreads(tx))
	})
	return e, err
}

// readOwn reads what is the learner's and no thread's.
func (e *Export) readOwn(tx *bbolt.Tx, now int64) error {
	topics, err := readTopics(tx, e.Learner)
	if err != nil {
		return err
	}
	for _, topic := range topics {
		if e.Documents[topic], err = readFileDocuments(tx, e.Learner, topic); err != nil {
			return err
		}
	}
	return each(tx.Bucket(bucketValues), within(e.Learner.Workspace, e.Learner.ID), func(name, _ []byte) error {
		k := Key{Learner: e.Learner, Name: string(name)}
		value, _, err := readValue(tx, k.packed(), now)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		e.Values[k.Name] = value
		return err
	})
}

func (e *Export) readThreads(tx *bbolt.Tx) error {
	return each(tx.Bucket(bucketTheirs), within(e.Learner.Workspace, e.Learner.ID), func(k, _ []byte) error {
		id := coach.ThreadID(k)
		t, err := readThread(tx, id)
		if err != nil {
			return err
		}
		r := ThreadRecord{Thread: t, Log: readLog(tx, id)}
		if r.Events, err = readFileEvents(tx, id, math.MaxInt); err != nil {
			return err
		}
		if r.Outbox, err = readFileOutbox(tx, id); err != nil {
			return err
		}
		e.Threads = append(e.Threads, r)
		return nil
	})
}
