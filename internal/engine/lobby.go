package engine

import (
	"tack/coach"
	"tack/coach/course"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/internal/transcript"
	"tack/state"
)

// lobby answers in a thread without a session: it opens one, or says what there is.
func (w *work) lobby() error {
	if w.in.Kind != InMessage {
		return nil
	}
	topic := w.in.Topic
	if topic == "" {
		named, opens := w.e.Topic(w.in.Text)
		if !opens {
			return w.answerLobby()
		}
		topic = named
	}
	return w.open(topic)
}

func (w *work) answerLobby() error {
	owners, err := w.e.Store.Owners(w.ctx)
	if err != nil {
		return err
	}
	var saved []string
	for _, o := range owners {
		if o.Learner == w.in.Learner {
			saved = append(saved, o.Topic)
		}
	}
	text := w.e.Lobby.Lobby(w.in.Locale, w.e.Lobby.Intent(w.in.Text), saved)
	w.post(Outgoing{Op: OpPost, Style: StyleTeach, Text: text})
	return nil
}

// open begins the first session of this thread: from the documents, where there are some.
func (w *work) open(topic string) error {
	w.owner = state.Owner{Learner: w.in.Learner, Topic: topic}
	w.t.Course = course.State{Version: course.Version, Topic: topic, Locale: w.in.Locale, Phase: coach.PhaseDiagnosis}
	if err := w.loadDocuments(); err != nil {
		return err
	}
	w.openSession()
	w.beginWindow()
	msg := reading.Message{Text: w.in.Text}
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
		Threshold: w.e.Threshold, Prefs: c.Preferences, ClosedOptions: c.Closed, At: w.in.At,
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
