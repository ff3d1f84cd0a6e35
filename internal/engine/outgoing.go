package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tack/coach"
	"tack/state"
)

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
	OpUnpin = "unpin" // takes the pin off Target, which then shows Settled; where nothing can be changed Text says it
	OpFile  = "file"  // gives a document: Name, Text
	OpOpen  = "open"  // opens a thread for Learner, whose first message is Text
)

// Outgoing is one thing to be done on a platform.
type Outgoing struct {
	Op      string         `json:"op"`
	ID      string         `json:"id"` // unique in its thread
	Thread  coach.ThreadID `json:"thread"`
	Style   Style          `json:"style,omitempty"`
	Text    string         `json:"text,omitempty"`    // Markdown
	Settled string         `json:"settled,omitempty"` // with OpUnpin: Target's text from now on, the outcome in it; empty: by a program that gave none
	Target  string         `json:"target,omitempty"`
	Pin     bool           `json:"pin,omitempty"`
	Name    string         `json:"name,omitempty"`
	Topic   string         `json:"topic,omitempty"`   // with OpFile: whose document it is; with OpOpen: of the session
	Learner string         `json:"learner,omitempty"` // whom it is for; the only one it may address
	Locale  string         `json:"locale,omitempty"`  // of what the platform adds, such as buttons
	Decided time.Time      `json:"decided"`           // when it was; zero: by a program that did not note it
	Opens   *Inbound       `json:"opens,omitempty"`   // with OpOpen: the first event of the thread, but for its Thread

	Ref   string `json:"-"` // the platform's name of Target; empty: it has none, post anew instead
	Again bool   `json:"-"` // it may have been done before, by a process that died
}

// Receipt is what came of an Outgoing.
type Receipt struct {
	Ref      string         // the platform's name of the message, beginning with the workspace; empty: none
	Thread   coach.ThreadID // with OpOpen: the thread
	Unpinned string         // why Pin could not be done, a short word for the operator; empty: it was
}

// Errors of a Platform. Any other means that a later try may succeed.
var (
	// ErrGone says that nothing can be written in the thread any more.
	ErrGone = errors.New("thread is gone")
	// ErrRefused says that the platform will never take this message.
	ErrRefused = errors.New("message refused")
)

// RetryError says when the platform wants to be asked again.
type RetryError struct{ After time.Duration }

func (e *RetryError) Error() string { return "ask again in " + e.After.String() }

func decodeOutgoing(m state.Message) (Outgoing, error) {
	var out Outgoing
	if err := json.Unmarshal(m.Body, &out); err != nil {
		return out, fmt.Errorf("message %s: %w: %w", m.ID, state.ErrCorrupt, err)
	}
	return out, nil
}
