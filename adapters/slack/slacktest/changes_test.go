package slacktest_test

import (
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"

	"tack/adapters/slack/slacktest"
)

func TestChangesComeAsSlackSendsThem(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	root := b.Mention(b.kim, b.channel, "hello")
	inner[slackevents.MessageEvent](t, c)

	b.Edit(b.channel, root, "hello again")
	e := inner[slackevents.MessageEvent](t, c)
	if e.SubType != "message_changed" || e.User != "" || e.Message.Text != "hello again" || e.PreviousMessage.Text == "hello again" || !e.IsEdited() {
		t.Errorf("an edit: %+v", e)
	}
	b.Unfurl(b.channel, root, "https://redis.io")
	if e := inner[slackevents.MessageEvent](t, c); e.Message.Text != e.PreviousMessage.Text || e.Message.Attachments == nil {
		t.Errorf("an unfurl: %+v", e.Message)
	}
	mine := b.post(t, root, "mine")
	if e := inner[slackevents.MessageEvent](t, c); e.BotID != b.BotID() || e.TimeStamp != mine {
		t.Errorf("the bot's own: %+v", e)
	}
	b.Delete(b.channel, root)
	if e := inner[slackevents.MessageEvent](t, c); e.SubType != "message_changed" || e.Message.SubType != "tombstone" {
		t.Errorf("a root with replies: %+v", e)
	}
	b.Delete(b.channel, b.Post(b.kim, b.channel, "short"))
	inner[slackevents.MessageEvent](t, c)
	if e := inner[slackevents.MessageEvent](t, c); e.SubType != "message_deleted" || e.DeletedTimeStamp == "" || e.PreviousMessage.Text != "short" {
		t.Errorf("a deletion: %+v", e)
	}
}

func TestMessagesThatAreNoTurns(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{MessageReplied: true})
	c := b.connect(t, true)
	root := b.Mention(b.kim, b.channel, "hello")
	inner[slackevents.MessageEvent](t, c)
	b.Send(slacktest.Draft{User: b.kim, Channel: b.channel, Thread: root, Text: "both", Broadcast: true})
	if e := inner[slackevents.MessageEvent](t, c); e.SubType != "thread_broadcast" || e.Root.Timestamp != root || e.ThreadTimeStamp != root {
		t.Errorf("a broadcast: %+v", e)
	}
	if e := inner[slackevents.MessageEvent](t, c); e.SubType != "message_replied" {
		t.Errorf("message_replied: %+v", e)
	}
	b.Send(slacktest.Draft{Bot: "ci", Channel: b.channel, Text: "<@" + b.BotUser() + "> build failed"})
	if e := inner[slackevents.MessageEvent](t, c); e.SubType != "bot_message" || e.BotID == "" || e.User != "" {
		t.Errorf("another bot: %+v", e)
	}
	b.Join(b.AddUser("lee"), b.channel)
	if e := inner[slackevents.MessageEvent](t, c); e.SubType != "channel_join" {
		t.Errorf("a join: %+v", e)
	}
}

func TestOnlySubscribedEventsCome(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	out := b.AddChannel(slacktest.ChannelSpec{Name: "out", Members: []string{b.kim}})
	b.Mention(b.kim, out, "not a member")
	b.SetEvents("app_mention")
	b.Mention(b.kim, b.channel, "mention only")
	b.SetScopes("chat:write")
	b.Mention(b.kim, b.channel, "no scope")
	if got := b.Events(); len(got) != 1 || got[0].Type != "app_mention" {
		t.Errorf("events %+v", got)
	}
}

func TestSlashButtonsAndModal(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, false)
	ask := b.Slash(b.kim, b.channel, "/study", "redis")
	cmd := c.await(t, "slash_commands")
	if got := cmd.Data.(slack.SlashCommand); got.Text != "redis" || got.ResponseURL != ask.ResponseURL || got.UserID != b.kim {
		t.Errorf("command %+v", got)
	}
	if err := c.Ack(*cmd.Request, map[string]any{"text": "on it"}); err != nil {
		t.Fatal(err)
	}
	b.Await(t, "the answer", func(v *slacktest.Snapshot) bool { return len(v.Ephemerals()) == 1 })
	_, _, err := b.client.PostMessage("", slack.MsgOptionResponseURL(ask.ResponseURL, "ephemeral"), slack.MsgOptionText("later", false))
	if err != nil || b.Ephemerals()[1].Via != "response_url" {
		t.Errorf("the response URL: %v, %+v", err, b.Ephemerals())
	}
	b.button(t, c)
	b.modal(t, c)
	b.NoViolations(t)
}

// button posts a root with a button, which the slash command asked for, and presses it.
func (b *bundle) button(t *testing.T, c *connection) {
	t.Helper()
	confirm := slack.NewButtonBlockElement("confirm", "s1", slack.NewTextBlockObject("plain_text", "Confirm", false, false))
	_, ts, err := b.client.PostMessage(b.channel, slack.MsgOptionText("Confirm?", false), slack.MsgOptionBlocks(slack.NewActionBlock("acts", confirm)))
	if err != nil {
		t.Fatal(err)
	}
	b.PressButton(b.kim, b.channel, ts, "confirm")
	e := c.await(t, "interactive")
	got := e.Data.(slack.InteractionCallback)
	action := got.ActionCallback.BlockActions[0]
	if action.ActionID != "confirm" || action.Value != "s1" || action.BlockID != "acts" || got.Message.Timestamp != ts || got.Container.MessageTs != ts {
		t.Errorf("press %+v", got)
	}
	_ = c.Ack(*e.Request)
	opt := []slack.MsgOption{slack.MsgOptionReplaceOriginal(got.ResponseURL), slack.MsgOptionText("Confirmed.", false)}
	if _, _, err := b.client.PostMessage("", opt...); err != nil {
		t.Errorf("replace the original: %v", err)
	}
	if m := b.Thread(b.channel, ts)[0]; m.Text != "Confirmed." || m.Blocks != nil {
		t.Errorf("replaced by %+v", m)
	}
}

// modal opens one and submits it.
func (b *bundle) modal(t *testing.T, c *connection) {
	t.Helper()
	ask := b.Slash(b.kim, b.channel, "/study", "settings")
	plain := func(text string) *slack.TextBlockObject {
		return slack.NewTextBlockObject("plain_text", text, false, false)
	}
	view := slack.ModalViewRequest{
		Type: slack.VTModal, Title: plain("Settings"), Submit: plain("Save"), CallbackID: "settings",
		Blocks: slack.Blocks{BlockSet: []slack.Block{
			slack.NewInputBlock("pace", plain("Pace"), nil, slack.NewPlainTextInputBlockElement(nil, "pace")),
		}},
	}
	opened, err := b.client.OpenView(ask.TriggerID, view)
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.client.OpenView(ask.TriggerID, view)
	refused(t, "the trigger twice", err, "exchanged_trigger_id")
	b.SubmitView(b.kim, opened.View.ID, map[string]string{"pace": "slow"})
	e := c.await(t, "interactive")
	got := e.Data.(slack.InteractionCallback)
	if got.View.State.Values["pace"]["pace"].Value != "slow" || got.View.CallbackID != "settings" {
		t.Errorf("submission %+v", got.View)
	}
	_ = c.Ack(*e.Request, map[string]any{"response_action": "clear"})
	b.Await(t, "the answer", func(v *slacktest.Snapshot) bool { return v.Views()[0].Answer != nil })
}
