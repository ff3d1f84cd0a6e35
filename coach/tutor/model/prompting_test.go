package model

import (
	"fmt"
	"strings"
	"testing"

	"tack/coach/tutor"
)

// sceneLine is the line of a scene's prompt that names it.
func sceneLine(tt *Tutor, locale, scene string) string {
	for line := range strings.Lines(tt.Prompts.say(locale, scene, instruct{})) {
		return strings.TrimSpace(line)
	}
	return ""
}

// A prompt has what every scene begins with, the rules of its own scene and of no other, and what the turn
// needs: the open problem with its directions, the course, the last turns, the learner's words.
func TestPrompt(t *testing.T) {
	for _, locale := range []string{"en", "zh"} {
		d := newDesk(t, "en", "kafka")
		toSetup(d)
		d.say("kafka-topics.sh: command not found", saying("Look at `PATH` in your profile.", says{
			"asks": "action", "fault": "kafka-topics.sh: command not found", "directions": []says{{"dimension": "config", "text": "look at PATH"}},
		}))
		d.course.Locale = locale
		u := d.tutor.newTurn(t.Context(), inputOf(d, "it is set, I think"))
		for scene := range scenes {
			r := u.request(prompting{scene: scene})
			rules, shows := r.Messages[0].Text, r.Messages[1].Text
			if !strings.HasPrefix(rules, d.tutor.Prompts.say(locale, "base", instruct{})) {
				t.Errorf("%s/%s does not begin as all do", locale, scene)
			}
			for other := range scenes {
				if got := strings.Contains(rules, sceneLine(d.tutor, locale, other)); got != (other == scene) {
					t.Errorf("%s/%s has the rules of %s: %v", locale, scene, other, got)
				}
			}
			u.c.Issue = u.c.Issue.Shown()
			if after := u.request(prompting{scene: scene}).Messages[1].Text; scene != "route" && !strings.Contains(after, "\ntried config: look at PATH") {
				t.Errorf("%s/%s does not show what was tried:\n%s", locale, scene, after)
			}
			u.c.Issue.Tried[0].Done = false
			for _, want := range []string{"error: kafka-topics.sh: command not found", "suggested, not tried yet config: look at PATH", "topic: kafka", "it is set, I think", "Look at `PATH` in your profile."} {
				if scene != "route" && !strings.Contains(shows, want) {
					t.Errorf("%s/%s does not show %q", locale, scene, want)
				}
			}
		}
	}
}

// A prompt that is too long for the model is asked with half of its budget.
func TestPrompt_TooLong(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toModule(d)
	in := atTurn(d, 60)
	in.Message.Text += strings.Repeat("at Main.main(Main.java:1)\n", 20000)
	d.model.answers, d.model.asked = []any{fmt.Errorf("complete: %w", ErrTooLong), saying("A topic is a named log. Shall we go on?", says{"asks": "step"})}, nil
	r := must[tutor.Reply](t)(d.tutor.Reply(t.Context(), in))
	if r.Away || !strings.HasPrefix(r.Text, "A topic") || len(d.model.asked) != 2 {
		t.Fatalf("asked %d times: %s", len(d.model.asked), r.Text)
	}
	if first, second := d.model.asked[0].Estimate, d.model.asked[1].Estimate; second > DefaultBudget/2 || second >= first {
		t.Errorf("%d tokens, then %d", first, second)
	}
}
