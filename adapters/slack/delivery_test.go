package slack_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
)

// events are those of one message, by type and ts.
func (w *world) events(kind, ts string) []slacktest.Event {
	return slices.DeleteFunc(w.Events(), func(e slacktest.Event) bool { return e.Type != kind || e.TS != ts })
}

// settled waits until nothing is on its way to the app any more.
func (w *world) settled() {
	w.Helper()
	w.Await(w.T, "every acknowledgement", func(v *slacktest.Snapshot) bool { return v.Unacked() == 0 })
}

// TestDuplicates: each of the four shapes in which Slack says something twice is one turn.
func TestDuplicates(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.root = w.Mention(w.kim, w.channel, "I want to learn redis") // message and app_mention of one ts
	w.house.AwaitAnswered(t, w.thread(), 1)
	w.settled()
	id := w.events("message", w.root)[0].ID
	w.Repeat(id)
	w.settled()
	w.RepeatEnvelope(id)
	w.Await(t, "the second ack", func(v *slacktest.Snapshot) bool {
		return len(slices.DeleteFunc(v.Acks(), func(a slacktest.Ack) bool { return a.EventID != id })) >= 3
	})
	for range 2 { // one client_msg_id, two timestamps
		w.Send(slacktest.Draft{User: w.kim, Channel: w.channel, Thread: w.root, Text: "to use it as a cache at work", ClientMsgID: "c-1"})
	}
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.settled()
	w.say("a last word")
	if h := w.house.Standing(t, w.thread()).Heard; h != 3 {
		t.Errorf("%d events, want 3", h)
	}
	w.NoViolations(t)
}

// TestDuplicateOpening: one message published under two timestamps opens one thread.
func TestDuplicateOpening(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	draft := slacktest.Draft{User: w.kim, Channel: w.channel, Text: "<@" + w.BotUser() + "> I want to learn redis", ClientMsgID: "c-1"}
	w.root = w.Send(draft)
	w.house.AwaitAnswered(t, w.thread(), 1)
	second := w.Send(draft)
	w.settled()
	w.say("to use it as a cache at work")
	if th := w.house.Standing(t, w.threadOf(w.channel, second)); th.Heard > 0 {
		t.Errorf("the second was answered too: %+v", th)
	}
}

// TestAckAfterRecord: what cannot be recorded is not acknowledged, and answered when it comes again.
func TestAckAfterRecord(t *testing.T) {
	t.Parallel()
	var faulty adaptertest.Faulty
	w := setup(t, setting{hall: faulty.In})
	w.study("redis")
	w.settled()
	faulty.Fail(1, adaptertest.Down)
	ts := w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	adaptertest.Await(t, "the failure", faulty.Failed)
	e := w.events("message", ts)[0]
	for _, ack := range w.Acks() {
		if ack.EventID == e.ID {
			t.Error("acknowledged though it was not recorded")
		}
	}
	w.Advance(4 * time.Second) // Slack's patience
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.settled()
	if e := w.events("message", ts)[0]; e.State != slacktest.Acked || e.Attempt == 0 {
		t.Errorf("after the redelivery: %+v", e)
	}
}

// TestOrder: messages that come in the wrong order are one turn in the right one.
func TestOrder(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{house: adaptertest.Options{Quiet: 300 * time.Millisecond}})
	w.study("redis")
	w.settled()
	w.Hold()
	w.Reply(w.kim, w.channel, w.root, "first part,")
	w.Reply(w.kim, w.channel, w.root, "second part")
	w.Release(1, 0)
	w.house.AwaitAnswered(t, w.thread(), 2)
	lines, err := w.house.Store.Log(t.Context(), w.thread())
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	for _, l := range lines {
		log.Write(l)
	}
	first, second := strings.Index(log.String(), "first part"), strings.Index(log.String(), "second part")
	if first < 0 || second < first {
		t.Errorf("first at %d, second at %d:\n%s", first, second, log.String())
	}
}

// TestUnreadable: what slack-go cannot read is acknowledged by its envelope, and the socket lives on.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.settled()
	acked := func(id string) func(v *slacktest.Snapshot) bool {
		return func(v *slacktest.Snapshot) bool {
			return slices.ContainsFunc(v.Acks(), func(a slacktest.Ack) bool { return a.EnvelopeID == id })
		}
	}
	w.Await(t, "the ack of an unknown type", acked(w.SendPayload("workflow_step", `{"a":1}`)))
	w.Await(t, "the ack of an event of another form", acked(w.SendPayload("events_api", `{"type":"event_callback","event":{"type":"message","ts":17}}`)))
	w.SendFrame("no JSON")
	w.ReactOddly(w.kim, w.channel, w.root, "eyes", "F1")
	w.ReactOddly(w.kim, w.channel, w.root, "eyes", "")
	w.settled()
	w.say("to use it as a cache at work")
	w.NoViolations(t)
}

