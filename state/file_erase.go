package state

import (
	"context"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// Forget erases everything that is kept of a learner and says how many threads and documents. It also
// overwrites the room in the file that has become free, so that nothing can be read from there.
func (f *File) Forget(ctx context.Context, l Learner) (threads, documents int, err error) {
	err = f.write(ctx, "forget learner", func(tx *bbolt.Tx) (then func(), err error) {
		var ids []coach.ThreadID
		err = each(tx.Bucket(bucketTheirs), within(l.Workspace, l.ID), func(id, _ []byte) error {
			ids = append(ids, coach.ThreadID(id))
			return nil
		})
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			m, _, err := readMark(tx, id)
			if err == nil {
				err = eraseThread(tx, id)
			}
			if err == nil {
				err = leaveForgotten(tx, id, m)
			}
			if err != nil {
				return nil, err
			}
		}
		threads = len(ids)
		documents, err = eraseOwn(tx, l)
		return func() {
			for _, id := range ids {
				f.queue.erased(id)
			}
		}, err
	})
	if err != nil {
		return 0, 0, err
	}
	return threads, documents, f.scrub(ctx)
}

// eraseOwn deletes what is a learner's and no thread's, and says how many documents.
func eraseOwn(tx *bbolt.Tx, l Learner) (documents int, err error) {
	for _, name := range [][]byte{bucketTheirs, bucketTopics, bucketValues} {
		if _, err := drop(tx.Bucket(name), within(l.Workspace, l.ID)); err != nil {
			return 0, err
		}
	}
	return drop(tx.Bucket(bucketDocuments), within(l.Workspace, l.ID))
}

// eraseThread deletes all of a thread.
func eraseThread(tx *bbolt.Tx, id coach.ThreadID) error {
	m, _, err := readMark(tx, id)
	if err != nil {
		return err
	}
	if err := erasePosts(tx, id); err != nil {
		return err
	}
	for _, name := range [][]byte{bucketEvents, bucketSeen, bucketOutbox, bucketLog, bucketRefs} {
		if _, err := drop(tx.Bucket(name), within(string(id))); err != nil {
			return err
		}
	}
	for _, name := range [][]byte{bucketThreads, bucketMarks} {
		if err := tx.Bucket(name).Delete([]byte(id)); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketTheirs).Delete(theirs(m.learner, id))
}

func erasePosts(tx *bbolt.Tx, id coach.ThreadID) error {
	var refs [][]byte
	err := each(tx.Bucket(bucketRefs), within(string(id)), func(_, ref []byte) error {
		refs = append(refs, append([]byte{}, ref...))
		return nil
	})
	if err != nil {
		return err
	}
	for _, ref := range refs {
		if err := tx.Bucket(bucketPosts).Delete(ref); err != nil {
			return err
		}
	}
	return nil
}
