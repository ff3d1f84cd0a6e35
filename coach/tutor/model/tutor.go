// Package model is the tutor that speaks through a language model: any topic of software development,
// in the frame that the rules give.
//
// Goals: the model only words things and judges what the learner wrote, with a quotation as proof; every
// phase, gate and record is moved by code; an answer that breaks a rule is asked for again once, with
// the faults named, and then repaired or replaced; where the model cannot be asked, the track tutor
// or plain texts answer; a prompt is never larger than its budget, however long the session is; all
// text of the learner's is data. Non-goals: the network (internal/openai), deciding (coach), storing.
//
//	t := model.New(model.Config{Chat: client, Guard: g, Prompts: prompts, Words: words, Voice: own})
//	reply, err := t.Reply(ctx, tutor.Input{Why: tutor.WhyOpen, ...})
package model

import (
	"context"
	"errors"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/guard"
	"tack/coach/tutor"
	"tack/coach/voice"
)

// DefaultBudget is how many tokens a prompt has at most, its schema and history included.
const DefaultBudget = 6000

// Config is what a Tutor is made of. Chat, Guard, Prompts, Words and Voice are required.
type Config struct {
	Chat    Chat
	Guard   *guard.Guard
	Prompts *Prompts
	Words   *voice.Voice // messages/tutor: what every tutor says
	Voice   *voice.Voice // messages/model
	Cache   Cache        // keeps routes; nil: the same route is asked for again
	Track   tutor.Tutor  // speaks where the model cannot be asked; nil: plain texts do
	Tracks  func(topic string) bool
	Budget  int               // tokens of a prompt; 0: DefaultBudget; at least minBudget
	Watch   func(name string) // counts faults of answers by name, and "fallback"; nil: nobody counts
}

// minBudget is the least with which the longest prompt leaves room for a turn.
const minBudget = 3500

// Tutor teaches through a model. It keeps nothing between replies, and is safe for concurrent use if
// what it is made of is.
type Tutor struct {
	Config
	heard wordings
	rules map[string]bool // pieces of all prompts: what no reply may repeat
}

var _ tutor.Tutor = (*Tutor)(nil)

// New makes a tutor. A pattern in the texts that is no RE2 panics.
func New(c Config) *Tutor {
	if c.Budget == 0 {
		c.Budget = DefaultBudget
	}
	c.Budget = max(c.Budget, minBudget)
	if c.Watch == nil {
		c.Watch = func(string) {}
	}
	if c.Track == nil || c.Tracks == nil {
		c.Tracks = func(string) bool { return false }
	}
	return &Tutor{Config: c, heard: wordingsOf(c.Voice), rules: c.Prompts.rules()}
}

// Reply says what comes next. Where the model cannot be asked it says so once and goes on without; it
// fails only where the track tutor does.
func (t *Tutor) Reply(ctx context.Context, in tutor.Input) (tutor.Reply, error) {
	if t.tracked(in.Course) {
		return t.Track.Reply(ctx, in)
	}
	u := t.newTurn(ctx, in)
	err := u.answer()
	if err == nil {
		return u.done(), nil
	}
	t.Watch("fallback")
	return t.without(u, err)
}

// Assess says whether a turn advanced the task where the track tutor can tell; nil: it shows with the
// reply.
func (t *Tutor) Assess(in tutor.Input) *bool {
	if a, ok := t.Track.(tutor.Assessor); ok && t.tracked(in.Course) {
		return a.Assess(in)
	}
	return nil
}

// tracked reports whether a course follows the route of a track: its tutor teaches it to the end.
func (t *Tutor) tracked(c course.State) bool {
	return len(c.Route.Modules) > 0 && len(planOf(c).Modules) == 0 && t.Tracks(c.Topic)
}

// without answers a turn for which the model could not be asked: by the track, as long as no route was
// made by a model, else by plain texts.
func (t *Tutor) without(u *turn, cause error) (tutor.Reply, error) {
	told := u.in.Last.Away || errors.Is(cause, errUnfit)
	var r tutor.Reply
	if t.Tracks(u.in.Course.Topic) && len(planOf(u.c).Modules) == 0 && !u.c.Route.Confirmed {
		var err error
		if r, err = t.Track.Reply(u.ctx, u.in); err != nil {
			return tutor.Reply{}, err
		}
	} else {
		u.plain()
		r = u.done()
	}
	if !told {
		r.Text = u.Away(u.loc, cause) + "\n\n" + r.Text
	}
	r.Away = !errors.Is(cause, errUnfit)
	return r, nil
}

// answer goes by the occasion, and then by the phase.
func (u *turn) answer() error {
	switch u.in.Why {
	case tutor.WhyOpen:
		return u.open()
	case tutor.WhyResume:
		u.checks()
		return u.goOn()
	case tutor.WhyGoOn:
		return u.goOn()
	case tutor.WhyBreakOut:
		return u.breakOut()
	}
	switch u.c.Phase {
	case coach.PhaseNegotiation:
		return u.negotiate()
	case coach.PhaseSetup, coach.PhaseModule:
		return u.work()
	default:
		return u.diagnose()
	}
}

// goOn does the locked to-do.
func (u *turn) goOn() error {
	switch u.c.Phase {
	case coach.PhaseNegotiation:
		return u.showDraft()
	case coach.PhaseSetup, coach.PhaseModule:
		return u.carryOn()
	default:
		u.c.Phase = coach.PhaseDiagnosis
		return u.nextDimension()
	}
}
