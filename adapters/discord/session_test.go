package discord_test

import (
	"slices"
	"strings"
	"testing"

	"tack/adapters/discord/discordtest"
	"tack/coach"
)

// TestSession goes from /study to the next session: diagnosis, route, the same error three times, a
// break-out that is exhausted, the pinned summary confirmed by an emoji, the documents as files, the resume.
func TestSession(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	root, _ := w.Message(w.place)
	if root.Channel != w.channel || !slices.Equal(root.Pings, []string{w.kim}) {
		t.Errorf("the thread's first message: %+v", root)
	}
	if th, _ := w.Thread(w.place); !slices.Contains(th.Members, w.kim) || th.AutoArchive != 10080 {
		t.Errorf("the thread: %+v", th)
	}
	if th := w.say(course...); th.Course.Phase != coach.PhaseSetup || !th.Course.Route.Confirmed {
		t.Fatalf("after the yes: phase %s, route confirmed %v", th.Course.Phase, th.Course.Route.Confirmed)
	}
	w.say(failing, failing, "still the same error")
	notice := w.coach()[len(w.coach())-2]
	w.has(notice.Content, "3 times")
	if !strings.HasPrefix(notice.Content, "> ") || strings.HasPrefix(w.last().Content, "> ") {
		t.Errorf("the notice looks like teaching: %q / %q", notice.Content, w.last().Content)
	}
	w.say("the weather is nice", "and the birds sing")
	summary := w.summary()
	w.has(summary.Content, "Connection refused")
	if len(summary.Buttons) != 3 || summary.Buttons[0].Label != "Confirm" {
		t.Errorf("buttons: %+v", summary.Buttons)
	}
	w.must(w.React(w.kim, summary.ID, unicode("👍🏽")))
	w.house.AwaitState(t, w.thread(), coach.Closed)
	if pins := w.Pins(w.place); len(pins) > 0 {
		t.Errorf("still pinned: %v", pins)
	}
	after, _ := w.Message(summary.ID)
	w.has(after.Content, "✅ Saved.")
	if strings.Contains(after.Content, "Nothing is saved yet") || strings.Contains(after.Content, "confirm with") {
		t.Errorf("a summary that was confirmed still calls for it: %s", after.Content)
	}
	w.has(after.Content, "Connection refused")
	if len(after.Buttons) > 0 {
		t.Error("a summary that was confirmed still has its buttons")
	}
	w.has(w.last().Content, "continue redis")
	if !slices.ContainsFunc(w.coach(), func(m discordtest.Message) bool { return len(m.Files) == 1 && m.Files[0].Name == "CONTEXT.md" }) {
		t.Error("no CONTEXT.md was given")
	}
	w.say("continue redis")
	w.has(w.last().Content, "session 2")
	for _, m := range w.coach() {
		if len(m.Pings) > 0 {
			t.Errorf("pings %v: %s", m.Pings, m.Content)
		}
	}
	w.NoViolations(t)
}
