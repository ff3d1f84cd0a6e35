package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/coach/tutor/track"
	"tack/internal/transcript"
	"tack/state"
)

// work is one event on its way through the house: the thread as it will be, and what it makes.
type work struct {
	e      *Engine
	ctx    context.Context
	in     Inbound
	rev    uint64
	t      Thread
	saves  bool // the store takes documents; false: it has just refused them
	send   []Outgoing
	log    [][]byte
	owner  state.Owner
	docs   []state.Document
	agreed bool  // the event is an explicit yes of the learner's to what was asked
	err    error // of the log
}

// decide answers an event on the thread as it stands in the store.
func (e *Engine) decide(ctx context.Context, in Inbound, saves bool) (*work, error) {
	w := &work{e: e, ctx: ctx, in: in, saves: saves, t: Thread{V: threadVersion}}
	stored, err := e.Store.Load(ctx, in.Thread)
	switch {
	case errors.Is(err, state.ErrNotFound):
	case err != nil:
		return nil, err
	default:
		w.rev = stored.Rev
		if w.t, err = decodeThread(stored); err != nil {
			return nil, err
		}
	}
	if w.t.Session == nil {
		err = w.lobby()
	} else {
		w.owner = state.Owner{Learner: w.t.Session.Learner(), Topic: w.t.Course.Topic}
		err = w.event()
	}
	return w, errors.Join(err, w.err)
}

// saving says whether this work writes documents.
func (w *work) saving() bool { return len(w.docs) > 0 }

// change is everything that is committed.
func (w *work) change() state.Change {
	c := state.Change{Thread: w.in.Thread, Rev: w.rev, Done: w.in.ID, Log: w.log, Owner: w.owner, Documents: w.docs}
	w.t.Heard++
	c.Body = mustJSON(w.t)
	for _, m := range w.send {
		c.Send = append(c.Send, state.Message{ID: m.ID, Body: mustJSON(m)})
	}
	return c
}

// event answers an event of a thread that has a session.
func (w *work) event() error {
	if w.saves == w.t.Down {
		w.step(coach.Store{At: w.in.At, OK: w.saves}, nil)
	}
	switch w.in.Kind {
	case InMessage, InWrap:
		return w.message()
	case InReaction:
		d := w.step(coach.Reaction{ID: w.in.ID, At: w.in.At, User: w.in.User, Emoji: w.in.Emoji, Target: w.target(), Remove: w.in.Remove}, nil)
		w.agreed = d.Action == coach.ActContinue && w.t.Last.Asks == coach.AskConfirm
		return w.act(d, reading.Message{}, coach.Reading{})
	case InEdit:
		w.step(coach.Edit{ID: w.in.ID, At: w.in.At, Target: w.in.Target}, nil)
	case InDelete:
		w.step(coach.Edit{ID: w.in.ID, At: w.in.At, Target: w.in.Target, Delete: true}, nil)
	case InTick:
		d := w.step(coach.Tick{At: w.in.At}, nil)
		return w.act(d, reading.Message{}, coach.Reading{})
	case InLocale:
		w.t.Course.Locale = w.in.Locale
	default:
		return fmt.Errorf("event %s: unknown kind %q", w.in.ID, w.in.Kind)
	}
	return nil
}

// target names what a reaction is on as the core knows it.
func (w *work) target() string {
	if w.t.Summary != nil && w.in.Target == w.t.Summary.Message {
		return coach.TargetSummary
	}
	return w.in.Target
}

