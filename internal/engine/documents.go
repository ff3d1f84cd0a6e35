package engine

import (
	"errors"
	"fmt"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/internal/transcript"
	"tack/state"
)

// loadDocuments takes into the course what the stored documents say; without any it stays as it is.
func (w *work) loadDocuments() error {
	docs, err := w.documents()
	if err != nil || docs.Get(handoff.ContextName) == "" {
		return err
	}
	said, err := w.e.Forms.Read(docs)
	if errors.Is(err, handoff.ErrVersion) {
		return fmt.Errorf("documents on %s: %w: %w", w.t.Course.Topic, err, state.ErrVersion)
	}
	if err != nil {
		return err
	}
	c := said.Into(w.t.Course)
	w.t.Course = w.translated(c, w.languageOf(c.Locale))
	return nil
}

// saveDocuments writes the documents as they are to be from now on.
func (w *work) saveDocuments(m handoff.Mark) error {
	old, err := w.documents()
	if err != nil {
		return err
	}
	s := handoff.Session{Locale: w.t.Course.Locale, At: w.in.At, Mark: m, Summary: w.t.summaryItems(w)}
	if rules := w.t.Session.CloseRules(); len(rules) > 0 {
		s.Reason = rules[0]
	}
	if n, ok := w.e.Tutor.(NoteTaker); ok && m != "" {
		s.Modules = n.Notes(w.input(tutor.WhyTurn, reading.Message{}, coach.Reading{}))
	}
	docs, err := w.e.Forms.Write(w.t.Course, s, old)
	if err != nil {
		return err
	}
	w.docs = nil
	for _, doc := range docs {
		w.docs = append(w.docs, state.Document{Name: doc.Name, Body: doc.Body, Changed: w.in.At})
	}
	return nil
}

// documents are those of the store, as this event has changed them so far.
func (w *work) documents() (handoff.Documents, error) {
	stored, err := w.e.Store.Documents(w.ctx, w.learner(), w.t.Course.Topic)
	if err != nil {
		return nil, err
	}
	var docs handoff.Documents
	for _, doc := range stored {
		docs = append(docs, handoff.Document{Name: doc.Name, Body: doc.Body})
	}
	return docs, nil
}

// takeContext takes a pasted CONTEXT.md: it wins over the stored one and replaces it. The paste is
// evidence in the core's eyes, whatever stands in it; one that cannot be read changes nothing.
func (w *work) takeContext(msg reading.Message) error {
	stored, err := w.documents()
	if err != nil {
		return err
	}
	said, err := w.e.Forms.Read(stored.With(handoff.ContextName, msg.Text))
	if err != nil {
		w.note(refusal(err), nil)
		return nil
	}
	note := &transcript.Learner{Kind: coach.KindEvidence}
	r := w.readAs(msg, note)
	d := w.step(coach.Turn{ID: w.in.ID, At: w.in.At, Reading: r}, note)
	locale, window := w.t.Course.Locale, w.t.Course.Window
	c := said.Into(course.State{Version: course.Version, Topic: w.t.Course.Topic, Locale: locale})
	w.t.Course = w.translated(c, locale)
	w.t.Course.Window = max(window, w.t.Course.Window)
	w.note("context.taken", nil)
	if err := w.saveDocuments(handoff.Confirmed); err != nil {
		return err
	}
	if d.Action != coach.ActContinue {
		return w.act(d, msg, r)
	}
	return w.speak(w.input(tutor.WhyResume, msg, r), "")
}

// refusal is the key of what the learner is told of a document that cannot be read.
func refusal(err error) string {
	switch {
	case errors.Is(err, handoff.ErrTruncated):
		return "context.refused.cut"
	case errors.Is(err, handoff.ErrTooLarge):
		return "context.refused.large"
	case errors.Is(err, handoff.ErrVersion):
		return "context.refused.newer"
	}
	return "context.refused"
}
