package state_test

import (
	"strings"
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"
)

// TestRedis_Emptied: a database that somebody emptied is taken for a new one, without a restart.
func TestRedis_Emptied(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	lost := need(r.Claim(t.Context(), 1, time.Minute))(t)[0]
	s.Do("FLUSHALL")
	for n := range 10 {
		if err := record(t.Context(), r, n); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Commit(t.Context(), lost, state.Change{Body: []byte("b")}); err != nil {
		t.Errorf("commit of a first revision: %v", err)
	}
	left := 10
	redistest.Wait(t, "claims", func() bool {
		for _, c := range need(r.Claim(t.Context(), 8, time.Second))(t) {
			answer(t, r, c)
			left--
		}
		return left <= 0
	})
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

// TestRedis_LostEntry: a thread whose entry vanished from the queue comes back with its next event,
// also when the whole queue vanished.
func TestRedis_LostEntry(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	for _, key := range strings.Fields(s.Do("--scan", "--pattern", "tack:*:work")) {
		s.Do("DEL", key)
	}
	if _, err := r.Record(t.Context(), state.Event{Thread: threadOf(1), ID: "e2", Order: 2}); err != nil {
		t.Fatal(err)
	}
	redistest.Wait(t, "claim", func() bool {
		claims, err := r.Claim(t.Context(), 1, 0)
		return err == nil && len(claims) == 1 && len(claims[0].Events) == 2
	})
}
