package track

import (
	"slices"
	"testing"

	"tack/coach"
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
		{name: "BreakOut", before: drafted, lines: []line{with("break_out", "reask", "in circles")}},
	})
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
