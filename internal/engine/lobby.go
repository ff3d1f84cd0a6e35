package engine

import (
	"cmp"
	"errors"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/guard"
	"tack/coach/tutor"
	"tack/coach/tutor/track"
	"tack/internal/transcript"
)

// lobby answers in a thread without a session: it opens one, or says what there is.
func (w *work) lobby() error {
	if w.in.Kind != InMessage {
		return nil
	}
	w.t.Gone = false // whoever writes here can read here
	w.in.Locale = or(w.in.Locale, LanguageOf(w.in.Text))
	if w.in.Topic != "" {
		return w.open(w.in.Topic)
	}
	saved, err := w.e.Store.Topics(w.ctx, w.learner())
	if err != nil {
		return err
	}
	o := w.e.opens(w.ctx, w.wish(), saved)
	if o.topic != "" {
		return w.open(o.topic)
	}
	w.answerLobby(o, saved)
	return nil
}

// start has a thread opened for whoever asks for one, whatever else goes on in this one.
func (w *work) start() {
	w.t.Gone = false
	w.in.Locale = or(w.in.Locale, LanguageOf(w.in.Text))
	first := w.in
	first.Kind, first.ID, first.Thread = InMessage, "open-"+w.in.ID, ""
	w.post(Outgoing{
		Op: OpOpen, Style: StyleNote, Topic: w.in.Topic, Opens: &first,
		Text: w.e.Voice.Say(w.in.Locale, "opens", map[string]any{"Topic": w.in.Topic}),
	})
	open := &w.send[len(w.send)-1]
	open.Locale, open.Learner = w.in.Locale, w.in.Learner
}

// answerLobby answers what opens no session. It repeats nothing of the learner's that the guard would
// not let a coach say.
func (w *work) answerLobby(o opening, saved []string) {
	text, err := w.oneOff(o.intent)
	if text == "" {
		text = w.e.Lobby.Lobby(w.in.Locale, o.intent, saved)
	}
	if len(w.e.Guard.Check(tutor.Reply{Text: text}, guard.Context{Locale: w.in.Locale})) > 0 {
		text = w.e.Lobby.Lobby(w.in.Locale, track.Intent{Kind: track.IntentOther}, saved)
	}
	text = w.notice(errors.Join(o.err, err)) + text
	w.post(Outgoing{Op: OpPost, Style: StyleTeach, Text: text})
}

// open begins the first session of this thread: from the documents, where there are some.
func (w *work) open(topic string) error {
	w.t.Rests, w.t.Guessed = w.in.Rests, !w.in.Chosen
	w.t.Course = course.State{Version: course.Version, Topic: topic, Locale: w.in.Locale, Phase: coach.PhaseDiagnosis}
	if err := w.loadDocuments(); err != nil {
		return err
	}
	w.openSession()
	w.beginWindow()
	msg := w.in.message()
	note := &transcript.Learner{}
	r := w.readAs(msg, note)
	if r.Kind == coach.KindStop {
		// Whoever asks for a topic does not want to stop, whatever else the sentence sounds like.
		note.Kind = coach.KindChat
		r = w.readAs(msg, note)
	}
	if d := w.step(coach.Turn{ID: w.in.ID, At: w.in.At, Reading: r}, note); d.Action != coach.ActContinue {
		return w.act(d, msg, r)
	}
	why := tutor.WhyOpen
	if w.t.Course.Window > 1 {
		why = tutor.WhyResume
	}
	return w.speak(w.input(why, msg, r), "")
}

func (w *work) openSession() {
	c := w.t.Course
	o := coach.Opening{
		ID: string(w.in.Thread), Topic: c.Topic, Learner: w.in.Learner, Locale: c.Locale, Phase: c.Phase,
		Pace: w.in.Pace, Threshold: cmp.Or(w.in.Threshold, w.e.Threshold), Prefs: c.Preferences, ClosedOptions: c.Closed, At: w.in.At,
	}
	for _, t := range c.Terms {
		o.Terms = append(o.Terms, t.Term)
	}
	s := coach.Open(o)
	w.t.Session = &s
	w.line(w.in.At, transcript.Session{
		ID: o.ID, Topic: o.Topic, Learner: o.Learner, Locale: s.Locale(), Phase: s.Phase(), Pace: s.Pace(),
		Threshold: s.Threshold(), Terms: o.Terms, Prefs: o.Prefs, ClosedOptions: o.ClosedOptions,
	})
}
