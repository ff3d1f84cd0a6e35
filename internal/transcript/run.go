package transcript

import (
	"errors"
	"strings"
	"time"

	"tack/coach"
)

// start is the time of a session line without one.
var start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// Result is the decision on one event.
type Result struct {
	Pos      Pos // of the line that was decided; for a turn its last message
	Decision coach.Decision
	Heard    []Learner     // the messages of a learner turn; nil: the event is none
	Reading  coach.Reading // of the turn
	Before   coach.Session // the session that the event came to
}

// Runner runs the lines of one input over the core. The zero value is not ready; see NewRunner.
type Runner struct {
	reader  Reader
	open    bool // a session line has come
	session coach.Session
	now     time.Time
	seen    map[string]bool // ids of this session
	turn    openTurn
	last    last
}

// openTurn are the messages of a turn whose end has not come; id, at and pos are the last one's.
type openTurn struct {
	messages []Learner
	id       string
	at       time.Time
	pos      Pos
	expects  []expect // behind the last message: right only if no other message joins the turn
}

// last is what an expect line may stand behind.
type last struct {
	what   string  // the event before, in words
	result *Result // its decision; nil: none
	fires  bool    // it gives a decision only if it fires a rule
	joins  bool    // it is a message of a turn that is still open
}

// NewRunner returns a Runner for one input.
func NewRunner(r Reader) *Runner { return &Runner{reader: r} }

// Outcome is what one line, or the end of the input, brings.
type Outcome struct {
	Session bool         // a session begins
	Results []Result     // at most two: a session line also ends the turn that was open before it
	Checked int          // expect lines compared
	Differ  []Difference // where a decision is not the one wanted
}

// Line takes the next line. Its error is an *Error about the line, or about an expect line before.
func (r *Runner) Line(l Line) (Outcome, error) {
	if s, ok := l.Event.(Session); ok {
		out := r.End()
		r.begin(l, s)
		out.Session = true
		return out, nil
	}
	if !r.open {
		return Outcome{}, &Error{l.Pos, "type", errors.New("the first line must be a session")}
	}
	if e, ok := l.Event.(Expect); ok {
		return r.expect(expect{l.Pos, e})
	}
	r.advance(l)
	if id := idOf(l.Event); id != "" {
		if r.seen[id] {
			return r.duplicate(l, id), nil
		}
		r.seen[id] = true
	}
	if m, ok := l.Event.(Learner); ok && r.isLearner(m.User) {
		return r.learner(l.Pos, m)
	}
	return r.event(l), nil
}

// End ends an open turn, at the end of the input or before the next session.
func (r *Runner) End() Outcome {
	out := r.endTurn()
	r.last = last{}
	return out
}

func (r *Runner) begin(l Line, s Session) {
	r.now = start
	if !l.At.IsZero() {
		r.now = l.At
	}
	r.open, r.turn, r.seen = true, openTurn{}, map[string]bool{}
	r.last = last{what: "the session line"}
	r.session = coach.Open(coach.Opening{
		ID: s.ID, Topic: s.Topic, Learner: s.Learner, Locale: s.Locale, Phase: s.Phase, Pace: s.Pace,
		Threshold: s.Threshold, Terms: s.Terms, Prefs: s.Prefs, ClosedOptions: s.ClosedOptions, At: r.now,
	})
}

// advance sets the time of a line: its own, or one minute after the line before it (details A1).
func (r *Runner) advance(l Line) {
	r.now = r.now.Add(time.Minute)
	if !l.At.IsZero() {
		r.now = l.At
	}
}

// event runs any line but a session, an expect and a message of the learner.
func (r *Runner) event(l Line) Outcome {
	r.last = last{what: "the " + l.Event.typeName() + " line"}
	event := r.coachEvent(l)
	if event == nil {
		return Outcome{}
	}
	before := r.session
	after, decision, ok := coach.Step(before, event)
	r.session = after
	if !ok {
		_, r.last.fires = event.(coach.Said)
		return Outcome{}
	}
	if _, ok := event.(coach.Tick); ok {
		decision.Event = "tick@" + r.stamp(l)
	}
	return r.decided(&Result{Pos: l.Pos, Decision: decision, Before: before})
}

