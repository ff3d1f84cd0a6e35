package statetest

import (
	"fmt"
	"slices"
	"time"

	"tack/coach"
	"tack/state"

	"pgregory.net/rapid"
)

var randomTests = map[string]func(*desk){
	"Random": random,
}

// random does anything in any order and wants the store to do as the model does: nothing is lost,
// nothing comes twice, each thread's events come in order and to one hand at a time.
func random(d *desk) {
	d = d.suite.desk(d.t, state.Options{KeepThreads: -1})
	round := 0
	rapid.Check(d.t, func(rt *rapid.T) {
		round++
		w := &walk{desk: d, round: round, model: &model{now: d.clock.now, threads: map[coach.ThreadID]*modelThread{}}}
		d.checker = rt
		defer func() { d.checker = d.t }()
		defer w.clear()
		steps := map[string]func(*rapid.T){
			"record": w.record, "record more": w.record, "claim": w.claim, "claim more": w.claim, "commit": w.commit,
			"stale": w.stale, "deliver": w.deliver, "release": w.release, "wait": w.wait, "put back": w.putBack, "": w.check,
		}
		if d.suite.Reopen != nil {
			steps["reopen"] = w.reopen
		}
		rt.Repeat(steps)
	})
}

// walk is one run of random on threads of its own.
type walk struct {
	*desk
	model *model
	round int
	ahead time.Duration // by how much the clock was put back
	old   []state.Claim // of earlier revisions
}

func (w *walk) thread(rt *rapid.T) coach.ThreadID {
	n := rapid.IntRange(1, 4).Draw(rt, "thread")
	return coach.ThreadID(fmt.Sprintf("slack:T%d:C1:%d", w.round, n))
}

func (w *walk) name(rt *rapid.T, what string) string {
	return fmt.Sprint("k", rapid.IntRange(1, 12).Draw(rt, what))
}

func (w *walk) record(rt *rapid.T) {
	w.model.count++
	e := state.Event{
		Thread: w.thread(rt), ID: w.name(rt, "id"), Order: rapid.Int64Range(-3, 3).Draw(rt, "order"),
		Quiet: rapid.SampledFrom([]time.Duration{0, 0, window, 7 * time.Second}).Draw(rt, "quiet"),
		Known: rapid.Bool().Draw(rt, "known"), Body: fmt.Append(nil, w.model.count),
	}
	for range rapid.IntRange(0, 2).Draw(rt, "keys") {
		e.Keys = append(e.Keys, w.name(rt, "key"))
	}
	if w.model.unclear(e) {
		rt.Skip("unclear")
	}
	want := w.model.record(e)
	w.same("record", want, w.desk.record(e))
}

func (w *walk) claim(rt *rapid.T) {
	most := rapid.IntRange(1, 3).Draw(rt, "most")
	ready := w.model.ready()
	claims := w.desk.claim(most)
	w.model.claims = append(w.model.claims, claims...)
	if len(claims) != min(most, len(ready)) {
		w.Fatalf("claimed %v of the ready %v, at most %d", threadsOf(claims), ready, most)
	}
	for _, c := range claims {
		if !slices.Contains(ready, c.Thread.ID) {
			w.Fatalf("claimed %s, ready are %v", c.Thread.ID, ready)
		}
		w.take(c)
	}
}

// take compares a claim with the model.
func (w *walk) take(c state.Claim) {
	t := w.model.thread(c.Thread.ID)
	if t.claimed {
		w.Fatalf("%s is claimed already", c.Thread.ID)
	}
	t.claimed = true
	w.same("revision", t.rev, c.Thread.Rev)
	w.same("body", t.body, string(c.Thread.Body))
	w.same("events", t.events[:min(len(t.events), state.MaxEvents)], c.Events)
	w.same("outbox", t.outbox, messagesOf(c.Outbox))
	w.same("fails", t.fails, c.Fails)
	w.same("due", true, c.Due.Equal(t.due))
}

// held draws one of the claims.
func (w *walk) held(rt *rapid.T) int {
	if len(w.model.claims) == 0 {
		rt.Skip("nothing claimed")
	}
	return rapid.IntRange(0, len(w.model.claims)-1).Draw(rt, "claim")
}

