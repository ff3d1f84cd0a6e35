package engine

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tack/coach"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/coach/tutor/model"
	"tack/coach/tutor/track"
	"tack/internal/transcript"
)

// event answers an event of a thread that has a session.
func (w *work) event() error {
	if w.saves == w.t.Down {
		w.step(coach.Store{At: w.in.At, OK: w.saves}, nil)
	}
	switch w.in.Kind {
	case InMessage, InWrap, InGoOn:
		return w.comeBack()
	case InReaction:
		d := w.step(coach.Reaction{ID: w.in.ID, At: w.in.At, User: w.in.User, Emoji: w.in.Emoji, Target: w.target(), Remove: w.in.Remove}, nil)
		w.agreed = d.Action == coach.ActContinue && w.t.Last.Asks == coach.AskConfirm
		return w.act(d, reading.Message{}, coach.Reading{})
	case InEdit:
		if w.learners() { // what others write is not kept, nor what they make of it
			w.step(coach.Edit{ID: w.in.ID, At: w.in.At, Target: w.in.Target}, nil)
			return w.keepEarly()
		}
	case InDelete:
		w.step(coach.Edit{ID: w.in.ID, At: w.in.At, Target: w.in.Target, Delete: true}, nil)
		return w.keepEarly()
	case InLocale:
		return w.choose()
	case inTick:
		d := w.step(coach.Tick{At: w.in.At}, nil)
		return w.act(d, reading.Message{}, coach.Reading{})
	case inUnpinned:
		if !w.t.Unpins {
			w.t.Unpins = true
			w.note("unpinned", nil)
		}
	default:
		return fmt.Errorf("unknown kind %q", w.in.Kind)
	}
	return nil
}

// comeBack answers a message. In a thread in which nothing could be written, a summary that waits for
// its confirmation was never seen: it is shown again.
func (w *work) comeBack() error {
	w.takeEarly()
	w.follow()
	gone := w.t.Gone
	w.t.Gone = false
	err := w.message()
	if gone && len(w.send) == 0 && w.t.Summary != nil && w.t.Session.State() == coach.Closing {
		w.t.Summary.Message = w.nextID()
		w.showSummary(OpPost, w.t.Summary.Message)
	}
	return err
}

// learners says whether the event is the learner's own.
func (w *work) learners() bool { return w.in.User == "" || w.in.User == w.t.Session.Learner() }

// target names what a reaction is on as the core knows it. A note that asks to confirm the summary as it is
// now stands for it.
func (w *work) target() string {
	if s := w.t.Summary; s != nil && (w.in.Target == s.Message || slices.Contains(s.Asked, w.in.Target)) {
		return coach.TargetSummary
	}
	return w.in.Target
}

// stale is after which time a message that comes late is no longer answered, if the thread has moved
// on meanwhile.
const stale = 45 * time.Minute

// message answers what the learner wrote.
func (w *work) message() error {
	msg := w.in.message()
	switch {
	case !w.learners():
		w.step(coach.Turn{ID: w.in.ID, At: w.in.At, User: w.in.User}, nil)
		return nil
	case w.in.empty():
		return nil
	case w.in.At.Before(w.t.Session.Now()) && w.e.Now().Sub(w.in.At) > stale:
		w.e.Log.Warn("message comes too late for an answer", "thread", w.in.Thread, "id", w.in.ID)
		return nil
	case w.e.Forms.IsContext(msg.Text) && w.t.Session.State() != coach.Closing:
		return w.takeContext(msg)
	}
	if w.t.Session.State() == coach.Closed {
		if err := w.findTopic(); err != nil {
			return err
		}
		if w.names != "" && w.names != w.t.Course.Topic {
			return w.open(w.names)
		}
	}
	if err := w.findElsewhere(); err != nil {
		return err
	}
	r, annotated := w.read(msg)
	turn := coach.Turn{ID: w.in.ID, At: w.in.At, Reading: r}
	if a, ok := w.e.Tutor.(tutor.Assessor); ok {
		turn.Advanced = a.Assess(w.input(tutor.WhyTurn, msg, r))
	}
	w.agreed = r.Kind == coach.KindConfirm && w.t.Last.Asks == coach.AskConfirm
	back, long := w.comesBack(msg.Text), w.in.At.Sub(w.t.Session.Now()) >= away
	if w.in.Kind == InMessage && shows(r) && !w.e.Reader.Untried(msg) {
		w.t.Course.Issue = w.t.Course.Issue.Shown()
	}
	d := w.step(turn, annotated)
	if w.elsewhere != "" && d.Action == coach.ActContinue {
		w.note("elsewhere", map[string]any{"Topic": w.t.Course.Topic, "Other": w.elsewhere})
		return nil
	}
	if back && d.Action == coach.ActContinue {
		return w.speak(w.input(tutor.WhyResume, msg, r), "")
	}
	// Chat opens no session. Whoever did not just say thanks is told what does.
	if w.t.Session.State() == coach.Closed && d.Kind == coach.KindChat && (r.Sure < model.Unsure || long) {
		w.note("closed", map[string]any{"Topic": w.t.Course.Topic})
	}
	return w.act(d, msg, r)
}

