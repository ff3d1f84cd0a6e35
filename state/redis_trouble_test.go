package state_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/redistest"
	"tack/state"
)

// record records an event of a thread of its own.
func record(ctx context.Context, r *state.Redis, n int) error {
	got, err := r.Record(ctx, state.Event{Thread: threadOf(n), ID: "e", Order: int64(n), Body: []byte("b")})
	if err == nil && got == state.Unknown {
		return errors.New("the event is void")
	}
	return err
}

// threadOf spreads threads over workspaces, and so over hash slots.
func threadOf(n int) coach.ThreadID { return coach.ThreadID(fmt.Sprintf("p:w%d:t%d", n%7, n)) }

// drain answers every event and returns how often each thread was answered.
func drain(t testing.TB, r *state.Redis) map[coach.ThreadID]int {
	t.Helper()
	answered := map[coach.ThreadID]int{}
	for {
		claims := need(r.Claim(t.Context(), 64, 0))(t)
		if len(claims) == 0 {
			return answered
		}
		for _, c := range claims {
			answer(t, r, c)
			answered[c.Thread.ID] += len(c.Events)
		}
	}
}

// answer does with a claim what the engine does.
func answer(t testing.TB, r *state.Redis, c state.Claim) {
	t.Helper()
	change := state.Change{Body: []byte("answered")}
	for _, e := range c.Events {
		change.Done = append(change.Done, e.ID)
	}
	if _, err := r.Commit(t.Context(), c, change); err != nil {
		t.Fatal(err)
	}
	if err := r.Release(t.Context(), c, state.Release{}); err != nil {
		t.Fatal(err)
	}
}

// unavailable fails the test unless err says so and names the cause.
func unavailable(t testing.TB, err error, cause string) {
	t.Helper()
	if !errors.Is(err, state.ErrUnavailable) || !strings.Contains(fmt.Sprint(err), cause) {
		t.Errorf("error %v, want ErrUnavailable with %q", err, cause)
	}
}

func TestRedis_DownAtStart(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	s.Kill()
	r := openRedis(t, s.URL(), state.Options{})
	unavailable(t, record(t.Context(), r, 1), "refused")
	_, err := r.Claim(t.Context(), 1, time.Minute)
	unavailable(t, err, "refused")
	_, err = r.Check(t.Context())
	unavailable(t, err, "refused")
	s.Restart()
	redistest.Wait(t, "recovery", func() bool { return record(t.Context(), r, 1) == nil })
	if got := drain(t, r); got[threadOf(1)] != 1 {
		t.Errorf("answered %v", got)
	}
}

// TestRedis_DownForAWhile: what was acknowledged is there, Claim says what is wrong instead of
// waiting, works again by itself, and the log has one line for the outage and one for its end.
func TestRedis_DownForAWhile(t *testing.T) {
	t.Parallel()
	var log syncBuffer
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if got := need(r.Claim(t.Context(), 1, time.Millisecond))(t); len(got) != 0 {
		t.Fatalf("claims %v in an empty store", got)
	}
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	s.Kill()
	redistest.Wait(t, "error of Claim", func() bool {
		_, err := r.Claim(t.Context(), 1, 10*time.Second)
		return errors.Is(err, state.ErrUnavailable)
	})
	s.Restart()
	left := 2
	redistest.Wait(t, "line about the end", func() bool {
		claims, _ := r.Claim(t.Context(), 1, time.Millisecond) // the readers read only for a Claim
		for _, c := range claims {
			answer(t, r, c)
			left--
		}
		return strings.Contains(log.String(), "redis works again")
	})
	if n := strings.Count(log.String(), "redis fails"); n != 1 {
		t.Errorf("%d lines about one outage:\n%s", n, &log)
	}
	if err := record(t.Context(), r, 2); err != nil {
		t.Fatal(err)
	}
	redistest.Wait(t, "answer to each event", func() bool {
		for _, c := range need(r.Claim(t.Context(), 8, time.Second))(t) {
			answer(t, r, c)
			left--
		}
		return left == 0
	})
}

