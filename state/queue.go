package state

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// Record keeps an event until a change says that it is done. An event recorded already is kept once.
func (f *File) Record(ctx context.Context, e Event) error {
	return f.update(ctx, "record event", func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketEvents)
		known, _, err := find(b, func(k Event) bool { return k.Thread == e.Thread && k.ID == e.ID })
		if err != nil || known != nil {
			return err
		}
		return appendJSON(b, e)
	})
}

// Unfinished returns the recorded events that are not done, oldest first.
func (f *File) Unfinished(ctx context.Context) ([]Event, error) {
	return all[Event](ctx, f, "unfinished events", bucketEvents)
}

func finish(tx *bbolt.Tx, c Change) error {
	if c.Done == "" {
		return nil
	}
	b := tx.Bucket(bucketEvents)
	key, _, err := find(b, func(e Event) bool { return e.Thread == c.Thread && e.ID == c.Done })
	if err != nil || key == nil {
		return err
	}
	return b.Delete(key)
}

// Outbox returns the messages not yet delivered, oldest first.
func (f *File) Outbox(ctx context.Context) ([]Message, error) {
	return all[Message](ctx, f, "outbox", bucketOutbox)
}

// Delivered takes a message out of the outbox. One that is not there is no error.
func (f *File) Delivered(ctx context.Context, thread coach.ThreadID, id string) error {
	return f.update(ctx, "mark delivered", func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketOutbox)
		key, _, err := find(b, func(m Message) bool { return m.Thread == thread && m.ID == id })
		if err != nil || key == nil {
			return err
		}
		return b.Delete(key)
	})
}

// nextKey is the next of a bucket's keys in order of insertion. It panics only outside a write.
func nextKey(b *bbolt.Bucket) []byte {
	n, err := b.NextSequence()
	if err != nil {
		panic(err)
	}
	return binary.BigEndian.AppendUint64(nil, n)
}

func appendJSON(b *bbolt.Bucket, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put(nextKey(b), body)
}

// find returns the first entry for which is holds; a nil key if there is none.
func find[T any](b *bbolt.Bucket, is func(T) bool) ([]byte, T, error) {
	var zero T
	c := b.Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		var entry T
		if err := json.Unmarshal(v, &entry); err != nil {
			return nil, zero, fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		if is(entry) {
			return append([]byte(nil), k...), entry, nil
		}
	}
	return nil, zero, nil
}

func all[T any](ctx context.Context, f *File, what string, bucket []byte) ([]T, error) {
	var list []T
	err := f.view(ctx, what, func(tx *bbolt.Tx) error {
		return tx.Bucket(bucket).ForEach(func(_, v []byte) error {
			var entry T
			if err := json.Unmarshal(v, &entry); err != nil {
				return fmt.Errorf("%w: %w", ErrCorrupt, err)
			}
			list = append(list, entry)
			return nil
		})
	})
	return list, err
}
