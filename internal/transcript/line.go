package transcript

import (
	"time"

	"tack/coach"
	"tack/coach/reading"
)

// Line is one line of a transcript.
type Line struct {
	Pos   Pos
	At    time.Time // zero: none given
	RawAt string    // the time as it was written; empty: none given
	Event Event
}

// Event is what a line says: one of the structs below.
type Event interface{ typeName() string }

// Session opens a session. Zero values are the defaults of coach.Opening.
type Session struct {
	ID            string      `json:"id,omitzero"`
	Topic         string      `json:"topic,omitzero"`
	Learner       string      `json:"learner,omitzero"` // zero: "U1"
	Locale        string      `json:"locale,omitzero"`  // "en", "zh"; zero: "en"
	Platform      string      `json:"platform,omitzero"`
	Terms         []string    `json:"terms,omitzero"` // already explained
	Pace          coach.Pace  `json:"pace,omitzero"`
	Phase         coach.Phase `json:"phase,omitzero"`     // zero: module
	Threshold     int         `json:"threshold,omitzero"` // turns, ≥ 1; zero: 20
	Prefs         []string    `json:"prefs,omitzero"`
	ClosedOptions []string    `json:"closed_options,omitzero"`
}

// Coach is a message of the coach. Every field after Text is an annotation; where it is absent it
// is read from the text. A question is read from the text of a message with annotated asks only
// where these are question or yesno.
type Coach struct {
	ID         string            `json:"id"`
	Text       string            `json:"text"`
	Asks       coach.Ask         `json:"asks,omitzero"`
	Question   string            `json:"question,omitzero"`   // a key for its identity
	Directions []coach.Dimension `json:"directions,omitzero"` // nil: read from the text; empty: none
	Step       string            `json:"step,omitzero"`
	Advanced   bool              `json:"advanced,omitzero"`
	Explains   []string          `json:"explains,omitzero"`
	Raises     []string          `json:"raises,omitzero"`
	Deviates   string            `json:"deviates,omitzero"`
	Recalls    bool              `json:"recalls,omitzero"`
	Completes  coach.Stage       `json:"completes,omitzero"`
	Phase      coach.Phase       `json:"phase,omitzero"` // zero: as before
}

// Learner is a message of the learner, or of somebody else where User names another.
//
// The fields from Kind on override what is read from the text. With Kind alone the text still
// gives: errors for kinds up to error_report in the table of kinds, output shown and "still the
// same" up to evidence, questions up to question, resolved up to evidence and for answer, goes_on
// for confirm. What a question, an error report or evidence by its Kind shows without a key and
// without one that can be read is named by its words. Without Kind, an override of errors, new or
// question raises the kind that was read to the one that it makes true.
type Learner struct {
	ID       string     `json:"id"`
	Text     string     `json:"text"`
	User     string     `json:"user,omitzero"` // zero: the learner
	Files    []File     `json:"files,omitzero"`
	More     bool       `json:"more,omitzero"` // the next learner message belongs to the same turn
	Advanced *bool      `json:"advanced,omitzero"`
	Kind     coach.Kind `json:"kind,omitzero"`
	Errors   []string   `json:"errors,omitzero"`   // keys; nil: read from the text; empty: none
	Question string     `json:"question,omitzero"` // key
	New      *bool      `json:"new,omitzero"`
	Resolved *bool      `json:"resolved,omitzero"`
	GoesOn   *bool      `json:"goes_on,omitzero"`
}

// File is a file that came with a message.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Other is a bystander's message.
type Other struct {
	ID   string `json:"id"`
	User string `json:"user"`
	Text string `json:"text"`
}

// Reaction is an emoji put on a message, or taken off with Op "remove".
type Reaction struct {
	ID     string `json:"id"`
	Emoji  string `json:"emoji"`
	Target string `json:"target"`        // an event id, or coach.TargetSummary
	User   string `json:"user,omitzero"` // zero: the learner
	Op     string `json:"op,omitzero"`   // "add", "remove"; zero: add
}

// Edit is a changed message.
type Edit struct {
	ID     string `json:"id"`
	Target string `json:"target"`
	Text   string `json:"text"`
}

// Delete is a removed message.
type Delete struct {
	ID     string `json:"id"`
	Target string `json:"target"`
	Text   string `json:"text,omitzero"`
}

// Store says whether saves succeed from here on.
type Store struct {
	ID string `json:"id"`
	OK bool   `json:"ok"`
}

// Tick says that time has passed.
type Tick struct{}

func (Session) typeName() string  { return "session" }
func (Coach) typeName() string    { return "coach" }
func (Learner) typeName() string  { return "learner" }
func (Other) typeName() string    { return "other" }
func (Reaction) typeName() string { return "reaction" }
func (Edit) typeName() string     { return "edit" }
func (Delete) typeName() string   { return "delete" }
func (Store) typeName() string    { return "store" }
func (Tick) typeName() string     { return "tick" }
func (Expect) typeName() string   { return "expect" }

// annotated reports whether anything that is else read from the text is given.
func (l Learner) annotated() bool {
	return l.Kind != "" || l.Errors != nil || l.Question != "" || l.New != nil ||
		l.Resolved != nil || l.GoesOn != nil
}

// message is the learner's message as the reading takes it.
func (l Learner) message() reading.Message {
	m := reading.Message{Text: l.Text}
	for _, f := range l.Files {
		m.Files = append(m.Files, reading.File(f))
	}
	return m
}
