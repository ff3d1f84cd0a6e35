package track

import (
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

func TestTutor_Resume(t *testing.T) {
	const five = "1. |2. |3. |4. |5. "
	inOrder := func(r tutor.Reply) bool {
		at := -1
		for _, mark := range strings.Split(five, "|") {
			next := strings.Index(r.Text, "**"+mark)
			if next <= at {
				return false
			}
			at = next
		}
		return true
	}
	playScenes(t, []scene{
		{name: "AtQuestion", before: plus(toM1, line{kind: coach.KindAck, text: "ok"}), lines: []line{
			{kind: "resume", key: "point:what-is-counted", other: inOrder, says: []string{"tee /tmp/log.txt", "a restart undoes", "`wc --version`", "newline", "!the character that ends", "Concept: What is counted", "M0 ✅", "M1 ▶"}},
		}},
		{name: "AtStage", before: toM1[:len(toM1)-1], lines: []line{{kind: "resume", asks: coach.AskStep, step: "M1/scenario/0", other: inOrder}}},
		{name: "AtCommandWithIssue", before: plus(toSetup, line{kind: coach.KindError, text: "wc: command not found"}), lines: []line{
			{kind: "resume", asks: coach.AskAction, says: []string{"Left open", "not looked yet", "echo \"$PATH\""}, other: inOrder},
		}},
		{name: "PastIssue", before: plus(toSetup, line{kind: coach.KindError, text: "wc: command not found"}), after: func(t *testing.T, w *walker) {
			w.course.Past, w.course.Issue = append(w.course.Past, w.course.Issue), course.Issue{}
			r := w.step(tutor.Input{Why: tutor.WhyResume})
			if len(r.Directions) != 1 || r.Directions[0].Dimension != coach.DimConfig || len(r.Course.Past) != 0 {
				t.Errorf("directions %v past %v", r.Directions, r.Course.Past)
			}
		}},
		{name: "InDiagnosis", before: toSetup[:4], lines: []line{{kind: "resume", key: "diagnosis:time", other: inOrder}}},
		{name: "InDiagnosisWithoutTodo", before: toSetup[:4], after: func(t *testing.T, w *walker) {
			w.course.Todo, w.course.Diagnosis.Asked = course.Todo{}, ""
			w.play([]line{{kind: "resume", key: "diagnosis:time", says: []string{"question about your time budget", "!about your goal", "!0 of 0"}}})
		}},
		{name: "AtDraft", before: toSetup[:len(toSetup)-1], lines: []line{{kind: "resume", asks: coach.AskConfirm, other: inOrder}}},
	})
}

func TestTutor_ResumeFillsDefaults(t *testing.T) {
	w := newWalker(t, "en")
	w.play(toSetup)
	w.course.Preferences, w.course.Stack = nil, ""
	r := w.step(tutor.Input{Why: tutor.WhyResume})
	if !strings.Contains(r.Text, "took the defaults: Language: English; Order: theory first; Pace: step by step; GNU coreutils") {
		t.Errorf("text %s", r.Text)
	}
	if len(w.course.Preferences) != 3 || w.course.Stack == "" {
		t.Errorf("preferences %v stack %q", w.course.Preferences, w.course.Stack)
	}
}

// TestTutor_GoOnAfterExhaustion: the engine has put the problem among those left open.
func TestTutor_GoOnAfterExhaustion(t *testing.T) {
	w := newWalker(t, "en")
	w.play(plus(toSetup, line{kind: coach.KindError, text: "wc: command not found"}))
	w.course.Past, w.course.Issue = append(w.course.Past, w.course.Issue), course.Issue{}
	w.play([]line{{kind: "go_on", step: "M0/hands_on/make-log", asks: coach.AskAction}})
}

func TestTutor_UnknownTopic(t *testing.T) {
	w := newWalker(t, "en")
	w.course.Topic = "kafka"
	w.play([]line{{kind: "open", text: "learn kafka", asks: coach.AskNone, says: []string{"no track for “kafka”", "`tally`"}}})
}
