package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tack/coach"
	"tack/coach/reading"
	"tack/state"
)

// What an Inbound is.
const (
	InMessage  = "message"
	InReaction = "reaction"
	InEdit     = "edit"
	InDelete   = "delete"
	InWrap     = "wrap"   // the learner asks for a close-out by a command
	InGoOn     = "go_on"  // the learner wants to go on, by a button
	InLocale   = "locale" // the learner chooses a language
	InStart    = "start"  // in a channel's own thread: somebody wants a thread of their own on Topic

	inTick     = "tick"     // the engine's own: a timer is due
	inUnpinned = "unpinned" // the engine's own: the summary could not be pinned; Text says why
	inGone     = "gone"     // the engine's own: nothing can be written in the thread any more
)

var kinds = []string{
	InMessage, InReaction, InEdit, InDelete, InWrap, InGoOn, InLocale, InStart, inTick, inUnpinned, inGone,
}

// Inbound is one event of a platform.
type Inbound struct {
	Kind    string         `json:"kind"`
	ID      string         `json:"id"` // unique in its thread
	Keys    []string       `json:"-"`  // other names under which it may be delivered again
	Known   bool           `json:"-"`  // void in a thread of which nothing is stored
	Thread  coach.ThreadID `json:"thread"`
	Learner string         `json:"learner,omitempty"` // who opens the session, if this does
	User    string         `json:"user,omitempty"`    // empty: the learner
	At      time.Time      `json:"at"`                // the platform's time; zero: now
	Text    string         `json:"text,omitempty"`
	Files   []File         `json:"files,omitempty"`
	Emoji   string         `json:"emoji,omitempty"`
	Target  string         `json:"target,omitempty"` // ID of the learner's or the coach's message that it is about
	Remove  bool           `json:"remove,omitempty"`

	// Of a session that this opens:
	Topic     string     `json:"topic,omitempty"`     // opens one on it, whatever the text
	Locale    string     `json:"locale,omitempty"`    // empty: the language of Text. With InLocale the one chosen.
	Chosen    bool       `json:"chosen,omitempty"`    // somebody chose Locale; false: it is a guess
	Pace      coach.Pace `json:"pace,omitempty"`      // empty: the core's default
	Threshold int        `json:"threshold,omitempty"` // turns; 0: Config.Threshold
	Rests     string     `json:"rests,omitempty"`     // hours in which nobody is reminded, in the form of ParseHours
}

// File is a file given with a message.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// message is what is said with it, for the reader.
func (in Inbound) message() reading.Message {
	m := reading.Message{Text: in.Text}
	for _, f := range in.Files {
		m.Files = append(m.Files, reading.File(f))
	}
	return m
}

// ErrInvalid says that an event can never be decided: an adapter has made it wrong. It is not recorded,
// and to deliver it again is of no use.
var ErrInvalid = errors.New("event not valid")

// check says what an event lacks.
func (in Inbound) check() error {
	lacks := ""
	switch {
	case in.Thread == "":
		lacks = "a thread"
	case in.ID == "":
		lacks = "an id"
	case in.Kind == InReaction && in.Emoji == "":
		lacks = "an emoji"
	case (in.Kind == InReaction || in.Kind == InEdit || in.Kind == InDelete) && in.Target == "":
		lacks = "a target"
	case in.Kind == InLocale && in.Locale == "":
		lacks = "a locale"
	case in.Kind == InStart && in.Topic == "":
		lacks = "a topic"
	case !slices.Contains(kinds, in.Kind):
		lacks = "a known kind"
	default:
		return nil
	}
	return fmt.Errorf("%s %q in thread %q: it lacks %s: %w", in.Kind, in.ID, in.Thread, lacks, ErrInvalid)
}

// event is how an Inbound is recorded.
func (in Inbound) event(quiet time.Duration) (state.Event, error) {
	body, err := json.Marshal(in)
	if in.Kind != InMessage {
		quiet = 0
	}
	return state.Event{
		Thread: in.Thread, ID: in.ID, Keys: in.Keys, Order: in.At.UnixMicro(), Quiet: quiet, Known: in.Known, Body: body,
	}, err
}

func decodeInbound(ev state.Event) (Inbound, error) {
	var in Inbound
	if err := json.Unmarshal(ev.Body, &in); err != nil {
		return in, fmt.Errorf("event %s: %w: %w", ev.ID, state.ErrCorrupt, err)
	}
	return in, nil
}
