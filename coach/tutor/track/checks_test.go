package track

import (
	"testing"

	"tack/coach"
	"tack/coach/tutor"
)

func TestTutor_Checks(t *testing.T) {
	atPoint := plus(toM1, line{kind: coach.KindAck, text: "ok"})
	unclear := func(t *testing.T, w *walker) {
		if w.course.Points[0].Status != "unclear" || len(w.course.Open) != 1 {
			t.Errorf("points %v open %v", w.course.Points, w.course.Open)
		}
	}
	playScenes(t, []scene{
		{name: "MissedThenOtherThenModel", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "it prints one since every line counts", key: "point:what-is-counted:other", says: []string{"❌", "does not count what is between", "fence posts", "two breaks"}},
			{kind: coach.KindAnswer, text: "still no good thought about that", asks: coach.AskStep, says: []string{"❌", "It prints 0, since", "open questions"}},
		}, after: unclear},
		{name: "PartlyNamesMissing", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "it prints 0", key: "point:what-is-counted:other", says: []string{"⚠️", "that it prints 0", "Still missing: that line breaks are counted"}},
			{kind: coach.KindAnswer, text: "0 again, newline only", asks: coach.AskStep, says: []string{"✅"}},
		}},
		{name: "Unknown", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "I don't know", key: "point:what-is-counted:other", says: []string{"!❌", "fence posts"}},
		}},
		{name: "AckTwice", before: atPoint, lines: []line{
			{kind: coach.KindAck, text: "ok", key: "point:what-is-counted"},
			{kind: coach.KindAck, text: "ok", says: []string{"A good answer"}, asks: coach.AskStep},
		}, after: unclear},
		{name: "CannotJudgeYes", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo, key: "self:what-is-counted", says: []string{"cannot judge", "It prints 0, since"}},
			{kind: coach.KindAnswer, text: "yes", asks: coach.AskStep, other: advanced},
		}},
		{name: "CannotJudgeNo", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo},
			{kind: coach.KindAnswer, text: "no, not the same", asks: coach.AskStep},
		}, after: unclear},
		{name: "CannotJudgeAboutTheSame", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo},
			{kind: coach.KindAnswer, text: "差不多", asks: coach.AskStep, other: advanced},
		}},
		{name: "CannotJudgeNoChinese", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo},
			{kind: coach.KindAnswer, text: "不是", asks: coach.AskStep},
		}, after: unclear},
		{name: "QuestionsBetween", before: atPoint, lines: []line{
			{kind: coach.KindQuestion, text: "how long is the longest line?", asks: coach.AskQuestion, key: "point:what-is-counted", says: []string{"wc -L", "Back to the question"}},
			{kind: coach.KindQuestion, text: "who invented it?", asks: coach.AskQuestion, key: "-"},
			{kind: coach.KindQuestion, text: "what's a newline?", asks: coach.AskQuestion, key: "-", says: []string{"already", "!ends a line"}},
			{kind: coach.KindAnswer, text: "zero, only a newline counts", asks: coach.AskStep, says: []string{"✅"}},
		}},
		{name: "BreakOutOtherWay", before: atPoint, lines: []line{
			{kind: "break_out", text: "symptom", key: "point:what-is-counted:other"},
			{kind: "break_out", text: "state", asks: coach.AskStep, says: []string{"A good answer"}},
		}, after: unclear},
		{name: "BreakOutSkip", before: atPoint, lines: []line{{kind: "break_out", text: "skip", key: "point:streaming"}}, after: unclear},
		{name: "ErrorInBetween", before: atPoint, lines: []line{
			{kind: coach.KindError, text: "wc: x: No such file or directory", asks: coach.AskAction},
			{kind: coach.KindEvidence, text: "total 0", key: "point:what-is-counted"},
		}},
		{name: "AckToDirection", before: atPoint, lines: []line{
			{kind: coach.KindError, text: "wc: x: No such file or directory", asks: coach.AskAction},
			{kind: coach.KindAck, text: "ok", asks: coach.AskNone, key: "-", says: []string{"Take your time"}},
			{kind: coach.KindAck, text: "ok", key: "point:what-is-counted"},
		}},
		{name: "AckToDirectionBeforeStep", before: toM1, lines: []line{
			{kind: coach.KindError, text: "wc: x: No such file or directory", asks: coach.AskAction},
			{kind: coach.KindAck, text: "ok", asks: coach.AskNone, says: []string{"Take your time"}},
			{kind: coach.KindAck, text: "ok", key: "point:what-is-counted"},
		}},
		{name: "GoOnPutsAgainOnce", before: atPoint, lines: []line{
			{kind: "go_on", key: "point:what-is-counted"},
			{kind: "go_on", key: "point:what-is-counted:other"},
			{kind: "go_on", key: "point:what-is-counted:other"},
			{kind: "go_on", asks: coach.AskStep, says: []string{"A good answer"}},
		}},
		{name: "ConsentOnlyOnce", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "it prints 0, because it only counts newline characters", asks: coach.AskYesNo},
			{kind: coach.KindAnswer, text: "rather not", key: "point:streaming", says: []string{"leave it out"}},
			{kind: coach.KindAnswer, text: "it keeps only one number, a counter, nothing more than that", asks: coach.AskStep},
		}},
		{name: "ScenarioWaits", before: toM1, lines: []line{
			{kind: coach.KindChat, text: "not yet, wait", asks: coach.AskNone},
			{kind: coach.KindQuestion, text: "what is a byte?", asks: coach.AskStep, says: []string{"eight bits"}},
			{kind: coach.KindChat, text: "the weather is lovely over here today, is it not", asks: coach.AskStep, step: "M1/concept/what-is-counted"},
			{kind: "go", key: "point:what-is-counted"},
		}},
	})
}

