// Package state keeps what must survive a crash: sessions, the events not yet answered, the messages
// not yet sent, timers, the hand-off documents and the log of each thread.
//
// Goals: everything that one event changes is one atomic commit, and a commit on an old revision is
// refused; what was recorded or committed is there after a kill at any instruction; a thread is
// worked on by one process at a time. Non-goals: knowing what a thread's body says
// (internal/engine encodes it), sending.
//
// The way of an event, the same on every store:
//
//	fresh, err := s.Record(ctx, state.Event{Thread: id, ID: "e1", Body: body}) // then acknowledge
//	claims, err := s.Claim(ctx, 8, time.Second)                               // threads with work
//	rev, err := s.Commit(ctx, claims[0], state.Change{Body: body, Done: []string{"e1"}, Send: messages})
//	err = s.Delivered(ctx, claims[0], state.Receipt{ID: "c1", Ref: "slack:T1:C1:17.1"})
//	err = s.Release(ctx, claims[0], state.Release{})
//
// A store keeps what belongs together on one shard: all threads and learners of a workspace.
package state

import (
	"errors"
	"log/slog"
	"time"

	"tack/coach"
)

// Errors that callers tell apart with errors.Is.
var (
	ErrNotFound    = errors.New("not found")
	ErrStale       = errors.New("stale revision")
	ErrVersion     = errors.New("data written by another version of the program")
	ErrInUse       = errors.New("data in use by another process")
	ErrCorrupt     = errors.New("data not readable")
	ErrUnavailable = errors.New("store not available") // for now: a later try may succeed
)

// The times that a store goes by.
const (
	// SeenFor is how long the keys of an event are remembered. Slack delivers again for up to 24 h.
	SeenFor = 26 * time.Hour
	// LeaseFor is after which time without a sign of life a claim of a dead process is given to
	// another. A living process keeps its claims for as long as it likes.
	LeaseFor = 15 * time.Second
	// MaxEvents is how many events of a thread one claim carries; the rest comes with the next.
	MaxEvents = 64
)

// Options are what every store goes by.
type Options struct {
	Now func() time.Time // nil: time.Now
	// KeepThreads is how long a thread is kept after its last change; 0: DefaultKeepThreads, < 0: for ever.
	KeepThreads time.Duration
	// KeepDocuments is how long documents are kept after their last change; 0: DefaultKeepDocuments,
	// < 0: for ever.
	KeepDocuments time.Duration
	Log           *slog.Logger // nil: slog.Default()
}

// The retention where none is set.
const (
	DefaultKeepThreads   = 180 * 24 * time.Hour
	DefaultKeepDocuments = 730 * 24 * time.Hour
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
	ID     string // unique in its thread; itself one of the keys
	// Keys are the other names under which the platform may deliver it again, unique in its thread.
	// An event of which any key was seen in the last SeenFor is a repeat.
	Keys []string
	// Order is the platform's time in µs since 1970. A thread's events are worked off in this order,
	// equal ones as they came.
	Order int64
	// Quiet is the quiet window that it opens: the thread rests until it is over. The window of a
	// later event replaces it; an event with 0 leaves it as it is.
	Quiet time.Duration
	// Known makes it void in a thread of which nothing is stored.
	Known bool
	Body  []byte
}

// Message is something to be sent.
type Message struct {
	ID   string // unique in its thread
	Body []byte
}

// Claim is a thread with work, leased to this process until Release.
type Claim struct {
	Thread Thread
	Events []Event   // ready, in order, at most MaxEvents; Thread, ID, Order and Body are set
	Outbox []Message // committed before and not delivered, in order: some may have been sent
	Due    time.Time // the timer set by the last Change; zero: none
	Fails  int       // releases in a row that said Failed
	Token  string    // the store's own
}

// Change is all that one event, or the events of one turn, change. It is committed whole or not at all.
type Change struct {
	Body      []byte
	Done      []string // ids of the events answered
	Send      []Message
	Log       [][]byte  // lines of the thread's log
	Due       time.Time // when the thread wants to be claimed though nothing comes in; zero: never
	Learner   Learner   // whose thread it is; zero: nobody's yet. Erase and export find the thread by it.
	Topic     string    // of Documents
	Documents []Document
}

// Receipt says that a message was sent.
type Receipt struct {
	ID string // of the Message
	// Ref is the platform's name of it, beginning like a ThreadID with platform and workspace; empty:
	// it has none.
	Ref string
}

// Release gives a thread back. The zero value says that all went well.
type Release struct {
	Delivered []Receipt     // as by Delivered, in the same step
	After     time.Duration // work that is left, or comes in, rests for so long
	Failed    bool          // counted in Claim.Fails; false starts afresh
}

// Learner is a person in a workspace. The zero value is nobody.
type Learner struct {
	Workspace string // "slack:T1", "discord:42", "terminal:local"
	ID        string
}

// Document is one hand-off document.
type Document struct {
	Name    string
	Body    string
	Changed time.Time
}

// Post is a message of the coach's, found by the platform's name of it.
type Post struct {
	Thread coach.ThreadID
	ID     string
}

// Heard says up to where a thread's events were recorded.
type Heard struct {
	Thread coach.ThreadID
	Order  int64 // the highest
}

// Recorded is what became of an event.
type Recorded int

// The outcomes.
const (
	Fresh   Recorded = iota // kept; it will be worked off
	Repeat                  // one of its keys was seen: it is, or will be, worked off already
	Unknown                 // Event.Known was set and the thread is not
)

// Key names a small value that is no thread's: a channel's settings, a learner's budget, a holder.
type Key struct {
	Learner // ID empty: the workspace's own; both empty: the whole installation's
	Name    string
}

// Export is everything that is kept of a learner.
type Export struct {
	Learner   Learner
	Documents map[string][]Document // by topic
	Threads   []ThreadRecord        // in order of id
	Values    map[string][]byte     // by Key.Name
}

// ThreadRecord is everything that is kept of a thread.
type ThreadRecord struct {
	Thread Thread
	Log    [][]byte
	Events []Event
	Outbox []Message
}

// Finding is what a check of a store has found.
type Finding struct {
	Name string // short and stable: "eviction"
	OK   bool
	Text string // what is so, in plain words
	Fix  string // what to do; empty when OK
}
