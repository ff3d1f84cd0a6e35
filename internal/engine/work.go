package engine

import (
	"context"
	"errors"
	"time"

	"tack/state"
)

// work is one event, or one turn, on its way through the house: the thread as it will be, and what it
// makes.
type work struct {
	e   *Engine
	ctx context.Context
	batch
	t         Thread
	saves     bool // the store takes documents; false: it has just refused them
	send      []Outgoing
	log       [][]byte
	docs      []state.Document
	names     string // the topic that a message in a closed thread names; empty: none, or the thread is not closed
	elsewhere string // the other topic that a message in an open session wants to go on with; empty: none
	agreed    bool   // the event is an explicit yes of the learner's to what was asked
	err       error  // of the log
}

// decide answers the event on the thread as it stands.
func (w *work) decide() error {
	var err error
	switch {
	case w.in.Kind == inGone:
		w.t.Gone = true
		w.e.Log.Warn("thread is gone", "thread", w.in.Thread, "why", w.in.Text)
	case w.in.Kind == InStart:
		w.start()
	case w.t.Session == nil:
		err = w.lobby()
	default:
		err = w.event()
	}
	w.t.Heard += max(len(w.ids), 1)
	return errors.Join(err, w.err)
}

// learner is whose thread it is, or will be.
func (w *work) learner() state.Learner {
	l := state.Learner{Workspace: w.in.Thread.Workspace(), ID: w.in.Learner}
	if w.t.Session != nil {
		l.ID = w.t.Session.Learner()
	}
	return l
}

// change is everything that is committed.
func (w *work) change() state.Change {
	c := state.Change{Done: w.ids, Log: w.log, Topic: w.t.Course.Topic, Documents: w.docs, Due: w.due()}
	c.Body = mustJSON(w.t)
	if w.t.Session != nil {
		c.Learner = w.learner()
		w.e.known.put(w.in.Thread, c.Learner.ID)
	}
	for _, m := range w.send {
		m.Decided = w.e.Now()
		c.Send = append(c.Send, state.Message{ID: m.ID, Body: mustJSON(m)})
	}
	return c
}

// saveAgain is after which time a save that failed is tried again.
const saveAgain = time.Minute

// due is when the thread wants to be looked at though nothing comes in; zero: never.
func (w *work) due() time.Time {
	if w.t.Session == nil || w.t.Gone {
		return time.Time{}
	}
	due, now := w.t.Session.Due(), w.e.Now()
	if due.IsZero() {
		return due
	}
	saves := due.Equal(w.t.Session.Now()) // at once: again
	if !due.After(now) {
		due = now.Add(saveAgain)
	}
	if saves {
		return due
	}
	hours, err := ParseHours(w.t.Rests)
	if err != nil {
		w.e.Log.Warn("hours of rest", "thread", w.in.Thread, "err", err)
	}
	return hours.After(due)
}