func TestTutor_Pace(t *testing.T) {
	w := newWalker(t, "zh")
	w.play([]line{
		{kind: "open", text: "学 tally"},
		{kind: coach.KindAnswer, text: "看日志"},
		{kind: coach.KindAnswer, text: "不会"},
		{kind: coach.KindAnswer, text: "每天半小时"},
		{kind: coach.KindAnswer, text: "中文"},
		{kind: coach.KindAnswer, text: "先看例子"},
		{kind: coach.KindAnswer, text: "连续"},
		{kind: coach.KindAnswer, text: "默认", asks: coach.AskConfirm},
		{kind: coach.KindConfirm, text: "就这么学"},
		{kind: coach.KindEvidence, text: "wc (GNU coreutils) 9.1"},
		{kind: coach.KindEvidence, text: "a b\nc", other: completes(coach.StageSetup)},
		{kind: coach.KindContinue, text: "继续"},
		{kind: coach.KindAck, text: "好", key: "point:what-is-counted", says: []string{"篱笆", "换行符"}},
		{kind: coach.KindAnswer, text: "零，数的是换行", key: "point:streaming", says: []string{"✅"}},
		{kind: coach.KindAnswer, text: "不知道", key: "point:streaming:other", says: []string{"!计数器的人"}},
		{kind: coach.KindAnswer, text: "计数就够了", step: "M1/hands_on/count-lines", asks: coach.AskAction},
	})
}

func TestTutor_Notes(t *testing.T) {
	w := newWalker(t, "en")
	w.play(toM1)
	in := tutor.Input{Course: w.course, Locale: "zh"}
	if notes := w.tutor.Notes(in); len(notes) != 0 {
		t.Errorf("notes %v before a point was explained", notes)
	}
	w.turn(coach.KindAck, "ok")
	in.Course = w.course
	notes := w.tutor.Notes(in)
	if len(notes) != 1 || notes[0].ID != "M1" || notes[0].What == "" || notes[0].Title != "Lines" {
		t.Errorf("notes %+v", notes)
	}
}

// atInterview stands before the interview question of M1.
var atInterview = plus(toM1,
	line{kind: coach.KindAck, text: "ok"},
	line{kind: coach.KindAnswer, text: "zero, newline"}, line{kind: coach.KindAck, text: "ok"},
	line{kind: coach.KindAnswer, text: "a counter"}, line{kind: coach.KindAck, text: "ok"},
	line{kind: coach.KindEvidence, text: "2 log.txt"}, line{kind: coach.KindEvidence, text: "2"},
	line{kind: coach.KindAck, text: "ok", key: "interview:iv-lines"},
)

func TestTutor_Interview(t *testing.T) {
	ended := func(text string, says ...string) line {
		return line{kind: coach.KindAnswer, text: text, asks: coach.AskStep, other: completes(coach.StageModule), says: says}
	}
	noted := func(n int) func(*testing.T, *walker) {
		return func(t *testing.T, w *walker) {
			if len(w.course.Open) != n {
				t.Errorf("open %v, want %d", w.course.Open, n)
			}
		}
	}
	playScenes(t, []scene{
		{name: "Good", before: atInterview, lines: []line{ended("unpack it first", "✅")}, after: noted(0)},
		{name: "Missed", before: atInterview, lines: []line{ended("with a spreadsheet program instead", "❌", "zcat into")}, after: noted(1)},
		{name: "Unsure", before: atInterview, lines: []line{ended("да", "cannot judge", "zcat into")}, after: noted(1)},
		{name: "Unknown", before: atInterview, lines: []line{ended("no idea", "!❌", "zcat into")}, after: noted(1)},
		{name: "Question", before: atInterview, lines: []line{
			{kind: coach.KindQuestion, text: "what is a byte?", key: "interview:iv-lines", says: []string{"eight bits"}},
			{kind: coach.KindAck, text: "ok", asks: coach.AskStep, other: completes(coach.StageModule)},
		}, after: noted(1)},
	})
}

// TestTutor_SkippedPassCriterion: a module whose last check was left out completes nothing.
func TestTutor_SkippedPassCriterion(t *testing.T) {
	w := newWalker(t, "en")
	w.play(atInterview[:len(atInterview)-2])
	w.play([]line{
		{kind: coach.KindChat, text: "skip this step", asks: coach.AskQuestion},
		{kind: coach.KindAnswer, text: "zcat", asks: coach.AskStep, other: completes(""), says: []string{"without its pass criterion"}},
		{kind: coach.KindAck, text: "ok", step: "M2/scenario/0"},
	})
	if w.course.Modules[1].Status != "skipped" {
		t.Errorf("modules %v", w.course.Modules)
	}
}
