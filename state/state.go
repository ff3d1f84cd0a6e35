// Package state keeps what must survive a crash: sessions, the events not yet answered, the messages
// not yet sent, the hand-off documents and the log of each thread.
//
// Goals: one atomic commit for everything that one event changes; a commit on an old revision is
// refused; what was committed is there after a kill at any instruction. Non-goals: knowing what a
// thread's body says (internal/engine encodes it), sending.
//
//	f, err := state.OpenFile("tack.db")
//	rev, err := f.Commit(ctx, state.Change{Thread: "a", Rev: 0, Body: body, Done: "e1"})
package state

import (
	"errors"
	"time"

	"tack/coach"
)

// Errors that callers tell apart with errors.Is.
var (
	ErrNotFound = errors.New("not found")
	ErrStale    = errors.New("stale revision")
	ErrVersion  = errors.New("data written by a newer program")
	ErrInUse    = errors.New("data in use by another process")
	ErrCorrupt  = errors.New("data not readable")
)

// Thread is the state of one thread as stored.
type Thread struct {
	ID   coach.ThreadID
	Rev  uint64 // of the body; 0: not stored yet
	Body []byte
}

// Event is something that came in, recorded before it is acknowledged.
type Event struct {
	Thread coach.ThreadID
	ID     string // unique in its thread
	Body   []byte
}

// Message is something to be sent.
type Message struct {
	Thread coach.ThreadID
	ID     string // unique in its thread
	Body   []byte
}

// Owner names whose documents: a learner's, on one topic.
type Owner struct {
	Learner string
	Topic   string
}

// Document is one hand-off document.
type Document struct {
	Name    string
	Body    string
	Changed time.Time
}

// Change is all that one event changes. It is committed whole or not at all.
type Change struct {
	Thread coach.ThreadID
	Rev    uint64    // the revision that the change was made on; 0: none stored
	Body   []byte    // the new body
	Done   string    // id of the recorded event that is answered by this; empty: none
	Send   []Message // Thread is taken from the change
	Log    [][]byte  // lines of the thread's log
	Owner  Owner     // of Documents
	// Documents are written under Owner, each replacing the one of its name.
	Documents []Document
}
