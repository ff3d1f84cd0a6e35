//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tack/internal/redistest"
)

// The size of the storm: 10,000 events at once, a tenth of them in one thread.
const (
	stormThreads  = 450
	stormMessages = 20
	stormLong     = 1000
	// stormMiB bounds the memory of a process, with the race detector, which takes a multiple.
	stormMiB = 1024
)

// talk is what a learner says in the storm, over and over.
var talk = []string{
	"I want to learn redis", "I want to use it as a cache at work", "I would use INCR, since it is atomic", "no idea",
	"about an hour on weekdays", "defaults", "a small cache layer for our web app", "confirm", cannotConnect,
	"what does the port mean?", "the weather is nice", "let's go on", "ok", cannotConnect, "and now?", "done",
	"it says PONG", "why is that?", "I am back", "continue redis",
}

// babble is a script of so many messages, most of them of others than the learner.
func babble(name string, n int) part {
	p := part{name: name}
	for i := range n {
		if i%4 > 0 {
			p.steps = append(p.steps, bystander("that is what I think, too")...)
			continue
		}
		p.steps = append(p.steps, says(talk[i/4%len(talk)])...)
	}
	return p
}

// TestStorm: events that all come at once are acknowledged, worked off in the order of their thread, and
// need no more memory than a bound.
func TestStorm(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 events")
	}
	redis := redistest.Start(t)
	c := openCloud(t)
	p := serving(t, c, "--store-redis", redis.URL())
	base := time.Now().UTC().Add(-10 * time.Minute).Truncate(time.Millisecond)
	short, long := babble("Short", stormMessages), babble("Long", stormLong)
	w := &world{t: t, c: c, processes: []*process{p}, harms: map[string]int{}}
	wantShort, wantLong := calm(t, short, base), calm(t, long, base)
	c.connected(t)
	ctx, cancel := context.WithTimeoutCause(t.Context(), calmFor, errors.New("the test takes too long"))
	defer cancel()
	var all sync.WaitGroup
	for n := range stormThreads + 1 {
		who, want := pupil{part: short, n: n + 1, base: base}, wantShort
		if n == stormThreads {
			who, want = pupil{part: long, n: n + 1, base: base}, wantLong
		}
		all.Go(func() {
			if err := who.flood(ctx, c, want); err != nil {
				t.Error(err)
			}
		})
		w.seen = append(w.seen, who)
	}
	all.Wait()
	if got := p.residentMiB(); got > stormMiB {
		t.Errorf("the process has held %d MiB, want at most %d", got, stormMiB)
	} else {
		t.Logf("the process has held %d MiB at most", got)
	}
	p.stop()
	kept := onRedis(t, redis)
	for i, who := range w.seen {
		want := wantShort
		if i == stormThreads {
			want = wantLong
		}
		w.same(kept, who, want, false)
	}
	w.sorry()
}

// flood delivers all of a script at once, without waiting for anything, and then waits until all is
// acknowledged and answered.
func (p pupil) flood(ctx context.Context, c *cloud, want memory) error {
	var acks []<-chan struct{}
	for i := range p.steps {
		for _, in := range p.events(i, "") {
			l, n := c.pick()
			if l == nil {
				return errors.New("nobody takes events")
			}
			done, err := l.post(n, in)
			if err != nil {
				return err
			}
			acks = append(acks, done)
		}
	}
	for i, done := range acks {
		select {
		case <-done:
		case <-ctx.Done():
			return fmt.Errorf("%s: event %d is not acknowledged: %w", p.thread(), i, context.Cause(ctx))
		}
	}
	if err := c.scene(p.thread()).wait(ctx, len(want.Story)); err != nil {
		return fmt.Errorf("%s: %w", p.thread(), err)
	}
	return nil
}