func (w *walk) commit(rt *rapid.T) {
	c := &w.model.claims[w.held(rt)]
	change := state.Change{Body: fmt.Append(nil, "body", w.model.count), Log: [][]byte{[]byte("line")}}
	for _, id := range idsOf(c.Events) {
		if rapid.Bool().Draw(rt, "done") {
			change.Done = append(change.Done, id)
		}
	}
	for range rapid.IntRange(0, 2).Draw(rt, "messages") {
		w.model.count++
		change.Send = append(change.Send, state.Message{ID: fmt.Sprint("c", w.model.count)})
	}
	if rapid.Bool().Draw(rt, "timer") {
		change.Due = w.clock.now().Add(time.Duration(rapid.IntRange(-1, 48).Draw(rt, "due")) * time.Hour)
	}
	w.old = append(w.old, *c)
	w.desk.commit(c, change)
	w.model.thread(c.Thread.ID).commit(c.Thread.Rev, change)
}

// stale commits what must be refused.
func (w *walk) stale(rt *rapid.T) {
	if len(w.old) == 0 {
		rt.Skip("nothing committed")
	}
	c := rapid.SampledFrom(w.old).Draw(rt, "old")
	_, err := w.store.Commit(w.ctx, c, state.Change{Body: []byte("stale"), Done: idsOf(c.Events), Send: two()})
	w.wantError("stale commit", state.ErrStale, err)
}

// receipt draws one for a message that may be there.
func (w *walk) receipt(rt *rapid.T, t *modelThread) state.Receipt {
	r := state.Receipt{ID: rapid.SampledFrom(append([]string{"none"}, t.outbox...)).Draw(rt, "message")}
	if rapid.Bool().Draw(rt, "named") {
		r.Ref = fmt.Sprintf("slack:T%d:C1:ref-%s", w.round, r.ID)
	}
	return r
}

func (w *walk) deliver(rt *rapid.T) {
	c := w.model.claims[w.held(rt)]
	t := w.model.thread(c.Thread.ID)
	r := w.receipt(rt, t)
	w.must(w.store.Delivered(w.ctx, c, r))
	t.deliver(r)
}

func (w *walk) release(rt *rapid.T) {
	at := w.held(rt)
	c := w.model.claims[at]
	t := w.model.thread(c.Thread.ID)
	r := state.Release{
		After:  time.Duration(rapid.IntRange(0, 2).Draw(rt, "rest")) * 3 * time.Second,
		Failed: rapid.Bool().Draw(rt, "failed"),
	}
	if rapid.Bool().Draw(rt, "delivered") {
		r.Delivered = append(r.Delivered, w.receipt(rt, t))
	}
	w.desk.release(c, r)
	t.release(w.clock.now(), r)
	w.model.claims = slices.Delete(w.model.claims, at, at+1)
}

func (w *walk) wait(rt *rapid.T) {
	w.clock.pass(rapid.SampledFrom([]time.Duration{
		time.Millisecond, time.Second, window, 3 * time.Second, 7 * time.Second, time.Hour, 27 * time.Hour,
	}).Draw(rt, "time"))
}

// farBack is far enough that nothing is reached a second time within a walk.
const farBack = 5000 * time.Hour

// putBack claims first what is ready: whether a timer that was due is still to be claimed when it lies
// ahead again is the store's to say.
func (w *walk) putBack(*rapid.T) {
	claims := w.desk.claim(8)
	w.same("claimed before", len(w.model.ready()), len(claims))
	w.model.claims = append(w.model.claims, claims...)
	for _, c := range claims {
		w.take(c)
	}
	w.clock.pass(-farBack)
	w.ahead += farBack
}

// reopen restarts the store; a claim that it held is no more.
func (w *walk) reopen(*rapid.T) {
	w.desk.reopen()
	for _, c := range w.model.claims {
		w.model.thread(c.Thread.ID).claimed = false
	}
	w.model.claims = nil
}

// check compares what is stored with the model.
func (w *walk) check(*rapid.T) {
	for id, t := range w.model.threads {
		log, err := w.store.Log(w.ctx, id)
		w.must(err)
		w.same("log", t.log, len(log))
		for message, want := range t.refs {
			ref, err := w.store.Ref(w.ctx, id, message)
			w.must(err)
			w.same("ref", want, ref)
		}
	}
}

// clear works off what is left, so that the next walk finds nothing of this one.
func (w *walk) clear() {
	w.checker = w.t
	for _, c := range w.model.claims {
		w.desk.release(c, state.Release{})
	}
	w.clock.pass(w.ahead + 100*time.Hour)
	for range w.model.count { // each round finishes something
		claims := w.desk.claim(8)
		if len(claims) == 0 {
			return
		}
		for _, c := range claims {
			for _, m := range c.Outbox {
				w.must(w.store.Delivered(w.ctx, c, state.Receipt{ID: m.ID}))
			}
			w.settle(c, state.Change{Body: []byte("cleared")})
		}
	}
	w.idle()
}
