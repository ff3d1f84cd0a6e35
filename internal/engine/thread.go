package engine

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
	"tack/state"
)

// threadVersion of the stored form.
const threadVersion = 1

// Thread is everything that is kept of one thread. The zero value is a thread without a session.
type Thread struct {
	V       int              `json:"v"`
	Session *coach.Session   `json:"session,omitempty"` // nil: none was opened yet
	Course  course.State     `json:"course"`
	Life    string           `json:"life,omitempty"` // begins the ids of its messages; empty: it is older than lives
	Posted  int              `json:"posted"`         // messages sent so far; their ids count up
	Heard   int              `json:"heard"`          // events answered so far
	Last    tutor.Last       `json:"last"`           // the tutor's last message
	Summary *Summary         `json:"summary,omitempty"`
	Mark    mark             `json:"mark"`              // where the window began
	Down    bool             `json:"down,omitempty"`    // the last save of documents failed
	Gone    bool             `json:"gone,omitempty"`    // nothing can be written in it
	Guessed bool             `json:"guessed,omitempty"` // nobody chose the language
	Unpins  bool             `json:"unpins,omitempty"`  // it was said that pins cannot be set here
	History []tutor.Exchange `json:"history,omitempty"` // the last exchanges, for a model; nil: none is used
	Early   []Inbound        `json:"early,omitempty"`   // edits and deletions of messages that have not come yet
	Rests   string           `json:"rests,omitempty"`   // hours in which nobody is reminded, in the form of ParseHours
}

// MessageID is the id of the coach's message n, from 1: letters, then its number. A platform looks up by it
// what it may have posted before. So it begins with the life of the thread: what was posted before its
// records were erased is none of it.
func (t Thread) MessageID(n int) string { return t.Life + "c" + strconv.Itoa(n) }

// lifeLetters is how long the name of a life is: 26^10 names.
const lifeLetters = 10

// lifeOf names the life of a thread after the event that began it. The platform gives an event's id once,
// and gives it again to a repeat: the same event after a crash begins the same life.
func lifeOf(event string) string {
	sum := sha256.Sum256([]byte(event))
	letters := make([]byte, lifeLetters)
	for i := range letters {
		letters[i] = 'a' + sum[i]%26
	}
	return string(letters)
}

// Summary is the close-out's summary as it was shown.
type Summary struct {
	Message   string   `json:"message"` // id of the pinned message
	Reason    string   `json:"reason"`
	Items     []string `json:"items"`
	Corrected []string `json:"corrected,omitempty"` // the learner's words, in order
	Asked     []string `json:"asked,omitempty"`     // ids of the notes since the last change that ask to confirm it, the last few
}

// mark is how much of the course was there when the window began.
type mark struct {
	Points int `json:"points"`
}

// decodeThread reads a thread; one of which nothing is stored is new.
func decodeThread(stored state.Thread) (Thread, error) {
	t := Thread{V: threadVersion}
	if stored.Rev == 0 {
		return t, nil
	}
	if err := json.Unmarshal(stored.Body, &t); errors.Is(err, coach.ErrVersion) {
		return t, fmt.Errorf("thread: %w: %w", err, state.ErrVersion)
	} else if err != nil {
		return t, fmt.Errorf("thread: %w", err)
	}
	if t.V != threadVersion {
		return t, fmt.Errorf("thread of version %d, this program knows %d: %w", t.V, threadVersion, state.ErrVersion)
	}
	if t.Course.Version > course.Version {
		return t, fmt.Errorf("course of version %d, this program knows %d: %w", t.Course.Version, course.Version, state.ErrVersion)
	}
	return t, nil
}

// mustJSON encodes our own structs, which always encode.
func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
