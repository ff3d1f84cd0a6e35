// Package course is what the coach knows of one learner's way through one topic: the diagnosis,
// the route, the progress, the environment, the open problem with everything tried.
//
// Goals: one value that both tutors read and change, that the hand-off documents are made of and
// read into, and that encodes to JSON without loss. Non-goals: deciding (coach), wording
// (templates), storing (state).
package course

import (
	"time"

	"tack/coach"
)

// Version of the encoded form.
const Version = 1

// KeptIssues is how many problems left open by close-outs are kept; the oldest falls out.
const KeptIssues = 5

// State is the whole of it. The zero value is a course that has not begun.
type State struct {
	Version int    `json:"version"`
	Topic   string `json:"topic"`
	Title   string `json:"title,omitempty"`
	Locale  string `json:"locale"`
	Window  int    `json:"window"` // sessions on this topic so far, this one included; first is 1

	Phase     coach.Phase `json:"phase"`
	Diagnosis Diagnosis   `json:"diagnosis"`
	Route     Route       `json:"route"`
	Position  Position    `json:"position"`
	Modules   []Progress  `json:"modules,omitempty"` // of the route, in its order; Setup is "M0"
	Points    []Point     `json:"points,omitempty"`  // knowledge points explained so far

	Stack       string   `json:"stack,omitempty"`
	Preferences []string `json:"preferences,omitempty"`
	Constraints []string `json:"constraints,omitempty"`
	Environment []Fact   `json:"environment,omitempty"` // only what the learner pasted
	Files       []string `json:"files,omitempty"`       // project file tree, one path a line
	Known       []string `json:"known,omitempty"`       // known already

	Terms  []Term   `json:"terms,omitempty"`
	Trace  []Trace  `json:"trace,omitempty"`
	Todo   Todo     `json:"todo"`
	Open   []string `json:"open,omitempty"`   // open questions, one line each
	Issue  Issue    `json:"issue"`            // the problem in hand; zero: none
	Past   []Issue  `json:"past,omitempty"`   // problems left open by a close-out, newest last, at most KeptIssues
	Own    []Own    `json:"own,omitempty"`    // the learner's own summaries; Consent decides on NOTES.md
	Closed []string `json:"closed,omitempty"` // closed options

	// Extra keeps sections of a pasted or imported CONTEXT.md that Tack does not know, as they stood.
	Extra []Section `json:"extra,omitempty"`
}

// Diagnosis are the five dimensions; an empty one is not known yet.
type Diagnosis struct {
	Goal        string   `json:"goal,omitempty"`
	Level       string   `json:"level,omitempty"` // "beginner", "basics", "working", "solid", from the scenarios answered
	LevelProof  []string `json:"level_proof,omitempty"`
	Time        string   `json:"time,omitempty"`
	Preferences string   `json:"preferences,omitempty"`
	Deliverable string   `json:"deliverable,omitempty"`
	Asked       string   `json:"asked,omitempty"`    // the dimension whose question is open
	Tries       int      `json:"tries,omitempty"`    // times the open question was put
	Scenario    int      `json:"scenario,omitempty"` // next level question, from 0
	Right       int      `json:"right,omitempty"`    // level questions answered well
}

// Route is the agreed or proposed way.
type Route struct {
	Modules   []string `json:"modules,omitempty"` // ids in order
	Confirmed bool     `json:"confirmed,omitempty"`
	Asked     bool     `json:"asked,omitempty"`  // asked back once for a vague yes
	Depth     string   `json:"depth,omitempty"`  // the depth ceiling, locked by gate B
	Rhythm    string   `json:"rhythm,omitempty"` // total time and rhythm, one line
}

// Position is where the course stands.
type Position struct {
	Module  string `json:"module,omitempty"`  // "M0", "M1", …
	Step    string `json:"step,omitempty"`    // "scenario", "concept", "principle", "hands_on", "verify", "interview"
	Index   int    `json:"index,omitempty"`   // in the step, from 0
	Tries   int    `json:"tries,omitempty"`   // times the check in hand was not understood in a row
	Put     int    `json:"put,omitempty"`     // times the question in hand was put; never more than 2
	Waiting string `json:"waiting,omitempty"` // what the last message waits for, the tutor's own word
}

// Progress is one module's standing.
type Progress struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"` // "open", "running", "done", "unclear" (a point is not confirmed), "skipped"
}

// Point is one knowledge point's standing.
type Point struct {
	ID     string `json:"id"`
	Module string `json:"module"`
	Title  string `json:"title"`
	Status string `json:"status"` // "explained", "confirmed", "unclear"
}

// Fact is one value of the environment.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from,omitempty"` // the command whose output showed it
}

// Term is a term explained.
type Term struct {
	Term   string `json:"term"`
	Module string `json:"module"`
	Line   string `json:"line"`
}

// Trace is one state-changing command as the learner ran it.
type Trace struct {
	Module  string    `json:"module"`
	Command string    `json:"command"`
	Effect  string    `json:"effect"`           // intent and effect
	Undone  string    `json:"undone,omitempty"` // what a restart undoes
	At      time.Time `json:"at"`
}

// Todo is the single locked to-do; Was is what it replaced.
type Todo struct {
	Text string `json:"text,omitempty"`
	Was  string `json:"was,omitempty"`
}

// Own is the learner's own summary of a knowledge point.
type Own struct {
	Point   string `json:"point"`
	Text    string `json:"text"`
	Consent bool   `json:"consent,omitempty"`
}

// Section is a titled piece of a document.
type Section struct {
	Title string `json:"title"`
	Body  string `json:"body"`
}
