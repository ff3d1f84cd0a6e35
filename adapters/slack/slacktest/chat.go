package slacktest

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Longest texts, in characters.
const (
	maxText   = 40000 // of a message
	maxUpdate = 4000  // of chat.update
)

// postMessage is chat.postMessage. A thread_ts whose root is gone, or never was, posts at channel level and
// says so only by leaving thread_ts out of the answer.
func postMessage(c *call) (object, error) {
	ch, err := c.target()
	if err != nil {
		return nil, err
	}
	m, err := c.draft(maxText)
	if err != nil {
		return nil, err
	}
	m.ThreadTS = c.threadOf(ch)
	m.Broadcast = m.ThreadTS != "" && c.flag("reply_broadcast")
	if m.Broadcast {
		m.Subtype = "thread_broadcast"
	}
	c.checkPings(ch, m, "")
	c.checkInvited(ch)
	c.publish(ch, m)
	return object{"channel": ch.id, "ts": m.TS, "message": c.messageObject(m, allMetadata)}, nil
}

// target is the channel to post to; a user's id means the direct messages with that user.
func (c *call) target() (*channel, error) {
	if u := c.users[c.args["channel"]]; u != nil && !u.bot {
		return c.dm(u), nil
	}
	ch, err := c.reach(c.args["channel"])
	switch {
	case err != nil:
		return nil, err
	case !ch.has(c.botUser) && !slices.Contains(c.opts.Scopes, "chat:write.public"):
		return nil, refusal("not_in_channel")
	case ch.archived:
		return nil, refusal("is_archived")
	case ch.restricted:
		return nil, refusal("restricted_action")
	}
	return ch, nil
}

// draft is the bot's message of the arguments, checked.
func (c *call) draft(limit int) (*Message, error) {
	c.checkParsing()
	m := &Message{User: c.botUser, BotID: c.botID, Text: c.args["text"], Parse: c.args["parse"]}
	if m.Text == "" {
		m.Text = c.args["markdown_text"]
	}
	if n := utf8.RuneCountInString(m.Text); n > limit {
		c.violate(c.method, TooLong, "%d characters of %d", n, limit)
		return nil, refusal("msg_too_long")
	}
	var err error
	if m.Blocks, err = c.blocks(); err != nil {
		return nil, err
	}
	if m.Attachments, err = c.list("attachments", "invalid_attachments"); err != nil {
		return nil, err
	}
	if m.Metadata, err = c.metadata(); err != nil {
		return nil, err
	}
	switch {
	case m.Text != "":
	case len(m.Blocks) == 0 && len(m.Attachments) == 0:
		return nil, refusal("no_text")
	default:
		c.violate(c.method, MissingText, "only blocks or attachments")
	}
	return m, nil
}

// metadata is the message's metadata, nil without any.
func (c *call) metadata() (json.RawMessage, error) {
	raw := c.args["metadata"]
	if raw == "" || raw == "{}" { // the latter takes it away again in chat.update
		return nil, nil
	}
	var meta struct {
		EventType    string         `json:"event_type"`
		EventPayload map[string]any `json:"event_payload"`
	}
	if err := json.Unmarshal([]byte(raw), &meta); err != nil || meta.EventType == "" || meta.EventPayload == nil {
		return nil, refusal("invalid_metadata_format")
	}
	c.known("metadata", []byte(raw), "event_type", "event_payload")
	return json.RawMessage(raw), nil
}

// threadOf is the thread that a post goes to; "" for channel level.
func (c *call) threadOf(ch *channel) string {
	ts := c.args["thread_ts"]
	if ts == "" {
		if c.flag("reply_broadcast") {
			c.violate(c.method, BadThread, "reply_broadcast without a thread_ts")
		}
		return ""
	}
	root := ch.byTS[ts]
	switch {
	case ch.dead[ts], root != nil && root.Subtype == "tombstone":
		return ""
	case root == nil:
		c.violate(c.method, BadThread, "thread_ts %s of no message in %s", ts, ch.id)
		return ""
	case !root.root():
		c.violate(c.method, BadThread, "thread_ts %s of a reply", ts)
		return root.ThreadTS
	}
	return ts
}

// publish stores a message of the bot and tells everybody.
func (s *Server) publish(ch *channel, m *Message) {
	s.add(ch, m)
	s.emitMessage(ch, m)
}

// update is chat.update. Blocks not said go if text is said; attachments and metadata not said stay.
func update(c *call) (object, error) {
	ch, err := c.enter(c.args["channel"])
	if err != nil {
		return nil, err
	}
	m := ch.byTS[c.args["ts"]]
	switch {
	case m == nil:
		return nil, refusal("message_not_found")
	case m.BotID != c.botID || m.system():
		return nil, refusal("cant_update_message")
	case ch.archived:
		return nil, refusal("is_inactive")
	}
	next, err := c.draft(maxUpdate)
	if err != nil {
		return nil, err
	}
	if c.args["parse"] != "none" {
		c.violate(c.method, ParsesText, "chat.update parses names and links unless told parse=none")
	}
	c.checkPings(ch, next, m.ThreadTS)
	before := *m
	c.overwrite(m, next)
	c.tell(about(Edited, m), "%s %s edited: %s", ch.id, m.TS, m.Text)
	c.emitChanged(ch, m, &before)
	return object{"channel": ch.id, "ts": m.TS, "text": m.Text, "message": c.messageObject(m, allMetadata)}, nil
}

// overwrite takes from next what the call said. An update with blocks shows no mark of an edit.
func (c *call) overwrite(m, next *Message) {
	_, blocks := c.args["blocks"]
	if next.Text != "" {
		m.Text = next.Text
	}
	if blocks || next.Text != "" {
		m.Blocks = next.Blocks
	}
	if _, said := c.args["attachments"]; said {
		m.Attachments = next.Attachments
	}
	if _, said := c.args["metadata"]; said {
		m.Metadata = next.Metadata
	}
	m.Parse = next.Parse
	if !blocks {
		m.Edited, m.EditedBy = c.ts(), c.botUser
	}
}

// deleteMessage is chat.delete: a bot deletes its own messages only.
func deleteMessage(c *call) (object, error) {
	ch, err := c.enter(c.args["channel"])
	if err != nil {
		return nil, err
	}
	m := ch.byTS[c.args["ts"]]
	if m == nil {
		return nil, refusal("message_not_found")
	}
	if m.BotID != c.botID {
		return nil, refusal("cant_delete_message")
	}
	c.remove(ch, m)
	return object{"channel": ch.id, "ts": m.TS}, nil
}