// TestReconnect: what is lost in the gap between two sockets is caught up, and answered once.
func TestReconnect(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"warning", "refresh_requested", "link_disabled", "cut"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.study("redis")
			w.settled()
			before := w.Sockets()
			w.Drop(1)
			w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
			if how == "cut" {
				w.CutSockets()
			} else {
				w.Disconnect("", how)
			}
			w.Await(t, "another socket", func(v *slacktest.Snapshot) bool {
				return len(v.Sockets()) == 1 && v.Sockets()[0] != before[0]
			})
			w.house.AwaitAnswered(t, w.thread(), 2)
			w.say("no idea")
			if h := w.house.Standing(t, w.thread()).Heard; h != 3 {
				t.Errorf("%d events, want 3", h)
			}
		})
	}
}

// TestHalfOpen: a socket that stays open and says nothing is given up.
func TestHalfOpen(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{
		fake:   slacktest.Options{PingEvery: 50 * time.Millisecond},
		config: func(c *slack.Config) { c.Silence = 500 * time.Millisecond },
	})
	w.study("redis")
	before := w.Sockets()
	w.HalfOpen("")
	w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.Await(t, "another socket", func(v *slacktest.Snapshot) bool {
		return len(v.Sockets()) > 0 && v.Sockets()[len(v.Sockets())-1] != before[0]
	})
	w.house.AwaitAnswered(t, w.thread(), 2)
}

// TestRestart: a bot that was away catches up with threads, mentions and the emoji under a summary.
func TestRestart(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say(course...)
	w.say("that's enough for today")
	summary := w.summary()
	w.settled()
	w.stop()
	w.house.Close()
	w.Drop(100)
	w.Server.React(w.lee, w.channel, summary.TS, "+1")
	w.Server.React(w.kim, w.channel, summary.TS, "white_check_mark")
	other := w.Mention(w.lee, w.channel, "I want to learn git")
	w.house, w.adapter = w.build(setting{house: adaptertest.Options{Path: w.house.Path}})
	w.run(setting{})
	w.Await(t, "the confirmation", func(v *slacktest.Snapshot) bool {
		m, _ := v.Message(w.channel, summary.TS)
		return strings.Contains(m.Text, "✅ Saved.")
	})
	w.house.AwaitAnswered(t, w.threadOf(w.channel, other), 1)
	w.NoViolations(t)
}

// TestLimitedHistory: catching up goes over several pages, and waits for the next as long as Slack says.
func TestLimitedHistory(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.settled()
	w.Drop(1000)
	for range 210 { // more than a page
		w.Reply(w.lee, w.channel, w.root, "me too")
	}
	w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	f := w.Fail("conversations.replies", 1, slacktest.Fault{Status: 429, RetryAfter: time.Second})
	w.CutSockets()
	w.house.AwaitAnswered(t, w.thread(), 212)
	if f.Hits() != 1 {
		t.Error("no limit was met")
	}
}

// limited is how many calls of a method came too early.
func (w *world) limited(method string) int {
	return len(slices.DeleteFunc(w.Calls(method), func(c slacktest.Call) bool { return c.Status != 429 }))
}

// TestFatal: a token that Slack does not take ends Run, and Health says which.
func TestFatal(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*slack.Config){
		"bot": func(c *slack.Config) { c.BotToken = "xoxb-other" },
		"app": func(c *slack.Config) { c.AppToken = "xapp-other" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{idle: true, config: change})
			err := w.adapter.Run(t.Context(), slack.Hall{Engine: w.house.Engine, Desk: w.house.Desk, Store: w.house.Store})
			if err == nil {
				t.Fatal("no error")
			}
			if h := w.adapter.Health(); len(h) != 1 || !strings.Contains(h[0], name+" token") {
				t.Errorf("health %q", h)
			}
			if calls := len(w.Calls("")); calls > 3 {
				t.Errorf("%d calls with a token that is refused", calls)
			}
		})
	}
}

// TestUnreachable: a Slack that cannot be reached is waited for.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{idle: true})
	f := w.Fail("auth.test", 2, slacktest.Fault{Status: 503})
	w.run(setting{})
	if f.Hits() != 2 {
		t.Errorf("%d requests met the fault", f.Hits())
	}
	w.study("redis")
	if h := w.adapter.Health(); h != nil {
		t.Errorf("health %q", h)
	}
}
