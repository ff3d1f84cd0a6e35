package engine

import (
	"errors"
	"strings"
	"unicode"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/handoff"
	"tack/state"
)

// LanguageOf is the language that a message is written in, as far as there are texts in it.
func LanguageOf(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return "zh"
	}
	return "en"
}

// follow goes over to the language that the learner writes in the diagnosis, where nobody chose one: a
// session that a command opened began in that of the account.
func (w *work) follow() {
	if w.t.Guessed && w.learners() && w.t.Course.Phase == coach.PhaseDiagnosis && LanguageOf(w.in.Text) == "zh" {
		w.t.Course, w.t.Guessed = w.translated(w.t.Course, "zh"), false
	}
}

// translated is a course in another language; one that cannot be translated is at least spoken in it.
func (w *work) translated(c course.State, locale string) course.State {
	if t, ok := w.e.Lobby.(Translator); ok {
		return t.Translate(c, locale)
	}
	c.Locale = locale
	return c
}

// choose takes the language that the learner chose, for the session and for what is stored: whoever
// changes it need not close out for that.
func (w *work) choose() error {
	if !w.learners() {
		return nil
	}
	w.t.Course, w.t.Guessed = w.translated(w.t.Course, w.in.Locale), false
	if !w.saves {
		return nil
	}
	docs, err := w.documents()
	if err != nil || docs.Get(handoff.ContextName) == "" {
		return err
	}
	said, err := w.e.Forms.Read(docs)
	if err != nil {
		return nil // what cannot be read stays as it is: the next session says so
	}
	s := said.Session
	s.Locale = w.in.Locale
	fresh, err := w.e.Forms.Write(w.translated(said.Into(course.State{}), w.in.Locale), s, docs)
	if errors.Is(err, handoff.ErrTooLarge) {
		return nil
	}
	for _, doc := range fresh {
		if doc.Body != docs.Get(doc.Name) {
			w.docs = append(w.docs, state.Document{Name: doc.Name, Body: doc.Body, Changed: w.in.At})
		}
	}
	return err
}

// languageOf is the language of a course that documents are taken into: what somebody chose, or wrote; else
// that of the documents.
func (w *work) languageOf(documents string) string {
	if locale := w.t.Course.Locale; locale != "" && (!w.t.Guessed || locale != "en") {
		return locale
	}
	return or(documents, w.t.Course.Locale)
}
