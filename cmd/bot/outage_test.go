//go:build unix

package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"tack/internal/redistest"
)

// probe asks a process over HTTP; code 0: it does not answer.
func probe(addr, path string) (code int, body string) {
	r, err := http.Get("http://" + addr + path)
	if err != nil {
		return 0, err.Error()
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, err.Error()
	}
	return r.StatusCode, string(b)
}

// answers waits until a path is answered with a code, and returns the text.
func answers(t *testing.T, addr, path string, code int) (body string) {
	t.Helper()
	redistest.Wait(t, path, func() bool {
		var got int
		got, body = probe(addr, path)
		return got == code
	})
	return body
}

// TestOutage_AtStart: a process starts without its Redis, says so to the operator in words and to each
// learner once, and works without a restart when Redis is there.
func TestOutage_AtStart(t *testing.T) {
	t.Parallel()
	redis := redistest.Start(t)
	redis.Kill()
	c := openCloud(t)
	addr := freeAddr(t)
	p := serving(t, c, "--store-redis", redis.URL(), "--http-listen", addr)
	w := newWorld(t, c, []*process{p})
	w.count("Redis killed")
	w.each(6, func() {
		why := answers(t, addr, "/readyz", http.StatusServiceUnavailable)
		if !strings.Contains(why, "engine: store unavailable since ") || !strings.Contains(why, "connection refused") {
			t.Errorf("not ready: %q", why)
		}
		answers(t, addr, "/healthz", http.StatusOK)
		redistest.Wait(t, "word to the learners", func() bool { return w.told() == 6 })
		redis.Restart()
		answers(t, addr, "/readyz", http.StatusOK)
	})
	w.check(onRedis(t, redis))
}

// TestOutage_UnderLoad: Redis goes away amid the work and comes back. What was acknowledged is answered,
// nothing twice; a learner is told once at most.
func TestOutage_UnderLoad(t *testing.T) {
	t.Parallel()
	redis := redistest.Start(t)
	c := openCloud(t)
	addr := freeAddr(t)
	p := serving(t, c, "--store-redis", redis.URL(), "--http-listen", addr)
	w := newWorld(t, c, []*process{p})
	told := false
	w.each(24, func() {
		redistest.Wait(t, "work", func() bool { return c.deliveries() > 40 })
		w.count("Redis killed")
		redis.Kill()
		answers(t, addr, "/readyz", http.StatusServiceUnavailable)
		answers(t, addr, "/healthz", http.StatusOK)
		told = w.toldWithin(10 * time.Second)
		redis.Restart()
		answers(t, addr, "/readyz", http.StatusOK)
	})
	metrics := answers(t, addr, "/metrics", http.StatusOK)
	if told && !strings.Contains(metrics, `tack_events_recorded_total{outcome="failed",platform="load"}`) {
		t.Error("somebody was told of the outage, and no event failed")
	}
	for _, want := range []string{
		"tack_store_outages_total 1",
		`tack_events_recorded_total{outcome="fresh",platform="load"}`, `tack_deliveries_total{outcome="sent",platform="load"}`,
		`tack_decisions_total{action="break_out"}`, `tack_record_seconds_count{platform="load"}`, "tack_decide_seconds_count",
		`tack_answer_seconds_count{platform="load"}`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics lack %s", want)
		}
	}
	w.check(onRedis(t, redis))
}

// toldWithin waits for a word to a learner. False: nobody wrote, since all wait for an answer to what was
// recorded before.
func (w *world) toldWithin(d time.Duration) bool {
	over, again := time.NewTimer(d), time.NewTicker(20*time.Millisecond)
	defer over.Stop()
	defer again.Stop()
	for w.told() == 0 {
		select {
		case <-over.C:
			return false
		case <-again.C:
		}
	}
	return true
}

// told is how many threads were told of an outage.
func (w *world) told() (n int) {
	w.c.mu.Lock()
	defer w.c.mu.Unlock()
	for _, s := range w.c.scenes {
		s.mu.Lock()
		n += len(s.sorry)
		s.mu.Unlock()
	}
	return n
}
