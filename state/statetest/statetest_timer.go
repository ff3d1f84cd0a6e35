package statetest

import (
	"time"

	"tack/state"
)

var timerTests = map[string]func(*desk){
	"Due/Claimed":    dueClaimed,
	"Due/Replaced":   dueReplaced,
	"Due/Cancelled":  dueCancelled,
	"Due/Once":       dueOnce,
	"Due/PutBack":    duePutBack,
	"Due/Forward":    dueForward,
	"Due/WithEvents": dueWithEvents,
	"Due/Rests":      dueRests,
	"Due/Waited":     dueWaited,
}

// dueIn is a change that wants the thread to be claimed after so long.
func (d *desk) dueIn(after time.Duration) state.Change {
	return state.Change{Body: []byte("x"), Due: d.clock.now().Add(after)}
}

// dueClaimed: a thread is claimed when its timer is due, not before, and is told the timer.
func dueClaimed(d *desk) {
	change := d.dueIn(24 * time.Hour)
	d.found(a, change)
	d.clock.pass(24*time.Hour - time.Millisecond)
	d.idle()
	d.clock.pass(time.Millisecond)
	c := d.one()
	d.same("due", true, c.Due.Equal(change.Due))
	if len(c.Events)+len(c.Outbox) > 0 {
		d.Errorf("a timer's claim has events or messages: %+v", c)
	}
}

// dueReplaced: the last change's timer counts.
func dueReplaced(d *desk) {
	c := d.found(a, d.dueIn(time.Hour))
	d.commit(&c, d.dueIn(72*time.Hour))
	d.clock.pass(71 * time.Hour)
	d.idle()
	d.clock.pass(time.Hour)
	d.one()
}

// dueCancelled: a change without a timer takes the one there was.
func dueCancelled(d *desk) {
	c := d.found(a, d.dueIn(time.Hour))
	d.commit(&c, state.Change{Body: []byte("y")})
	d.clock.pass(100 * time.Hour)
	d.idle()
}

// dueOnce: a timer that was answered by a change does not come again.
func dueOnce(d *desk) {
	d.found(a, d.dueIn(time.Hour))
	d.clock.pass(time.Hour)
	d.settle(d.one(), state.Change{Body: []byte("told")})
	d.clock.pass(1000 * time.Hour)
	d.idle()
}

// duePutBack: a timer that fired does not fire again when the clock is put back and goes on.
func duePutBack(d *desk) {
	d.found(a, d.dueIn(time.Hour))
	d.clock.pass(time.Hour)
	c := d.one()
	d.clock.pass(-30 * time.Minute)
	d.settle(c, state.Change{Body: []byte("told")})
	d.idle()
	d.clock.pass(time.Hour)
	d.idle()
}

// dueForward: when the clock jumps past a timer, it fires once.
func dueForward(d *desk) {
	d.found(a, d.dueIn(time.Hour))
	d.clock.pass(1000 * time.Hour)
	d.settle(d.one(), state.Change{Body: []byte("told")})
	d.idle()
}

// dueWithEvents: events do not wait for the timer, and are told of it.
func dueWithEvents(d *desk) {
	change := d.dueIn(time.Hour)
	d.found(a, change)
	d.hear(state.Event{Thread: a, ID: "e1", Order: 2})
	c := d.one()
	d.same("events", []string{"e1"}, idsOf(c.Events))
	d.same("due", true, c.Due.Equal(change.Due))
}

// dueRests: a timer, too, waits for the rest of a Release.
func dueRests(d *desk) {
	d.found(a, d.dueIn(time.Hour))
	d.clock.pass(time.Hour)
	d.release(d.one(), state.Release{Failed: true, After: time.Minute})
	d.idle()
	d.clock.pass(time.Minute)
	if c := d.one(); c.Fails != 1 {
		d.Errorf("fails %d, want 1", c.Fails)
	}
}

// dueWaited: a claim that waits gets the thread when its timer is due; nothing else wakes it.
func dueWaited(d *desk) {
	d.found(a, d.dueIn(50*time.Millisecond))
	got := d.claimLater(patience)
	d.clock.pass(50 * time.Millisecond)
	r := <-got
	d.must(r.err)
	d.same("threads", 1, len(r.claims))
}
