package slacktest_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"

	"tack/adapters/slack/slacktest"
)

func TestPostInThread(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	meta := slack.SlackMetadata{EventType: "tack", EventPayload: map[string]any{"delivery": "d1"}}
	_, ts, m, err := b.client.PostMessageWithResponse(b.channel, slack.MsgOptionText("hi <@"+b.kim+">", false),
		slack.MsgOptionTS(root), slack.MsgOptionMetadata(meta), slack.MsgOptionParse(false),
		slack.MsgOptionDisableLinkUnfurl(), slack.MsgOptionBlocks(slack.NewDividerBlock()))
	if err != nil || m.ThreadTimestamp != root || m.BotID != b.BotID() || m.Timestamp != ts {
		t.Fatalf("%+v, %v", m, err)
	}
	got := b.Thread(b.channel, root)
	if len(got) != 2 || got[1].TS != ts || !strings.Contains(string(got[1].Metadata), "d1") {
		t.Errorf("thread %+v", got)
	}
	b.NoViolations(t)
}

func TestPostIntoADeletedRoot(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*bundle, string){
		"tombstone": func(b *bundle, ts string) { b.Delete(b.channel, ts) },
		"erased":    func(b *bundle, ts string) { b.Erase(b.channel, ts) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, slacktest.Options{})
			root := b.Mention(b.kim, b.channel, "hello")
			b.post(t, root, "hi")
			end(b, root)
			_, ts, m, err := b.client.PostMessageWithResponse(b.channel, slack.MsgOptionText("stray", false), slack.MsgOptionTS(root))
			if err != nil || m.ThreadTimestamp != "" {
				t.Fatalf("thread_ts %q, %v: want ok at channel level", m.ThreadTimestamp, err)
			}
			if _, _, err := b.client.DeleteMessage(b.channel, ts); err != nil {
				t.Errorf("delete the stray: %v", err)
			}
			b.NoViolations(t)
		})
	}
}

func TestUpdateAndDelete(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	ts := b.post(t, root, "one", slack.MsgOptionBlocks(slack.NewDividerBlock()))
	none := slack.MsgOptionParse(false)
	if _, _, _, err := b.client.UpdateMessage(b.channel, ts, slack.MsgOptionText("two", false), none); err != nil {
		t.Fatal(err)
	}
	if m := b.Thread(b.channel, root)[1]; m.Text != "two" || m.Blocks != nil || m.Edited == "" {
		t.Errorf("after the update %+v: text alone takes the blocks away", m)
	}
	_, _, _, err := b.client.UpdateMessage(b.channel, ts, slack.MsgOptionText(strings.Repeat("é", 4001), false), none)
	refused(t, "4,001 characters", err, "msg_too_long")
	b.violated(t, slacktest.TooLong)
	_, _, _, err = b.client.UpdateMessage(b.channel, root, slack.MsgOptionText("x", false), none)
	refused(t, "somebody else's message", err, "cant_update_message")
	_, _, _, _ = b.client.UpdateMessage(b.channel, ts, slack.MsgOptionText("three", false))
	b.violated(t, slacktest.ParsesText)
	if _, _, err := b.client.DeleteMessage(b.channel, ts); err != nil {
		t.Error(err)
	}
	_, _, err = b.client.DeleteMessage(b.channel, ts)
	refused(t, "delete twice", err, "message_not_found")
	_, _, err = b.client.DeleteMessage(b.channel, root)
	refused(t, "delete somebody else's", err, "cant_delete_message")
}

func TestPostRefusals(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	out := b.AddChannel(slacktest.ChannelSpec{Name: "out", Members: []string{b.kim}})
	hidden := b.AddChannel(slacktest.ChannelSpec{Name: "hidden", Private: true, Members: []string{b.kim}})
	all := []string{b.kim, b.BotUser()}
	old := b.AddChannel(slacktest.ChannelSpec{Name: "old", Archived: true, Members: all})
	closed := b.AddChannel(slacktest.ChannelSpec{Name: "news", Restricted: true, Members: all})
	for _, c := range []struct{ channel, text, code string }{
		{"C0NONE", "x", "channel_not_found"},
		{out, "x", "not_in_channel"},
		{hidden, "x", "channel_not_found"},
		{old, "x", "is_archived"},
		{closed, "x", "restricted_action"},
		{b.channel, "", "no_text"},
		{b.channel, strings.Repeat("x", 40001), "msg_too_long"},
	} {
		_, _, err := b.client.PostMessage(c.channel, slack.MsgOptionText(c.text, false))
		refused(t, c.code, err, c.code)
	}
}

