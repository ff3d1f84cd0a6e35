package statetest

import (
	"tack/state"
)

var documentTests = map[string]func(*desk){
	"Documents/Replaced": documentsReplaced,
	"Documents/Apart":    documentsApart,
	"Documents/None":     documentsNone,
	"Topics":             topics,
	"Learners":           learners,
}

func (d *desk) put(l state.Learner, topic string, docs ...state.Document) {
	d.Helper()
	d.must(d.store.PutDocuments(d.ctx, l, topic, docs))
}

// documentsReplaced: each replaces the one of its name, the others stay; they come in order of name.
func documentsReplaced(d *desk) {
	at := d.clock.now()
	note := state.Document{Name: "docs/redis M1 Keys.md", Body: "n\x00", Changed: at}
	d.put(kim, "redis", note, state.Document{Name: "CONTEXT.md", Body: "one", Changed: at})
	d.found(a, state.Change{Body: []byte("x"), Learner: kim, Topic: "redis", Documents: []state.Document{{Name: "CONTEXT.md", Body: "two", Changed: at}}})
	trace := state.Document{Name: "TRACE.md", Body: "", Changed: at.Add(1)}
	d.put(kim, "redis", trace)
	got, err := d.store.Documents(d.ctx, kim, "redis")
	d.must(err)
	d.same("documents", []state.Document{{Name: "CONTEXT.md", Body: "two", Changed: at}, trace, note}, got)
}

// documentsApart: no learner, workspace or topic sees another's.
func documentsApart(d *desk) {
	doc := state.Document{Name: "CONTEXT.md", Body: "b", Changed: d.clock.now()}
	d.put(kim, "redis", doc)
	for _, other := range []struct {
		l     state.Learner
		topic string
	}{
		{kim, "red"},
		{kim, "redis2"},
		{state.Learner{Workspace: "slack:T1", ID: "U12"}, "redis"},
		{state.Learner{Workspace: "slack:T1", ID: "U"}, "1redis"},
		{state.Learner{Workspace: "slack:T2", ID: "U1"}, "redis"},
	} {
		got, err := d.store.Documents(d.ctx, other.l, other.topic)
		d.must(err)
		d.same("documents of another", 0, len(got))
	}
}

func documentsNone(d *desk) {
	d.put(kim, "redis")
	got, err := d.store.Documents(d.ctx, kim, "redis")
	d.must(err)
	d.same("documents", 0, len(got))
}

// topics: in order, a learner's own.
func topics(d *desk) {
	doc := state.Document{Name: "CONTEXT.md", Body: "b", Changed: d.clock.now()}
	for _, topic := range []string{"redis", "go", "a much longer topic", "学 git"} {
		d.put(kim, topic, doc)
	}
	d.put(state.Learner{Workspace: "slack:T1", ID: "U12"}, "other", doc)
	got, err := d.store.Topics(d.ctx, kim)
	d.must(err)
	d.same("topics", []string{"a much longer topic", "go", "redis", "学 git"}, got)
}

// learners: everybody with a thread, a document or a value, once, in order.
func learners(d *desk) {
	doc := state.Document{Name: "CONTEXT.md", Body: "b", Changed: d.clock.now()}
	byThread, byDocument := state.Learner{Workspace: "slack:T1", ID: "U3"}, state.Learner{Workspace: "slack:T1", ID: "U10"}
	byValue := state.Learner{Workspace: "discord:42", ID: "7"}
	d.found(a, state.Change{Body: []byte("x"), Learner: byThread})
	d.put(byDocument, "redis", doc)
	d.put(byThread, "redis", doc)
	d.must(d.store.Put(d.ctx, state.Key{Learner: byValue, Name: "budget"}, []byte("1"), 0))
	d.must(d.store.Put(d.ctx, state.Key{Learner: state.Learner{Workspace: "slack:T9"}, Name: "channel"}, []byte("1"), 0))
	d.must(d.store.Put(d.ctx, state.Key{Name: "leader"}, []byte("1"), 0))
	got, err := d.store.Learners(d.ctx)
	d.must(err)
	d.same("learners", []state.Learner{byValue, byDocument, byThread}, got)
}
