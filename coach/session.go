package coach

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Version of the encoded session. A session of a newer version is refused, never half read.
const Version = 1

// ErrVersion says that an encoded session was written by a newer or unknown program.
var ErrVersion = errors.New("session version not supported")

// DefaultThreshold is the number of turns at which a session is closed out.
const DefaultThreshold = 20

// The numbers of the protocol that are no settings of a session.
const (
	SameErrorTurns    = 3
	SameQuestionTurns = 2
	NoProgressTurns   = 3
	stuckTurns        = 4 // the first report is the first of them
	stuckDimensions   = 2
	AckRow            = 2
	BreakOutBudget    = 2
	lookbacks         = 3
	busyFor           = 30 * time.Minute
	remindAfter       = 24 * time.Hour
	parkAfter         = 72 * time.Hour
)

// Opening is what a session begins with. Empty fields take the defaults named.
type Opening struct {
	ID            string
	Topic         string
	Learner       string // "U1"
	Locale        string // "en"
	Phase         Phase  // PhaseModule
	Pace          Pace   // PaceStepConfirm
	Threshold     int    // turns; 0 or less: DefaultThreshold
	Terms         []string
	Prefs         []string
	ClosedOptions []string
	At            time.Time
}

// Session is one learner and the coach in one thread. It is a value: Step returns a new one and
// leaves the old as it was. Its fields are read through methods and changed by Step alone.
type Session struct {
	d data
}

// data is the encoded form; short names, since a session is stored with every turn.
type data struct {
	V         int       `json:"v"`
	ID        string    `json:"id"`
	Topic     string    `json:"topic,omitempty"`
	Learner   string    `json:"learner"`
	Locale    string    `json:"locale"`
	Phase     Phase     `json:"phase"`
	Pace      Pace      `json:"pace"`
	Threshold int       `json:"threshold"`
	Prefs     []string  `json:"prefs,omitempty"`
	Options   []string  `json:"options,omitempty"` // closed ones
	Terms     []string  `json:"terms,omitempty"`
	State     State     `json:"state"`
	Now       time.Time `json:"now"`

	Turn     int    `json:"turn"`   // learner turns so far, over all windows
	Turns    int    `json:"turns"`  // learner turns of this window
	Window   int    `json:"window"` // from 1
	LastTurn string `json:"last_turn,omitempty"`
	Seq      int    `json:"seq"` // coach messages so far, the core's own included

	Last     lastMessage `json:"last"`
	LastStep string      `json:"last_step,omitempty"`
	Sets     []string    `json:"sets,omitempty"` // by the coach's last direction
	Issue    issue       `json:"issue"`
	Known    []Identity  `json:"known,omitempty"` // errors of the session, the one last shown first
	Seen     prints      `json:"seen,omitempty"`

	NoProgress      int       `json:"no_progress,omitempty"`
	NoProgressTurns []string  `json:"no_progress_turns,omitempty"` // the last three
	Acks            []ack     `json:"acks,omitempty"`
	BusySince       time.Time `json:"busy,omitzero"`
	Warned          bool      `json:"warned,omitempty"`
	Threshed        int       `json:"threshed,omitempty"`  // the turn on which length.threshold last fired
	Lookbacks       []string  `json:"lookbacks,omitempty"` // the turn before each, at most as many as needed to fire
	BreakOut        breakOut  `json:"break_out,omitzero"`
	Close           closeOut  `json:"close,omitzero"`
	StoreDown       bool      `json:"store_down,omitempty"`
}

// lastMessage is the last coach message. The core's own has no ID and asks for nothing.
type lastMessage struct {
	ID       string   `json:"id,omitempty"`
	Asks     Ask      `json:"asks,omitempty"`
	YesMeans YesMeans `json:"yes,omitempty"`
	Problem  bool     `json:"problem,omitempty"`
	Answered bool     `json:"answered,omitempty"` // a turn has come since
	GoAhead  bool     `json:"go,omitempty"`       // its go-ahead was given by a reaction
}

// issue is the problem open on the current step; there is always one record (details A7).
type issue struct {
	Errors    []openError        `json:"errors,omitempty"`
	Questions []asked            `json:"questions,omitempty"`
	Put       []putQuestion      `json:"put,omitempty"`
	Tried     map[Dimension]bool `json:"tried,omitempty"`
	LastError string             `json:"last_error,omitempty"` // key
}

type openError struct {
	Key   string             `json:"key"`
	Count int                `json:"count"`
	Age   int                `json:"age"`             // turns it has been open, neutral ones not counted
	Turns []string           `json:"turns,omitempty"` // that showed it, the last few
	Dims  map[Dimension]bool `json:"dims,omitempty"`  // of the directions given since its report
}

// asked is a question of the learner's.
type asked struct {
	Identity
	Count int      `json:"count"`
	Seq   int      `json:"seq"` // coach messages at the time it was last asked
	Turns []string `json:"turns,omitempty"`
}

// putQuestion is a question of the coach's.
type putQuestion struct {
	Identity
	Count    int      `json:"count"`
	Turn     int      `json:"turn"`            // learner turns at the time it was last put
	Armed    bool     `json:"armed,omitempty"` // put twice: the next turn that is not neutral decides
	Digress  bool     `json:"digress,omitempty"`
	Answered []string `json:"answered,omitempty"` // the first turn after each put
}

// ack is a request acknowledged in a row of acks.
type ack struct {
	Message string   `json:"message"`
	Turn    string   `json:"turn,omitempty"` // of the text ack; empty: by reaction alone
	Emoji   []string `json:"emoji,omitempty"`
}