// TestRedis_KilledWhileRecording: an event whose Record returned is there after kill -9.
func TestRedis_KilledWhileRecording(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	var mu sync.Mutex
	acknowledged := map[int]bool{}
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for n := w; ; n += 4 {
				if record(t.Context(), r, n) != nil {
					return
				}
				mu.Lock()
				acknowledged[n] = true
				mu.Unlock()
			}
		})
	}
	redistest.Wait(t, "some events", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(acknowledged) > 200
	})
	s.Kill()
	writers.Wait()
	s.Restart()
	redistest.Wait(t, "recovery", func() bool { return record(t.Context(), r, 0) == nil })
	got := drain(t, r)
	for n := range acknowledged {
		if got[threadOf(n)] != 1 {
			t.Errorf("event %d was acknowledged and answered %d times", n, got[threadOf(n)])
		}
	}
}

func TestRedis_Slow(t *testing.T) {
	t.Parallel()
	proxy := redistest.StartProxy(t, redistest.Start(t))
	r := openRedis(t, proxy.URL(), state.Options{})
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	drain(t, r)
	proxy.Slow(time.Second)
	if err := record(t.Context(), r, 2); err != nil {
		t.Fatal(err)
	}
	claims := need(r.Claim(t.Context(), 1, time.Minute))(t)
	if len(claims) != 1 {
		t.Fatalf("claims %v", claims)
	}
	answer(t, r, claims[0])
	for _, f := range need(r.Check(t.Context()))(t) {
		if f.OK == (f.Name == "latency") {
			t.Errorf("finding %+v", f)
		}
	}
}

// TestRedis_Silent: a Redis that takes connections and answers nothing.
func TestRedis_Silent(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL()+"?read_timeout=200ms&max_retries=-1", state.Options{})
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	s.Pause()
	unavailable(t, record(t.Context(), r, 2), "timeout")
	s.Resume()
	redistest.Wait(t, "recovery", func() bool { return record(t.Context(), r, 2) == nil })
	if got := drain(t, r); got[threadOf(1)] != 1 || got[threadOf(2)] != 1 {
		t.Errorf("answered %v", got)
	}
}

// TestRedis_OutOfMemory: nothing new is taken, what is in hand can be given back.
func TestRedis_OutOfMemory(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	c := need(r.Claim(t.Context(), 1, 0))(t)[0]
	send := []state.Message{{ID: "c1", Body: []byte("x")}}
	rev := need(r.Commit(t.Context(), c, state.Change{Body: []byte("b"), Send: send}))(t)
	c.Thread.Rev = rev
	s.Do("CONFIG", "SET", "maxmemory", "1mb")
	unavailable(t, record(t.Context(), r, 2), "out of memory")
	_, err := r.Commit(t.Context(), c, state.Change{Body: []byte("b2"), Done: []string{"e"}})
	unavailable(t, err, "out of memory")
	if err := r.Release(t.Context(), c, state.Release{Delivered: []state.Receipt{{ID: "c1", Ref: "p:w1:5"}}, Failed: true}); err != nil {
		t.Errorf("release: %v", err)
	}
	again := need(r.Claim(t.Context(), 1, 0))(t)
	if len(again) != 1 || len(again[0].Outbox) != 0 || len(again[0].Events) != 1 || again[0].Fails != 1 {
		t.Fatalf("claims %+v", again)
	}
	if f := finding(t, r, "memory"); f.OK {
		t.Errorf("finding %+v", f)
	}
	s.Do("CONFIG", "SET", "maxmemory", "0")
	answer(t, r, again[0])
}

func TestRedis_Replica(t *testing.T) {
	t.Parallel()
	master := redistest.Start(t)
	host, port, _ := strings.Cut(master.Addr(), ":")
	replica := redistest.Start(t, "--replicaof", host+" "+port, "--repl-diskless-sync-delay", "0")
	r := openRedis(t, replica.URL(), state.Options{})
	redistest.Wait(t, "replica in step", func() bool {
		return strings.Contains(replica.Do("INFO", "replication"), "master_link_status:up")
	})
	unavailable(t, record(t.Context(), r, 1), "replica")
	if f := finding(t, r, "role"); f.OK {
		t.Errorf("finding %+v", f)
	}
	replica.Do("REPLICAOF", "NO", "ONE")
	if err := record(t.Context(), r, 1); err != nil {
		t.Errorf("after it became the master: %v", err)
	}
}

// syncBuffer is a buffer for a log that several goroutines write.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
