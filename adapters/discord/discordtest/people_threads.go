package discordtest

import "slices"

// StartThread starts a thread as a person: from a message, or (messageID "") without one. private makes the
// latter a private one. The id of the thread is returned.
func (s *Server) StartThread(userID, channelID, messageID, name string, private bool) (string, error) {
	s.lock()
	defer s.unlock()
	u, ch, err := s.who(userID, channelID)
	if err != nil {
		return "", err
	}
	if messageID != "" {
		m, err := s.message(messageID)
		if err != nil {
			return "", err
		}
		if m.thread != nil {
			return "", errThreadExists
		}
		return s.threadOn(u, m, name, 0).id, nil
	}
	kind := PublicThread
	if private {
		kind = PrivateThread
	}
	t := s.newThread(u, ch, kind, "", name, 0)
	s.emitThread("THREAD_CREATE", t)
	return t.id, nil
}

// StartPost starts a post in a forum channel as a person.
func (s *Server) StartPost(userID, forumID, title, content string) (string, error) {
	s.lock()
	defer s.unlock()
	u, ch, err := s.who(userID, forumID)
	if err != nil {
		return "", err
	}
	if ch.kind != ForumChannel {
		return "", errForumOnly
	}
	t := s.newThread(u, ch, PublicThread, "", title, 0)
	return s.openPost(u, t, draft{content: content, mentions: s.mentionsIn(u, t, content, nil, anyone)}).id, nil
}

// onThread changes a thread as a moderator.
func (s *Server) onThread(id string, change func(*channel)) error {
	s.lock()
	defer s.unlock()
	ch := s.channels[id]
	if ch == nil || ch.thread == nil {
		return errUnknownChannel
	}
	change(ch)
	return nil
}

// Archive archives a thread, or wakes it.
func (s *Server) Archive(threadID string, archived bool) error {
	return s.onThread(threadID, func(ch *channel) { s.setArchived(ch, archived) })
}

// Lock locks a thread, as a moderator does, or unlocks it.
func (s *Server) Lock(threadID string, locked bool) error {
	return s.onThread(threadID, func(ch *channel) {
		ch.thread.locked = locked
		s.emitThread("THREAD_UPDATE", ch)
	})
}

// AddToThread makes somebody (the bot, too) a member of a thread; for a private one that opens it to them.
func (s *Server) AddToThread(threadID, userID string) error {
	return s.onThread(threadID, func(ch *channel) { s.join(ch, s.users[userID]) })
}

// DeleteChannel deletes a channel or a thread.
func (s *Server) DeleteChannel(id string) error {
	s.lock()
	defer s.unlock()
	ch := s.channels[id]
	if ch == nil || ch.guild == nil {
		return errUnknownChannel
	}
	s.drop(ch)
	return nil
}

// RemoveGuild takes a guild away: the bot is thrown out, or Discord has an outage of it (unavailable).
func (s *Server) RemoveGuild(guildID string, unavailable bool) {
	s.lock()
	defer s.unlock()
	g := s.guild(guildID)
	o := object{"id": guildID}
	if unavailable {
		o["unavailable"] = true
	}
	s.emit(event{name: "GUILD_DELETE", guild: g, data: o})
	if !unavailable {
		s.guilds = slices.DeleteFunc(s.guilds, func(o *guild) bool { return o == g })
	}
}