// message answers what the learner wrote.
func (w *work) message() error {
	msg := reading.Message{Text: w.in.Text}
	for _, f := range w.in.Files {
		msg.Files = append(msg.Files, reading.File(f))
	}
	if w.in.User != "" && w.in.User != w.t.Session.Learner() {
		w.step(coach.Turn{ID: w.in.ID, At: w.in.At, User: w.in.User}, nil)
		return nil
	}
	if strings.TrimSpace(msg.Text) == "" && len(msg.Files) == 0 {
		return nil
	}
	if w.e.Forms.IsContext(msg.Text) && w.t.Session.State() != coach.Closing {
		return w.takeContext(msg)
	}
	r, annotated := w.read(msg)
	turn := coach.Turn{ID: w.in.ID, At: w.in.At, Reading: r}
	if a, ok := w.e.Tutor.(tutor.Assessor); ok {
		turn.Advanced = a.Assess(w.input(tutor.WhyTurn, msg, r))
	}
	w.agreed = r.Kind == coach.KindConfirm && w.t.Last.Asks == coach.AskConfirm
	back := w.comesBack(msg.Text)
	d := w.step(turn, annotated)
	if back && d.Action == coach.ActContinue {
		return w.speak(w.input(tutor.WhyResume, msg, r), "")
	}
	return w.act(d, msg, r)
}

// away is after which time without a word "continue TOPIC" asks where the course stands; before it,
// it is a go-ahead.
const away = time.Hour

// comesBack says whether a message takes up a session that was left open.
func (w *work) comesBack(text string) bool {
	if w.in.At.Sub(w.t.Session.Now()) < away {
		return false
	}
	in := w.e.Lobby.Intent(text)
	return in.Kind == track.IntentContinue && in.Topic == w.t.Course.Topic
}

// read reads a message. What a command or a closed thread makes of it is annotated in the log, so
// that a replay decides the same.
func (w *work) read(msg reading.Message) (coach.Reading, *transcript.Learner) {
	note := &transcript.Learner{}
	if w.in.Kind == InWrap {
		note.Kind = coach.KindStop
	} else if w.t.Session.State() == coach.Closed {
		if _, opens := w.e.Topic(msg.Text); opens {
			note.Kind = coach.KindContinue
		}
	}
	return w.readAs(msg, note), note
}

// readAs reads a message and lets what is annotated stand.
func (w *work) readAs(msg reading.Message, note *transcript.Learner) coach.Reading {
	return transcript.Override(w.e.Reader.Learner(reading.ContextOf(*w.t.Session), msg), *note)
}

// step feeds the core one event and logs it. note carries what is annotated on a learner's line.
func (w *work) step(e coach.Event, note *transcript.Learner) coach.Decision {
	s, d, _ := coach.Step(*w.t.Session, e)
	w.t.Session = &s
	switch e := e.(type) {
	case coach.Turn:
		line := transcript.Learner{ID: e.ID, Text: w.in.Text, User: e.User, Advanced: e.Advanced}
		if note != nil {
			line.Kind = note.Kind
		}
		for _, f := range w.in.Files {
			line.Files = append(line.Files, transcript.File(f))
		}
		w.line(e.At, line)
	case coach.Reaction:
		line := transcript.Reaction{ID: e.ID, Emoji: e.Emoji, Target: e.Target, User: e.User}
		if e.Remove {
			line.Op = "remove"
		}
		w.line(e.At, line)
	case coach.Edit:
		if e.Delete {
			w.line(e.At, transcript.Delete{ID: e.ID, Target: e.Target})
		} else {
			w.line(e.At, transcript.Edit{ID: e.ID, Target: e.Target, Text: w.in.Text})
		}
	case coach.Store:
		w.line(e.At, transcript.Store{ID: w.in.ID + "-store", OK: e.OK})
		w.t.Down = !e.OK
	case coach.Tick:
		w.line(e.At, transcript.Tick{})
	}
	return d
}

func (w *work) line(at time.Time, e transcript.Event) {
	b, err := transcript.Encode(at, e)
	if err != nil {
		w.err = errors.Join(w.err, err)
		return
	}
	w.log = append(w.log, b)
}

// input is what the tutor is told.
func (w *work) input(why tutor.Why, msg reading.Message, r coach.Reading) tutor.Input {
	s := w.t.Session
	return tutor.Input{
		Why: why, Now: w.in.At, Locale: w.t.Course.Locale, Pace: s.Pace(), Course: w.t.Course,
		Message: msg, Reading: r, Last: w.t.Last, Budget: s.Counts().Budget, Tried: s.Tried(),
	}
}

