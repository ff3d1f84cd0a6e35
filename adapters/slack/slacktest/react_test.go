package slacktest_test

import (
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
	"github.com/slack-go/slack/socketmode"

	"tack/adapters/slack/slacktest"
)

func TestReactions(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	root := b.Mention(b.kim, b.channel, "hello")
	ts := b.post(t, root, "hi")
	b.React(b.kim, b.channel, ts, "+1::skin-tone-4")
	e := inner[slackevents.ReactionAddedEvent](t, c)
	if e.Reaction != "+1::skin-tone-4" || e.Item.Timestamp != ts || e.ItemUser != b.BotUser() || e.User != b.kim {
		t.Errorf("event %+v", e)
	}
	b.ReactOddly(b.kim, b.channel, ts, "heart", "")
	if e := inner[slackevents.ReactionAddedEvent](t, c); e.Item.Timestamp != ts || e.ItemUser != "" {
		t.Errorf("event %+v", e)
	}
	b.ReactOddly(b.kim, b.channel, ts, "heart", "F1")
	c.await(t, socketmode.EventTypeErrorBadMessage) // slack-go 0.36 cannot read the form that Slack documents
	b.Unreact(b.kim, b.channel, ts, "+1::skin-tone-4")
	inner[slackevents.ReactionRemovedEvent](t, c)

	item := slack.NewRefToMessage(b.channel, root)
	if err := b.client.AddReaction("eyes", item); err != nil {
		t.Fatal(err)
	}
	refused(t, "twice", b.client.AddReaction("eyes", item), "already_reacted")
	got, err := b.client.GetReactions(item, slack.GetReactionsParameters{Full: true})
	if err != nil || len(got.Reactions) != 1 || got.Reactions[0].Users[0] != b.BotUser() {
		t.Errorf("reactions.get %+v, %v", got, err)
	}
	if err := b.client.RemoveReaction("eyes", item); err != nil {
		t.Error(err)
	}
	refused(t, "twice", b.client.RemoveReaction("eyes", item), "no_reaction")
	b.NoViolations(t)
	refused(t, "no emoji", b.client.AddReaction("👀", item), "invalid_name")
	b.violated(t, slacktest.BadEmoji)
}

func TestPins(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	root := b.Mention(b.kim, b.channel, "hello")
	ts := b.post(t, root, "summary")
	item := slack.NewRefToMessage(b.channel, ts)
	if err := b.client.AddPin(b.channel, item); err != nil {
		t.Fatal(err)
	}
	if e := inner[slackevents.PinAddedEvent](t, c); e.User != b.BotUser() || e.Channel != b.channel {
		t.Errorf("event %+v", e)
	}
	if e := inner[slackevents.MessageEvent](t, c); e.SubType != "pinned_item" {
		t.Errorf("the line is %+v", e)
	}
	refused(t, "twice", b.client.AddPin(b.channel, item), "already_pinned")
	pins, _, err := b.client.ListPins(b.channel)
	if err != nil || len(pins) != 1 || pins[0].Message.Timestamp != ts || len(b.Pins(b.channel)) != 1 {
		t.Errorf("pins.list %+v, %v", pins, err)
	}
	line := b.Channel(b.channel)[1]
	refused(t, "a system message", b.client.AddPin(b.channel, slack.NewRefToMessage(b.channel, line.TS)), "not_pinnable")
	if err := b.client.RemovePin(b.channel, item); err != nil {
		t.Error(err)
	}
	refused(t, "unpin twice", b.client.RemovePin(b.channel, item), "no_pin")
	b.FillPins(b.kim, b.channel)
	refused(t, "the 101st", b.client.AddPin(b.channel, item), "too_many_pins")
	b.NoViolations(t)
}
