package slack_test

import (
	"strings"
	"testing"

	"tack/coach"
)

// TestSession goes from /study to the next session: diagnosis, route, the same error three times, a
// break-out that is exhausted, the pinned summary confirmed by an emoji, the documents as files, the resume.
func TestSession(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	root, _ := w.Message(w.channel, w.root)
	w.has(root.Text, "<@"+w.kim+">")
	if th := w.say(course...); th.Course.Phase != coach.PhaseSetup || !th.Course.Route.Confirmed {
		t.Fatalf("after the yes: phase %s, route confirmed %v", th.Course.Phase, th.Course.Route.Confirmed)
	}
	w.say(failing, failing, "still the same error")
	notice := w.coach()[len(w.coach())-2]
	w.has(notice.Text, "3 times")
	if !strings.Contains(string(notice.Blocks), "divider") || w.last().Blocks != nil {
		t.Errorf("the notice looks like teaching: %s / %s", notice.Blocks, w.last().Blocks)
	}
	w.say("the weather is nice", "and the birds sing")
	summary := w.summary()
	w.has(summary.Text, "Connection refused")
	w.has(string(summary.Blocks), "summary_confirm")
	w.React(w.kim, w.channel, summary.TS, "+1::skin-tone-4")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	if pins := w.Pins(w.channel); len(pins) > 0 {
		t.Errorf("still pinned: %v", pins)
	}
	after, _ := w.Message(w.channel, summary.TS)
	w.has(after.Text, "✅ Saved.")
	if strings.Contains(after.Text+string(after.Blocks), "Nothing is saved yet") || strings.Contains(after.Text+string(after.Blocks), "confirm with") {
		t.Errorf("a summary that was confirmed still calls for it: %s", after.Text)
	}
	w.has(after.Text, "Connection refused")
	if strings.Contains(string(after.Blocks), "summary_confirm") {
		t.Error("a summary that was confirmed still has its buttons")
	}
	w.has(w.last().Text, "continue redis")
	var names []string
	for _, f := range w.Files() {
		names = append(names, f.Name)
	}
	w.has(strings.Join(names, " "), "CONTEXT.md")
	w.say("continue redis")
	w.has(w.last().Text, "session 2")
	w.NoViolations(t)
	w.settled()
}
