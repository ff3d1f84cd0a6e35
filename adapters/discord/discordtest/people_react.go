package discordtest

import "slices"

// React reacts as a person; a reaction that is there already stays one.
func (s *Server) React(userID, messageID string, e Emoji) error {
	return s.reactAs(userID, messageID, e, false)
}

// SuperReact is a burst reaction.
func (s *Server) SuperReact(userID, messageID string, e Emoji) error {
	return s.reactAs(userID, messageID, e, true)
}

func (s *Server) reactAs(userID, messageID string, e Emoji, super bool) error {
	s.lock()
	defer s.unlock()
	m, err := s.message(messageID)
	if err != nil {
		return err
	}
	u := s.users[userID]
	if m.channel.archived() {
		return errArchived
	}
	used := slices.ContainsFunc(m.reactions, func(r *reaction) bool { return r.emoji.same(e) })
	if !used && m.channel.guild != nil {
		if err := s.need(u, m.channel, AddReactions); err != nil {
			return err
		}
	}
	return s.react(u, m, e, super)
}

// Unreact takes a reaction of either kind back.
func (s *Server) Unreact(userID, messageID string, e Emoji) error {
	s.lock()
	defer s.unlock()
	m, err := s.message(messageID)
	if err != nil {
		return err
	}
	s.unreact(s.users[userID], m, e, false)
	s.unreact(s.users[userID], m, e, true)
	return nil
}
