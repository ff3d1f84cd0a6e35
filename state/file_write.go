package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"go.etcd.io/bbolt"
)

// maxGroup is how many writes share one transaction, and so one fsync.
const maxGroup = 256

// fileWrite is one write on its way to the disk.
type fileWrite struct {
	do   func(*bbolt.Tx) (func(), error)
	then func()
	err  chan error

	panicked any    // what do has panicked with; nil: it has not
	stack    []byte // where
}

// errPanicked stands for a panic that is on its way to the caller of write.
var errPanicked = errors.New("panic in a write")

// run runs do. A mistake in it is its caller's: the store, and whoever shares the transaction, go on.
func (w *fileWrite) run(tx *bbolt.Tx) (err error) {
	defer func() {
		if now, damage := panicking(); now && !damage {
			w.panicked, w.stack, err = recover(), debug.Stack(), errPanicked
		}
	}()
	w.then, err = w.do(tx)
	return err
}

// write runs do in a transaction together with what others write at the same time, and returns when
// it is on disk. do may run more than once. What it returns is called once, after the disk has it, in
// the order of the writes. What do panics with, the caller panics with; the log says where it was.
func (f *File) write(ctx context.Context, what string, do func(*bbolt.Tx) (then func(), err error)) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	w := &fileWrite{do: do, err: make(chan error, 1)}
	var err error
	select {
	case f.writes <- w:
		err = <-w.err
		if w.panicked != nil {
			f.log.Error("panic in a write", "op", what, "stack", string(w.stack))
			panic(w.panicked)
		}
	case <-ctx.Done():
		err = ctx.Err()
	case <-f.closing:
		err = os.ErrClosed
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// writeAll takes writes until the store closes. While one group is on its way to the disk the next
// gathers, so that a group is as large as the disk is slow, and nobody waits for company.
func (f *File) writeAll() {
	defer close(f.written)
	for {
		select {
		case w := <-f.writes:
			f.commit(f.gather(w))
		case <-f.closing:
			return
		}
	}
}

func (f *File) gather(first *fileWrite) []*fileWrite {
	group := []*fileWrite{first}
	for len(group) < maxGroup {
		select {
		case w := <-f.writes:
			group = append(group, w)
		default:
			return group
		}
	}
	return group
}

// commit writes a group. What fails is taken out, and tried alone when the rest is on disk: it may
// have failed for what one before it in the group did.
func (f *File) commit(group []*fileWrite) {
	var failed []*fileWrite
	for len(group) > 0 {
		bad, err := f.try(group)
		if bad < 0 {
			finish(group, err)
			break
		}
		failed = append(failed, group[bad])
		group = slices.Delete(group, bad, bad+1)
	}
	for _, w := range failed {
		one := []*fileWrite{w}
		_, err := f.try(one)
		finish(one, err)
	}
}

func finish(group []*fileWrite, err error) {
	for _, w := range group {
		if err == nil && w.then != nil {
			w.then()
		}
		w.err <- err
	}
}

// try runs a group as one transaction. bad is which of them failed; < 0: none, err is the disk's then.
func (f *File) try(group []*fileWrite) (bad int, err error) {
	defer guard(&err)()
	bad = -1
	err = f.db.Update(func(tx *bbolt.Tx) error {
		for i, w := range group {
			bad = i
			if err := w.run(tx); err != nil {
				return err
			}
		}
		bad = -1
		return nil
	})
	if err != nil && bad < 0 {
		err = fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return bad, err
}
