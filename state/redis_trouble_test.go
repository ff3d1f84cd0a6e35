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

func finding(t testing.TB, r *state.Redis, name string) state.Finding {
	t.Helper()
	for _, f := range need(r.Check(t.Context()))(t) {
		if f.OK == (f.Fix != "") || f.Text == "" {
			t.Errorf("finding %+v: one that is not OK has a fix, one that is has none", f)
		}
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no finding %s", name)
	return state.Finding{}
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

func TestRedis_ScriptsFlushed(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	for n := range 20 {
		s.Do("SCRIPT", "FLUSH")
		if err := record(t.Context(), r, n); err != nil {
			t.Fatal(err)
		}
	}
	claims := 0
	for {
		s.Do("SCRIPT", "FLUSH")
		got := need(r.Claim(t.Context(), 7, 0))(t)
		if len(got) == 0 {
			break
		}
		for _, c := range got {
			s.Do("SCRIPT", "FLUSH")
			answer(t, r, c)
			claims++
		}
	}
	if claims != 20 {
		t.Errorf("%d claims, want 20", claims)
	}
}

func TestRedis_WrongPassword(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	s.Do("ACL", "SETUSER", "bot", "on", ">right-secret", "~tack:*", "&*", "+@all")
	s.Do("ACL", "SETUSER", "reader", "on", ">right-secret", "~*", "+@read", "+@connection", "+info")
	s.Do("CONFIG", "SET", "requirepass", "right-secret")
	for url, cause := range map[string]string{
		"redis://bot:wrong-secret@" + s.Addr():    "refuses the user name or password",
		"redis://:wrong-secret@" + s.Addr():       "refuses the user name or password",
		s.URL():                                   "asks for a password",
		"redis://reader:right-secret@" + s.Addr(): "lacks a permission",
	} {
		r := openRedis(t, url, state.Options{})
		err := record(t.Context(), r, 1)
		unavailable(t, err, cause)
		if strings.Contains(fmt.Sprint(err), "-secret") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
	if err := record(t.Context(), openRedis(t, "redis://bot:right-secret@"+s.Addr(), state.Options{}), 1); err != nil {
		t.Error(err)
	}
}

func TestRedis_OldVersion(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	_, rest, _ := strings.Cut(s.Do("INFO", "server"), "redis_version:")
	version := rest[:strings.IndexAny(rest, "\r\n")]
	proxy := redistest.StartProxy(t, s)
	proxy.Say("redis_version:"+version, "redis_version:6"+version[1:])
	r := openRedis(t, proxy.URL(), state.Options{})
	unavailable(t, record(t.Context(), r, 1), "too old")
	if f := finding(t, r, "version"); f.OK {
		t.Errorf("finding %+v", f)
	}
	proxy.Say("", "")
	if err := record(t.Context(), r, 1); err != nil {
		t.Errorf("after the update: %v", err)
	}
}

// TestRedis_Check: each setting that loses data is found, with a way out.
func TestRedis_Check(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	for _, name := range []string{"version", "role", "persistence", "eviction", "memory", "latency", "clock", "layout"} {
		if f := finding(t, r, name); !f.OK {
			t.Errorf("finding %+v on a good server", f)
		}
	}
	for _, c := range []struct{ setting, bad, good, name string }{
		{"maxmemory-policy", "allkeys-lru", "noeviction", "eviction"},
		{"maxmemory-policy", "volatile-ttl", "noeviction", "eviction"},
		{"appendonly", "no", "yes", "persistence"},
		{"appendfsync", "no", "everysec", "persistence"},
	} {
		s.Do("CONFIG", "SET", c.setting, c.bad)
		if f := finding(t, r, c.name); f.OK {
			t.Errorf("%s %s: finding %+v", c.setting, c.bad, f)
		}
		s.Do("CONFIG", "SET", c.setting, c.good)
		if f := finding(t, r, c.name); !f.OK {
			t.Errorf("%s %s: finding %+v", c.setting, c.good, f)
		}
	}
	late := openRedis(t, s.URL(), state.Options{Now: func() time.Time { return time.Now().Add(time.Minute) }})
	if f := finding(t, late, "clock"); f.OK {
		t.Errorf("finding %+v with a clock a minute off", f)
	}
}

func TestRedis_OtherLayout(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	s.Do("HSET", "tack:layout", "version", "2", "buckets", "16")
	r := openRedis(t, s.URL(), state.Options{})
	if err := record(t.Context(), r, 1); !errors.Is(err, state.ErrVersion) {
		t.Errorf("record: %v, want ErrVersion", err)
	}
	if f := finding(t, r, "layout"); f.OK {
		t.Errorf("finding %+v", f)
	}
}

// TestRedis_Damaged: a key of another type is told as damage, and nothing is written over it.
func TestRedis_Damaged(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	for _, key := range strings.Fields(s.Do("--scan", "--pattern", "tack:*:t:*")) {
		s.Do("SET", key, "x")
	}
	if err := record(t.Context(), r, 1+7); err != nil {
		t.Errorf("another thread: %v", err)
	}
	_, err := r.Record(t.Context(), state.Event{Thread: threadOf(1), ID: "e2"})
	if !errors.Is(err, state.ErrCorrupt) {
		t.Errorf("record: %v, want ErrCorrupt", err)
	}
	if _, err := r.Load(t.Context(), threadOf(1)); !errors.Is(err, state.ErrCorrupt) {
		t.Errorf("load: %v, want ErrCorrupt", err)
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
