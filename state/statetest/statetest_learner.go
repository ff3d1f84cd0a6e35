package statetest

import (
	"time"

	"tack/coach"
	"tack/state"
)

var learnerTests = map[string]func(*desk){
	"ThreadsOf":         threadsOfLearner,
	"ThreadsOf/Stays":   threadStays,
	"Export/Everything": exportEverything,
	"Export/Nothing":    exportNothing,
	"Forget/Everything": forgetEverything,
	"Forget/Others":     forgetOthers,
	"Forget/Nobody":     forgetNobody,
	"Forget/Repeat":     forgetRepeat,
	"Keep/Threads":      keepThreads,
	"Keep/Documents":    keepDocuments,
	"Keep/ForEver":      keepForEver,
	"Check":             check,
}

var lee = state.Learner{Workspace: "slack:T1", ID: "U12"}

// threadsOfLearner: a learner's threads, in order; a thread that is nobody's is not among them.
func threadsOfLearner(d *desk) {
	for id, l := range map[coach.ThreadID]state.Learner{
		"slack:T1:C2:1": kim, "slack:T1:C1:9": kim, "slack:T1:C1:10": kim, "slack:T1:C1:3": lee, "slack:T1:C1:4": {},
	} {
		d.found(id, state.Change{Body: []byte("x"), Learner: l})
	}
	got, err := d.store.ThreadsOf(d.ctx, kim)
	d.must(err)
	d.same("threads", []coach.ThreadID{"slack:T1:C1:10", "slack:T1:C1:9", "slack:T1:C2:1"}, got)
}

// threadStays: a thread stays its learner's with each further change.
func threadStays(d *desk) {
	c := d.found(a, state.Change{Body: []byte("x")})
	d.commit(&c, state.Change{Body: []byte("y"), Learner: kim})
	d.commit(&c, state.Change{Body: []byte("z"), Learner: kim})
	got, err := d.store.ThreadsOf(d.ctx, kim)
	d.must(err)
	d.same("threads", []coach.ThreadID{a}, got)
}

// furnish gives a learner a thread, with everything in it, documents and values.
func (d *desk) furnish(id coach.ThreadID, l state.Learner) {
	d.Helper()
	change := whole(d.clock.now())
	change.Learner, change.Due = l, time.Time{}
	d.hear(state.Event{Thread: id, ID: "e1", Order: 1, Body: []byte("done " + l.ID)})
	c := d.one()
	d.hear(state.Event{Thread: id, ID: "e2", Order: 2, Keys: []string{"k-" + l.ID}, Body: []byte("open " + l.ID)})
	d.commit(&c, change)
	d.release(c, state.Release{After: 1000 * time.Hour, Delivered: []state.Receipt{{ID: "c1", Ref: "slack:T1:C9:" + l.ID}}})
	d.must(d.store.Put(d.ctx, state.Key{Learner: l, Name: "lang"}, []byte("zh"), 0))
	_, err := d.store.Add(d.ctx, state.Key{Learner: l, Name: "budget"}, 7, 24*time.Hour)
	d.must(err)
}

// exportEverything: whatever is kept of a learner, and nothing of anybody else.
func exportEverything(d *desk) {
	d.furnish(a, kim)
	d.furnish(b, lee)
	got, err := d.store.Export(d.ctx, kim)
	d.must(err)
	t, err := d.store.Load(d.ctx, a)
	d.must(err)
	change := whole(d.clock.now())
	d.same("export", state.Export{
		Learner:   kim,
		Documents: map[string][]state.Document{"redis": change.Documents},
		Values:    map[string][]byte{"lang": []byte("zh"), "budget": []byte("7")},
		Threads: []state.ThreadRecord{{
			Thread: t, Log: change.Log, Outbox: change.Send[1:],
			Events: []state.Event{{Thread: a, ID: "e2", Order: 2, Body: []byte("open U1")}},
		}},
	}, got)
}

func exportNothing(d *desk) {
	got, err := d.store.Export(d.ctx, kim)
	d.must(err)
	d.same("learner", kim, got.Learner)
	d.same("things", 0, len(got.Documents)+len(got.Threads)+len(got.Values))
}

// forgetEverything: by no method anything is found of a learner who was forgotten.
func forgetEverything(d *desk) {
	d.furnish(a, kim)
	threads, documents, err := d.store.Forget(d.ctx, kim)
	d.must(err)
	d.same("threads and documents", []int{1, 1}, []int{threads, documents})
	exportNothing(d)
	_, err = d.store.Load(d.ctx, a)
	d.wantError("load", state.ErrNotFound, err)
	_, err = d.store.Ref(d.ctx, a, "c1")
	d.wantError("ref", state.ErrNotFound, err)
	_, err = d.store.Posted(d.ctx, "slack:T1:C9:U1")
	d.wantError("posted", state.ErrNotFound, err)
	log, err := d.store.Log(d.ctx, a)
	d.must(err)
	heard, err := d.store.Heard(d.ctx, "slack:T1", time.Time{}, 10)
	d.must(err)
	ids, err := d.store.Threads(d.ctx, "")
	d.must(err)
	everybody, err := d.store.Learners(d.ctx)
	d.must(err)
	d.same("log, heard, threads, learners", 0, len(log)+len(heard)+len(ids)+len(everybody))
	d.clock.pass(2000 * time.Hour)
	d.idle()
	d.hear(state.Event{Thread: a, ID: "e2", Keys: []string{"k-U1"}}) // its keys are forgotten, too
}

