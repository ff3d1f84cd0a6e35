package state

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
)

func (k Key) packed() packed { return append(within(k.Workspace, k.ID), k.Name...) }

// readValue returns a value and until when it is kept, µs; 0: for ever. ErrNotFound if its time is over.
func readValue(tx *bbolt.Tx, key packed, now int64) (value []byte, until int64, err error) {
	v := tx.Bucket(bucketValues).Get(key)
	if v == nil {
		return nil, 0, ErrNotFound
	}
	p := parcel{rest: v}
	until = p.num()
	if until != 0 && until <= now {
		return nil, 0, ErrNotFound
	}
	return p.body(), until, p.err("value")
}

func putValue(tx *bbolt.Tx, key packed, value []byte, until int64) error {
	return tx.Bucket(bucketValues).Put(key, append(packed{}.num(until), value...))
}

// keptUntil is the end of keep from now on; 0, for ever, for 0.
func keptUntil(now int64, keep time.Duration) int64 {
	if keep == 0 {
		return 0
	}
	return now + keep.Microseconds()
}

// Get returns a value; ErrNotFound if there is none or its time is over.
func (f *File) Get(ctx context.Context, k Key) ([]byte, error) {
	var value []byte
	err := f.view(ctx, "get value", func(tx *bbolt.Tx) (err error) {
		value, _, err = readValue(tx, k.packed(), f.now())
		return err
	})
	return value, err
}

// Put sets a value for so long; keep 0: until it is deleted. A nil value deletes it.
func (f *File) Put(ctx context.Context, k Key, value []byte, keep time.Duration) error {
	return f.write(ctx, "put value", func(tx *bbolt.Tx) (func(), error) {
		if value == nil {
			return nil, tx.Bucket(bucketValues).Delete(k.packed())
		}
		return nil, putValue(tx, k.packed(), value, keptUntil(f.now(), keep))
	})
}

// Add adds to a counter and returns the sum. keep runs from the counter's first Add.
func (f *File) Add(ctx context.Context, k Key, n int64, keep time.Duration) (int64, error) {
	var sum int64
	err := f.write(ctx, "add to value", func(tx *bbolt.Tx) (func(), error) {
		now := f.now()
		value, until, err := readValue(tx, k.packed(), now)
		switch sum = 0; {
		case err == nil:
			if sum, err = strconv.ParseInt(string(value), 10, 64); err != nil {
				return nil, fmt.Errorf("%s is no counter", k.Name)
			}
		case errors.Is(err, ErrNotFound):
			until = keptUntil(now, keep)
		default:
			return nil, err
		}
		sum += n
		return nil, putValue(tx, k.packed(), strconv.AppendInt(nil, sum, 10), until)
	})
	return sum, err
}

// Hold makes holder the only one to hold k for so long, or lengthens its hold. False: another holds
// it. keep 0 lets go, if it is holder's.
func (f *File) Hold(ctx context.Context, k Key, holder string, keep time.Duration) (bool, error) {
	var held bool
	err := f.write(ctx, "hold", func(tx *bbolt.Tx) (func(), error) {
		now := f.now()
		value, _, err := readValue(tx, k.packed(), now)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		held = err != nil || string(value) == holder
		switch {
		case !held:
			return nil, nil
		case keep == 0:
			return nil, tx.Bucket(bucketValues).Delete(k.packed())
		}
		return nil, putValue(tx, k.packed(), []byte(holder), keptUntil(now, keep))
	})
	return held, err
}
