package engine

import (
	"context"
	"errors"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/internal/transcript"
)

// input is what the tutor is told.
func (w *work) input(why tutor.Why, msg reading.Message, r coach.Reading) tutor.Input {
	s := w.t.Session
	return tutor.Input{
		Why: why, Now: w.in.At, Locale: w.t.Course.Locale, Pace: s.Pace(), Course: w.t.Course,
		Message: msg, Reading: r, Last: w.t.Last, Budget: s.Counts().Budget, Tried: s.Tried(),
		History: w.t.History, Past: past{w.e.Store, w.in.Thread},
		Learner: account(w.learner()), Channel: channelOf(w.in.Thread),
	}
}

// speak has the tutor answer, guards the answer, and lets the core see it before it is sent: one
// that fires a rule is withheld, and the core speaks in its place.
func (w *work) speak(in tutor.Input, suffix string) error {
	reply, err := w.reply(in)
	if err != nil {
		w.e.Meter.Count(MetricTutor, 1)
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
		w.count(d)
		return w.intervene(d)
	}
	w.t.Last = tutor.Last{Asks: reply.Asks, Step: reply.Step, Text: reply.Text, Away: reply.Away}
	w.remember(in.Message.Text, reply.Text)
	if reply.Text != "" {
		w.post(Outgoing{Op: OpPost, ID: id, Style: StyleTeach, Text: reply.Text + suffix})
	}
	if reply.Saves {
		return w.saveDocuments("")
	}
	return nil
}

// reply has the tutor answer. A tutor that panics costs the learner one answer, not all that follow.
func (w *work) reply(in tutor.Input) (reply tutor.Reply, err error) {
	ctx, cancel := context.WithTimeoutCause(w.ctx, tutorFor, errors.New("the tutor takes too long"))
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = w.e.panicked(p)
		}
	}()
	return w.e.Tutor.Reply(ctx, in)
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
	if a, ok := w.e.Platforms[w.in.Thread.Platform()].(Addresser); ok {
		c.Learner = a.Addresses(w.t.Session.Learner())
	}
	for _, t := range w.t.Course.Terms {
		c.Terms = append(c.Terms, t.Term)
	}
	violations := w.e.Guard.Check(r, c)
	if len(violations) == 0 {
		return r
	}
	for _, v := range violations {
		w.e.Meter.Count(MetricGuard, 1, v.Name)
		w.e.Log.Warn("reply breaks a rule", "thread", w.in.Thread, "rule", v.Rule, "name", v.Name)
	}
	if repaired, ok := w.e.Guard.Repair(r, c, violations); ok {
		return repaired
	}
	return tutor.Reply{Text: w.say("plain", nil), Asks: coach.AskNone, Course: w.t.Course}
}

// nextID numbers the coach's messages. The first one begins a life of the thread.
func (w *work) nextID() string {
	if w.t.Posted == 0 && w.t.Life == "" {
		w.t.Life = lifeOf(w.in.ID)
	}
	w.t.Posted++
	return w.t.MessageID(w.t.Posted)
}

// post has something said; nothing is where nothing can be written.
func (w *work) post(m Outgoing) {
	if w.t.Gone {
		return
	}
	m.Thread, m.Learner, m.Locale = w.in.Thread, w.learner().ID, w.t.Course.Locale
	if m.ID == "" {
		m.ID = w.nextID()
	}
	w.send = append(w.send, m)
}

func (w *work) say(key string, data any) string {
	return w.e.Voice.Say(w.t.Course.Locale, key, data)
}

// count counts a decision.
func (w *work) count(d coach.Decision) {
	w.e.Meter.Count(MetricDecisions, 1, string(d.Action))
	for _, rule := range d.Fired {
		w.e.Meter.Count(MetricFired, 1, string(rule))
	}
}
