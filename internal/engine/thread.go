package engine

import (
	"encoding/json"
	"fmt"
	"time"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
	"tack/state"
)

// threadVersion of the stored form.
const threadVersion = 1

// Thread is everything that is kept of one thread. The zero value is a thread without a session.
type Thread struct {
	V       int            `json:"v"`
	Session *coach.Session `json:"session,omitempty"` // nil: none was opened yet
	Course  course.State   `json:"course"`
	Posted  int            `json:"posted"` // messages sent so far; their ids count up
	Heard   int            `json:"heard"`  // events answered so far
	Last    tutor.Last     `json:"last"`   // the tutor's last message
	Summary *Summary       `json:"summary,omitempty"`
	Mark    mark           `json:"mark"`           // where the window began
	Down    bool           `json:"down,omitempty"` // the last save of documents failed
}

// Summary is the close-out's summary as it was shown.
type Summary struct {
	Message   string   `json:"message"` // id of the pinned message
	Reason    string   `json:"reason"`
	Items     []string `json:"items"`
	Corrected []string `json:"corrected,omitempty"` // the learner's words, in order
}

// mark is how much of the course was there when the window began.
type mark struct {
	Points int `json:"points"`
}

func decodeThread(stored state.Thread) (Thread, error) {
	var t Thread
	if err := json.Unmarshal(stored.Body, &t); err != nil {
		return t, fmt.Errorf("thread %s: %w", stored.ID, err)
	}
	if t.V != threadVersion {
		return t, fmt.Errorf("thread %s: version %d, want %d: %w", stored.ID, t.V, threadVersion, state.ErrVersion)
	}
	return t, nil
}

// What an Inbound is.
const (
	InMessage  = "message"
	InReaction = "reaction"
	InEdit     = "edit"
	InDelete   = "delete"
	InTick     = "tick"
	InWrap     = "wrap"   // the learner asks for a close-out by a command
	InLocale   = "locale" // the learner chooses a language
)

// Inbound is one event of a platform.
type Inbound struct {
	Kind    string         `json:"kind"`
	ID      string         `json:"id"` // unique in its thread
	Thread  coach.ThreadID `json:"thread"`
	Learner string         `json:"learner,omitempty"` // who opens the session, if this does
	User    string         `json:"user,omitempty"`    // empty: the learner
	At      time.Time      `json:"at"`
	Text    string         `json:"text,omitempty"`
	Files   []File         `json:"files,omitempty"`
	Emoji   string         `json:"emoji,omitempty"`
	Target  string         `json:"target,omitempty"`
	Remove  bool           `json:"remove,omitempty"`
	Topic   string         `json:"topic,omitempty"`  // opens a session on it, whatever the text
	Locale  string         `json:"locale,omitempty"` // of a session that this opens, or the one chosen
}

// File is a file given with a message.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func (in Inbound) encode() ([]byte, error) { return json.Marshal(in) }

func decodeInbound(b []byte) (Inbound, error) {
	var in Inbound
	err := json.Unmarshal(b, &in)
	return in, err
}

// Style is how a message looks.
type Style string

// The styles.
const (
	StyleTeach   Style = "teach"
	StyleNotice  Style = "notice"  // a break-out
	StyleSummary Style = "summary" // pinned, takes a confirmation
	StyleNote    Style = "note"    // a short word beside the teaching
)

// What an Outgoing does.
const (
	OpPost  = "post"
	OpEdit  = "edit"  // changes the message Target
	OpUnpin = "unpin" // takes the pin off Target, which then shows Text as its outcome
	OpFile  = "file"  // gives a document: Name, Text
)

// Outgoing is one thing to be done on a platform.
type Outgoing struct {
	Op     string         `json:"op"`
	ID     string         `json:"id"` // unique in its thread
	Thread coach.ThreadID `json:"thread"`
	Style  Style          `json:"style,omitempty"`
	Text   string         `json:"text,omitempty"` // Markdown
	Target string         `json:"target,omitempty"`
	Pin    bool           `json:"pin,omitempty"`
	Name   string         `json:"name,omitempty"`
	Topic  string         `json:"topic,omitempty"` // with OpFile: whose document it is
}

func decodeOutgoing(b []byte) (Outgoing, error) {
	var out Outgoing
	err := json.Unmarshal(b, &out)
	return out, err
}

// mustJSON encodes our own structs, which always encode.
func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