func TestWhatShouldNotBeSent(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	lee := b.AddUser("lee")
	for _, text := range []string{"<!channel>", "<!here|here>", "<!everyone>", "<!subteam^S1>", "<@" + lee + ">"} {
		b.post(t, root, "see "+text)
		b.violated(t, slacktest.LivePing)
	}
	section := slack.NewSectionBlock(slack.NewTextBlockObject("mrkdwn", "<!here>", false, false), nil, nil)
	b.post(t, root, "in blocks", slack.MsgOptionBlocks(section))
	b.violated(t, slacktest.LivePing)
	b.post(t, root, "&lt;!channel&gt; <@"+b.kim+">")
	b.NoViolations(t)
	b.post(t, "1700000000.000001", "into nothing")
	b.violated(t, slacktest.BadThread)
	_, _, _ = b.client.PostMessage(b.channel, slack.MsgOptionText("unasked", false))
	b.violated(t, slacktest.MissingThread)
	b.post(t, root, "odd", slack.UnsafeMsgOptionEndpoint(b.APIURL()+"chat.postMessage", func(v url.Values) {
		v.Set("colour", "red")
	}))
	b.violated(t, slacktest.UnknownField)
}

func TestBlocksAreChecked(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	plain := func(n int) *slack.TextBlockObject {
		return slack.NewTextBlockObject("plain_text", strings.Repeat("x", n), false, false)
	}
	button := func(id, value string, n int) slack.Block {
		return slack.NewActionBlock("", slack.NewButtonBlockElement(id, value, plain(n)))
	}
	var many []slack.Block
	for range 51 {
		many = append(many, slack.NewDividerBlock())
	}
	for name, blocks := range map[string][]slack.Block{
		"51 blocks":    many,
		"section text": {slack.NewSectionBlock(plain(3001), nil, nil)},
		"empty":        {slack.NewSectionBlock(nil, nil, nil)},
		"button text":  {button("a", "", 76)},
		"value":        {button("a", strings.Repeat("v", 2001), 1)},
		"action_id":    {button(strings.Repeat("a", 256), "", 1)},
		"header":       {slack.NewHeaderBlock(plain(151))},
		"same ids": {slack.NewActionBlock("", slack.NewButtonBlockElement("a", "", plain(1)),
			slack.NewButtonBlockElement("a", "", plain(1)))},
		"block_id twice": {
			slack.NewActionBlock("b", slack.NewButtonBlockElement("a", "", plain(1))),
			slack.NewActionBlock("b", slack.NewButtonBlockElement("a", "", plain(1))),
		},
	} {
		_, _, err := b.client.PostMessage(b.channel, slack.MsgOptionText(name, false), slack.MsgOptionTS(root), slack.MsgOptionBlocks(blocks...))
		refused(t, name, err, "invalid_blocks")
		b.violated(t, slacktest.BadBlocks)
	}
	b.post(t, root, "well", slack.MsgOptionBlocks(slack.NewHeaderBlock(plain(150)), slack.NewSectionBlock(plain(3000), nil, nil),
		button("a", strings.Repeat("v", 2000), 75), slack.NewContextBlock("", plain(10))))
	b.NoViolations(t)
}

func TestEphemeralAndDirectMessages(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	if _, err := b.client.PostEphemeral(b.channel, b.kim, slack.MsgOptionText("psst", false)); err != nil {
		t.Fatal(err)
	}
	if got := b.Ephemerals(); len(got) != 1 || got[0].Text != "psst" || got[0].User != b.kim {
		t.Errorf("ephemerals %+v", got)
	}
	_, err := b.client.PostEphemeral(b.channel, b.AddUser("lee"), slack.MsgOptionText("psst", false))
	refused(t, "a stranger", err, "user_not_in_channel")
	dm := b.OpenDM(b.kim)
	b.Post(b.kim, dm, "hi")
	if m := inner[slackevents.MessageEvent](t, c); m.ChannelType != "im" || m.Channel != dm {
		t.Errorf("event %+v", m)
	}
	if _, _, err := b.client.PostMessage(b.kim, slack.MsgOptionText("hello", false)); err != nil {
		t.Error(err)
	}
	if got := b.Channel(dm); len(got) != 2 || got[1].BotID == "" {
		t.Errorf("direct messages %+v", got)
	}
	b.NoViolations(t)
}
