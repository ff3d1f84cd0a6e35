package track

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/guard"
	"tack/coach/tutor"
)

// shipped are the tracks that come with the program.
func shipped(t testing.TB) Library {
	t.Helper()
	lib, err := Load(os.DirFS("../../../templates/tracks"))
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func TestShipped_Lint(t *testing.T) {
	for _, track := range shipped(t) {
		for _, p := range Lint(track) {
			t.Error(p)
		}
	}
}

// pupil is a learner who answers whatever the tutor waits for, from the track itself.
type pupil struct {
	*walker
	track *Track
	guard *guard.Guard
	knows bool // answers with the models; else never knows
}

// answer is what the pupil says to the last reply.
func (p *pupil) answer() tutor.Input {
	last := p.log[len(p.log)-1]
	u := p.tutor.newTurn(tutor.Input{Course: p.course, Locale: p.locale}, p.track)
	text, kind := "ok", coach.KindAck
	switch {
	case last.Asks == coach.AskConfirm:
		text, kind = "confirm", coach.KindConfirm
	case strings.HasPrefix(last.Question, "diagnosis:level:"):
		text, kind = p.track.Levels[p.course.Diagnosis.Scenario].Model.In(p.locale), coach.KindAnswer
	case p.course.Phase == coach.PhaseDiagnosis:
		text, kind = "default", coach.KindAnswer
	case last.Asks == coach.AskAction:
		text, kind = rapid.StringMatching(successFlags+u.command().Success).Example(len(p.log)), coach.KindEvidence
	case last.Asks == coach.AskQuestion && p.knows:
		text, kind = u.check().Model.In(p.locale), coach.KindAnswer
	case last.Asks == coach.AskQuestion:
		text, kind = "no idea", coach.KindAnswer
	case last.Asks == coach.AskYesNo:
		text, kind = "yes", coach.KindAnswer
	}
	in := tutor.Input{Reading: coach.Reading{Kind: kind}}
	in.Message.Text = text
	if last.Completes != "" {
		in = tutor.Input{Why: tutor.WhyGoOn}
	}
	return in
}

// guarded holds a reply to the reply guard in the state before it. Rule 4 is left out: a track may
// say what a recorded word is in passing, and what is explained as new is tested by the scenes.
func (p *pupil) guarded(before course.State, last tutor.Last, r tutor.Reply) {
	p.t.Helper()
	var terms []string
	for _, t := range before.Terms {
		terms = append(terms, t.Term)
	}
	if r.Course.Route.Confirmed && !before.Route.Confirmed {
		before.Phase, before.Route.Confirmed = r.Course.Phase, true // by the learner's yes
	}
	c := guard.Context{
		Phase: before.Phase, Locale: p.locale, Pace: coach.PaceStepConfirm, RouteConfirmed: before.Route.Confirmed,
		Step: last.Step, Terms: terms, Preferences: before.Preferences, Depth: before.Route.Depth,
	}
	for _, v := range p.guard.Check(r, c) {
		if v.Rule == guard.RuleTerms {
			continue
		}
		p.t.Errorf("guard rule %d %s: %s\n%s", v.Rule, v.Name, v.What, r.Text)
	}
}

func TestShipped_WholeCourse(t *testing.T) {
	g, err := guard.New(os.DirFS("../../../templates"))
	if err != nil {
		t.Fatal(err)
	}
	lib := append(shipped(t), sample(t))
	for _, track := range lib {
		for _, locale := range track.Languages {
			for _, knows := range []bool{true, false} {
				name := track.Topic + "/" + locale + map[bool]string{true: "/Knows", false: "/NeverKnows"}[knows]
				t.Run(name, func(t *testing.T) {
					w := newWalker(t, locale)
					w.tutor, w.course = New(lib, texts(t)), course.State{Topic: track.Topic, Phase: coach.PhaseDiagnosis}
					p := &pupil{walker: w, track: track, guard: g, knows: knows}
					p.walk()
				})
			}
		}
	}
}

func (p *pupil) walk() {
	p.t.Helper()
	p.guarded(p.course, p.last, p.open("/study "+p.track.Topic))
	stages := 0
	for range 1000 {
		before, last := p.course, p.last
		r := p.step(p.answer())
		p.guarded(before, last, r)
		if r.Completes != "" {
			stages++
		}
		if p.course.Position.Waiting == waitDone {
			p.ended(stages)
			return
		}
	}
	p.t.Errorf("no end after 1000 turns, at %+v", p.course.Position)
}

func (p *pupil) ended(stages int) {
	p.t.Helper()
	if want := 1 + len(p.track.Modules); stages != want {
		p.t.Errorf("%d stages completed, want %d", stages, want)
	}
	status := map[bool]string{true: "confirmed", false: "unclear"}[p.knows]
	for _, point := range p.course.Points {
		if point.Status != status {
			p.t.Errorf("point %+v, want %s", point, status)
		}
	}
	if p.knows && len(p.course.Open) > 0 {
		p.t.Errorf("open questions %v", p.course.Open)
	}
}
