package statetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tack/coach"
	"tack/state"
)

var commitTests = map[string]func(*desk){
	"Commit/Whole":       commitWhole,
	"Commit/Stale":       commitStale,
	"Commit/AllOrNone":   commitAllOrNone,
	"Commit/OneOfMany":   commitOneOfMany,
	"Commit/Erased":      commitErased,
	"Commit/Anew":        commitAnew,
	"Commit/SomeDone":    commitSomeDone,
	"Commit/DoneTwice":   commitDoneTwice,
	"Commit/NotRecorded": commitNotRecorded,
	"Commit/Log":         commitLog,
	"Commit/InHand":      commitInHand,
	"Canceled":           canceled,
	"Load/NotFound":      loadNotFound,
	"Log/None":           logNone,
	"Threads":            threads,
}

var kim = state.Learner{Workspace: "slack:T1", ID: "U1"}

// whole is a change with something of everything.
func whole(at time.Time) state.Change {
	return state.Change{
		Body: []byte("one"), Done: []string{"e1"}, Send: []state.Message{{ID: "c1", Body: []byte("hi")}, {ID: "c2", Body: []byte("ho")}},
		Log: [][]byte{[]byte("l1"), []byte("l2")}, Due: at.Add(time.Hour), Learner: kim, Topic: "redis",
		Documents: []state.Document{{Name: "CONTEXT.md", Body: "b", Changed: at}},
	}
}

// commitWhole: all of a change is there afterwards.
func commitWhole(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	c := d.one()
	change := whole(d.clock.now())
	d.commit(&c, change)
	d.release(c, state.Release{})
	t, err := d.store.Load(d.ctx, a)
	d.must(err)
	d.same("thread", state.Thread{ID: a, Rev: c.Thread.Rev, Body: change.Body}, t)
	again := d.one()
	d.same("thread as claimed", t, again.Thread)
	d.same("events", 0, len(again.Events))
	d.same("outbox", change.Send, again.Outbox)
	d.same("due", true, again.Due.Equal(change.Due))
	log, err := d.store.Log(d.ctx, a)
	d.must(err)
	d.same("log", change.Log, log)
	docs, err := d.store.Documents(d.ctx, kim, "redis")
	d.must(err)
	d.same("documents", change.Documents, docs)
}

// commitStale: a change on another revision than the thread's is refused.
func commitStale(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	c := d.one()
	old := c
	d.commit(&c, state.Change{Body: []byte("one")})
	ahead := c
	ahead.Thread.Rev += 7
	for _, wrong := range []state.Claim{old, ahead} {
		_, err := d.store.Commit(d.ctx, wrong, state.Change{Body: []byte("lost")})
		d.wantError(fmt.Sprintf("commit on revision %d of %d", wrong.Thread.Rev, c.Thread.Rev), state.ErrStale, err)
	}
	t, err := d.store.Load(d.ctx, a)
	d.must(err)
	d.same("body", []byte("one"), t.Body)
	d.commit(&c, state.Change{Body: []byte("two")})
}

// commitAllOrNone: a change that is refused changes nothing of what it carries.
func commitAllOrNone(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	c := d.one()
	old := c
	d.commit(&c, state.Change{Body: []byte("first")})
	_, err := d.store.Commit(d.ctx, old, whole(d.clock.now()))
	d.wantError("commit", state.ErrStale, err)
	d.release(c, state.Release{})
	again := d.one()
	d.same("events", []string{"e1"}, idsOf(again.Events))
	d.same("outbox", 0, len(again.Outbox))
	d.same("due", true, again.Due.IsZero())
	log, err := d.store.Log(d.ctx, a)
	d.must(err)
	d.same("log", 0, len(log))
	e, err := d.store.Export(d.ctx, kim)
	d.must(err)
	d.same("documents and threads", 0, len(e.Documents)+len(e.Threads))
}

// commitOneOfMany: of many changes on one revision exactly one is taken.
func commitOneOfMany(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	c := d.one()
	results := make(chan error)
	const writers = 16
	for i := range writers {
		go func() {
			_, err := d.store.Commit(d.ctx, c, state.Change{Body: fmt.Append(nil, i)})
			results <- err
		}()
	}
	taken := 0
	for range writers {
		switch err := <-results; {
		case err == nil:
			taken++
		case !errors.Is(err, state.ErrStale):
			d.Errorf("commit: %v, want ErrStale", err)
		}
	}
	d.same("commits taken", 1, taken)
}

// commitErased: a thread that was erased while it was worked on is not brought back by the change.
func commitErased(d *desk) {
	d.found(a, whole(d.clock.now()))
	c := d.one()
	_, _, err := d.store.Forget(d.ctx, kim)
	d.must(err)
	_, err = d.store.Commit(d.ctx, c, whole(d.clock.now()))
	d.wantError("commit", state.ErrStale, err)
	d.release(c, state.Release{Delivered: []state.Receipt{{ID: "c1", Ref: "slack:T1:C1:1.1"}}})
	_, err = d.store.Load(d.ctx, a)
	d.wantError("load", state.ErrNotFound, err)
	_, err = d.store.Posted(d.ctx, "slack:T1:C1:1.1")
	d.wantError("posted", state.ErrNotFound, err)
	d.idle()
}