// shows says whether a turn shows or tells what came of something that the learner did. What a correction
// names is what the coach has wrong.
func shows(r coach.Reading) bool {
	if r.Kind == coach.KindCorrection {
		return false
	}
	return r.Kind == coach.KindEvidence || len(r.Errors)+len(r.Shows) > 0 || r.StillSame || r.Resolved
}

// findTopic finds the topic that a message names in a closed thread: by the rules, as one that is saved,
// or by the model.
func (w *work) findTopic() error {
	if w.names = w.in.Topic; w.names != "" {
		return nil
	}
	saved, err := w.e.Store.Topics(w.ctx, w.learner())
	if err != nil {
		return err
	}
	w.names = w.e.opens(w.ctx, w.wish(), append(saved, w.t.Course.Topic)).topic
	return nil
}

// maxElsewhere is how long, in bytes, a message may be that names another topic to go on with.
const maxElsewhere = 200

// findElsewhere finds the topic that a message in an open session wants to go on with, if it is another
// one: of a track, or saved. The session must not take that for an answer, nor leave its own topic.
func (w *work) findElsewhere() error {
	state := w.t.Session.State()
	if len(w.in.Text) > maxElsewhere || state != coach.Coaching && state != coach.BreakingOut {
		return nil
	}
	in := w.e.Lobby.Intent(w.in.Text)
	if in.Kind != track.IntentContinue || strings.EqualFold(in.Topic, w.t.Course.Topic) {
		return nil
	}
	if w.e.Lobby.Lobby("en", in, nil) == "" {
		if endsIn(w.in.Text, in.Topic) {
			w.elsewhere = in.Topic
		}
		return nil
	}
	saved, err := w.e.Store.Topics(w.ctx, w.learner())
	if i := slices.IndexFunc(saved, func(s string) bool { return strings.EqualFold(s, in.Topic) }); err == nil && i >= 0 {
		w.elsewhere = saved[i]
	}
	return err
}

// endsIn says whether a text ends with a name, a particle ("吧") or a sign aside. "continue, git clone is
// done" names what was done, and no topic to go on with.
func endsIn(text, name string) bool {
	text, name = strings.ToLower(text), strings.ToLower(name)
	i := strings.LastIndex(text, name)
	return i >= 0 && utf8.RuneCountInString(strings.TrimSpace(text[i+len(name):])) <= 2
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
	return in.Kind == track.IntentContinue && strings.EqualFold(in.Topic, w.t.Course.Topic)
}

// read reads a message. What a command, a closed thread or a model makes of it is annotated in the log,
// so that a replay decides the same.
func (w *work) read(msg reading.Message) (coach.Reading, *transcript.Learner) {
	note := &transcript.Learner{}
	switch {
	case w.in.Kind == InWrap:
		note.Kind = coach.KindStop
	case w.in.Kind == InGoOn:
		note.Kind = coach.KindContinue
	case w.names != "":
		note.Kind = coach.KindContinue
	case w.elsewhere != "":
		note.Kind = coach.KindChat
	}
	r := w.readAs(msg, note)
	if note.Kind == "" {
		if note.Kind = w.secondOpinion(msg, r); note.Kind != "" {
			r = w.readAs(msg, note)
		}
	}
	return r, note
}

// readAs reads a message and lets what is annotated stand, on the text that is logged.
func (w *work) readAs(msg reading.Message, note *transcript.Learner) coach.Reading {
	line := *note
	line.Text, line.Files = w.in.Text, files(w.in.Files)
	return transcript.Override(w.e.Reader.Learner(reading.ContextOf(*w.t.Session), msg), line)
}
