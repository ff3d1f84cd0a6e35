package track

import (
	"strings"
	"testing"

	"tack/coach"
)

// TestTutor_TakesBack: whoever corrects themselves in the same breath is taken at the last word.
func TestTutor_TakesBack(t *testing.T) {
	for _, tt := range []struct{ dim, said, want string }{
		{"language", "English. no, Chinese", "中文"},
		{"language", "中文，不对，英文", "English"},
		{"order", "examples first, no theory first", "theory first"},
		{"order", "theory, actually examples", "examples first"},
		{"pace", "continuous... wait, step by step", "step by step"},
		{"pace", "连续，还是一步一步吧", "step by step"},
		{"order", "no theory please, an example", "examples first"},
	} {
		w := inDiagnosis(t, "redis", "en")
		w.course.Diagnosis.Goal, w.course.Diagnosis.Level, w.course.Diagnosis.Time = "x", "beginner", "x"
		for _, dim := range preferences {
			if dim == tt.dim {
				break
			}
			w.course.Preferences = append(w.course.Preferences, map[string]string{"language": "Language: English", "order": "Order: theory first"}[dim])
		}
		w.course.Diagnosis.Asked = tt.dim
		w.turn(coach.KindAnswer, tt.said)
		if got := strings.Join(w.course.Preferences, "; "); !strings.HasSuffix(got, ": "+tt.want) {
			t.Errorf("%q to %s: preferences %q, want %s", tt.said, tt.dim, got, tt.want)
		}
	}
}

// TestTutor_PasteIsNoLevel: a long paste in place of an answer is not judged as one.
func TestTutor_PasteIsNoLevel(t *testing.T) {
	for _, kind := range []coach.Kind{coach.KindEvidence, coach.KindChat} {
		w := inDiagnosis(t, "redis", "en")
		w.turn(coach.KindAnswer, "for work")
		w.play([]line{{kind: kind, text: strings.Repeat("12:M 03 Mar 2026 * a line of a log\n", 300), key: "diagnosis:level:level-basic"}})
	}
}

// TestTutor_NothingIsNoDeliverable: "nothing" leaves the choice to the coach.
func TestTutor_NothingIsNoDeliverable(t *testing.T) {
	for locale, said := range map[string]string{"en": "nothing", "zh": "没有"} {
		w := inDiagnosis(t, "git", locale)
		w.course.Diagnosis.Asked = "deliverable"
		w.turn(coach.KindAnswer, said)
		if got := w.course.Diagnosis.Deliverable; got == said || got == "" {
			t.Errorf("deliverable %q", got)
		}
	}
}

// TestTutor_AsksToGoOn: a go-ahead put as a question is one, and no question that nobody can answer.
func TestTutor_AsksToGoOn(t *testing.T) {
	for _, said := range []string{"can we go on?", "Shall we continue now?", "可以继续吗？", "能不能往下讲？"} {
		w := atStep(t, "redis", "en", "setup-ping")
		w.play([]line{{kind: "go_on"}, {kind: coach.KindQuestion, text: said, asks: coach.AskAction, says: []string{"redis-cli PING"}}})
		if len(w.course.Open) != 0 {
			t.Errorf("%q is among the open questions", said)
		}
		w = atStep(t, "redis", "en", "setup-ping")
		w.course.Position.Waiting = waitGo
		w.play([]line{{kind: coach.KindQuestion, text: said, asks: coach.AskAction, says: []string{"redis-cli PING"}}})
	}
	for _, said := range []string{"can I skip this?", "能不能跳过？"} {
		w := atStep(t, "redis", "en", "setup-ping")
		w.play([]line{{kind: coach.KindQuestion, text: said, step: "M0/hands_on/setup-info"}})
	}
	w := atStep(t, "redis", "en", "setup-ping")
	w.play([]line{{kind: coach.KindQuestion, text: "how do I go on after a crash?", says: []string{"!I am waiting"}}})
}
