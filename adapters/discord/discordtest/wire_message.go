package discordtest

// messageObject is a message as REST answers and events have it, as the bot sees it.
func (s *Server) messageObject(m *message) object {
	o := object{
		"id": m.id, "channel_id": m.channel.id, "author": userObject(m.author), "content": m.content, "type": m.kind,
		"timestamp": stamp(TimeOf(m.id)), "edited_timestamp": stamp(m.edited), "tts": false, "pinned": m.pinned, "flags": m.flags,
		"mention_everyone": m.mentions.everyone, "mentions": list(m.mentions.users, userObject),
		"mention_roles": append([]string{}, m.mentions.roles...), "attachments": list(m.attachments, s.attachmentObject),
		"embeds": append([]any{}, m.embeds...), "components": append([]any{}, m.components...),
	}
	if len(m.reactions) > 0 {
		o["reactions"] = list(m.reactions, s.reactionObject)
	}
	if len(m.stickers) > 0 {
		o["sticker_items"] = m.stickers
	}
	s.addOrigin(o, m)
	s.addReference(o, m)
	if m.thread != nil {
		o["thread"] = s.channelObject(m.thread)
	}
	return o
}

// addOrigin says where m came from: a webhook, an interaction, the client's nonce.
func (s *Server) addOrigin(o object, m *message) {
	if m.nonce != "" {
		o["nonce"] = m.nonce
	}
	if m.webhook != "" {
		o["webhook_id"] = m.webhook
	}
	if i := m.interaction; i != nil {
		o["webhook_id"], o["application_id"] = s.appID, s.appID
		o["interaction_metadata"] = object{
			"id": i.id, "type": i.kind, "user": userObject(i.user), "authorizing_integration_owners": object{},
		}
	}
}

// addReference points to the message that m answers, starts a thread from, or says was pinned.
func (s *Server) addReference(o object, m *message) {
	if m.replyTo == nil && m.points == nil {
		return
	}
	ref := object{"type": 0, "channel_id": m.channel.id}
	if m.points != nil {
		ref["channel_id"] = m.points.id
	}
	if m.replyTo != nil {
		ref["message_id"] = m.replyTo.id
	}
	if m.channel.guild != nil {
		ref["guild_id"] = m.channel.guild.id
	}
	o["message_reference"] = ref
	if m.kind == replyMessage || m.kind == starterMessage {
		o["referenced_message"] = s.referenced(m.replyTo)
	}
}

// referenced is the answered message without its own reference; null if it was deleted.
func (s *Server) referenced(m *message) any {
	if m == nil || s.messages[m.id] == nil {
		return nil
	}
	flat := *m
	flat.replyTo, flat.points, flat.thread = nil, nil, nil
	return s.readable(&flat, s.opts.NoMessageContent)
}

func (s *Server) attachmentObject(a *attachment) object {
	url := s.Base() + "/attachments/" + a.id + "/" + a.name
	return object{
		"id": a.id, "filename": a.name, "size": len(a.data), "url": url, "proxy_url": url, "content_type": orNull(a.kind), "flags": 0,
	}
}

func (s *Server) reactionObject(r *reaction) object {
	o := object{
		"count": len(r.by) + len(r.super), "count_details": object{"burst": len(r.super), "normal": len(r.by)},
		"me": false, "me_burst": false, "emoji": r.emoji.object(), "burst_colors": []any{},
	}
	for _, u := range r.by {
		if u == s.bot {
			o["me"] = true
		}
	}
	return o
}

// readable is messageObject, emptied of what the Message Content intent protects if blank is true. Direct
// messages, messages that mention the bot and its own are never emptied.
func (s *Server) readable(m *message, blank bool) object {
	o := s.messageObject(m)
	if blank && !s.open(m) {
		o["content"], o["attachments"], o["embeds"], o["components"] = "", []any{}, []any{}, []any{}
	}
	return o
}

// open says whether the bot may read m without the Message Content intent.
func (s *Server) open(m *message) bool {
	return m.channel.guild == nil || m.author == s.bot || m.mentions.pings(s.bot)
}

// eventObject is a message as MESSAGE_CREATE and MESSAGE_UPDATE carry it: with the author's membership.
func (s *Server) eventObject(m *message, blank bool) object {
	o := s.readable(m, blank)
	if g := m.channel.guild; g != nil {
		o["guild_id"] = g.id
		if member := g.members[m.author.id]; member != nil && m.webhook == "" {
			o["member"] = memberObject(member)
		}
	}
	return o
}

// emitMessage sends a message event, in both readings where they differ.
func (s *Server) emitMessage(name string, m *message) {
	ev := event{name: name, channel: m.channel, data: s.eventObject(m, false)}
	if !s.open(m) {
		ev.blank = s.eventObject(m, true)
	}
	s.emit(ev)
}
