package statetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tack/coach"
	"tack/state"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// clock is the time as a store sees it.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

// pass moves the clock; a negative d puts it back.
func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// checker fails a test: *testing.T, or *rapid.T within one.
type checker interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// desk is a store on a test's desk, with its clock. Its methods fail the test on an error.
type desk struct {
	checker
	t       *testing.T
	ctx     context.Context
	suite   Suite
	store   Store
	clock   *clock
	options state.Options
}

// patience is how long a test waits for something before it fails.
const patience = 20 * time.Second

// desk opens an empty store; o.Now is the test's clock.
func (s Suite) desk(t *testing.T, o state.Options) *desk {
	t.Helper()
	c := &clock{t: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	o.Now = c.now
	return &desk{checker: t, t: t, ctx: t.Context(), suite: s, clock: c, options: o, store: s.Open(t, o)}
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatalf("%v", err)
	}
}

// same fails the test unless got is what is wanted; nil and empty are the same.
func (d *desk) same(what string, want, got any) {
	d.Helper()
	if diff := cmp.Diff(want, got, sameEmpty, cmp.Comparer(bytes.Equal)); diff != "" {
		d.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// sameEmpty holds for what is no []byte; bytes.Equal says so of those.
var sameEmpty = cmp.FilterValues(func(x, _ any) bool { _, is := x.([]byte); return !is }, cmpopts.EquateEmpty())

func (d *desk) wantError(what string, want, got error) {
	d.Helper()
	if !errors.Is(got, want) {
		d.Errorf("%s: %v, want %v", what, got, want)
	}
}

func (d *desk) record(e state.Event) state.Recorded {
	d.Helper()
	r, err := d.store.Record(d.ctx, e)
	d.must(err)
	return r
}

// hear records events of which none may be a repeat.
func (d *desk) hear(events ...state.Event) {
	d.Helper()
	for _, e := range events {
		if r := d.record(e); r != state.Fresh {
			d.Fatalf("record %s of %s: %d, want Fresh", e.ID, e.Thread, r)
		}
	}
}

// claim takes what is ready now.
func (d *desk) claim(most int) []state.Claim {
	d.Helper()
	claims, err := d.store.Claim(d.ctx, most, 0)
	d.must(err)
	return claims
}

// one claims the one thread that has work.
func (d *desk) one() state.Claim {
	d.Helper()
	claims := d.claim(8)
	if len(claims) != 1 {
		d.Fatalf("%d threads have work, want 1: %v", len(claims), threadsOf(claims))
	}
	return claims[0]
}

// idle fails the test if any thread has work.
func (d *desk) idle() {
	d.Helper()
	if claims := d.claim(8); len(claims) > 0 {
		d.Errorf("threads %v have work, want none", threadsOf(claims))
	}
}

// commit makes a change, and takes the new revision over into the claim.
func (d *desk) commit(c *state.Claim, change state.Change) {
	d.Helper()
	rev, err := d.store.Commit(d.ctx, *c, change)
	d.must(err)
	c.Thread.Rev, c.Thread.Body = rev, change.Body
}

func (d *desk) release(c state.Claim, r state.Release) {
	d.Helper()
	d.must(d.store.Release(d.ctx, c, r))
}

// settle commits all events of a claim as done and gives it back.
func (d *desk) settle(c state.Claim, change state.Change) {
	d.Helper()
	change.Done = idsOf(c.Events)
	d.commit(&c, change)
	d.release(c, state.Release{})
}

// found makes a thread that has been committed once and has nothing to do.
func (d *desk) found(id coach.ThreadID, change state.Change) state.Claim {
	d.Helper()
	d.hear(state.Event{Thread: id, ID: "found", Order: 1})
	c := d.one()
	change.Done = []string{"found"}
	d.commit(&c, change)
	d.release(c, state.Release{})
	return c
}

// become polls until is holds, or fails the test.
func (d *desk) become(what string, is func() bool) {
	d.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			d.Fatalf("not within %v: %s", patience, what)
		}
	}
}

func idsOf(events []state.Event) (ids []string) {
	for _, e := range events {
		ids = append(ids, e.ID)
	}
	return ids
}

func threadsOf(claims []state.Claim) (ids []coach.ThreadID) {
	for _, c := range claims {
		ids = append(ids, c.Thread.ID)
	}
	return ids
}

func messagesOf(messages []state.Message) (ids []string) {
	for _, m := range messages {
		ids = append(ids, m.ID)
	}
	return ids
}

// line is the n-th of many messages or events: in order of n, also as text.
func line(n int) string { return fmt.Sprintf("n%05d", n) }
