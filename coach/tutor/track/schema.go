package track

import (
	"regexp"

	"tack/coach"
)

// Text is one text by language tag ("en", "zh"). A track must have every text in every language
// that it lists.
type Text map[string]string

// Words are key words or phrases by language tag, matched without regard to case, width or
// punctuation, anywhere in what the learner says; the words of every language count in every session.
type Words map[string][]string

// Track is one topic, complete: what is taught, how it is checked, what goes wrong.
type Track struct {
	Version   int      `yaml:"version"` // of the format: 1
	Topic     string   `yaml:"topic"`   // the name in commands and documents: lower case, no blanks
	Aliases   []string `yaml:"aliases"` // other names a learner may use, any language
	Languages []string `yaml:"languages"`
	Title     Text     `yaml:"title"`
	About     Text     `yaml:"about"`  // one sentence: what one can do at the end
	Needs     []string `yaml:"needs"`  // programs that the commands call, as found in PATH
	Levels    []Check  `yaml:"levels"` // scenario questions of the diagnosis, easiest first, 1 to 3
	Stack     Text     `yaml:"stack"`  // the default stack in one line
	Result    Text     `yaml:"result"` // the default final deliverable, one sentence
	Setup     Setup    `yaml:"setup"`  // module 0
	Modules   []Module `yaml:"modules"`
	Errors    []Fault  `yaml:"errors"`
	Glossary  []Term   `yaml:"glossary"` // beyond the modules' terms
	FAQ       []Answer `yaml:"faq"`

	file     string   // as given to Parse
	patterns patterns // compiled, set by Parse

	anyFault *regexp.Regexp // of all faults' patterns; nil: none
}

// Setup is module 0: the environment, one command at a time.
type Setup struct {
	Title Text      `yaml:"title"`
	Steps []Command `yaml:"steps"`
}

// Module is one unit of the route; its six steps are fixed: scenario, concept, principle,
// hands-on, verify, interview.
type Module struct {
	ID        string    `yaml:"id"` // "M1", "M2", …
	Title     Text      `yaml:"title"`
	Layer     int       `yaml:"layer"`    // 1 to 4
	Requires  []string  `yaml:"requires"` // ids of modules before it
	Days      float64   `yaml:"days"`     // 0.25 to 2
	Pass      Text      `yaml:"pass"`     // "do X, see Y", Y a number or something observable
	Terms     []Term    `yaml:"terms"`    // new here, each explained once
	Scenario  Text      `yaml:"scenario"`
	Concept   []Point   `yaml:"concept"`
	Principle []Point   `yaml:"principle"`
	HandsOn   []Command `yaml:"hands_on"`
	Verify    []Command `yaml:"verify"` // the last one's success is the pass criterion
	Interview []Check   `yaml:"interview"`
	Notes     Notes     `yaml:"notes"`
}

// Term is a technical term with its one-line explanation.
type Term struct {
	Term    string   `yaml:"term"`    // as recorded; the same in every language
	Aliases []string `yaml:"aliases"` // other spellings, any language
	Means   Text     `yaml:"means"`   // one line
}

// Point is one knowledge point: explained, then checked. Explained is not understood.
type Point struct {
	ID    string   `yaml:"id"` // unique in the track
	Title Text     `yaml:"title"`
	Text  Text     `yaml:"text"`  // the explanation, Markdown, at most ~900 runes
	Again Text     `yaml:"again"` // another way of explaining (an example, a picture in words)
	Check Check    `yaml:"check"`
	Other Text     `yaml:"other"` // the check in the other way, asked after Again: another question with the same rubric
	Terms []string `yaml:"terms"` // terms (of the module) that the text introduces
}

// Check is a question with the rubric that judges its answer.
type Check struct {
	ID       string `yaml:"id"` // unique in the track; may be empty in a Point
	Ask      Text   `yaml:"ask"`
	Plain    Text   `yaml:"plain"`    // a level's: the question in plain words, for who does not understand Ask; may be empty
	Ideas    []Idea `yaml:"ideas"`    // what a good answer has
	Mistakes []Idea `yaml:"mistakes"` // typical misconceptions; Say corrects one
	Need     int    `yaml:"need"`     // ideas needed for ✅; 0: all. One to Need-1 is ⚠️
	Model    Text   `yaml:"model"`    // a good answer, one or two sentences
}

// Idea is one thing that an answer may say. It is there when every group of All has a word of it in
// the answer (an AND of ORs); in a group, words of every language count.
type Idea struct {
	ID  string  `yaml:"id"`
	Say Text    `yaml:"say"` // an idea: what it is, to name it as caught or missed; a mistake: the correction
	All []Words `yaml:"all"`
}

// Command is one hands-on step: one command with the four parts.
type Command struct {
	ID      string   `yaml:"id"` // unique in the track
	Title   Text     `yaml:"title"`
	Run     string   `yaml:"run"`     // the command line, for bash
	Does    Text     `yaml:"does"`    // 1. what it does
	Parts   Text     `yaml:"parts"`   // 2. what the parts mean
	Expect  Text     `yaml:"expect"`  // 3. how success and failure look
	Fails   Text     `yaml:"fails"`   // 4. what to do if it fails
	Success string   `yaml:"success"` // RE2 pattern of a successful output, (?m) on
	Quiet   bool     `yaml:"quiet"`   // no output at all is a success too
	Trace   Text     `yaml:"trace"`   // intent and effect, when it changes state; else empty
	Undone  Text     `yaml:"undone"`  // what a restart undoes of it; else empty
	Errors  []string `yaml:"errors"`  // ids of the faults likely here
	Prepare string   `yaml:"prepare"` // bash run before it in the tests only (what a learner has already done by other means)
}

// Fault is a known error: how it looks and what to look at, by dimension.
type Fault struct {
	ID         string      `yaml:"id"`
	Title      Text        `yaml:"title"`
	Match      []string    `yaml:"match"`      // RE2 patterns of the error text, (?mi) on; any of them
	Means      Text        `yaml:"means"`      // what the text says, not a guess at the cause
	Directions []Direction `yaml:"directions"` // in at least 3 dimensions
	Produce    string      `yaml:"produce"`    // bash that makes the real program print the error, in the tests only
}

// Direction is one troubleshooting suggestion.
type Direction struct {
	Dimension coach.Dimension `yaml:"dimension"`
	Text      Text            `yaml:"text"`
	Run       string          `yaml:"run"`   // at most one command; may be empty
	Steps     []string        `yaml:"steps"` // ids of the commands that it is meant for, there before all others; empty: for any
}

// Answer is a frequent question with its answer.
type Answer struct {
	ID   string  `yaml:"id"`
	Asks Words   `yaml:"asks"` // the question in a few wordings per language
	All  []Words `yaml:"all"`  // or: groups of words that must all be in the question
	Say  Text    `yaml:"say"`
}

// Notes are the four layers of a module's notes.
type Notes struct {
	What      Text `yaml:"what"`      // what each concept is
	Links     Text `yaml:"links"`     // how they connect
	Interview Text `yaml:"interview"` // from what to why to how it is asked
}
