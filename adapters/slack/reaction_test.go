package slack_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/coach"
	"tack/internal/engine"
)

// closing brings the session to a summary that waits, and returns its ts.
func (w *world) closing() string {
	w.Helper()
	w.study("redis")
	w.say("that's enough for today")
	w.house.AwaitState(w.T, w.thread(), coach.Closing)
	if pins := w.Pins(w.channel); len(pins) > 0 {
		return pins[0]
	}
	return w.posted("summary_confirm")
}

// posted is the ts of the coach's last message with something in its blocks.
func (w *world) posted(what string) string {
	w.Helper()
	all := w.coach()
	for _, m := range slices.Backward(all) {
		if strings.Contains(string(m.Blocks), what) {
			return m.TS
		}
	}
	w.Fatalf("no message with %q", what)
	return ""
}

// TestConfirmations: which emoji of whom confirms.
func TestConfirmations(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"white_check_mark", "heavy_check_mark", "+1", "thumbsup", "thumbsup::skin-tone-2", "ok_hand", "100", "ok"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			ts := w.closing()
			for _, other := range []string{"white_check_mark_custom", "plus1", "eyes"} {
				w.Server.React(w.kim, w.channel, ts, other)
			}
			w.Server.React(w.lee, w.channel, ts, name)
			w.Server.React(w.kim, w.channel, w.root, name) // another message
			w.settled()
			w.say("hm")
			if th := w.house.Standing(t, w.thread()); th.Session.State() != coach.Closing {
				t.Fatalf("%s without the learner's yes", th.Session.State())
			}
			w.Server.React(w.kim, w.channel, ts, name)
			w.house.AwaitState(t, w.thread(), coach.Closed)
		})
	}
}

// TestReactionBeforeAnswer: an emoji that comes before Slack has answered the post finds its message.
func TestReactionBeforeAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	f := w.Fail("pins.add", 1, slacktest.Fault{Hang: true}) // the summary is posted, its delivery not over
	w.Reply(w.kim, w.channel, w.root, "that's enough for today")
	w.Await(t, "the summary", func(v *slacktest.Snapshot) bool { return v.Hits(f) == 1 })
	w.Server.React(w.kim, w.channel, w.posted("summary_confirm"), "+1")
	w.settled()
	f.Release()
	w.house.AwaitState(t, w.thread(), coach.Closed)
}

// TestReactionElsewhere: an emoji on a message that is none of ours costs no call.
func TestReactionElsewhere(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	other := w.Post(w.lee, w.channel, "lunch?")
	w.settled()
	w.ForgetCalls()
	w.Server.React(w.kim, w.channel, other, "+1")
	w.Server.Unreact(w.kim, w.channel, other, "+1")
	w.settled()
	if calls := w.Calls(""); len(calls) > 0 {
		t.Errorf("calls %+v", calls)
	}
}

// TestPinFails: a close-out does not depend on its pin; it is said once, and the operator is told why.
func TestPinFails(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"too_many_pins", "not_pinnable", "restricted_action", "missing_scope", "not_in_channel"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.Fail("pins.add", 100, slacktest.Fault{Error: code})
			ts := w.closing()
			w.house.AwaitAnswered(t, w.thread(), 3) // the engine's own, that it is not pinned
			w.has(w.last().Text, "pin")
			if h := strings.Join(w.adapter.Health(), " "); !strings.Contains(h, code) {
				t.Errorf("health %q", h)
			}
			if n := len(w.Calls("pins.add")); n != 1 {
				t.Errorf("%d tries", n)
			}
			w.Server.React(w.kim, w.channel, ts, "+1")
			w.house.AwaitState(t, w.thread(), coach.Closed)
		})
	}
}

// TestPinnedAlready is success.
func TestPinnedAlready(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.Fail("pins.add", 1, slacktest.Fault{Error: "already_pinned"})
	w.closing()
	if th := w.house.Standing(t, w.thread()); th.Unpins {
		t.Error("it was said that it could not be pinned")
	}
}

// TestAmend: a correction changes the pinned message; one that was deleted is posted anew.
func TestAmend(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	ts := w.closing()
	w.say("you forgot: the firewall is on")
	m, _ := w.Message(w.channel, ts)
	w.has(m.Text, "the firewall is on")
	w.Delete(w.channel, ts)
	w.say("and the port is 6380")
	again := w.posted("summary_confirm")
	m, _ = w.Message(w.channel, again)
	w.has(m.Text, "6380")
	if again == ts || !slices.Contains(w.Pins(w.channel), again) {
		t.Errorf("%s is not the new summary, pinned: %v", again, w.Pins(w.channel))
	}
	w.Server.React(w.kim, w.channel, again, "+1")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.NoViolations(t)
}

// TestConfirmedByNote: ✅ on the message that says that the summary was changed confirms it.
func TestConfirmedByNote(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.closing()
	w.say("you forgot: the firewall is on")
	note := w.last()
	w.has(note.Text, "or here")
	w.Server.React(w.kim, w.channel, note.TS, "white_check_mark")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.NoViolations(t)
}

