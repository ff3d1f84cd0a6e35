package slacktest

// React puts an emoji under a message, by the name given: aliases and skin tones are the caller's.
func (s *Server) React(userID, channelID, ts, name string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	m := ch.message(ts)
	if !m.reacted(s.user(userID).id, name) {
		s.react(ch, m, userID, name)
	}
}

// Unreact takes it away again.
func (s *Server) Unreact(userID, channelID, ts, name string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	if m := ch.message(ts); m.reacted(userID, name) {
		s.unreact(ch, m, userID, name)
	}
}

// ReactOddly sends a reaction_added about something that is no message of a known author: without item_user,
// or, with a file's id, about a file (slack-go 0.36 cannot parse that one). Nothing changes in the channel.
func (s *Server) ReactOddly(userID, channelID, ts, name, fileID string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	item := object{"type": "message", "channel": ch.id, "ts": ts}
	if fileID != "" {
		item = object{"type": "file", "file": fileID}
	}
	s.emit("reaction_added", ch, ts, object{"user": s.user(userID).id, "reaction": name, "item": item})
}

// Pin pins a message by hand.
func (s *Server) Pin(userID, channelID, ts string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	if m := ch.message(ts); !m.Pinned {
		s.pin(ch, m, s.user(userID).id)
	}
}

// Unpin takes a pin away by hand.
func (s *Server) Unpin(userID, channelID, ts string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	if m := ch.message(ts); m.Pinned {
		s.unpin(ch, m, s.user(userID).id)
	}
}

// FillPins pins messages of a user until the channel takes no more. No event tells of it.
func (s *Server) FillPins(userID, channelID string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	for len(ch.pins) < maxPins {
		m := s.add(ch, &Message{User: s.user(userID).id, Text: "an old pin", Pinned: true})
		ch.pins = append(ch.pins, pin{ts: m.TS, by: userID, created: s.now().Unix()})
	}
}

// Join lets a user, or the bot, into a channel: channel_join and member_joined_channel.
func (s *Server) Join(userID, channelID string) {
	s.lock()
	defer s.unlock()
	s.enterChannel(s.user(userID).id, s.channel(channelID))
}
