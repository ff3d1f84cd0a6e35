package slack_test

import (
	"strings"
	"testing"
	"time"

	"tack/adapters/slack/slacktest"
	"tack/coach"
)

// TestFacts_LongSummary: a summary that chat.update does not take any more is still corrected and confirmed.
func TestFacts_LongSummary(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	first := w.closing()
	for range 6 { // each character is four or five of Slack's
		w.say("you forgot: " + strings.Repeat("<&>", 60))
	}
	ts := w.posted("summary_confirm")
	if ts == first {
		t.Error("it was not too long to be changed in place")
	}
	w.Server.React(w.kim, w.channel, ts, "+1")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.NoViolations(t)
}

// TestFacts_AnswerBeforeReceipt: no answer waits for a receipt that comes too early for Slack.
func TestFacts_AnswerBeforeReceipt(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	f := w.Fail("reactions.add", 1000, slacktest.Fault{Status: 429, RetryAfter: time.Hour})
	w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.Await(t, "the receipt to be refused", func(v *slacktest.Snapshot) bool { return v.Hits(f) > 0 })
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.say("no idea")
	w.has(w.last().Text, "Noted")
}

// TestFacts_LimitedPin: a pin that comes too early for Slack holds up no close-out.
func TestFacts_LimitedPin(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.Fail("pins.add", 1000, slacktest.Fault{Status: 429, RetryAfter: time.Hour})
	ts := w.closing()
	w.Server.React(w.kim, w.channel, ts, "+1")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	if n := len(w.Calls("pins.add")); n > 3 {
		t.Errorf("%d tries", n)
	}
}

// TestFacts_FilesInTheThread: documents go up by the upload URL, into the thread, and their names say what they are.
func TestFacts_FilesInTheThread(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	ts := w.closing()
	w.Server.React(w.kim, w.channel, ts, "+1")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.Await(t, "a document", func(v *slacktest.Snapshot) bool { return len(v.Files()) > 0 })
	for _, f := range w.Files() {
		if f.ThreadTS != w.root || !strings.HasSuffix(f.Name, ".md") {
			t.Errorf("%s is in %q, not in the thread %s", f.Name, f.ThreadTS, w.root)
		}
	}
	if len(w.Calls("files.upload")) > 0 || len(w.Calls("upload")) == 0 {
		t.Error("not uploaded by the URL that Slack gives")
	}
	w.NoViolations(t)
}

// TestFacts_OwnEdits: the summary that the bot changes, and the preview under it, are no turns.
func TestFacts_OwnEdits(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	ts := w.closing()
	w.say("you forgot: the firewall is on")
	heard := w.house.Standing(t, w.thread()).Heard
	w.Unfurl(w.channel, ts, "https://redis.io")
	w.settled()
	if th := w.say("and the port is 6380"); th.Heard != heard+1 {
		t.Errorf("%d events more, want 1", th.Heard-heard)
	}
	changed := 0
	for _, e := range w.Events() {
		if e.Subtype == "message_changed" && e.TS == ts {
			changed++
		}
	}
	if changed < 3 {
		t.Errorf("Slack told of %d changes, want two edits and a preview", changed)
	}
}
