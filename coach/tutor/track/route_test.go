package track

import (
	"slices"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/reading"
	"tack/coach/tutor"
)

func TestTutor_Route(t *testing.T) {
	drafted := toSetup[:len(toSetup)-1]
	confirmAsked := line{asks: coach.AskConfirm, phase: coach.PhaseNegotiation}
	with := func(kind coach.Kind, text string, says ...string) line {
		l := confirmAsked
		l.kind, l.text, l.says = kind, text, says
		return l
	}
	playScenes(t, []scene{
		{name: "Vague", before: drafted, lines: []line{
			with(coach.KindVague, "whatever", "unsure"),
			with(coach.KindVague, "whatever", "!unsure", "clear yes"),
			with(coach.KindContinue, "go on", "clear yes"),
			{kind: coach.KindConfirm, text: "yes, confirm", asks: coach.AskAction, phase: coach.PhaseSetup},
		}},
		{name: "Reaction", before: drafted, lines: []line{{kind: "go", asks: coach.AskAction, phase: coach.PhaseSetup}}},
		{name: "TeachFirst", before: drafted, lines: []line{with(coach.KindChat, "teach me a bit first, then I'll decide", "start teaching")}},
		{name: "TeachFirstChinese", locale: "zh", before: drafted, lines: []line{with(coach.KindChat, "先讲一点再决定")}},
		{name: "LeaveOutLast", before: drafted, lines: []line{
			with(coach.KindAnswer, "leave out M2 please", "M2 left out", "- **M1 Lines", "!- **M2", "0.25 days", "What I understood"),
			with(coach.KindAnswer, "put M2 back in, add it", "- **M1 Lines", "- **M2 Words"),
		}},
		{name: "LeaveOutByTitle", before: drafted, lines: []line{with(coach.KindAnswer, "can we skip words?", "M2 left out")}},
		{name: "LeaveOutByTerm", before: drafted, lines: []line{with(coach.KindAnswer, "去掉词元那部分", "M2 left out")}},
		{name: "LeaveOutNeeded", before: drafted, lines: []line{with(coach.KindAnswer, "skip M1, I already know it", "M2 builds on M1", "!- **M1")}},
		{name: "LeaveOutAll", before: drafted, lines: []line{with(coach.KindAnswer, "skip M1 and M2", "no modules")}},
		{name: "OnlyTakesPrerequisites", before: drafted, lines: []line{with(coach.KindAnswer, "only M2", "M1, M2", "- **M1 Lines")}},
		{name: "OnlyLeaveOut", before: drafted, lines: []line{with(coach.KindAnswer, "no, I only want to leave out M2", "M2 left out")}},
		{name: "OnlyOne", before: drafted, lines: []line{with(coach.KindAnswer, "only M1, skip the rest", "!- **M2", "- **M1")}},
		{name: "NotSkipped", before: drafted, lines: []line{with(coach.KindAnswer, "don't skip M2", "What should change")}},
		{name: "ChineseAfter", before: drafted, lines: []line{with(coach.KindAnswer, "把 M2 去掉", "M2 left out")}},
		{name: "OrderRefused", before: drafted, lines: []line{with(coach.KindAnswer, "M2 before M1", "builds on M1")}},
		{name: "Shorter", before: drafted, lines: []line{with(coach.KindAnswer, "that is too long", "M2 left out"), with(coach.KindAnswer, "still too long", "no modules")}},
		{name: "NewTime", before: drafted, lines: []line{with(coach.KindAnswer, "make it two hours a day", "two hours a day", "- **M1 Lines")}},
		{name: "Question", before: drafted, lines: []line{with(coach.KindQuestion, "what is a newline?", "open questions", "!ends a line")},
			after: func(t *testing.T, w *walker) {
				if len(w.course.Open) != 1 {
					t.Errorf("open %v", w.course.Open)
				}
			}},
		{name: "Unclear", before: drafted, lines: []line{with(coach.KindChat, "hmm, no", "What should change")}},
		{name: "Busy", before: drafted, lines: []line{with(coach.KindBusy, "brb")}},
		{name: "GoOn", before: drafted, lines: []line{with("go_on", "", "Route draft")}},
		{name: "BreakOut", before: drafted, lines: []line{with("break_out", "reask", "in circles", "from the start"), with("break_out", "state", "in circles", "!from the start")}},
	})
}

// TestTutor_RouteBreakOut: over the same error again and again, the message after the notice asks for what
// the notice names, without a command, and what the learner tells of it is no change of the draft.
func TestTutor_RouteBreakOut(t *testing.T) {
	for _, locale := range []string{"en", "zh"} {
		for _, method := range append([]coach.Dimension{coach.DimReask}, general...) {
			t.Run(locale+"/"+string(method), func(t *testing.T) {
				w := newWalker(t, "en")
				w.play(toSetup[:len(toSetup)-1])
				w.locale, w.course.Locale = locale, locale
				wrong := tutor.Input{Message: reading.Message{Text: "wc: command not found"}}
				wrong.Reading = coach.Reading{Kind: coach.KindError, Errors: []coach.Identity{{Key: "e"}}}
				w.step(wrong)
				wrong.Why, wrong.Method = tutor.WhyBreakOut, method
				r := w.step(wrong)
				if looked := len(r.Directions) == 1 && r.Directions[0].Dimension == method; r.Asks != coach.AskAction || looked == (method == coach.DimReask) {
					t.Fatalf("%s asks %s with directions %v: %q", method, r.Asks, r.Directions, r.Text)
				}
				told := w.tutor.voice.Say(locale, "early_told", nil)
				r = w.turn(coach.KindEvidence, "I ran it in my terminal, two hours a day, and expected a number")
				if r.Asks != coach.AskConfirm || !strings.Contains(r.Text, told) || r.Course.Diagnosis.Time == "two hours a day" {
					t.Errorf("what was told of the error gets %q", r.Text)
				}
				if r = w.turn(coach.KindConfirm, "confirm"); r.Course.Phase != coach.PhaseSetup || r.Course.Issue.Excerpt == "" {
					t.Errorf("the setup begins without the error: %q", r.Text)
				}
			})
		}
	}
}

// TestTutor_Order: what builds on nothing can be moved to the front.
func TestTutor_Order(t *testing.T) {
	track := sample(t)
	track.Modules[1].Requires = nil
	w := newWalker(t, "en")
	w.tutor = New(Library{track}, texts(t))
	w.play(plus(toSetup[:len(toSetup)-1][:8], line{kind: coach.KindAnswer, text: "a report", asks: coach.AskConfirm}))
	w.play([]line{
		{kind: coach.KindAnswer, text: "M2 before M1", asks: coach.AskConfirm, says: []string{"M2 moved up"}},
		{kind: coach.KindAnswer, text: "M2 first", asks: coach.AskConfirm, says: []string{"cannot move there"}},
	})
	if !slices.Equal(w.course.Route.Modules, []string{"M2", "M1"}) {
		t.Errorf("route %v", w.course.Route.Modules)
	}
}
