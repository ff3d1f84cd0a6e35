// Package tutor is what every tutor gives and gets: the coach's own speech between the core's
// interventions.
//
// Goals: one interface for the track tutor (no model, no network) and any other; a reply that says
// of itself everything that the core and the guard judge. Non-goals: deciding (coach), checking
// (coach/guard), sending.
package tutor

import (
	"context"
	"time"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/reading"
)

// Tutor says what the coach says next. Reply never changes in.Course; the reply carries the new one.
type Tutor interface {
	Reply(ctx context.Context, in Input) (Reply, error)
}

// Assessor is a tutor that can judge at once whether a turn advanced the task, before the core
// decides. nil: it cannot tell.
type Assessor interface {
	Assess(in Input) *bool
}

// Why is what the reply is for. The zero value answers the learner's turn.
type Why string

// The occasions.
const (
	WhyTurn     Why = ""          // answer the learner's turn
	WhyOpen     Why = "open"      // the session begins: Message is the learner's opening words
	WhyResume   Why = "resume"    // a new window of a topic with documents: the five checks
	WhyGoOn     Why = "go_on"     // a close-out was withdrawn, or saved with a wish to go on: say the next step
	WhyBreakOut Why = "break_out" // the words that follow the core's notice: one direction by Method
)

// Input is all that a reply may depend on.
type Input struct {
	Why     Why
	Now     time.Time
	Locale  string // "en", "zh"
	Pace    coach.Pace
	Course  course.State
	Message reading.Message
	Reading coach.Reading     // of Message
	Last    Last              // the coach's last message
	Method  coach.Dimension   // with WhyBreakOut: what the core chose
	Budget  int               // turns left of a break-out; 0 outside one
	Tried   []coach.Dimension // dimensions already tried on the issue
	Go      bool              // the learner gave the go-ahead by a reaction; Message is empty

	// What follows only a tutor with a model uses; the track tutor needs none of it.

	History []Exchange // the last exchanges before Message, oldest first; the last few are enough. nil: none
	Past    Past       // looks up what is older than History; nil: it cannot be looked up
	Learner string     // whose budget a model is paid from; empty: nobody's
	Channel string     // the channel with a budget of its own; empty: none
}

// Exchange is a learner's turn with the coach's answer to it. Either may be empty.
type Exchange struct {
	Learner string
	Coach   string
}

// Past looks up what was said earlier in the session.
type Past interface {
	// Find returns at most limit exchanges that fit the words best, oldest first. What stands in
	// the live context may be among them. No exchange and no error: nothing fits.
	Find(ctx context.Context, words string, limit int) ([]Exchange, error)
}

// Last is the coach's last message in short.
type Last struct {
	Asks coach.Ask
	Step string
	Text string // empty: unknown. The next message is never the same to the letter.
	Away bool   // the reply's Away
}

// Reply is what the tutor says, with everything that it says of itself.
type Reply struct {
	Text       string // Markdown
	Asks       coach.Ask
	Question   string // the question put, as a stable name ("point:set-ttl"); empty: none
	Directions []course.Tried
	Commands   []string // the commands that the learner is asked to run, in order
	Step       string   // id of the step it belongs to; empty: says nothing of it
	Advanced   bool     // the learner's turn moved the task on
	Explains   []string // terms explained here
	Raises     []string // options brought up
	Deviates   string   // the confirmed preference it deviates from
	Recalls    bool
	Completes  coach.Stage
	Teaches    bool // it carries teaching content (before gate B: never)
	Saves      bool // documents are due to be written now: diagnosis done, route confirmed
	Away       bool // made without the model that should have made it; the learner has been told so
	Course     course.State
}
