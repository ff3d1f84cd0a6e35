package statetest

import (
	"fmt"
	"strings"
	"time"

	"tack/state"
)

var recordTests = map[string]func(*desk){
	"Record/Claimed":       recordClaimed,
	"Record/Repeat":        recordRepeat,
	"Record/RepeatDone":    recordRepeatDone,
	"Record/RepeatForSo":   recordRepeatForSo,
	"Record/RepeatOfOld":   recordRepeatOfOld,
	"Record/RepeatPutBack": recordRepeatPutBack,
	"Record/KeyOfRepeat":   recordKeyOfRepeat,
	"Record/OtherThread":   recordOtherThread,
	"Record/Known":         recordKnown,
	"Record/KnownRecorded": recordKnownRecorded,
	"Record/Order":         recordOrder,
	"Record/AnyBytes":      recordAnyBytes,
	"Heard":                heard,
	"Heard/Max":            heardMax,
}

const a, b = "slack:T1:C1:1", "slack:T1:C1:2"

// recordClaimed: what was recorded comes with a claim, as it was given.
func recordClaimed(d *desk) {
	e := state.Event{Thread: a, ID: "e1", Order: 1767603600000001, Body: []byte("hello")}
	d.hear(e)
	c := d.one()
	d.same("events", []state.Event{e}, c.Events)
	d.same("thread", state.Thread{ID: a}, c.Thread)
	if len(c.Outbox) > 0 || !c.Due.IsZero() || c.Fails != 0 {
		d.Errorf("a new thread's claim has an outbox, a timer or fails: %+v", c)
	}
}

// recordRepeat: an event of which any key was seen is a repeat, under whatever id it comes.
func recordRepeat(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Keys: []string{"k1", "k2"}, Body: []byte("first")})
	for _, e := range []state.Event{
		{ID: "e1"}, {ID: "e2", Keys: []string{"k2"}}, {ID: "k1"}, {ID: "e3", Keys: []string{"e1", "k9"}},
	} {
		e.Thread, e.Body = a, []byte("again")
		if r := d.record(e); r != state.Repeat {
			d.Errorf("record %s %v: %d, want Repeat", e.ID, e.Keys, r)
		}
	}
	c := d.one()
	d.same("events", []state.Event{{Thread: a, ID: "e1", Body: []byte("first")}}, c.Events)
}

// recordRepeatDone: the keys are remembered after the event is done.
func recordRepeatDone(d *desk) {
	e := state.Event{Thread: a, ID: "e1", Keys: []string{"k1"}}
	d.hear(e)
	d.settle(d.one(), state.Change{Body: []byte("one")})
	for _, again := range []state.Event{e, {Thread: a, ID: "e2", Keys: e.Keys}} {
		if r := d.record(again); r != state.Repeat {
			d.Errorf("record %s: %d, want Repeat", again.ID, r)
		}
	}
	d.idle()
}

// recordRepeatForSo: keys are remembered for SeenFor, and not for ever.
func recordRepeatForSo(d *desk) {
	e := state.Event{Thread: a, ID: "e1"}
	d.hear(e)
	d.settle(d.one(), state.Change{Body: []byte("one")})
	d.clock.pass(state.SeenFor - time.Second)
	if r := d.record(e); r != state.Repeat {
		d.Errorf("a second before SeenFor: %d, want Repeat", r)
	}
	d.clock.pass(state.SeenFor + time.Second)
	d.hear(e)
}

// recordRepeatOfOld: an event that is not done is known however long ago it came.
func recordRepeatOfOld(d *desk) {
	e := state.Event{Thread: a, ID: "e1"}
	d.hear(e)
	d.clock.pass(state.SeenFor + time.Hour)
	if r := d.record(e); r != state.Repeat {
		d.Errorf("an unfinished event, seen again: %d, want Repeat", r)
	}
	d.same("events", []string{"e1"}, idsOf(d.one().Events))
}

// recordRepeatPutBack: when the clock is put back, keys are not forgotten.
func recordRepeatPutBack(d *desk) {
	e := state.Event{Thread: a, ID: "e1"}
	d.hear(e)
	d.settle(d.one(), state.Change{Body: []byte("one")})
	d.clock.pass(-1000 * time.Hour)
	if r := d.record(e); r != state.Repeat {
		d.Errorf("with the clock put back: %d, want Repeat", r)
	}
}

// recordKeyOfRepeat: a key that only a repeat had is known from then on.
func recordKeyOfRepeat(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Keys: []string{"k1"}})
	for _, e := range []state.Event{{ID: "e2", Keys: []string{"k1", "k2"}}, {ID: "e3", Keys: []string{"k2"}}} {
		e.Thread = a
		if r := d.record(e); r != state.Repeat {
			d.Errorf("record %s: %d, want Repeat", e.ID, r)
		}
	}
}

