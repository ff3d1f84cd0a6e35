package state

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// Load returns a thread as last committed; ErrNotFound if none was.
func (f *File) Load(ctx context.Context, id coach.ThreadID) (Thread, error) {
	var t Thread
	err := f.view(ctx, "load thread", func(tx *bbolt.Tx) (err error) {
		t, err = readThread(tx, id)
		return err
	})
	return t, err
}

// Log returns the lines of a thread's log, oldest first.
func (f *File) Log(ctx context.Context, id coach.ThreadID) ([][]byte, error) {
	var lines [][]byte
	err := f.view(ctx, "read log", func(tx *bbolt.Tx) error {
		lines = readLog(tx, id)
		return nil
	})
	return lines, err
}

func readLog(tx *bbolt.Tx, id coach.ThreadID) (lines [][]byte) {
	_ = each(tx.Bucket(bucketLog), within(string(id)), func(_, line []byte) error {
		lines = append(lines, append([]byte{}, line...))
		return nil
	})
	return lines
}

// Threads returns the ids of the committed threads that begin with prefix, in order.
func (f *File) Threads(ctx context.Context, prefix string) ([]coach.ThreadID, error) {
	return f.ids(ctx, bucketThreads, []byte(prefix), prefix)
}

// ThreadsOf returns the ids of a learner's threads, in order.
func (f *File) ThreadsOf(ctx context.Context, l Learner) ([]coach.ThreadID, error) {
	return f.ids(ctx, bucketTheirs, within(l.Workspace, l.ID), "")
}

// ids returns what follows prefix in a bucket's keys, with begin put before it.
func (f *File) ids(ctx context.Context, bucket, prefix []byte, begin string) ([]coach.ThreadID, error) {
	var ids []coach.ThreadID
	err := f.view(ctx, "list threads", func(tx *bbolt.Tx) error {
		return each(tx.Bucket(bucket), prefix, func(rest, _ []byte) error {
			ids = append(ids, coach.ThreadID(begin+string(rest)))
			return nil
		})
	})
	return ids, err
}

// Heard returns the threads of a workspace that had an event at or after since, the latest first, at
// most max.
func (f *File) Heard(ctx context.Context, workspace string, since time.Time, max int) ([]Heard, error) {
	var heard []Heard
	err := f.view(ctx, "list threads heard", func(tx *bbolt.Tx) error {
		return each(tx.Bucket(bucketMarks), []byte(workspace), func(rest, v []byte) error {
			id := coach.ThreadID(workspace + string(rest))
			m, err := unpackMark(v)
			if m.hears && m.heard >= since.UnixMicro() && id.Workspace() == workspace {
				heard = append(heard, Heard{Thread: id, Order: m.heard})
			}
			return err
		})
	})
	slices.SortStableFunc(heard, func(a, b Heard) int { return cmp.Compare(b.Order, a.Order) })
	return heard[:min(len(heard), max)], err
}

// Ref returns the platform's name of a delivered message; ErrNotFound if it has none.
func (f *File) Ref(ctx context.Context, id coach.ThreadID, message string) (string, error) {
	var ref string
	err := f.view(ctx, "find ref", func(tx *bbolt.Tx) error {
		ref = string(tx.Bucket(bucketRefs).Get(inThread(id, message)))
		if ref == "" {
			return ErrNotFound
		}
		return nil
	})
	return ref, err
}

// Posted finds a delivered message by its Ref; ErrNotFound if it is none of ours.
func (f *File) Posted(ctx context.Context, ref string) (Post, error) {
	var post Post
	err := f.view(ctx, "find message", func(tx *bbolt.Tx) error {
		v := tx.Bucket(bucketPosts).Get([]byte(ref))
		if v == nil {
			return ErrNotFound
		}
		p := parcel{rest: v}
		post = Post{Thread: coach.ThreadID(p.text()), ID: p.text()}
		return p.err("post")
	})
	return post, err
}