// commitAnew: nor is a thread changed that was erased and has begun anew meanwhile.
func commitAnew(d *desk) {
	d.found(a, state.Change{Body: []byte("one"), Learner: kim, Send: []state.Message{{ID: "c1"}}})
	old := d.one()
	_, _, err := d.store.Forget(d.ctx, kim)
	d.must(err)
	d.hear(state.Event{Thread: a, ID: "found", Order: 1}) // its keys were forgotten, too
	c := d.one()
	d.commit(&c, state.Change{Body: []byte("anew"), Done: []string{"found"}})
	_, err = d.store.Commit(d.ctx, old, state.Change{Body: []byte("ghost")})
	d.wantError("commit", state.ErrStale, err)
	t, err := d.store.Load(d.ctx, a)
	d.must(err)
	d.same("body", []byte("anew"), t.Body)
}

// commitSomeDone: events that are not named stay.
func commitSomeDone(d *desk) {
	for i, id := range []string{"e1", "e2", "e3"} {
		d.hear(state.Event{Thread: a, ID: id, Order: int64(i)})
	}
	c := d.one()
	d.commit(&c, state.Change{Body: []byte("x"), Done: []string{"e2"}})
	d.release(c, state.Release{})
	d.same("events", []string{"e1", "e3"}, idsOf(d.one().Events))
}

// commitDoneTwice: an event that is done already, or never was, is no error.
func commitDoneTwice(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Order: 1}, state.Event{Thread: a, ID: "e2", Order: 2})
	c := d.one()
	for range 2 {
		d.commit(&c, state.Change{Body: []byte("x"), Done: []string{"e1", "e1", "none"}})
	}
	d.release(c, state.Release{})
	d.same("events", []string{"e2"}, idsOf(d.one().Events))
}

// commitNotRecorded: the name of a repeat does not finish the event that it repeats.
func commitNotRecorded(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1", Keys: []string{"k"}})
	d.record(state.Event{Thread: a, ID: "e2", Keys: []string{"k"}})
	c := d.one()
	d.commit(&c, state.Change{Body: []byte("x"), Done: []string{"e2", "k"}})
	d.release(c, state.Release{})
	d.same("events", []string{"e1"}, idsOf(d.one().Events))
}

// commitLog: the log grows in order and is the thread's own.
func commitLog(d *desk) {
	one, two := d.found("slack:T1:C1:1", state.Change{Body: []byte("x")}), d.found("slack:T1:C1:11", state.Change{Body: []byte("x")})
	var want [][]byte
	for i := range 30 {
		text := []byte(line(i))
		d.commit(&one, state.Change{Body: []byte("x"), Log: [][]byte{text, text}})
		d.commit(&two, state.Change{Body: []byte("x"), Log: [][]byte{[]byte("other")}})
		want = append(want, text, text)
	}
	log, err := d.store.Log(d.ctx, one.Thread.ID)
	d.must(err)
	d.same("log", want, log)
}

// commitInHand: one claim may make several changes, each on the revision of the one before.
func commitInHand(d *desk) {
	d.hear(state.Event{Thread: a, ID: "e1"})
	c := d.one()
	revs := map[uint64]bool{0: true}
	for i := range 5 {
		d.commit(&c, state.Change{Body: fmt.Append(nil, i), Done: []string{"e1"}})
		if revs[c.Thread.Rev] {
			d.Errorf("revision %d twice", c.Thread.Rev)
		}
		revs[c.Thread.Rev] = true
	}
	d.idle()
	d.release(c, state.Release{})
	d.idle()
}

// canceled: a call whose context is over fails with its error and changes nothing.
func canceled(d *desk) {
	ctx, cancel := context.WithCancel(d.ctx)
	cancel()
	_, err := d.store.Record(ctx, state.Event{Thread: a, ID: "e1"})
	d.wantError("record", context.Canceled, err)
	_, err = d.store.Commit(ctx, state.Claim{Thread: state.Thread{ID: a}}, state.Change{Body: []byte("x")})
	d.wantError("commit", context.Canceled, err)
	_, err = d.store.Load(ctx, a)
	d.wantError("load", context.Canceled, err)
	d.idle()
}

func loadNotFound(d *desk) {
	_, err := d.store.Load(d.ctx, "slack:T1:C1:none")
	d.wantError("load", state.ErrNotFound, err)
	d.hear(state.Event{Thread: a, ID: "e1"})
	_, err = d.store.Load(d.ctx, a)
	d.wantError("load what is only recorded", state.ErrNotFound, err)
}

func logNone(d *desk) {
	log, err := d.store.Log(d.ctx, "slack:T1:C1:none")
	d.must(err)
	d.same("log", 0, len(log))
}

// threads: the ids of committed threads by prefix, in order.
func threads(d *desk) {
	for _, id := range []coach.ThreadID{"slack:T1:C1:2", "slack:T1:C2:1", "slack:T1:C1:1", "slack:T12:C1:1", "discord:1:2"} {
		d.found(id, state.Change{Body: []byte("x")})
	}
	d.hear(state.Event{Thread: "slack:T1:C1:3", ID: "e1"}) // not committed
	for prefix, want := range map[string][]coach.ThreadID{
		"slack:T1:C1:": {"slack:T1:C1:1", "slack:T1:C1:2"},
		"slack:T1":     {"slack:T12:C1:1", "slack:T1:C1:1", "slack:T1:C1:2", "slack:T1:C2:1"},
		"":             {"discord:1:2", "slack:T12:C1:1", "slack:T1:C1:1", "slack:T1:C1:2", "slack:T1:C2:1"},
		"slack:T1:D":   nil,
	} {
		got, err := d.store.Threads(d.ctx, prefix)
		d.must(err)
		d.same("threads of "+prefix, want, got)
	}
}
