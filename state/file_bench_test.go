package state_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tack/coach"
	"tack/state"
)

// fileClock is the time as a store sees it.
type fileClock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *fileClock { return &fileClock{t: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)} }

func (c *fileClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *fileClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// turn takes one event through the store: recorded, claimed, committed, delivered and given back. It
// may work off another's event, and another its.
func turn(ctx context.Context, f *state.File, id coach.ThreadID, n int) error {
	e := state.Event{Thread: id, ID: fmt.Sprint("e", n), Order: int64(n), Body: turnBody[:512]}
	if _, err := f.Record(ctx, e); err != nil {
		return err
	}
	claims, err := f.Claim(ctx, 1, 0)
	if err != nil {
		return err
	}
	for _, c := range claims {
		change := state.Change{
			Body: turnBody, Log: [][]byte{turnBody[:512]}, Learner: kim,
			Send: []state.Message{{ID: fmt.Sprint("c", n), Body: turnBody[:1024]}}, Due: turnDue,
		}
		for _, e := range c.Events {
			change.Done = append(change.Done, e.ID)
		}
		if _, err := f.Commit(ctx, c, change); err != nil {
			return err
		}
		r := state.Release{Delivered: []state.Receipt{{ID: change.Send[0].ID, Ref: fmt.Sprintf("slack:T1:C1:%d", n)}}}
		if err := f.Release(ctx, c, r); err != nil {
			return err
		}
	}
	return nil
}

// turnBody is as large as the state of a session in use.
var (
	turnBody = make([]byte, 8<<10)
	turnDue  = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

// BenchmarkFile_Turn is a turn with three writes to the disk: one thread after the other, and many at
// the same time.
func BenchmarkFile_Turn(b *testing.B) {
	b.Run("serial", func(b *testing.B) {
		f := newFile(b, state.Options{})
		for n := 0; b.Loop(); n++ {
			check(b, turn(b.Context(), f, coach.ThreadID(fmt.Sprintf("slack:T1:C1:%d", n%500)), n))
		}
	})
	b.Run("parallel", func(b *testing.B) {
		f := newFile(b, state.Options{})
		var threads, turns atomic.Int64
		b.SetParallelism(32)
		b.RunParallel(func(pb *testing.PB) {
			id := coach.ThreadID(fmt.Sprintf("slack:T1:C1:%d", threads.Add(1)))
			for pb.Next() {
				if err := turn(b.Context(), f, id, int(turns.Add(1))); err != nil {
					b.Error(err)
					return
				}
			}
		})
	})
}

// BenchmarkFile_Open is the start on 10,000 threads that all have a timer.
func BenchmarkFile_Open(b *testing.B) {
	f := newFile(b, state.Options{})
	var wg sync.WaitGroup
	for lane := range 100 {
		wg.Go(func() {
			for n := range 100 {
				id := coach.ThreadID(fmt.Sprintf("slack:T1:C1:%d", lane*100+n))
				if err := turn(b.Context(), f, id, lane*100+n); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	check(b, f.Close())
	for b.Loop() {
		again, err := state.OpenFile(f.Path(), state.Options{})
		check(b, err)
		check(b, again.Close())
	}
}
