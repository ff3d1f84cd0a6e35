package discordtest

import (
	"slices"
	"strconv"
	"time"
)

// theMessage is the message of the route.
func (c *call) theMessage(ch *channel) (*message, error) {
	m := c.messages[c.params["message"]]
	if m == nil || m.channel != ch {
		return nil, errUnknownMessage
	}
	return m, nil
}

// seen is a message as a REST answer has it: emptied if the portal's toggle is off.
func (c *call) seen(m *message) object { return c.readable(m, c.opts.NoMessageContent) }

func (c *call) getMessage() (any, error) {
	ch, err := c.channelWith(ReadMessageHistory)
	if err != nil {
		return nil, err
	}
	m, err := c.theMessage(ch)
	if err != nil {
		return nil, err
	}
	return c.seen(m), nil
}

// getMessages lists newest first; without the permission to read the history it lists nothing.
func (c *call) getMessages() (any, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	limit, err := c.limit(50, 100)
	if err != nil {
		return nil, err
	}
	if !c.permissions(c.bot, ch).has(ReadMessageHistory) {
		return []any{}, nil
	}
	some := window(ch.messages, c.query.Get("before"), c.query.Get("after"), c.query.Get("around"), limit)
	slices.Reverse(some)
	return list(some, c.seen), nil
}

// limit is the query's limit: usual without one, 1 to most.
func (c *call) limit(usual, most int) (int, error) {
	text := c.query.Get("limit")
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, invalidForm("NUMBER_TYPE_MAX", "int value should be between 1 and "+strconv.Itoa(most)+".", "limit")
	}
	return n, nil
}

// window is the part of all (oldest first) that a list asks for, oldest first.
func window(all []*message, before, after, around string, limit int) []*message {
	from, to := 0, len(all)
	at := func(id string) int {
		return slices.IndexFunc(append(all[:len(all):len(all)], nil), func(m *message) bool { return m == nil || !older(m.id, id) })
	}
	switch {
	case before != "":
		to = at(before)
		from = max(0, to-limit)
	case after != "":
		from = at(after)
		if from < len(all) && all[from].id == after {
			from++
		}
		to = min(len(all), from+limit)
	case around != "":
		from = max(0, at(around)-limit/2)
		to = min(len(all), from+limit)
	default:
		from = max(0, to-limit)
	}
	return slices.Clone(all[from:to])
}

func (c *call) postMessage() (any, error) {
	c.known(messageFields...)
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	if err := c.mayWrite(c.bot, ch); err != nil {
		return nil, err
	}
	d, a, err := c.readDraft(c.body)
	if err != nil {
		return nil, err
	}
	if d.empty() {
		return nil, errEmpty
	}
	if err := c.readReply(&d, ch); err != nil {
		return nil, err
	}
	d.flags &^= flagEphemeral
	d.mentions = c.mentionsIn(c.bot, ch, d.content, d.replyTo, a)
	return c.seen(c.writeOnce(ch, d)), nil
}

// readReply finds the message that the draft answers.
func (c *call) readReply(d *draft, ch *channel) error {
	ref, ok := c.body["message_reference"].(object)
	if !ok {
		return nil
	}
	id, _ := ref["message_id"].(string)
	d.replyTo = c.messages[id]
	lenient := ref["fail_if_not_exists"] == false
	switch {
	case !c.permissions(c.bot, ch).has(ReadMessageHistory):
		return errNoHistory
	case d.replyTo != nil && d.replyTo.channel == ch && !d.replyTo.kind.system():
		d.kind = replyMessage
	case lenient:
		d.replyTo = nil
	default:
		return invalidForm("REPLIES_UNKNOWN_MESSAGE", "Unknown message", "message_reference")
	}
	return nil
}

// writeOnce is write, unless the same nonce was enforced within the window: then it is that message.
func (c *call) writeOnce(ch *channel, d draft) *message {
	key := c.bot.id + " " + d.nonce
	if !c.flag("enforce_nonce") || d.nonce == "" {
		return c.write(c.bot, ch, d)
	}
	if m := c.nonces[key]; m != nil && c.now().Before(TimeOf(m.id).Add(c.opts.NonceWindow)) {
		if m.channel != ch || m.content != d.content {
			c.violate("nonce shared", "%s stands for another message", d.nonce)
		}
		return m
	}
	m := c.write(c.bot, ch, d)
	c.nonces[key] = m
	return m
}

func (c *call) patchMessage() (any, error) {
	// ID and Channel: discordgo 0.29 sends them with every edit, and Discord ignores them.
	c.known("content", "embeds", "flags", "allowed_mentions", "components", "attachments", "ID", "Channel")
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	m, err := c.theMessage(ch)
	if err != nil {
		return nil, err
	}
	switch {
	case m.author != c.bot:
		return nil, errForeignEdit
	case ch.archived():
		return nil, errArchived
	case ch.locked(c.permissions(c.bot, ch)):
		return nil, errLocked
	}
	return c.edit(m)
}

// edit changes what the body names of a message; what it does not name stays.
func (c *call) edit(m *message) (any, error) {
	d, a, err := c.readDraft(c.body)
	if err != nil {
		return nil, err
	}
	if _, told := c.body["content"]; told {
		m.content = d.content
	}
	m.mentions = c.mentionsIn(c.bot, m.channel, m.content, m.replyTo, a)
	if _, told := c.body["embeds"]; told {
		m.embeds = d.embeds
	}
	if _, told := c.body["components"]; told {
		m.components = d.components
	}
	m.attachments = append(c.kept(m), d.attachments...)
	for _, f := range d.attachments {
		c.Server.files[f.id] = f
	}
	m.edited = c.now()
	if m.flags&flagEphemeral != 0 {
		c.tell(event{name: "EPHEMERAL", channel: m.channel, data: c.messageObject(m)})
		return c.seen(m), nil
	}
	c.emitMessage("MESSAGE_UPDATE", m)
	return c.seen(m), nil
}

// kept are the old attachments that an edit keeps: all, or those that its attachments name.
func (c *call) kept(m *message) []*attachment {
	named, told := c.body["attachments"].([]any)
	if !told {
		return m.attachments
	}
	return slices.DeleteFunc(slices.Clone(m.attachments), func(a *attachment) bool {
		return !slices.ContainsFunc(named, func(v any) bool { o, _ := v.(object); return o["id"] == a.id })
	})
}

func (c *call) deleteMessage() (any, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	m, err := c.theMessage(ch)
	if err != nil {
		return nil, err
	}
	if m.author != c.bot {
		if err := c.need(c.bot, ch, ManageMessages); err != nil {
			return nil, err
		}
	}
	c.remove(ch, m)
	return nil, nil
}

// oldest is how far back a bulk delete reaches.
const oldest = 14 * 24 * time.Hour

func (c *call) bulkDelete() (any, error) {
	ch, err := c.channelWith(ManageMessages)
	if err != nil {
		return nil, err
	}
	ids := texts(c.body["messages"])
	if len(ids) < 2 || len(ids) > 100 {
		return nil, errBulkCount
	}
	var gone []*message
	for _, id := range ids {
		if c.now().Sub(TimeOf(id)) > oldest {
			return nil, &APIError{Status: 400, Code: 50034, Message: "You can only bulk delete messages that are under 14 days old."}
		}
		if m := c.messages[id]; m != nil && m.channel == ch {
			gone = append(gone, m)
		}
	}
	if len(gone) > 0 {
		c.remove(ch, gone...)
	}
	return nil, nil
}
