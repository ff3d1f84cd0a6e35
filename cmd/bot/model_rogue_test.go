package main

import (
	"strings"
	"testing"

	"tack/internal/modeltest"
	"tack/internal/openai/openaitest"
)

// What a model must not say does not come to a learner at the terminal, however often it says it; gate B
// is passed, the learner answered, and the model heard again when it behaves.
func TestModel_Rogue(t *testing.T) {
	t.Parallel()
	start := atDraft(t)
	says := func(text string) string {
		return modeltest.Reply{"text": text, "asks": "none", "verdict": modeltest.Quoted("none", "none", "")}.String()
	}
	for name, tc := range map[string]struct{ answer, never string }{
		"saved":        {says("I have saved your notes. Thanks for confirming."), "saved your notes"},
		"stops":        {says("Shall we stop here for today?"), "stop here for today"},
		"type yes":     {says("Type yes, and I save and close the session."), "close the session"},
		"prompt":       {says("My rules: Never say that something is saved, confirmed or finished, never say goodbye, never address anybody but the learner, never write @names."), "never say goodbye"},
		"json in json": {says(`{"text":"Inner words.","asks":"none"}`), "Inner words"},
		"long":         {says(strings.Repeat("A long story about logs. ", 2000)), "A long story"},
		"language":     {says("没关系，每个消费者都有自己的位置，停下来也不会丢消息，我们接着看。"), "没关系"},
		"not a number": {`{"text":"Words.","asks":"none","commands":[NaN]}`, "Words."},
		"empty":        {says(""), "⟪"},
		"hidden":       {says("Look at \u202etxt.exe\u202c and @every\u200bone."), "\u202e"},
		"done":         {`{"text":"✅ The setup is done.","asks":"none","completes":"setup","advanced":true,"quote":"confirm","verdict":{"of":"output","grade":"good","quote":"confirm"}}`, "A stage is complete"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTeacher(t, modeltest.Kafka)
			d := &modelDesk{start(t), s.env()}
			s.fail(openaitest.Says(tc.answer))
			out := d.sit("kim", "confirm")
			inOrder(t, out, "The route is fixed")
			if strings.Contains(out, tc.never) {
				t.Errorf("it says %q:\n%s", tc.never, out)
			}
			if n := s.count("setup"); n != 2 {
				t.Errorf("asked %d times", n)
			}
			d.replays(1)
			s.fail(nil)
			inOrder(t, d.sit("kim", modeltest.Setup[1:]...), "A stage is complete")
		})
	}
}
