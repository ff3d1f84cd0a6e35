package statetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tack/coach"
	"tack/state"
)

var claimTests = map[string]func(*desk){
	"Claim/Empty":       claimEmpty,
	"Claim/Max":         claimMax,
	"Claim/Once":        claimOnce,
	"Claim/Again":       claimAgain,
	"Claim/Fair":        claimFair,
	"Claim/MaxEvents":   claimMaxEvents,
	"Claim/Waits":       claimWaits,
	"Claim/GivesUp":     claimGivesUp,
	"Claim/Canceled":    claimCanceled,
	"Claim/Recorded":    claimRecorded,
	"Claim/Outbox":      claimOutbox,
	"Release/After":     releaseAfter,
	"Release/Fails":     releaseFails,
	"Release/Twice":     releaseTwice,
	"Release/NotOurs":   releaseNotOurs,
	"Release/Overtaken": releaseOvertaken,
	"Close/EndsClaim":   closeEndsClaim,
}

func threadOf(i int) coach.ThreadID { return coach.ThreadID(fmt.Sprintf("slack:T1:C1:%05d", i)) }

// claimEmpty: where nothing is to be done, a claim without waiting returns nothing and no error.
func claimEmpty(d *desk) { d.idle() }

// claimMax: no more threads than asked for; the rest stays.
func claimMax(d *desk) {
	for i := range 5 {
		d.hear(state.Event{Thread: threadOf(i), ID: "e1"})
	}
	seen := map[coach.ThreadID]bool{}
	for _, want := range []int{2, 2, 1, 0} {
		claims := d.claim(2)
		if len(claims) != want {
			d.Fatalf("%d claims, want %d", len(claims), want)
		}
		for _, c := range claims {
			seen[c.Thread.ID] = true
		}
	}
	if len(seen) != 5 {
		d.Errorf("%d different threads claimed, want 5", len(seen))
	}
}

// claimOnce: a thread that is claimed is not claimed again, though more comes in.
func claimOnce(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Order: 1})
	c := d.one()
	d.hear(state.Event{Thread: a, ID: "e2", Order: 2})
	d.idle()
	d.settle(c, state.Change{Body: []byte("one")})
	d.same("events", []string{"e2"}, idsOf(d.one().Events))
}

// claimAgain: what was not done is claimed again after Release.
func claimAgain(d *desk) {
	e := state.Event{Thread: a, ID: "e1", Order: 4, Body: []byte("x")}
	d.hear(e)
	d.release(d.one(), state.Release{})
	d.same("events", []state.Event{e}, d.one().Events)
}

// claimFair: a thread with much work goes to the end of the queue after each Release.
func claimFair(d *desk) {
	for i := range 3 {
		for n := range 2 {
			d.hear(state.Event{Thread: threadOf(i), ID: line(n)})
		}
	}
	counts := map[coach.ThreadID]int{}
	for turn := range 6 {
		claims := d.claim(1)
		if len(claims) != 1 {
			d.Fatalf("turn %d: %d claims, want 1", turn, len(claims))
		}
		c := claims[0]
		if counts[c.Thread.ID] != turn/3 {
			d.Errorf("turn %d: thread %s has its turn before the others", turn, c.Thread.ID)
		}
		counts[c.Thread.ID]++
		d.commit(&c, state.Change{Body: []byte("x"), Done: idsOf(c.Events[:1])})
		d.release(c, state.Release{})
	}
}

// claimMaxEvents: a claim carries the first MaxEvents; the rest comes with the next.
func claimMaxEvents(d *desk) {
	var want []string
	for i := range state.MaxEvents + 3 {
		want = append(want, line(i))
		d.hear(state.Event{Thread: a, ID: line(i), Order: int64(i)})
	}
	c := d.one()
	d.same("first", want[:state.MaxEvents], idsOf(c.Events))
	d.settle(c, state.Change{Body: []byte("one")})
	d.same("rest", want[state.MaxEvents:], idsOf(d.one().Events))
}

// claimWaits: a claim that waits gets what is recorded meanwhile.
func claimWaits(d *desk) {
	got := d.claimLater(patience)
	d.hear(state.Event{Thread: a, ID: "e1"})
	r := <-got
	d.must(r.err)
	d.same("threads", []coach.ThreadID{a}, threadsOf(r.claims))
}

type claimed struct {
	claims []state.Claim
	err    error
}

