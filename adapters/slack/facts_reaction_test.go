package slack_test

import (
	"strings"
	"testing"

	"tack/adapters/slack/slacktest"
	"tack/coach"
)

// TestFacts_NoItemUser: a reaction that does not say whose message it is on confirms all the same.
func TestFacts_NoItemUser(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	ts := w.closing()
	w.ReactOddly(w.kim, w.channel, ts, "white_check_mark", "")
	w.house.AwaitState(t, w.thread(), coach.Closed)
}

// TestFacts_PinsAreShared: of the pins of a channel, each session takes its own away.
func TestFacts_PinsAreShared(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.Server.Pin(w.lee, w.channel, w.Post(w.lee, w.channel, "the rules of this channel"))
	first := w.closing()
	one := w.root
	w.root = w.Mention(w.lee, w.channel, "I want to learn git")
	w.house.AwaitAnswered(t, w.thread(), 1)
	w.Reply(w.lee, w.channel, w.root, "that's enough for today")
	w.house.AwaitState(t, w.thread(), coach.Closing)
	w.Await(t, "three pins", func(v *slacktest.Snapshot) bool { return len(v.Pins(w.channel)) == 3 })
	w.Server.React(w.kim, w.channel, first, "+1")
	w.house.AwaitState(t, w.threadOf(w.channel, one), coach.Closed)
	w.Await(t, "two pins", func(v *slacktest.Snapshot) bool { return len(v.Pins(w.channel)) == 2 })
	if m, _ := w.Message(w.channel, first); m.Pinned {
		t.Error("the summary that is done with is still pinned")
	}
}

// TestFacts_PinInDirectMessages: where a pin finds no channel, as in direct messages, the session closes without.
func TestFacts_PinInDirectMessages(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.Fail("pins.add", 1000, slacktest.Fault{Error: "channel_not_found"})
	w.channel = w.OpenDM(w.kim)
	w.root = w.Post(w.kim, w.channel, "I want to learn redis")
	w.house.AwaitAnswered(t, w.thread(), 1)
	w.Reply(w.kim, w.channel, w.root, "that's enough for today")
	w.house.AwaitState(t, w.thread(), coach.Closing)
	w.house.AwaitAnswered(t, w.thread(), 3) // the engine's own, that it is not pinned
	w.Server.React(w.kim, w.channel, w.posted("summary_confirm"), "white_check_mark")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	if h := strings.Join(w.adapter.Health(), " "); !strings.Contains(h, "channel_not_found") {
		t.Errorf("health %q", h)
	}
	if n := len(w.Calls("pins.add")); n != 1 {
		t.Errorf("%d tries", n)
	}
}
