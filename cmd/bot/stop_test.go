//go:build unix

package main

import (
	"strings"
	"testing"

	"tack/internal/redistest"
	"tack/state"
)

// TestStop_UnderLoad: a process that is asked to end finishes what it has in hand and gives the rest
// back; the other one goes on, and no learner sees anything of it.
func TestStop_UnderLoad(t *testing.T) {
	t.Parallel()
	redis := redistest.Start(t)
	c := openCloud(t)
	first := serving(t, c, "--store-redis", redis.URL())
	w := newWorld(t, c, []*process{first})
	w.each(12, func() {
		redistest.Wait(t, "work", func() bool { return c.deliveries() > 20 })
		first.stop()
		nothingClaimed(t, redis)
		w.processes = append(w.processes, serving(t, c, "--store-redis", redis.URL()))
	})
	w.check(onRedis(t, redis))
}

// TestStop_DeliveryHangs: it is gone in time though the platform does not answer; the message is sent
// again by the next process, marked as such.
func TestStop_DeliveryHangs(t *testing.T) {
	t.Parallel()
	redis := redistest.Start(t)
	c := openCloud(t)
	c.hang(true)
	first := serving(t, c, "--store-redis", redis.URL(), "--engine-grace", "3s")
	w := newWorld(t, c, []*process{first})
	w.each(4, func() {
		redistest.Wait(t, "delivery that hangs", func() bool { return c.deliveries() >= 4 })
		first.stop()
		nothingClaimed(t, redis)
		c.hang(false)
		w.processes = append(w.processes, serving(t, c, "--store-redis", redis.URL()))
	})
	w.check(onRedis(t, redis))
}

// TestStop_RedisDown: it is gone in time though its store is not there; what was acknowledged is
// answered when both are back.
func TestStop_RedisDown(t *testing.T) {
	t.Parallel()
	redis := redistest.Start(t)
	c := openCloud(t)
	first := serving(t, c, "--store-redis", redis.URL(), "--engine-grace", "3s")
	w := newWorld(t, c, []*process{first})
	w.each(8, func() {
		redistest.Wait(t, "work", func() bool { return c.deliveries() > 10 })
		w.count("Redis killed")
		redis.Kill()
		first.stop()
		redis.Restart()
		w.processes = append(w.processes, serving(t, c, "--store-redis", redis.URL()))
	})
	w.check(onRedis(t, redis))
}

// nothingClaimed holds Redis to having no lease of anybody, so that another process may go on at once.
func nothingClaimed(t *testing.T, redis *redistest.Server) {
	t.Helper()
	for _, key := range strings.Fields(redis.Do("--scan", "--pattern", "*work*")) {
		if redis.Do("TYPE", key) != "stream" {
			continue
		}
		if pending := redis.Do("XPENDING", key, "tack"); !strings.HasPrefix(pending, "0") {
			t.Errorf("claims are left in %s: %s", key, pending)
		}
	}
}

func onRedis(t *testing.T, redis *redistest.Server) store {
	t.Helper()
	kept, err := state.OpenRedis(t.Context(), redis.URL(), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	return kept
}