// speak has the tutor answer, guards the answer, and lets the core see it before it is sent: one
// that fires a rule is withheld, and the core speaks in its place.
func (w *work) speak(in tutor.Input, suffix string) error {
	reply, err := w.e.Tutor.Reply(w.ctx, in)
	if err != nil {
		w.e.Log.Error("tutor", "thread", w.in.Thread, "err", err)
		reply = tutor.Reply{Text: w.say("plain", nil), Asks: coach.AskNone, Course: w.t.Course}
	}
	reply = w.guarded(reply)
	id := w.nextID()
	said, line := w.said(id, reply)
	w.line(w.in.At, line)
	s, d, fired := coach.Step(*w.t.Session, said)
	w.t.Session = &s
	w.t.Course = reply.Course
	if fired {
		w.t.Posted--
		return w.intervene(d)
	}
	w.t.Last = tutor.Last{Asks: reply.Asks, Step: reply.Step, Text: reply.Text}
	if reply.Text != "" {
		w.post(Outgoing{Op: OpPost, ID: id, Style: StyleTeach, Text: reply.Text + suffix})
	}
	if reply.Saves {
		return w.saveDocuments("")
	}
	return nil
}

// said makes the core's event of a reply, and its line in the log.
func (w *work) said(id string, r tutor.Reply) (coach.Said, transcript.Coach) {
	dims := []coach.Dimension{}
	for _, d := range r.Directions {
		dims = append(dims, d.Dimension)
	}
	text := w.e.Reader.Coach(reading.ContextOf(*w.t.Session), r.Text)
	line := transcript.Coach{
		ID: id, Text: r.Text, Asks: r.Asks, Question: r.Question, Directions: dims, Step: r.Step,
		Advanced: r.Advanced, Explains: r.Explains, Raises: r.Raises, Deviates: r.Deviates,
		Recalls: r.Recalls, Completes: r.Completes, Phase: r.Course.Phase,
	}
	said := transcript.Annotate(line, text)
	said.At = w.in.At
	return said, line
}

// guarded checks a reply and repairs it; one beyond repair becomes a plain one.
func (w *work) guarded(r tutor.Reply) tutor.Reply {
	c := guard.Context{
		Phase: w.t.Course.Phase, Locale: w.t.Course.Locale, Pace: w.t.Session.Pace(), Step: w.t.Last.Step,
		Preferences: w.t.Course.Preferences, Closed: w.t.Course.Closed, Depth: w.t.Course.Route.Depth,
		RouteConfirmed: w.t.Course.Route.Confirmed,
	}
	if w.agreed {
		// The learner's own yes opens gate B; a reply alone cannot.
		c.Phase, c.RouteConfirmed = r.Course.Phase, r.Course.Route.Confirmed
	}
	for _, t := range w.t.Course.Terms {
		c.Terms = append(c.Terms, t.Term)
	}
	violations := w.e.Guard.Check(r, c)
	if len(violations) == 0 {
		return r
	}
	for _, v := range violations {
		w.e.Log.Warn("reply breaks a rule", "thread", w.in.Thread, "rule", v.Rule, "name", v.Name)
	}
	if repaired, ok := w.e.Guard.Repair(r, c, violations); ok {
		return repaired
	}
	return tutor.Reply{Text: w.say("plain", nil), Asks: coach.AskNone, Course: w.t.Course}
}

// nextID numbers the coach's messages.
func (w *work) nextID() string {
	w.t.Posted++
	return fmt.Sprintf("c%d", w.t.Posted)
}

func (w *work) post(m Outgoing) {
	m.Thread = w.in.Thread
	if m.ID == "" {
		m.ID = w.nextID()
	}
	w.send = append(w.send, m)
}

func (w *work) say(key string, data any) string {
	return w.e.Voice.Say(w.t.Course.Locale, key, data)
}
