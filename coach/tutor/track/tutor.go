// Package track is the tutor without a model: it teaches what a track file holds.
//
// Goals: strict reading and linting of tracks; a tutor that is a pure function of its input, goes
// through the phases and gates of a course, judges answers by rubrics and outputs by patterns, and
// says so where it cannot judge. Non-goals: deciding when to break out or close out (coach),
// checking its own messages (coach/guard), understanding free text beyond words of the track.
//
//	lib, err := track.Load(tracks)
//	reply, err := track.New(lib, texts).Reply(ctx, tutor.Input{Why: tutor.WhyOpen, ...})
package track

import (
	"context"

	"tack/coach"
	"tack/coach/tutor"
	"tack/coach/voice"
)

// Tutor teaches the tracks of a library. It keeps nothing between replies.
type Tutor struct {
	lib   Library
	voice *voice.Voice
	hearing
}

var (
	_ tutor.Tutor    = (*Tutor)(nil)
	_ tutor.Assessor = (*Tutor)(nil)
)

// New makes a tutor. v are the texts of templates/messages/tutor; a pattern in them that is no RE2 panics.
func New(lib Library, v *voice.Voice) *Tutor {
	return &Tutor{lib: lib, voice: v, hearing: hearingOf(v)}
}

// Reply says what comes next. It never fails: a topic without a track gets an honest sentence.
func (t *Tutor) Reply(_ context.Context, in tutor.Input) (tutor.Reply, error) {
	return t.reply(in), nil
}

func (t *Tutor) reply(in tutor.Input) tutor.Reply {
	track, ok := t.lib.Topic(in.Course.Topic)
	if !ok && in.Course.Topic == "" {
		track, ok = t.lib.Find(in.Message.Text)
	}
	u := t.newTurn(in, track)
	if !ok {
		u.say("no_track", data{"Topic": oneLine(in.Course.Topic), "Topics": t.topics(u.loc)})
		return u.done()
	}
	u.mend()
	switch in.Why {
	case tutor.WhyOpen:
		u.open()
	case tutor.WhyResume:
		u.resume()
	case tutor.WhyGoOn:
		u.goOn()
	case tutor.WhyBreakOut:
		u.breakOut()
	default:
		u.answerTurn()
	}
	return u.done()
}

// answerTurn answers a learner's turn in the phase in which the course stands.
func (u *turn) answerTurn() {
	switch u.c.Phase {
	case coach.PhaseNegotiation:
		u.negotiate()
	case coach.PhaseSetup, coach.PhaseModule:
		u.work()
	default:
		u.diagnose()
	}
}

// Assess tells whether the learner's turn moved the task on: true when an output shows success or
// an answer was good, false when an output or error shown does not, nil when it cannot tell.
func (t *Tutor) Assess(in tutor.Input) *bool {
	in.Why = tutor.WhyTurn
	working := in.Course.Phase == coach.PhaseSetup || in.Course.Phase == coach.PhaseModule
	if !working {
		return nil
	}
	advanced := t.reply(in).Advanced
	shown := in.Reading.Kind == coach.KindEvidence || in.Reading.Kind == coach.KindError
	if !advanced && !(shown && in.Course.Position.Waiting == waitOutput) {
		return nil
	}
	return &advanced
}