// decided is the outcome of one decision; an expect line may follow it.
func (r *Runner) decided(result *Result) Outcome {
	r.last.result = result
	return Outcome{Results: []Result{*result}}
}

// stamp is the time of a line as it was written, or as it was set.
func (r *Runner) stamp(l Line) string {
	if l.RawAt != "" {
		return l.RawAt
	}
	return r.now.Format(time.RFC3339Nano)
}

// coachEvent makes the core's event of a line; nil if the core has none for it.
func (r *Runner) coachEvent(l Line) coach.Event {
	switch e := l.Event.(type) {
	case Coach:
		said := readCoach(r.reader, r.session, e)
		said.At = r.now
		return said
	case Learner:
		return coach.Turn{ID: e.ID, At: r.now, User: e.User}
	case Reaction:
		return coach.Reaction{
			ID: e.ID, At: r.now, User: e.User, Emoji: e.Emoji, Target: e.Target, Remove: e.Op == "remove",
		}
	case Edit:
		return coach.Edit{ID: e.ID, At: r.now, Target: e.Target}
	case Delete:
		return coach.Edit{ID: e.ID, At: r.now, Target: e.Target, Delete: true}
	case Store:
		return coach.Store{At: r.now, OK: e.OK}
	case Tick:
		return coach.Tick{At: r.now}
	}
	return nil
}

// duplicate answers a repeated id: a decision for what would have given one by its type (details A2).
func (r *Runner) duplicate(l Line, id string) Outcome {
	r.last = last{what: "the repeated " + l.Event.typeName() + " line"}
	switch l.Event.(type) {
	case Learner, Reaction, Edit, Delete:
		decision := r.session.Ignored(id, coach.KindDuplicate)
		return r.decided(&Result{Pos: l.Pos, Decision: decision, Before: r.session})
	}
	return Outcome{}
}

func (r *Runner) isLearner(user string) bool {
	return user == "" || user == r.session.Learner()
}

// learner adds a message to the open turn and decides the turn if it ends.
func (r *Runner) learner(pos Pos, m Learner) (Outcome, error) {
	r.last = last{what: "an empty message"}
	if strings.TrimSpace(m.Text) != "" || len(m.Files) > 0 {
		if e := r.turn.expects; len(e) > 0 {
			return Outcome{}, noDecision(e[0], "a message of a turn that goes on")
		}
		r.turn.messages = append(r.turn.messages, m)
		r.turn.id, r.turn.at, r.turn.pos = m.ID, r.now, pos
		r.last = last{what: "a message of a turn", joins: m.More}
	}
	if m.More {
		return Outcome{}, nil
	}
	return r.endTurn(), nil
}

// endTurn decides the open turn, if there is one.
func (r *Runner) endTurn() Outcome {
	t := r.turn
	r.turn = openTurn{}
	if len(t.messages) == 0 {
		return Outcome{}
	}
	read := ReadTurn(r.reader, r.session, t.messages)
	before := r.session
	after, decision, _ := coach.Step(before, coach.Turn{
		ID: t.id, At: t.at, Reading: read, Advanced: advanced(t.messages),
	})
	r.session = after
	out := r.decided(&Result{Pos: t.pos, Decision: decision, Heard: t.messages, Reading: read, Before: before})
	for _, e := range t.expects {
		out.check(e, r.last.result)
	}
	return out
}

// advanced is true if any message of the turn says so, else false if any does, else nil.
func advanced(messages []Learner) *bool {
	var said *bool
	for _, m := range messages {
		if m.Advanced != nil && (said == nil || *m.Advanced) {
			said = m.Advanced
		}
	}
	return said
}

func idOf(e Event) string {
	switch e := e.(type) {
	case Coach:
		return e.ID
	case Learner:
		return e.ID
	case Other:
		return e.ID
	case Reaction:
		return e.ID
	case Edit:
		return e.ID
	case Delete:
		return e.ID
	case Store:
		return e.ID
	}
	return ""
}

// Session is the session as it stands after the lines so far.
func (r *Runner) Session() coach.Session { return r.session }