// TestLostAnswer: a message that was posted while the answer was lost is looked for, and not posted again.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.Fail("chat.postMessage", 1, slacktest.Fault{Cut: true, AfterEffect: true})
	w.say("to use it as a cache at work")
	if n := len(w.coach()); n != 3 { // the root, the first question, the second
		t.Errorf("%d messages, want 3", n)
	}
	w.Fail("files.completeUploadExternal", 1, slacktest.Fault{Cut: true, AfterEffect: true})
	w.say("that's enough for today", "ok")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	if n := len(w.Files()); n != 1 {
		t.Errorf("%d files, want 1", n)
	}
	w.NoViolations(t)
}

// TestLostOpening: the same for the root of a thread.
func TestLostOpening(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.Fail("chat.postMessage", 1, slacktest.Fault{Cut: true, AfterEffect: true})
	w.study("redis")
	if n := len(w.Channel(w.channel)); n != 1 {
		t.Errorf("%d threads, want 1", n)
	}
}

// TestLimits: at Slack's own limits no message is lost, and none is sent too early.
func TestLimits(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{fake: slacktest.Options{Limits: slacktest.SlackLimits()}, config: func(c *slack.Config) { c.PostEvery = 0 }})
	w.study("redis")
	w.say(course[:4]...)
	if n := w.limited("chat.postMessage"); n > 0 {
		t.Errorf("%d messages came too early", n)
	}
	f := w.Fail("chat.postMessage", 1, slacktest.Fault{Status: 429, RetryAfter: time.Second})
	w.say("defaults")
	if f.Hits() != 1 || len(w.Calls("conversations.replies")) > 0 {
		t.Errorf("the limit was met %d times; a message that was put off was looked for", f.Hits())
	}
}

// TestErrors: what each of Slack's refusals means to the engine.
func TestErrors(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	deliver := func(f slacktest.Fault) error {
		w.Fail("chat.postMessage", 1, f)
		_, err := w.adapter.Deliver(t.Context(), engine.Outgoing{Op: engine.OpPost, ID: "e-" + f.Error, Thread: w.thread(), Text: "hello"})
		return err
	}
	for code, want := range map[string]string{
		"channel_not_found": "gone", "not_in_channel": "gone", "is_archived": "gone", "restricted_action": "gone",
		"msg_too_long": "refused", "no_text": "refused", "invalid_auth": "later", "missing_scope": "later",
		"internal_error": "soon", "ratelimited": "refused",
	} {
		if got := adaptertest.Kind(deliver(slacktest.Fault{Error: code})); code != "ratelimited" && got != want {
			t.Errorf("%s is %s, want %s", code, got, want)
		}
	}
	for name, f := range map[string]slacktest.Fault{
		"500": {Status: 500}, "a web page": {HTML: true}, "an error page": {HTML: true, Status: 502}, "nothing": {Cut: true},
	} {
		if got := adaptertest.Kind(deliver(f)); got != "soon" {
			t.Errorf("%s is %s, want soon", name, got)
		}
	}
	if got := adaptertest.Kind(deliver(slacktest.Fault{Status: 429, RetryAfter: 7 * time.Second})); got != "later" {
		t.Errorf("429 is %s", got)
	}
	if h := strings.Join(w.adapter.Health(), " "); !strings.Contains(h, "Slack refuses a message") {
		t.Errorf("health %q", h)
	}
}

// TestBadBlocks: blocks that Slack refuses are left out; the text says everything.
func TestBadBlocks(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.Fail("chat.postMessage", 1, slacktest.Fault{Error: "invalid_blocks"})
	w.say("that's enough for today")
	m := w.summary()
	w.has(m.Text, "confirm")
	if m.Blocks != nil {
		t.Errorf("blocks %s", m.Blocks)
	}
}

// TestEyes: the learner sees that a message was seen, and the receipt goes with the answer.
func TestEyes(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{house: adaptertest.Options{Quiet: 200 * time.Millisecond}})
	w.study("redis")
	ts := w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.Reply(w.lee, w.channel, w.root, "me too")
	eyes := func(v *slacktest.Snapshot) bool {
		m, _ := v.Message(w.channel, ts)
		return len(m.Reactions) == 1 && m.Reactions[0].Name == "eyes"
	}
	w.Await(t, "the receipt", eyes)
	w.house.AwaitAnswered(t, w.thread(), 3)
	w.Await(t, "the receipt to go", func(v *slacktest.Snapshot) bool { return !eyes(v) })
	if n := len(w.Calls("reactions.add")); n != 1 {
		t.Errorf("%d receipts, want 1", n)
	}
}

// TestEyesWithoutAnswer: the receipt goes from what gets no answer, too.
func TestEyesWithoutAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{house: adaptertest.Options{Quiet: 200 * time.Millisecond}})
	w.closing()
	w.say("ok")
	ts := w.Reply(w.kim, w.channel, w.root, "thanks")
	w.Await(t, "the receipt", func(v *slacktest.Snapshot) bool { return eyes(v, w.channel, ts) })
	w.Await(t, "the receipt to go", func(v *slacktest.Snapshot) bool { return !eyes(v, w.channel, ts) })
	w.NoViolations(t)
}
