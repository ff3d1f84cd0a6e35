package slack

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"tack/internal/engine"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
)

// event takes one event in. nil: it may be acknowledged.
func (in *inbox) event(ctx context.Context, e slackevents.EventsAPIEvent) error {
	id, client := names(e)
	switch inner := e.InnerEvent.Data.(type) {
	case *slackevents.MessageEvent:
		return in.message(ctx, id, inner)
	case *slackevents.AppMentionEvent:
		return in.said(ctx, said{
			ts: inner.TimeStamp, root: inner.ThreadTimeStamp, channel: inner.Channel, user: inner.User, bot: inner.BotID,
			text: inner.Text, files: inner.Files, client: client, event: id,
		})
	case *slackevents.ReactionAddedEvent:
		return in.reaction(ctx, reacted{inner.User, inner.Reaction, inner.Item, inner.ItemUser, inner.EventTimestamp, false})
	case *slackevents.ReactionRemovedEvent:
		return in.reaction(ctx, reacted{inner.User, inner.Reaction, inner.Item, inner.ItemUser, inner.EventTimestamp, true})
	case *slackevents.PinAddedEvent, *slackevents.PinRemovedEvent, *slackevents.MemberJoinedChannelEvent,
		*slackevents.AppHomeOpenedEvent:
		return nil // ignored intentionally
	}
	in.log.Debug("event ignored", "type", e.InnerEvent.Type)
	return nil
}

// names are the ids under which an event may come again: its own, and that of the client that sent what it
// tells of, which slack-go leaves out of a mention.
func names(e slackevents.EventsAPIEvent) (event, client string) {
	outer, ok := e.Data.(*slackevents.EventsAPICallbackEvent)
	if !ok {
		return "", ""
	}
	var inner struct {
		ClientMsgID string `json:"client_msg_id"`
	}
	if outer.InnerEvent != nil {
		_ = json.Unmarshal(*outer.InnerEvent, &inner) // it was read once already
	}
	return outer.EventID, inner.ClientMsgID
}

// spoken are the subtypes of messages that somebody says; all others are Slack's own words, or hidden.
var spoken = []string{"", "file_share", "thread_broadcast", "me_message"}

// message takes a message event in: something said, changed or deleted.
func (in *inbox) message(ctx context.Context, id string, e *slackevents.MessageEvent) error {
	switch {
	case slices.Contains(spoken, e.SubType):
		s := said{
			ts: e.TimeStamp, root: e.ThreadTimeStamp, channel: e.Channel, user: e.User, bot: e.BotID, text: e.Text,
			client: e.ClientMsgID, event: id,
		}
		if e.Message != nil {
			s.files = e.Message.Files
		}
		return in.said(ctx, s)
	case e.SubType == "message_changed":
		return in.changed(ctx, e)
	case e.SubType == "message_deleted":
		return in.deleted(ctx, e)
	}
	return nil // joins, pinned_item, message_replied, bot_message and the like: ignored intentionally
}

// changed takes an edit in: only if the text of somebody's message is another now. A root that was deleted
// comes as one that has become a tombstone.
func (in *inbox) changed(ctx context.Context, e *slackevents.MessageEvent) error {
	is, was := e.Message, e.PreviousMessage
	switch {
	case is == nil || was == nil || was.BotID != "" || was.User == in.self.user || was.User == "":
		return nil
	case is.SubType == "tombstone":
		return in.amend(ctx, amended{e.Channel, was.Timestamp, was.ThreadTimestamp, e.TimeStamp, e.TimeStamp}, engine.Inbound{Kind: engine.InDelete, User: was.User})
	}
	text := in.plain(is.Text)
	if text == in.plain(was.Text) {
		return nil // an unfurl, a pin, a file that got its preview
	}
	when := amended{e.Channel, is.Timestamp, is.ThreadTimestamp, e.TimeStamp, e.TimeStamp}
	if is.Edited != nil {
		when.name = editName(is.Edited, text)
	}
	return in.amend(ctx, when, engine.Inbound{Kind: engine.InEdit, User: was.User, Text: text})
}

// edited takes in that a message of the history was edited. One that an event told of is a repeat. Slack tells
// whole seconds here, and an edit is later than its message.
func (in *inbox) edited(ctx context.Context, channel string, m slack.Message) error {
	if m.Edited == nil || m.BotID != "" || m.User == "" {
		return nil
	}
	said, err := timeOf(m.Timestamp)
	if err != nil {
		return in.unreadable(err)
	}
	text, at := in.plain(m.Text), max(m.Edited.Timestamp, tsOf(said.Add(time.Microsecond)))
	return in.amend(ctx, amended{channel, m.Timestamp, m.ThreadTimestamp, editName(m.Edited, text), at}, engine.Inbound{
		Kind: engine.InEdit, User: m.User, Text: text,
	})
}

// editName names an edit, the same from an event and from the history. Slack tells its second: another in the
// same second has another text.
func editName(e *slack.Edited, text string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text)) // a hash takes everything
	return fmt.Sprintf("%s-%08x", e.Timestamp, h.Sum32())
}

// deleted takes a deletion in.
func (in *inbox) deleted(ctx context.Context, e *slackevents.MessageEvent) error {
	was := e.PreviousMessage
	if was == nil || was.BotID != "" || was.User == in.self.user || was.User == "" {
		return nil
	}
	return in.amend(ctx, amended{e.Channel, e.DeletedTimeStamp, was.ThreadTimestamp, e.TimeStamp, e.TimeStamp}, engine.Inbound{Kind: engine.InDelete, User: was.User})
}

// amended is where and when a message was edited or deleted.
type amended struct {
	channel, ts, root string // root "" = the message is one
	name              string // tells it from what else became of the message
	at                string // as a ts
}

// amend records what became of a message of a thread that is known.
func (in *inbox) amend(ctx context.Context, a amended, i engine.Inbound) error {
	at, err := timeOf(a.at)
	if err != nil {
		return in.unreadable(err)
	}
	i.ID, i.Target, i.At, i.Known = i.Kind+"-"+a.ts+"-"+a.name, a.ts, at, true
	i.Thread = in.place(a.channel, cmp.Or(a.root, a.ts)).thread()
	return in.Engine.Receive(ctx, i)
}

// unreadable notes an event that cannot be read. It is acknowledged all the same.
func (in *inbox) unreadable(err error) error {
	in.log.Warn("event not readable", "err", err)
	return nil
}

// direct says whether a channel is a conversation of one user with us.
func direct(channel string) bool { return strings.HasPrefix(channel, "D") }