// claimLater claims in the background, waiting for so long.
func (d *desk) claimLater(wait time.Duration) <-chan claimed {
	got := make(chan claimed, 1)
	go func() {
		claims, err := d.store.Claim(d.ctx, 8, wait)
		got <- claimed{claims, err}
	}()
	return got
}

// claimGivesUp: where nothing comes, a claim that waits ends with nothing and no error.
func claimGivesUp(d *desk) {
	r := <-d.claimLater(30 * time.Millisecond)
	d.must(r.err)
	d.same("threads", []coach.ThreadID(nil), threadsOf(r.claims))
}

// claimCanceled: a claim that waits ends with its context, and holds nothing then.
func claimCanceled(d *desk) {
	ctx, cancel := context.WithCancel(d.ctx)
	got := make(chan claimed, 1)
	go func() {
		claims, err := d.store.Claim(ctx, 8, time.Hour)
		got <- claimed{claims, err}
	}()
	cancel()
	r := <-got
	if len(r.claims) > 0 || (r.err != nil && !errors.Is(r.err, context.Canceled)) {
		d.Errorf("canceled claim: %v, %v", r.claims, r.err)
	}
	d.hear(state.Event{Thread: a, ID: "e1"})
	d.one()
}

// claimRecorded: a claim that does not wait sees everything that was recorded before.
func claimRecorded(d *desk) {
	for i := range 50 {
		d.hear(state.Event{Thread: threadOf(i), ID: "e1"})
		if claims := d.claim(1); len(claims) != 1 || claims[0].Thread.ID != threadOf(i) {
			d.Fatalf("claims after %d records: %v", i+1, threadsOf(claims))
		}
	}
}

// claimOutbox: messages that were not delivered make a thread claimable, with nothing come in.
func claimOutbox(d *desk) {
	send := []state.Message{{ID: "c2", Body: []byte("2")}, {ID: "c1", Body: []byte("1")}}
	d.found(a, state.Change{Body: []byte("one"), Send: send})
	c := d.one()
	d.same("outbox", send, c.Outbox)
	if len(c.Events) > 0 {
		d.Errorf("events %v, want none", idsOf(c.Events))
	}
}

// releaseAfter: a thread given back rests, with what it has and what comes in.
func releaseAfter(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Order: 1})
	d.release(d.one(), state.Release{After: time.Minute, Failed: true})
	d.clock.pass(time.Minute - time.Millisecond)
	d.hear(state.Event{Thread: a, ID: "e2", Order: 2})
	d.idle()
	d.clock.pass(2 * time.Millisecond)
	c := d.one()
	d.same("events", []string{"e1", "e2"}, idsOf(c.Events))
	d.release(c, state.Release{})
	d.one()
}

// releaseFails: releases in a row that failed are counted, and one that did not starts afresh.
func releaseFails(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	for _, step := range []struct {
		failed bool
		want   int
	}{{true, 0}, {true, 1}, {false, 2}, {true, 0}, {false, 1}, {false, 0}} {
		c := d.one()
		if c.Fails != step.want {
			d.Errorf("fails %d, want %d", c.Fails, step.want)
		}
		d.release(c, state.Release{Failed: step.failed})
	}
}

// releaseTwice: a claim given back already gives nothing back; who has it now keeps it.
func releaseTwice(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	old := d.one()
	d.release(old, state.Release{})
	d.one()
	d.release(old, state.Release{})
	d.idle()
}

// releaseNotOurs: giving back what nobody ever had is no error.
func releaseNotOurs(d *desk) {
	d.release(state.Claim{Thread: state.Thread{ID: a}, Token: "none"}, state.Release{})
	d.idle()
}

// releaseOvertaken: after a Release the rest of an earlier one no longer holds.
func releaseOvertaken(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Order: 1})
	d.release(d.one(), state.Release{After: time.Second})
	d.clock.pass(2 * time.Second)
	d.settle(d.one(), state.Change{Body: []byte("one")})
	d.hear(state.Event{Thread: a, ID: "e2", Order: 2})
	d.one()
}

// closeEndsClaim: a claim that waits does not outlive the store.
func closeEndsClaim(d *desk) {
	got := d.claimLater(time.Hour)
	d.must(d.store.Close())
	if r := <-got; len(r.claims) > 0 {
		d.Errorf("a closed store gave %v", threadsOf(r.claims))
	}
}
