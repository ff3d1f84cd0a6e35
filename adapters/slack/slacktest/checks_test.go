package slacktest_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"tack/adapters/slack/slacktest"
)

// with sends a call of chat.postMessage with more arguments.
func (b *bundle) with(args map[string]string) slack.MsgOption {
	return slack.UnsafeMsgOptionEndpoint(b.APIURL()+"chat.postMessage", func(v url.Values) {
		for name, value := range args {
			v.Set(name, value)
		}
	})
}

// TestPartsOfBlocksAreChecked: a part of a type that its place does not take is refused, as is an empty list.
func TestPartsOfBlocksAreChecked(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	for name, blocks := range map[string]string{
		"mrkdwn in a header":    `{"type":"header","text":{"type":"mrkdwn","text":"*x*"}}`,
		"mrkdwn on a button":    `{"type":"actions","elements":[{"type":"button","action_id":"a","text":{"type":"mrkdwn","text":"x"}}]}`,
		"text among actions":    `{"type":"actions","elements":[{"type":"plain_text","text":"x"}]}`,
		"a button in a context": `{"type":"context","elements":[{"type":"button","text":{"type":"plain_text","text":"x"}}]}`,
		"no actions":            `{"type":"actions","elements":[]}`,
		"a button as a text":    `{"type":"section","text":{"type":"button","text":{"type":"plain_text","text":"x"}}}`,
		"an odd field":          `{"type":"section","text":{"type":"mrkdwn","text":"x","emoji":true}}`,
		"no text":               `{"type":"section","text":{"type":"mrkdwn","text":""}}`,
		"an odd style":          `{"type":"actions","elements":[{"type":"button","action_id":"a","style":"default","text":{"type":"plain_text","text":"x"}}]}`,
		"a block of no type":    `{"text":"x"}`,
	} {
		_, _, err := b.client.PostMessage(b.channel, slack.MsgOptionText(name, false), slack.MsgOptionTS(root), b.with(map[string]string{"blocks": "[" + blocks + "]"}))
		refused(t, name, err, "invalid_blocks")
		b.violated(t, slacktest.BadBlocks)
	}
}

// TestArgumentsAreChecked: what Slack takes without a word, and a bot should not send.
func TestArgumentsAreChecked(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	b.post(t, root, "odd metadata", b.with(map[string]string{"metadata": `{"event_type":"a","event_payload":{},"key":"k"}`}))
	b.violated(t, slacktest.UnknownField)
	b.post(t, root, "", slack.MsgOptionBlocks(slack.NewSectionBlock(slack.NewTextBlockObject("mrkdwn", "only here", false, false), nil, nil)))
	b.violated(t, slacktest.MissingText)
	b.Slash(b.kim, b.channel, "/study", "")
	_, _, _ = b.client.PostMessage(b.channel, slack.MsgOptionText("to nobody", false), b.with(map[string]string{"reply_broadcast": "true"}))
	b.violated(t, slacktest.BadThread)
	_, _, err := b.client.PostMessage(b.channel, slack.MsgOptionText("x", false), slack.MsgOptionTS(root), b.with(map[string]string{"metadata": `{"event_type":"a"}`}))
	refused(t, "metadata without a payload", err, "invalid_metadata_format")
}

// TestFilesAreChecked: a file that goes to the channel, not into the thread, is noticed.
func TestFilesAreChecked(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	for want, p := range map[string]slack.UploadFileParameters{
		slacktest.MissingThread: {Channel: b.channel},
		slacktest.BadThread:     {Channel: b.channel, ThreadTimestamp: "1700000000.000001"},
	} {
		p.Filename, p.Content, p.FileSize = "a.md", "text", 4
		if _, err := b.client.UploadFile(p); err != nil {
			t.Fatal(err)
		}
		var found bool
		for _, v := range b.Violations() {
			found = found || v.What == want
		}
		if !found {
			t.Errorf("violations %v, want %s", b.Violations(), want)
		}
		b.ForgetCalls()
	}
	if _, err := b.client.UploadFile(slack.UploadFileParameters{Filename: "a.md", Content: "text", FileSize: 4, Channel: b.channel, ThreadTimestamp: root}); err != nil {
		t.Fatal(err)
	}
	b.NoViolations(t)
}

// TestModalsAreChecked: lengths, types and fields of a form.
func TestModalsAreChecked(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	b.connect(t, true)
	plain := func(s string) *slack.TextBlockObject { return slack.NewTextBlockObject("plain_text", s, false, false) }
	input := slack.Blocks{BlockSet: []slack.Block{slack.NewInputBlock("b", plain("l"), nil, slack.NewPlainTextInputBlockElement(nil, "a"))}}
	for name, v := range map[string]slack.ModalViewRequest{
		"title":     {Title: plain(strings.Repeat("x", 25)), Submit: plain("s"), Blocks: input},
		"mrkdwn":    {Title: slack.NewTextBlockObject("mrkdwn", "t", false, false), Submit: plain("s"), Blocks: input},
		"no submit": {Title: plain("t"), Blocks: input},
		"metadata":  {Title: plain("t"), Submit: plain("s"), Blocks: input, PrivateMetadata: strings.Repeat("x", 3001)},
	} {
		v.Type = slack.VTModal
		_, err := b.client.OpenView(b.Slash(b.kim, b.channel, "/study", "").TriggerID, v)
		if err == nil || !strings.HasPrefix(err.Error(), "invalid_arguments") {
			t.Errorf("%s: %v", name, err)
		}
		b.violated(t, slacktest.BadBlocks)
	}
}

// TestAnswersAreChecked: what an ack, or an answer by the response URL, may not say.
func TestAnswersAreChecked(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, false)
	noted := func(what string) {
		t.Helper()
		b.Await(t, what, func(v *slacktest.Snapshot) bool { return len(v.Violations()) > 0 })
		b.violated(t, what)
	}
	ask := b.Slash(b.kim, b.channel, "/study", "")
	e := c.await(t, "slash_commands")
	_ = c.Ack(*e.Request, map[string]any{"text": "hi", "colour": "red"})
	noted(slacktest.UnknownField)
	form := slack.ModalViewRequest{Type: slack.VTModal, Title: slack.NewTextBlockObject("plain_text", "t", false, false), Blocks: slack.Blocks{
		BlockSet: []slack.Block{slack.NewDividerBlock()},
	}}
	opened, err := b.client.OpenView(ask.TriggerID, form)
	if err != nil {
		t.Fatal(err)
	}
	b.SubmitView(b.kim, opened.View.ID, nil)
	e = c.await(t, "interactive")
	_ = c.Ack(*e.Request, map[string]any{"response_action": "smile"})
	noted(slacktest.BadAck)
	b.Mention(b.kim, b.channel, "hello")
	e = c.await(t, socketmode.EventTypeEventsAPI)
	_ = c.Ack(*e.Request, map[string]any{"text": "an event takes no answer"})
	noted(slacktest.BadAck)
}
