package inhand

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tack/state"
)

// drawer is a store that keeps values, and can be down.
type drawer struct {
	Store
	mu   sync.Mutex
	kept map[state.Key][]byte
	down error
}

func (d *drawer) Get(_ context.Context, k state.Key) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if v, ok := d.kept[k]; ok || d.down != nil {
		return v, d.down
	}
	return nil, state.ErrNotFound
}

func (d *drawer) Put(_ context.Context, k state.Key, value []byte, _ time.Duration) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if value == nil {
		delete(d.kept, k)
		return d.down
	}
	d.kept[k] = value
	return d.down
}

func (d *drawer) empty() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.kept) == 0
}

// board is a platform on which messages bear eyes.
type board struct {
	mu    sync.Mutex
	eyes  map[string]bool
	busy  int           // so many more takings fail
	holds chan struct{} // eyes are there once it is closed; nil: at once
}

func (b *board) May(string) bool { return true }

func (b *board) Put(_ context.Context, at string) error {
	if b.holds != nil {
		<-b.holds
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.eyes[at] = true
	return nil
}

func (b *board) Take(_ context.Context, at string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy--; b.busy >= 0 {
		return errors.New("busy")
	}
	delete(b.eyes, at)
	return nil
}

func (b *board) bears(at string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.eyes[at]
}

// The thread of the tests, its learner, and two messages.
const (
	room, kim  = "test:1:room:", "kim"
	hello, bye = "test:1:hello", "test:1:bye"
)

// seer is one process: it knows whose the thread is.
func seer(t *testing.T, b *board) *Eyes {
	e := NewEyes("test", b, slog.New(slog.NewTextHandler(t.Output(), nil)), 10)
	e.learners.Put(room, kim)
	return e
}

// works lets a process take eyes off until the function that it returns is called.
func works(t *testing.T, e *Eyes, s Store) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); e.Run(ctx, s) }()
	return func() { cancel(); <-ended }
}

func fresh() (*board, *drawer) {
	return &board{eyes: map[string]bool{}}, &drawer{kept: map[state.Key][]byte{}}
}

// TestEyes: they come once, under the learner's own messages, and go with the answer or with time.
func TestEyes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, s := fresh()
		e := seer(t, b)
		defer works(t, e, s)()
		e.See(t.Context(), Hall{Store: s}, room, "lee", bye)
		e.See(t.Context(), Hall{Store: s}, room, kim, hello)
		if b.bears(bye) || !b.bears(hello) {
			t.Errorf("the wrong eyes: %v", b.eyes)
		}
		e.Answered(room, kim)
		synctest.Wait()
		e.See(t.Context(), Hall{Store: s}, room, kim, hello)
		if b.bears(hello) || !s.empty() {
			t.Error("the eyes, or their note, are still there")
		}
		e.See(t.Context(), Hall{Store: s}, room, kim, bye)
		time.Sleep(EyesFor / 2)
		if !b.bears(bye) {
			t.Error("gone without an answer")
		}
		b.mu.Lock()
		b.busy = 1
		b.mu.Unlock()
		time.Sleep(EyesFor)
		if b.bears(bye) || !s.empty() {
			t.Error("the eyes, or their note, are there for ever")
		}
	})
}

// TestEyesOfTheDead: what a process has left goes with the answer that another gives, or with time where it
// was answered already.
func TestEyesOfTheDead(t *testing.T) {
	t.Parallel()
	for name, next := range map[string]func(t *testing.T, e *Eyes, s Store){
		"Answered":      func(_ *testing.T, e *Eyes, _ Store) { e.Answered(room, kim) },
		"AdoptedBefore": func(t *testing.T, e *Eyes, s Store) { e.Adopt(t.Context(), s, room); e.Answered(room, kim) },
		"AdoptedAfter":  func(t *testing.T, e *Eyes, s Store) { e.Answered(room, kim); e.Adopt(t.Context(), s, room) },
		"Adopted":       func(t *testing.T, e *Eyes, s Store) { e.Adopt(t.Context(), s, room); time.Sleep(2 * EyesFor) },
		"Later":         func(t *testing.T, e *Eyes, s Store) { time.Sleep(time.Hour); e.Adopt(t.Context(), s, room) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b, s := fresh()
				killed := seer(t, b)
				killed.See(t.Context(), Hall{Store: s}, room, kim, hello)
				killed.See(t.Context(), Hall{Store: s}, room, kim, bye)
				other := seer(t, b)
				defer works(t, other, s)()
				synctest.Wait()
				if !b.bears(hello) || !b.bears(bye) {
					t.Fatal("no eyes")
				}
				next(t, other, s)
				synctest.Wait()
				if b.bears(hello) || b.bears(bye) || !s.empty() {
					t.Errorf("still there: %v, notes %v", b.eyes, s.kept)
				}
			})
		})
	}
}

// TestLateEyes: eyes that come to be there after the answer are taken off at once.
func TestLateEyes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, s := fresh()
		b.holds = make(chan struct{})
		e := seer(t, b)
		defer works(t, e, s)()
		go e.See(t.Context(), Hall{Store: s}, room, kim, hello)
		synctest.Wait()
		e.Answered(room, kim)
		synctest.Wait()
		close(b.holds)
		synctest.Wait()
		if b.bears(hello) || !s.empty() {
			t.Error("the eyes, or their note, are still there")
		}
	})
}

// TestLateEyes_Busy: where the platform does not take late eyes off at once, it is asked again.
func TestLateEyes_Busy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, s := fresh()
		b.holds = make(chan struct{})
		e := seer(t, b)
		defer works(t, e, s)()
		go e.See(t.Context(), Hall{Store: s}, room, kim, hello)
		synctest.Wait()
		e.Answered(room, kim)
		synctest.Wait()
		b.mu.Lock()
		b.busy = 1
		b.mu.Unlock()
		close(b.holds)
		synctest.Wait()
		if !b.bears(hello) {
			t.Fatal("the platform was not busy")
		}
		time.Sleep(EyesFor / 2)
		if b.bears(hello) || !s.empty() {
			t.Error("the eyes, or their note, are still there")
		}
	})
}

// TestUnnotedEyes: what cannot be noted is not shown.
func TestUnnotedEyes(t *testing.T) {
	t.Parallel()
	b, s := fresh()
	s.down = state.ErrUnavailable
	seer(t, b).See(t.Context(), Hall{Store: s}, room, kim, hello)
	if b.bears(hello) {
		t.Error("eyes that nobody will take off")
	}
}