// recordOtherThread: keys are a thread's own.
func recordOtherThread(d *desk) {
	d.hear(
		state.Event{Thread: a, ID: "e1", Keys: []string{"k1"}},
		state.Event{Thread: b, ID: "e1", Keys: []string{"k1"}},
	)
}

// recordKnown: what is for known threads only is void elsewhere, and leaves nothing behind.
func recordKnown(d *desk) {
	e := state.Event{Thread: a, ID: "e1", Known: true}
	if r := d.record(e); r != state.Unknown {
		d.Fatalf("in a thread that is not: %d, want Unknown", r)
	}
	d.idle()
	d.found(a, state.Change{Body: []byte("one")})
	d.hear(e)
	d.same("events", []string{"e1"}, idsOf(d.one().Events))
}

// recordKnownRecorded: a thread of which an event is recorded is known before it is committed.
func recordKnownRecorded(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Order: 1}, state.Event{Thread: a, ID: "e2", Order: 2, Known: true})
	d.same("events", []string{"e1", "e2"}, idsOf(d.one().Events))
}

// recordOrder: events come in the platform's order, equal ones as they came.
func recordOrder(d *desk) {
	for i, order := range []int64{5, 3, 3, -7, 1 << 60, 0, 5, -1 << 60} {
		d.hear(state.Event{Thread: a, ID: fmt.Sprint("e", i), Order: order})
	}
	d.same("events", []string{"e7", "e3", "e5", "e1", "e2", "e0", "e6", "e4"}, idsOf(d.one().Events))
}

// recordAnyBytes: ids and bodies are bytes; the store reads nothing into them.
func recordAnyBytes(d *desk) {
	body := []byte("\x00\xff\xfe{\"\r\n$5\r\n" + strings.Repeat("长", 1<<16))
	odd := "e\x00\xff:{}*\n"
	d.hear(state.Event{Thread: a, ID: odd, Keys: []string{"k\x00"}, Order: 1, Body: body}, state.Event{Thread: a, ID: "e", Order: 2, Body: nil})
	c := d.one()
	d.same("events", []state.Event{{Thread: a, ID: odd, Order: 1, Body: body}, {Thread: a, ID: "e", Order: 2, Body: []byte{}}}, c.Events)
	change := state.Change{Body: body, Done: []string{odd}, Log: [][]byte{body, {}, []byte("\n")}, Send: []state.Message{{ID: odd, Body: body}}}
	d.commit(&c, change)
	d.release(c, state.Release{})
	c = d.one()
	d.same("thread body", body, c.Thread.Body)
	d.same("outbox", change.Send, c.Outbox)
	log, err := d.store.Log(d.ctx, a)
	d.must(err)
	d.same("log", change.Log, log)
}

// heard: the threads of one workspace that had an event, the latest first.
func heard(d *desk) {
	at := d.clock.now()
	micros := func(after time.Duration) int64 { return at.Add(after).UnixMicro() }
	d.hear(
		state.Event{Thread: "slack:T1:C1:1", ID: "e1", Order: micros(3 * time.Second)},
		state.Event{Thread: "slack:T1:C1:1", ID: "e2", Order: micros(time.Second)}, // came late
		state.Event{Thread: "slack:T1:C1:2", ID: "e1", Order: micros(5 * time.Second)},
		state.Event{Thread: "slack:T1:C1:3", ID: "e1", Order: micros(-time.Second)},
		state.Event{Thread: "slack:T1:C1:4", ID: "e1", Order: micros(0)},
		state.Event{Thread: "slack:T12:C1:1", ID: "e1", Order: micros(time.Second)},
		state.Event{Thread: "discord:T1:1", ID: "e1", Order: micros(time.Second)},
	)
	got, err := d.store.Heard(d.ctx, "slack:T1", at, 10)
	d.must(err)
	d.same("heard", []state.Heard{
		{Thread: "slack:T1:C1:2", Order: micros(5 * time.Second)},
		{Thread: "slack:T1:C1:1", Order: micros(3 * time.Second)},
		{Thread: "slack:T1:C1:4", Order: micros(0)},
	}, got)
}

// heardMax: no more than asked for, and those the latest.
func heardMax(d *desk) {
	for i := range 5 {
		order := d.clock.now().UnixMicro() + int64(i)
		d.hear(state.Event{Thread: threadOf(i), ID: "e1", Order: order})
	}
	got, err := d.store.Heard(d.ctx, "slack:T1", d.clock.now(), 2)
	d.must(err)
	if len(got) != 2 || got[0].Thread != threadOf(4) || got[1].Thread != threadOf(3) {
		d.Errorf("heard %+v, want the latest two", got)
	}
}
