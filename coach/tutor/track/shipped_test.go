package track

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

var loadShipped = sync.OnceValues(func() (Library, error) { return Load(os.DirFS("../../../templates/tracks")) })

// shipped are the tracks that come with the program, read once for all tests: not to be changed.
func shipped(t testing.TB) Library {
	t.Helper()
	lib, err := loadShipped()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clip(lib)
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

func TestShipped_WholeCourse(t *testing.T) {
	lib := append(shipped(t), sample(t))
	taught := New(lib, texts(t))
	for _, track := range lib {
		for _, locale := range track.Languages {
			for _, knows := range []bool{true, false} {
				name := track.Topic + "/" + locale + map[bool]string{true: "/Knows", false: "/NeverKnows"}[knows]
				t.Run(name, func(t *testing.T) {
					w := newWalker(t, locale)
					w.tutor, w.course = taught, course.State{Topic: track.Topic, Phase: coach.PhaseDiagnosis}
					p := &pupil{walker: w, track: track, knows: knows}
					p.walk()
				})
			}
		}
	}
}

func (p *pupil) walk() {
	p.t.Helper()
	p.open("/study " + p.track.Topic)
	stages := 0
	for range 1000 {
		r := p.step(p.answer())
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
	want, module := 1, "unclear" // the setup explains no point
	if p.knows {
		want, module = 1+len(p.track.Modules), "done"
	}
	if stages != want {
		p.t.Errorf("%d stages completed, want %d", stages, want)
	}
	for _, m := range p.course.Modules[1:] {
		if m.Status != module {
			p.t.Errorf("module %+v, want %s", m, module)
		}
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

// atCommand is a walker of a shipped track that waits for the output of a command.
func atCommand(t *testing.T, tutor *Tutor, track *Track, locale string) *walker {
	w := newWalker(t, locale)
	w.tutor = tutor
	w.course = course.State{
		Topic: track.Topic, Phase: coach.PhaseModule, Route: course.Route{Confirmed: true},
		Position: course.Position{Module: setupID, Step: "hands_on", Waiting: waitOutput},
	}
	return w
}

// dimensionsOf are the dimensions of a fault's directions, each once.
func dimensionsOf(f *Fault) map[coach.Dimension]bool {
	all := map[coach.Dimension]bool{}
	for _, d := range f.Directions {
		all[d.Dimension] = true
	}
	return all
}

// TestShipped_Faults: every known error is recognized, gets its directions one at a time, each in
// another dimension, and every message passes the guard.
func TestShipped_Faults(t *testing.T) {
	lib := append(shipped(t), sample(t))
	tutor := New(lib, texts(t))
	for _, track := range lib {
		for i := range track.Errors {
			f := &track.Errors[i]
			for _, locale := range track.Languages {
				t.Run(track.Topic+"/"+f.ID+"/"+locale, func(t *testing.T) {
					w := atCommand(t, tutor, track, locale)
					seen := map[coach.Dimension]bool{}
					for range dimensionsOf(f) {
						r := w.turn(coach.KindError, rapid.StringMatching(faultFlags+f.Match[0]).Example(3))
						if len(r.Directions) != 1 || r.Asks != coach.AskAction {
							t.Fatalf("%d directions, asks %s: %s", len(r.Directions), r.Asks, r.Text)
						}
						seen[r.Directions[0].Dimension] = true
					}
					if len(seen) < minDimensions {
						t.Errorf("%d dimensions", len(seen))
					}
				})
			}
		}
	}
}

// TestShipped_Answers: every frequent question and term is answered, and passes the guard.
func TestShipped_Answers(t *testing.T) {
	lib := append(shipped(t), sample(t))
	tutor := New(lib, texts(t))
	ask := map[string]string{"en": "what is %s?", "zh": "%s 是什么？"}
	for _, track := range lib {
		for _, locale := range track.Languages {
			for _, a := range track.FAQ {
				w := atCommand(t, tutor, track, locale)
				for _, q := range a.Asks[locale] {
					w.play([]line{{kind: coach.KindQuestion, text: q, asks: coach.AskNone, says: []string{a.Say.In(locale)}}})
				}
			}
			for _, m := range track.Modules {
				for _, term := range m.Terms {
					q := strings.Replace(ask[locale], "%s", term.Term, 1)
					if _, isFAQ := track.answer(q); isFAQ {
						continue
					}
					w := atCommand(t, tutor, track, locale)
					w.play([]line{{kind: coach.KindQuestion, text: q, says: []string{term.Means.In(locale)}}})
				}
			}
		}
	}
}
