package statetest

import (
	"time"

	"tack/coach"
	"tack/state"
)

var reopenTests = map[string]func(*desk){
	"Reopen/Events":   reopenEvents,
	"Reopen/Claimed":  reopenClaimed,
	"Reopen/Outbox":   reopenOutbox,
	"Reopen/Quiet":    reopenQuiet,
	"Reopen/PutBack":  reopenPutBack,
	"Reopen/Due":      reopenDue,
	"Reopen/Rest":     reopenRest,
	"Reopen/Keys":     reopenKeys,
	"Reopen/All":      reopenAll,
	"Reopen/Revision": reopenRevision,
}

// reopen restarts the store on the same data.
func (d *desk) reopen() {
	d.Helper()
	d.store = d.suite.Reopen(d.t, d.store, d.options)
}

// reopenEvents: what was recorded is worked off after a restart, in order.
func reopenEvents(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e2", Order: 2}, state.Event{Thread: a, ID: "e1", Order: 1, Body: []byte("x")})
	d.reopen()
	c := d.one()
	d.same("events", []string{"e1", "e2"}, idsOf(c.Events))
	d.hear(state.Event{Thread: a, ID: "e3", Order: 2})
	d.settle(c, state.Change{Body: []byte("one")})
	d.same("events", []string{"e3"}, idsOf(d.one().Events))
}

// reopenClaimed: what was claimed when the store ended is claimed again.
func reopenClaimed(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	old := d.one()
	d.commit(&old, state.Change{Body: []byte("one")})
	d.reopen()
	d.become("claimed again", func() bool {
		claims := d.claim(8)
		return len(claims) == 1 && claims[0].Thread.Rev == old.Thread.Rev && len(claims[0].Events) == 1
	})
}

// reopenOutbox: what was not delivered is sent after a restart.
func reopenOutbox(d *desk) {
	c := d.sending()
	d.must(d.store.Delivered(d.ctx, c, state.Receipt{ID: "c1", Ref: "slack:T1:C1:1.1"}))
	d.release(c, state.Release{})
	d.reopen()
	d.same("outbox", two()[1:], d.one().Outbox)
	post, err := d.store.Posted(d.ctx, "slack:T1:C1:1.1")
	d.must(err)
	d.same("post", state.Post{Thread: a, ID: "c1"}, post)
}

// reopenQuiet: a restart inside the window loses and splits nothing.
func reopenQuiet(d *desk) {
	d.hear(message("e1", 1))
	d.clock.pass(time.Second)
	d.reopen()
	d.idle()
	d.hear(message("e2", 2))
	d.clock.pass(window - time.Millisecond)
	d.reopen()
	d.idle()
	d.clock.pass(time.Millisecond)
	d.same("events", []string{"e1", "e2"}, idsOf(d.one().Events))
}

// reopenPutBack: when the clock was put back between, the window is over.
func reopenPutBack(d *desk) {
	d.hear(message("e1", 1))
	d.clock.pass(-time.Hour)
	d.reopen()
	d.one()
}

// reopenDue: timers survive, those that came due meanwhile too; each fires once.
func reopenDue(d *desk) {
	d.found(a, d.dueIn(time.Hour))
	d.found(b, d.dueIn(3*time.Hour))
	d.clock.pass(2 * time.Hour)
	d.reopen()
	c := d.one()
	d.same("first", coach.ThreadID(a), c.Thread.ID)
	d.settle(c, state.Change{Body: []byte("told")})
	d.reopen()
	d.idle()
	d.clock.pass(time.Hour)
	d.same("second", coach.ThreadID(b), d.one().Thread.ID)
}

// reopenRest: a thread that rests after a failure rests on, and the failures are still counted.
func reopenRest(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	d.release(d.one(), state.Release{Failed: true, After: time.Minute})
	d.reopen()
	d.idle()
	d.clock.pass(time.Minute)
	d.same("fails", 1, d.one().Fails)
}

// reopenKeys: keys are known after a restart, of what is done and of what is not.
func reopenKeys(d *desk) {
	e := state.Event{Thread: a, ID: "e1", Keys: []string{"k1"}}
	d.hear(e)
	d.settle(d.one(), state.Change{Body: []byte("one")})
	d.hear(state.Event{Thread: b, ID: "e1"})
	d.reopen()
	for _, again := range []state.Event{e, {Thread: a, ID: "x", Keys: e.Keys}, {Thread: b, ID: "e1"}} {
		if r := d.record(again); r != state.Repeat {
			d.Errorf("record %s of %s: %d, want Repeat", again.ID, again.Thread, r)
		}
	}
}

// reopenAll: all that is kept of a learner is the same after a restart.
func reopenAll(d *desk) {
	d.furnish(a, kim)
	before, err := d.store.Export(d.ctx, kim)
	d.must(err)
	d.reopen()
	after, err := d.store.Export(d.ctx, kim)
	d.must(err)
	d.same("export", before, after)
}

// reopenRevision: a claim from before a restart commits only if nothing has changed since.
func reopenRevision(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	old := d.one()
	d.reopen()
	var c state.Claim
	d.become("claimed again", func() bool {
		claims := d.claim(8)
		if len(claims) == 1 {
			c = claims[0]
		}
		return len(claims) == 1
	})
	d.settle(c, state.Change{Body: []byte("one")})
	_, err := d.store.Commit(d.ctx, old, state.Change{Body: []byte("late")})
	d.wantError("late commit", state.ErrStale, err)
	d.release(old, state.Release{})
	d.idle()
}
