package engine_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// TestLanguage: a course goes on in the language that the learner changes to, and its documents, saved
// before or after, have one language in all that they say themselves.
func TestLanguage(t *testing.T) { each(t, testLanguage) }

// english finds words of ours in a document: what the learner said, names of programs and keys are none.
var english = regexp.MustCompile(`Language:|English|theory first|step by step|Keys and strings|A Redis of your own|days of study|Setup:`)

func testLanguage(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	in := h.in(engine.InLocale, "")
	in.Locale = "zh"
	if err := h.handle(in); err != nil {
		t.Fatal(err)
	}
	if doc := h.context(); english.MatchString(doc) || !strings.Contains(doc, "语言: 中文") || !strings.Contains(doc, "键与字符串") {
		t.Errorf("at once after the change, %q in the stored document:\n%s", english.FindAllString(doc, -1), doc)
	}
	h.say("今天先到这里")
	h.react("✅")
	h.state(coach.Closed)
	if doc := h.context(); english.MatchString(doc) {
		t.Errorf("%q in the document:\n%s", english.FindAllString(doc, -1), doc)
	}
	h.now = h.now.Add(24 * time.Hour)
	h.thread, h.n = "test:here:elsewhere", 0
	if got := h.say("continue redis"); !strings.Contains(got, "第 2 个窗口") || english.MatchString(got) {
		t.Errorf("the next session does not speak the language saved:\n%s", got)
	}
	h.replay()
}

// context is the CONTEXT.md that is stored.
func (h *house) context() string {
	h.Helper()
	for _, doc := range must[[]state.Document](h.T)(h.file.Documents(h.Context(), learner, "redis")) {
		if doc.Name == "CONTEXT.md" {
			return doc.Body
		}
	}
	h.Fatal("no CONTEXT.md")
	return ""
}