// forgetOthers: nobody else loses anything.
func forgetOthers(d *desk) {
	d.furnish(a, kim)
	d.furnish(b, lee)
	before, err := d.store.Export(d.ctx, lee)
	d.must(err)
	_, _, err = d.store.Forget(d.ctx, kim)
	d.must(err)
	after, err := d.store.Export(d.ctx, lee)
	d.must(err)
	d.same("the other's", before, after)
	d.clock.pass(1000 * time.Hour)
	d.same("threads", []coach.ThreadID{b}, threadsOf(d.claim(8)))
}

// forgetRepeat: what a thread had heard before its learner was forgotten does not begin it anew when it is
// delivered again; what comes later does.
func forgetRepeat(d *desk) {
	at := d.clock.now().UnixMicro()
	d.hear(state.Event{Thread: a, ID: "e1", Order: at - 1}, state.Event{Thread: a, ID: "e2", Order: at})
	c := d.one()
	d.commit(&c, state.Change{Body: []byte("x"), Learner: kim, Done: []string{"e1"}})
	d.release(c, state.Release{})
	_, _, err := d.store.Forget(d.ctx, kim)
	d.must(err)
	for _, e := range []state.Event{{Thread: a, ID: "e1", Order: at - 1}, {Thread: a, ID: "e2", Order: at}} {
		d.same("again "+e.ID, state.Repeat, d.record(e))
	}
	d.same("known", state.Unknown, d.record(state.Event{Thread: a, ID: "e3", Order: at + 1, Known: true}))
	d.hear(state.Event{Thread: a, ID: "e4", Order: at + 1}, state.Event{Thread: b, ID: "e1", Order: at})
}

func forgetNobody(d *desk) {
	threads, documents, err := d.store.Forget(d.ctx, kim)
	d.must(err)
	d.same("threads and documents", []int{0, 0}, []int{threads, documents})
}

// keepFor is short, so that it is over soon by any clock: a store may go by its server's.
const keepFor = 200 * time.Millisecond

// keepThreads: a thread goes when it was not changed for so long, and takes with it what is its own.
func keepThreads(d *desk) {
	d = d.suite.desk(d.t, state.Options{KeepThreads: keepFor})
	d.found(a, state.Change{Body: []byte("x"), Learner: kim, Log: [][]byte{[]byte("l")}})
	d.clock.pass(2 * time.Hour)
	d.become("thread gone", func() bool {
		d.idle() // gives the store an occasion
		_, err := d.store.Load(d.ctx, a)
		log, logErr := d.store.Log(d.ctx, a)
		d.must(logErr)
		theirs, theirsErr := d.store.ThreadsOf(d.ctx, kim)
		d.must(theirsErr)
		all, allErr := d.store.Threads(d.ctx, "")
		d.must(allErr)
		return err != nil && len(log)+len(theirs)+len(all) == 0
	})
}

// keepDocuments: documents go when they were not changed for so long; threads have their own time.
func keepDocuments(d *desk) {
	d = d.suite.desk(d.t, state.Options{KeepDocuments: keepFor})
	d.found(a, state.Change{Body: []byte("x"), Learner: kim, Topic: "redis", Documents: []state.Document{{Name: "CONTEXT.md", Body: "b", Changed: d.clock.now()}}})
	d.clock.pass(2 * time.Hour)
	d.become("documents gone", func() bool {
		d.idle()
		docs, err := d.store.Documents(d.ctx, kim, "redis")
		d.must(err)
		topics, err := d.store.Topics(d.ctx, kim)
		d.must(err)
		return len(docs)+len(topics) == 0
	})
	_, err := d.store.Load(d.ctx, a)
	d.must(err)
}

// keepForEver: less than nothing is for ever.
func keepForEver(d *desk) {
	d = d.suite.desk(d.t, state.Options{KeepThreads: -1, KeepDocuments: -1})
	d.found(a, state.Change{Body: []byte("x"), Learner: kim, Topic: "redis", Documents: []state.Document{{Name: "CONTEXT.md", Body: "b", Changed: d.clock.now()}}})
	d.clock.pass(50 * 365 * 24 * time.Hour)
	d.idle()
	got, err := d.store.Export(d.ctx, kim)
	d.must(err)
	d.same("threads and topics", []int{1, 1}, []int{len(got.Threads), len(got.Documents)})
}

// check: a store says that it is fit for use, in words, or what to do.
func check(d *desk) {
	findings, err := d.store.Check(d.ctx)
	d.must(err)
	if len(findings) == 0 {
		d.Errorf("nothing checked")
	}
	for _, f := range findings {
		if f.Name == "" || f.Text == "" || (f.Fix == "") != f.OK {
			d.Errorf("finding without words: %+v", f)
		}
	}
}
