// Package reading turns text into what the core decides on: a learner's message into a
// coach.Reading, a coach's message into its ask, question and directions.
//
// Goals: meaning where it stands, in English and Chinese, mixed in one message; every word it
// knows is data under templates/lexicon; the same text in the same Context is always read the same;
// work linear in the text. Non-goals: deciding anything, remembering anything, a third party's
// text (bystanders are never read).
package reading

import "tack/coach"

// Message is one learner turn as text: the messages of a turn joined by line breaks.
type Message struct {
	Text  string
	Files []File
}

// File is a file that the learner gave with the message. Text is empty for what is no text
// (an image counts as evidence by its presence).
type File struct {
	Name string
	Text string
}

// Context is where a learner's message stands. All of it comes out of the session.
type Context struct {
	State          coach.State
	Phase          coach.Phase
	Locale         string           // "en", "zh"; the learner may write in another
	Asks           coach.Ask        // of the last coach message; empty before the first
	YesMeans       coach.YesMeans   // of the last coach message
	Problem        bool             // the last coach message speaks of a problem
	Sets           []string         // values set by the coach's last direction
	Errors         []coach.Identity // errors known to the session, the one last shown first
	Questions      []coach.Identity // the learner's questions on the current issue
	CoachQuestions []coach.Identity // the coach's questions on the current issue
}

// Coach is what a coach's message says of itself when nothing is annotated.
type Coach struct {
	Asks       coach.Ask
	Question   coach.Identity // zero: none
	Directions []coach.Dimension
	Sets       []string
	YesMeans   coach.YesMeans
	Problem    bool // it speaks of a problem
}
