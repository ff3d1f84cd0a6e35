// Package handoff writes and reads the documents that carry a course from one session to the next:
// CONTEXT.md, TRACE.md, NOTES.md and a module's notes.
//
// Goals: documents that people read and edit, from which alone the next session can start; what is
// written is read back as it was, whatever the learner's text holds; either language is read,
// whatever the session's. Non-goals: storing and sending them, deciding when (coach), the layout of
// a course (coach/course).
//
//	docs, err := forms.Write(state, handoff.Session{Locale: "en", At: now}, old)
//	c, err := forms.ParseContext(docs.Get(handoff.ContextName))
//	state = c.Into(course.State{})
package handoff

import (
	"errors"
	"time"

	"tack/coach"
)

// The names of the documents; a module's notes are named by Forms.Write.
const (
	ContextName = "CONTEXT.md"
	TraceName   = "TRACE.md"
	NotesName   = "NOTES.md"
)

// EndMark closes a CONTEXT.md, so that one cut short is noticed.
const EndMark = "<!-- CONTEXT_END -->"

// The largest documents that are read or written, in bytes, and the longest single text in one, in
// bytes; a longer text is cut and ends in "…".
const (
	MaxContext = 256 << 10
	MaxTrace   = 4 << 20
	MaxNotes   = 1 << 20
	MaxText    = 8 << 10
)

// Format is the version of the documents, as CONTEXT.md says it; one that says none is of version 1. It
// goes up when an older program would read something else out of them than what they say.
const Format = 1

// What can be wrong with a document. ErrVersion: a newer program has written it.
var (
	ErrTooLarge   = errors.New("document is too large")
	ErrTruncated  = errors.New("document is cut short")
	ErrNotContext = errors.New("not a CONTEXT.md")
	ErrVersion    = errors.New("document of a newer version")
)

// Document is one file, whole.
type Document struct {
	Name string // a relative path with "/"
	Body string
}

// Documents are the files of one learner and topic, in the order in which they are shown.
type Documents []Document

// Get returns the body of the document named; "" if there is none.
func (d Documents) Get(name string) string {
	for _, doc := range d {
		if doc.Name == name {
			return doc.Body
		}
	}
	return ""
}

// With returns the documents with one put in place of its older version, or added.
func (d Documents) With(name, body string) Documents {
	out := append(Documents(nil), d...)
	for i := range out {
		if out[i].Name == name {
			out[i].Body = body
			return out
		}
	}
	return append(out, Document{name, body})
}

// Mark says whether the learner has confirmed what the documents say. The zero value is for
// documents that nobody was asked about (written at a gate).
type Mark string

// The marks.
const (
	Confirmed   Mark = "confirmed"
	Unconfirmed Mark = "unconfirmed"
)

// Session is what the documents say of the session that writes them.
type Session struct {
	Locale  string // language of the documents; empty: the course's
	At      time.Time
	Mark    Mark
	Reason  coach.Rule // what closed the session; empty: a gate
	Summary []string   // the summary of the close-out
	Modules []Module   // whose notes are written
}

// Module is one module's notes. An empty layer is made from the course.
type Module struct {
	ID        string // "M1"
	Title     string
	What      string // Markdown
	Links     string // Markdown
	Work      string // Markdown: the learner's code or commands; empty: the commands of the trace
	Interview string // Markdown
}
