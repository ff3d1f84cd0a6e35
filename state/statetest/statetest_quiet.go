package statetest

import (
	"time"

	"tack/state"
)

var quietTests = map[string]func(*desk){
	"Quiet/Rests":     quietRests,
	"Quiet/Extended":  quietExtended,
	"Quiet/Shortened": quietShortened,
	"Quiet/Reaction":  quietReaction,
	"Quiet/Working":   quietWorking,
	"Quiet/Ready":     quietReady,
	"Quiet/Repeat":    quietRepeat,
	"Quiet/Waited":    quietWaited,
	"Quiet/PutBack":   quietPutBack,
	"Quiet/Forward":   quietForward,
}

const window = 2500 * time.Millisecond

func message(id string, order int64) state.Event {
	return state.Event{Thread: a, ID: id, Order: order, Quiet: window}
}

// quietRests: a thread rests until its window is over, not a moment longer.
func quietRests(d *desk) {
	d.hear(message("e1", 1))
	d.idle()
	d.clock.pass(window - time.Millisecond)
	d.idle()
	d.clock.pass(time.Millisecond)
	d.same("events", []string{"e1"}, idsOf(d.one().Events))
}

// quietExtended: a later message replaces the window; all of them come as one.
func quietExtended(d *desk) {
	for i, id := range []string{"e1", "e2", "e3"} {
		d.hear(message(id, int64(i)))
		d.clock.pass(window - time.Millisecond)
		d.idle()
	}
	d.clock.pass(time.Millisecond)
	d.same("events", []string{"e1", "e2", "e3"}, idsOf(d.one().Events))
}

// quietShortened: a later window replaces a longer one.
func quietShortened(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Order: 1, Quiet: time.Hour}, message("e2", 2))
	d.clock.pass(window)
	d.same("events", []string{"e1", "e2"}, idsOf(d.one().Events))
}

// quietReaction: what opens no window waits for the one that is open, and leaves it as it is.
func quietReaction(d *desk) {
	d.hear(message("e1", 1))
	d.clock.pass(time.Second)
	d.hear(state.Event{Thread: a, ID: "r1", Order: 2})
	d.idle()
	d.clock.pass(window - time.Second)
	d.same("events", []string{"e1", "r1"}, idsOf(d.one().Events))
}

// quietWorking: a window opened while the thread is worked on holds after it is given back.
func quietWorking(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Order: 1})
	c := d.one()
	d.hear(message("e2", 2))
	d.settle(c, state.Change{Body: []byte("one")})
	d.idle()
	d.clock.pass(window)
	d.same("events", []string{"e2"}, idsOf(d.one().Events))
}

// quietReady: a thread that was ready, and is not yet claimed, rests again when a message comes.
func quietReady(d *desk) {
	d.hear(message("e1", 1))
	d.clock.pass(window)
	d.hear(message("e2", 2))
	d.idle()
	d.clock.pass(window)
	d.same("events", []string{"e1", "e2"}, idsOf(d.one().Events))
}

// quietRepeat: a repeat does not lengthen the window.
func quietRepeat(d *desk) {
	d.hear(message("e1", 1))
	d.clock.pass(time.Second)
	d.record(message("e1", 1))
	d.clock.pass(window - time.Second)
	d.one()
}

// quietWaited: a claim that waits gets the thread when its window is over; nothing else wakes it.
func quietWaited(d *desk) {
	e := message("e1", 1)
	e.Quiet = 50 * time.Millisecond
	d.hear(e)
	got := d.claimLater(patience)
	d.clock.pass(e.Quiet)
	r := <-got
	d.must(r.err)
	d.same("events", 1, len(r.claims))
}

// quietPutBack: when the clock is put back, a window does not grow by it.
func quietPutBack(d *desk) {
	d.hear(message("e1", 1))
	d.clock.pass(-time.Hour)
	d.same("events", []string{"e1"}, idsOf(d.one().Events))
}

// quietForward: when the clock is put forward, and back again, nothing is stuck or doubled.
func quietForward(d *desk) {
	d.hear(message("e1", 1))
	d.clock.pass(time.Hour)
	d.settle(d.one(), state.Change{Body: []byte("one")})
	d.hear(message("e2", 2))
	d.clock.pass(-time.Hour)
	c := d.one()
	d.same("events", []string{"e2"}, idsOf(c.Events))
	d.settle(c, state.Change{Body: []byte("two")})
	d.idle()
}
