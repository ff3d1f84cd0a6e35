package discordtest

// File is an attachment.
type File struct {
	Name string
	Type string // content type; "" if Discord could not tell
	Data []byte
}

// With adds something to what is posted.
type With func(*Server, *draft)

// ReplyTo makes the post an answer to a message; the answered author is pinged, as by the client's default.
func ReplyTo(messageID string) With {
	return func(s *Server, d *draft) {
		d.kind, d.replyTo = replyMessage, s.messages[messageID]
	}
}

// Attach adds files.
func Attach(files ...File) With {
	return func(s *Server, d *draft) {
		for _, f := range files {
			d.attachments = append(d.attachments, &attachment{id: s.ids.next(s.now()), name: f.Name, kind: f.Type, data: f.Data})
		}
	}
}

// Sticker adds a sticker of that name.
func Sticker(name string) With {
	return func(s *Server, d *draft) {
		d.stickers = append(d.stickers, object{"id": s.ids.next(s.now()), "name": name, "format_type": 1})
	}
}

// Embed adds an embed of that title: of a bot or a webhook, or an unfurled link.
func Embed(title string) With {
	return func(_ *Server, d *draft) {
		d.embeds = append(d.embeds, object{"type": "rich", "title": title})
	}
}

// who is an account and a place by their ids.
func (s *Server) who(userID, channelID string) (*user, *channel, error) {
	u, ch := s.users[userID], s.channels[channelID]
	switch {
	case u == nil:
		return nil, nil, errUnknownUser
	case ch == nil:
		return nil, nil, errUnknownChannel
	}
	return u, ch, nil
}

// Post writes as a person (or as another bot) and returns the message's id. Its error is an *APIError: what
// the client would have shown, as for a timed-out member.
func (s *Server) Post(userID, channelID, content string, with ...With) (string, error) {
	s.lock()
	defer s.unlock()
	u, ch, err := s.who(userID, channelID)
	if err != nil {
		return "", err
	}
	if err := s.mayWrite(u, ch); err != nil {
		return "", err
	}
	d := draft{content: content}
	for _, w := range with {
		w(s, &d)
	}
	d.mentions = s.mentionsIn(u, ch, content, d.replyTo, anyone)
	return s.write(u, ch, d).id, nil
}

// Webhook posts under a name, as an incoming webhook does.
func (s *Server) Webhook(channelID, name, content string, with ...With) (string, error) {
	s.lock()
	defer s.unlock()
	ch := s.channels[channelID]
	if ch == nil {
		return "", errUnknownChannel
	}
	u := s.newUser(UserSpec{Name: name, Bot: true})
	u.webhook = true
	d := draft{content: content, webhook: u.id}
	for _, w := range with {
		w(s, &d)
	}
	d.mentions = s.mentionsIn(u, ch, content, nil, anyone)
	return s.write(u, ch, d).id, nil
}

// System writes a message that nobody wrote, of one of Discord's types (7 is a join).
func (s *Server) System(userID, channelID string, kind int) (string, error) {
	s.lock()
	defer s.unlock()
	u, ch, err := s.who(userID, channelID)
	if err != nil {
		return "", err
	}
	return s.write(u, ch, draft{kind: messageType(kind)}).id, nil
}

// message is a message by its id.
func (s *Server) message(id string) (*message, error) {
	if m := s.messages[id]; m != nil {
		return m, nil
	}
	return nil, errUnknownMessage
}

// Edit changes the text of a message, as its author.
func (s *Server) Edit(messageID, content string) error { return s.editAs(messageID, content, false) }

// EditBare is Edit with a MESSAGE_UPDATE that leaves out what it need not have: author and member.
func (s *Server) EditBare(messageID, content string) error { return s.editAs(messageID, content, true) }

func (s *Server) editAs(messageID, content string, bare bool) error {
	s.lock()
	defer s.unlock()
	m, err := s.message(messageID)
	if err != nil {
		return err
	}
	if m.channel.archived() {
		return errArchived
	}
	m.content, m.edited = content, s.now()
	m.mentions = s.mentionsIn(m.author, m.channel, content, m.replyTo, anyone)
	if !bare {
		s.emitMessage("MESSAGE_UPDATE", m)
		return nil
	}
	o := s.eventObject(m, false)
	delete(o, "author")
	delete(o, "member")
	s.emit(event{name: "MESSAGE_UPDATE", channel: m.channel, data: o})
	return nil
}

// Unfurl adds an embed as Discord does for a link, some time after the message: MESSAGE_UPDATE with the same
// text and a null edited_timestamp. bare leaves out what such an update need not have: author, member, content.
func (s *Server) Unfurl(messageID, title string, bare bool) error {
	s.lock()
	defer s.unlock()
	m, err := s.message(messageID)
	if err != nil {
		return err
	}
	m.embeds = append(m.embeds, object{"type": "link", "title": title})
	if !bare {
		s.emitMessage("MESSAGE_UPDATE", m)
		return nil
	}
	o := object{"id": m.id, "channel_id": m.channel.id, "embeds": m.embeds}
	if m.channel.guild != nil {
		o["guild_id"] = m.channel.guild.id
	}
	s.emit(event{name: "MESSAGE_UPDATE", channel: m.channel, data: o})
	return nil
}

// Delete removes messages: one, or several of a channel at once (MESSAGE_DELETE_BULK).
func (s *Server) Delete(messageIDs ...string) error {
	s.lock()
	defer s.unlock()
	gone := make([]*message, 0, len(messageIDs))
	for _, id := range messageIDs {
		m, err := s.message(id)
		if err != nil {
			return err
		}
		gone = append(gone, m)
	}
	if len(gone) > 0 {
		s.remove(gone[0].channel, gone...)
	}
	return nil
}

// Pin pins a message as somebody who may.
func (s *Server) Pin(userID, messageID string) error {
	s.lock()
	defer s.unlock()
	m, err := s.message(messageID)
	if err != nil {
		return err
	}
	if m.channel.archived() {
		return errArchived
	}
	s.pinIt(s.users[userID], m)
	return nil
}

// Unpin takes a pin away.
func (s *Server) Unpin(messageID string) error {
	s.lock()
	defer s.unlock()
	m, err := s.message(messageID)
	if err != nil {
		return err
	}
	s.unpinIt(m)
	return nil
}
