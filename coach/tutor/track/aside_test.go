package track

import (
	"slices"
	"testing"

	"tack/coach"
)

// TestParted: a text is cut into questions and statements; a dot in a number ends no sentence.
func TestParted(t *testing.T) {
	for text, want := range map[string][2]string{
		"what can I do with it? I want caching": {"what can I do with it?", "I want caching"},
		"I want caching. Does 7.0 do it?":       {"Does 7.0 do it?", "I want caching."},
		"能拿它做什么？我想做缓存":                          {"能拿它做什么？", "我想做缓存"},
		"why? how?":                             {"why? how?", ""},
		"I want caching":                        {"", "I want caching"},
		"":                                      {"", ""},
	} {
		if asked, stated := parted(text); asked != want[0] || stated != want[1] {
			t.Errorf("%q: %q and %q, want %q", text, asked, stated, want)
		}
	}
}

// TestTutor_AnswersBeside: an answer beside a question of the learner's is taken, and the question noted;
// what is no answer leaves the question of the diagnosis open.
func TestTutor_AnswersBeside(t *testing.T) {
	for _, tt := range []struct{ locale, text, goal, open string }{
		{"en", "what can I do with it? I want caching", "I want caching", "what can I do with it?"},
		{"zh", "what can I do with it? I want caching", "I want caching", "what can I do with it?"},
		{"zh", "能拿它做什么？我想做缓存", "我想做缓存", "能拿它做什么？"},
		{"en", "I need it for a project at work. Is that hard?", "I need it for a project at work.", "Is that hard?"},
		{"en", "I want caching, is that hard?", "I want caching", "is that hard?"},
		{"zh", "我想做缓存，难吗？", "我想做缓存", "难吗？"},
		{"en", "if I want caching, is that hard?", "", ""},
		{"en", "what can I do with it? I want to know that first", "", ""},
		{"en", "what can I do with it? thanks", "", ""},
		{"zh", "能拿它做什么？我想先了解一下", "", ""},
		{"en", "do I want caching?", "", ""},
	} {
		w := newWalker(t, tt.locale)
		w.open("tally")
		w.turn(coach.KindQuestion, tt.text)
		d := w.course.Diagnosis
		if d.Goal != tt.goal || (d.Asked == "goal") != (tt.goal == "") || tt.open != "" && !slices.Contains(w.course.Open, tt.open) {
			t.Errorf("%s %q: goal %q, asked %q, open %q", tt.locale, tt.text, d.Goal, d.Asked, w.course.Open)
		}
	}
	w := newWalker(t, "en")
	w.play(toSetup[:1])
	w.course.Diagnosis.Goal, w.course.Diagnosis.Level, w.course.Diagnosis.Asked = "a job", levels[0], "time"
	w.turn(coach.KindQuestion, "is that enough? one hour a day")
	if w.course.Diagnosis.Time != "one hour a day" {
		t.Errorf("time %q", w.course.Diagnosis.Time)
	}
}
