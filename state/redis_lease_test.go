package state_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/redistest"
	"tack/state"
)

// shortLease is LeaseFor where a test waits for its end: as short as a busy machine renews it.
const shortLease = 2 * time.Second

// process opens what one process has, with a short lease.
func process(t testing.TB, url string) *state.Redis {
	r := openRedis(t, url, state.Options{})
	r.SetLease(shortLease)
	return r
}

// TestRedis_TakeOver: what a killed process had in hand, and what was delivered to it and not handed
// out, others get; what it did not finish counts for nothing then.
func TestRedis_TakeOver(t *testing.T) {
	t.Parallel()
	url := redistest.Start(t).URL()
	dead, living := process(t, url), process(t, url)
	for n := range 5 {
		if err := record(t.Context(), dead, n); err != nil {
			t.Fatal(err)
		}
	}
	old := need(dead.Claim(t.Context(), 1, time.Minute))(t)
	if len(old) != 1 {
		t.Fatalf("claims %v", old)
	}
	if err := dead.Vanish(); err != nil {
		t.Fatal(err)
	}
	left := 5
	redistest.Wait(t, "takeover of everything", func() bool {
		for _, c := range need(living.Claim(t.Context(), 8, time.Second))(t) {
			if len(c.Events) != 1 || c.Fails != 0 {
				t.Errorf("claim %+v", c)
			}
			answer(t, living, c)
			left--
		}
		return left <= 0
	})
	again := openRedis(t, url, state.Options{})
	if _, err := again.Commit(t.Context(), old[0], state.Change{Body: []byte("late")}); !errors.Is(err, state.ErrStale) {
		t.Errorf("commit of the dead: %v, want ErrStale", err)
	}
	if err := again.Release(t.Context(), old[0], state.Release{}); err != nil {
		t.Errorf("release of the dead: %v", err)
	}
}

// TestRedis_LongWork: a living process keeps its claim, however long it works.
func TestRedis_LongWork(t *testing.T) {
	t.Parallel()
	url := redistest.Start(t).URL()
	busy, idle := process(t, url), process(t, url)
	if err := record(t.Context(), busy, 1); err != nil {
		t.Fatal(err)
	}
	c := need(busy.Claim(t.Context(), 1, time.Minute))(t)
	if got := need(idle.Claim(t.Context(), 1, 3*shortLease))(t); len(got) != 0 {
		t.Fatalf("claimed by another: %+v", got)
	}
	answer(t, busy, c[0])
}

// TestRedis_Unhanded: what was delivered to a process that hands nothing out any more, another gets.
func TestRedis_Unhanded(t *testing.T) {
	t.Parallel()
	url := redistest.Start(t).URL()
	full, free := process(t, url), process(t, url)
	const all = 40
	for n := range all {
		if err := record(t.Context(), full, n); err != nil {
			t.Fatal(err)
		}
	}
	kept := need(full.Claim(t.Context(), 1, time.Minute))(t)
	left := all - len(kept)
	redistest.Wait(t, "all others", func() bool {
		for _, c := range need(free.Claim(t.Context(), 8, time.Second))(t) {
			answer(t, free, c)
			left--
		}
		return left == 0
	})
	answer(t, full, kept[0])
}

// TestRedis_OneHand: two processes with several workers each never have a thread at the same time, and
// answer each event once, while Redis is killed and restarted.
func TestRedis_OneHand(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	const threads, events = 20, 15
	o := &oneHand{T: t, holder: map[string]bool{}, done: map[string]int{}, over: make(chan struct{}), want: threads * events}
	writer := openRedis(t, s.URL(), state.Options{})
	var working sync.WaitGroup
	for range 2 {
		r := openRedis(t, s.URL(), state.Options{})
		for range 3 {
			working.Go(func() { o.work(r) })
		}
	}
	for e := range events {
		for n := range threads {
			ev := state.Event{Thread: threadOf(n), ID: fmt.Sprint("e", e), Order: int64(e)}
			redistest.Wait(t, "record", func() bool { _, err := writer.Record(t.Context(), ev); return err == nil })
		}
		if e == events/2 {
			s.Kill()
			s.Restart()
		}
	}
	<-o.over
	working.Wait()
	for id, n := range o.done {
		if n != 1 {
			t.Errorf("%s was answered %d times", id, n)
		}
	}
}

type oneHand struct {
	*testing.T
	mu     sync.Mutex
	holder map[string]bool
	done   map[string]int
	want   int
	over   chan struct{}
}

func (o *oneHand) work(r *state.Redis) {
	for {
		select {
		case <-o.over:
			return
		default:
		}
		claims, err := r.Claim(o.Context(), 4, 100*time.Millisecond)
		if err != nil {
			continue // Redis is down
		}
		for _, c := range claims {
			o.one(r, c)
		}
	}
}

func (o *oneHand) one(r *state.Redis, c state.Claim) {
	id := string(c.Thread.ID)
	o.mu.Lock()
	if o.holder[id] {
		o.Errorf("%s is in two hands", id)
	}
	o.holder[id] = true
	o.mu.Unlock()
	change := state.Change{Body: []byte("b")}
	for _, e := range c.Events {
		change.Done = append(change.Done, e.ID)
	}
	_, err := r.Commit(o.Context(), c, change)
	o.mu.Lock()
	if err == nil {
		for _, e := range change.Done {
			o.done[id+" "+e]++
		}
		if len(o.done) == o.want && len(change.Done) > 0 {
			close(o.over)
		}
	}
	delete(o.holder, id)
	o.mu.Unlock()
	redistest.Wait(o, "release", func() bool { return r.Release(o.Context(), c, state.Release{}) == nil })
}

// TestRedis_DueOnce: a timer fires once, in one of two processes.
func TestRedis_DueOnce(t *testing.T) {
	t.Parallel()
	url := redistest.Start(t).URL()
	one, two := openRedis(t, url, state.Options{}), openRedis(t, url, state.Options{})
	const all = 30
	for n := range all {
		due := time.Now().Add(300 * time.Millisecond)
		if _, err := one.Commit(t.Context(), state.Claim{Thread: state.Thread{ID: threadOf(n)}}, state.Change{Body: []byte("b"), Due: due}); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	fired := map[coach.ThreadID]int{}
	over := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(fired) == all
	}
	var working sync.WaitGroup
	for _, r := range []*state.Redis{one, two} {
		working.Go(func() {
			redistest.Wait(t, "all timers", func() bool {
				for _, c := range need(r.Claim(t.Context(), 8, 100*time.Millisecond))(t) {
					mu.Lock()
					fired[c.Thread.ID]++
					mu.Unlock()
					if time.Now().Before(c.Due) {
						t.Errorf("%s before its time", c.Thread.ID)
					}
					answer(t, r, c)
				}
				return over()
			})
		})
	}
	working.Wait()
	if left := len(drain(t, one)) + len(drain(t, two)); left > 0 {
		t.Errorf("%d timers came again", left)
	}
	for id, n := range fired {
		if n != 1 {
			t.Errorf("%s fired %d times", id, n)
		}
	}
}