// breakOut is the running break-out; Method survives it, since the next must differ.
type breakOut struct {
	Budget int                `json:"budget,omitempty"`
	Method Dimension          `json:"method,omitempty"`
	Used   map[Dimension]bool `json:"used,omitempty"` // methods of this issue's notices
	Turns  []string           `json:"turns,omitempty"`
}

// closeOut is the proposed close-out.
type closeOut struct {
	Rules      []Rule    `json:"rules,omitempty"`
	Kept       bool      `json:"kept,omitempty"` // a wish to go on does not withdraw it
	Wish       bool      `json:"wish,omitempty"` // to go on after the save
	SavedFirst bool      `json:"saved_first,omitempty"`
	Shown      time.Time `json:"shown,omitzero"`
	Reminded   bool      `json:"reminded,omitempty"`
	Vague      bool      `json:"vague,omitempty"`    // asked back once for this showing
	SaveDue    bool      `json:"save_due,omitempty"` // confirmed, and the store failed
	ByReaction bool      `json:"by_reaction,omitempty"`
}

// Open begins a session.
func Open(o Opening) Session {
	d := data{
		V: Version, ID: o.ID, Topic: o.Topic, Learner: or(o.Learner, "U1"), Locale: or(o.Locale, "en"),
		Phase: or(o.Phase, PhaseModule), Pace: or(o.Pace, PaceStepConfirm), Threshold: o.Threshold,
		Prefs: slices.Clone(o.Prefs), Options: slices.Clone(o.ClosedOptions),
		State: Coaching, Window: 1, Now: o.At.UTC(),
	}
	if d.Threshold <= 0 {
		d.Threshold = DefaultThreshold
	}
	d.explain(o.Terms)
	return Session{d}
}

func or[T comparable](v, fallback T) T {
	var zero T
	if v == zero {
		return fallback
	}
	return v
}

// MarshalJSON encodes the session, its version with it.
func (s Session) MarshalJSON() ([]byte, error) { return json.Marshal(s.d) }

// UnmarshalJSON decodes a session; it fails with ErrVersion on one of another version.
func (s *Session) UnmarshalJSON(b []byte) error {
	var head struct {
		V int `json:"v"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return fmt.Errorf("decode session: %w", err)
	}
	if head.V != Version {
		return fmt.Errorf("decode session: version %d, want %d: %w", head.V, Version, ErrVersion)
	}
	var d data
	if err := json.Unmarshal(b, &d); err != nil {
		return fmt.Errorf("decode session: %w", err)
	}
	s.d = d
	return nil
}

// ID returns the session's id.
func (s Session) ID() string { return s.d.ID }

// Topic returns what is learned.
func (s Session) Topic() string { return s.d.Topic }

// Learner returns the id of the user who opened the session.
func (s Session) Learner() string { return s.d.Learner }

// Locale returns the language of the session.
func (s Session) Locale() string { return s.d.Locale }

// Pace returns how much one message may carry.
func (s Session) Pace() Pace { return s.d.Pace }

// Phase returns where the course stands.
func (s Session) Phase() Phase { return s.d.Phase }

// State returns where the session stands.
func (s Session) State() State { return s.d.State }

// Threshold returns the number of turns at which the session is closed out.
func (s Session) Threshold() int { return s.d.Threshold }

// LengthDue returns at how many turns length.threshold can fire next, and length.warning; the latter
// is 0 when it does not come any more.
func (s Session) LengthDue() (threshold, warning int) {
	if !s.d.Warned && s.d.Threshed == 0 {
		warning = ceil(3*s.d.Threshold, 4)
	}
	return s.d.nextThreshold(), warning
}

// Window returns which session on the topic this is, from 1.
func (s Session) Window() int { return s.d.Window }

// Now returns the time of the last event.
func (s Session) Now() time.Time { return s.d.Now }

// Counts returns the counters.
func (s Session) Counts() Counts { return s.d.counts() }

// CloseRules returns the rules for which the close-out in hand was proposed; nil outside one.
func (s Session) CloseRules() []Rule { return slices.Clone(s.d.Close.Rules) }

// SavedFirst says whether the close-out in hand was saved before it was asked about.
func (s Session) SavedFirst() bool { return s.d.Close.SavedFirst }

// Kept says whether a wish to go on is remembered, instead of withdrawing the close-out in hand.
func (s Session) Kept() bool { return s.d.Close.Kept }

// OpenFor returns for how many turns the oldest open error has been open.
func (s Session) OpenFor() int { return s.d.oldestError() }

// Tried returns the dimensions tried on the open issue, the break-outs' methods among them.
func (s Session) Tried() []Dimension {
	var tried []Dimension
	for _, dim := range Dimensions {
		if s.d.Issue.Tried[dim] || s.d.BreakOut.Used[dim] {
			tried = append(tried, dim)
		}
	}
	return tried
}

// Due returns when a tick may change something: a reminder, a parking or a save to be tried again.
// The zero time means that none is awaited.
func (s Session) Due() time.Time {
	c := s.d.Close
	switch {
	case s.d.State != Closing:
		return time.Time{}
	case c.SaveDue:
		return s.d.Now
	case c.Reminded:
		return c.Shown.Add(parkAfter)
	default:
		return c.Shown.Add(remindAfter)
	}
}

func (d *data) counts() Counts {
	c := Counts{Turns: d.Turns, NoProgress: d.NoProgress, Acks: len(d.Acks)}
	for _, e := range d.Issue.Errors {
		c.SameError = max(c.SameError, e.Count)
	}
	for _, q := range d.Issue.Questions {
		c.SameQuestion = max(c.SameQuestion, q.Count)
	}
	for _, q := range d.Issue.Put {
		c.SameQuestion = max(c.SameQuestion, q.Count)
	}
	if d.State == BreakingOut {
		c.Budget = d.BreakOut.Budget
	}
	return c
}
