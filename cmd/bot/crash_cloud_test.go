//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"

	"github.com/google/go-cmp/cmp"
)

// lesson is what a learner writes, a message after each answer; the last answer is a summary, which the
// learner confirms with an emoji.
var lesson = []string{
	"I want to learn redis", "I want to use it as a cache at work", "I would use INCR, since it is atomic",
	"no idea", "about an hour on weekdays", "defaults", "a small cache layer for our web app", "that's enough for today",
}

// The size of the tests. A kill may hold threads up until the claims of the dead are over, so that there are
// a few, close together.
const (
	classSize = 12 // learners at a time
	kills     = 6
)

// classroom is a fake chat platform in which a class learns.
type classroom interface {
	env() []string                              // of a bot that serves it
	shown() []int                               // the coach's messages after each of the lesson, and after the emoji
	seat(n int) seat                            // of a new learner
	saying(ctx context.Context, more int) error // waits until the coach has said so many messages more
}

// seat is a learner in a thread of their own.
type seat interface {
	open(text string) error // begins the thread by mentioning the coach
	write(text string) error
	await(ctx context.Context, n int) error // until the coach has said so many messages
	confirm(ctx context.Context) error      // puts an emoji on the summary, once it is pinned
	story() []string                        // what the coach has said
	pinned() (now, ever int)                // messages in the learner's place
	learner() state.Learner
}

// class is learners on a chat platform and the two processes that teach them, on one Redis.
type class struct {
	*testing.T
	room      classroom
	processes []*process
	kept      store
}

func newClass(t *testing.T, room classroom) *class {
	t.Helper()
	c := &class{T: t, room: room}
	redis := redistest.Start(t)
	c.kept = onRedis(t, redis)
	for range 2 {
		p := &process{t: t, log: filepath.Join(t.TempDir(), "log"), env: append(os.Environ(), room.env()...), args: []string{
			"serve", "--engine-quiet", "100ms", "--http-listen", "off", "--log-level", "warn", "--store-redis", redis.URL(),
		}}
		t.Cleanup(p.look)
		c.processes = append(c.processes, p)
	}
	return c
}

// amid lets a class learn while processes are killed, and holds what each learner saw to what one saw before.
// again has the n-th kill, from 0, and starts the process again.
func (c *class) amid(again func(n int)) {
	c.Helper()
	seats := []seat{c.learn(0)}
	calm := seats[0].story()
	var learning sync.WaitGroup
	seats = append(seats, make([]seat, classSize)...)
	for i := range classSize {
		learning.Go(func() { seats[i+1] = c.learn(i + 1) })
	}
	for n := range kills {
		if err := c.further(); err != nil {
			c.Errorf("kill %d: the class gets no further: %v", n, err)
			break
		}
		again(n)
	}
	learning.Wait()
	redistest.Wait(c.T, "end of the work", func() bool { return c.idle(seats) })
	for _, p := range c.processes {
		p.stop()
	}
	for i, s := range seats {
		if diff := cmp.Diff(calm, s.story()); diff != "" {
			c.Errorf("thread %d (-undisturbed +got):\n%s", i, diff)
		}
		if now, ever := s.pinned(); now != 0 || ever != 1 {
			c.Errorf("thread %d: %d messages are pinned at the end, want 0; %d were, want 1", i, now, ever)
		}
	}
}

// idle says whether nothing is left to do for anybody: what a dead process had in hand may be sent again.
func (c *class) idle(seats []seat) bool {
	c.Helper()
	for _, s := range seats {
		all, err := c.kept.Export(c.Context(), s.learner())
		if err != nil {
			c.Fatal(err)
		}
		if len(all.Threads) == 0 {
			c.Fatalf("nothing is stored of %+v", s.learner())
		}
		for _, thread := range all.Threads {
			if len(thread.Events)+len(thread.Outbox) > 0 {
				return false
			}
		}
	}
	return true
}

// lessonFor is the longest a lesson takes: many times what it does, on a busy machine.
const lessonFor = 3 * time.Minute

var errLesson = errors.New("the lesson takes too long")

// further waits until the class has got some answers further.
func (c *class) further() error {
	ctx, cancel := context.WithTimeoutCause(c.Context(), lessonFor, errLesson)
	defer cancel()
	return c.room.saying(ctx, 2+rand.IntN(6))
}

// learn takes a new learner through the lesson.
func (c *class) learn(n int) seat {
	ctx, cancel := context.WithTimeoutCause(c.Context(), lessonFor, errLesson)
	defer cancel()
	s := c.room.seat(n)
	if err := attend(ctx, s, c.room.shown()); err != nil {
		c.Errorf("learner %d: %v", n, err)
	}
	return s
}

// attend plays the lesson in a seat.
func attend(ctx context.Context, s seat, shown []int) error {
	for i, text := range lesson {
		send := s.write
		if i == 0 {
			send = s.open
		}
		if err := send(text); err != nil {
			return fmt.Errorf("write message %d: %w", i, err)
		}
		if err := s.await(ctx, shown[i]); err != nil {
			return fmt.Errorf("wait for the answer to message %d: %w", i, err)
		}
	}
	if err := s.confirm(ctx); err != nil {
		return fmt.Errorf("confirm the summary: %w", err)
	}
	return s.await(ctx, shown[len(lesson)])
}
