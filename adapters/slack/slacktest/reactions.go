package slacktest

import (
	"regexp"
	"slices"
)

// emojiName is the form of a reaction: a short name, perhaps with a skin tone.
var emojiName = regexp.MustCompile(`^[a-z0-9_+'-]+(::skin-tone-[2-6])?$`)

// maxEmoji is how many different reactions a message takes.
const maxEmoji = 23

// item is the message that reactions and pins are about.
func (c *call) item() (*channel, *Message, error) {
	if c.args["channel"] == "" || c.args["timestamp"] == "" {
		return nil, nil, refusal("no_item_specified")
	}
	ch, err := c.enter(c.args["channel"])
	if err != nil {
		return nil, nil, err
	}
	m, err := c.find(ch, c.args["timestamp"])
	return ch, m, err
}

func addReaction(c *call) (object, error) {
	name := c.args["name"]
	if !emojiName.MatchString(name) {
		c.violate(c.method, BadEmoji, "%q", name)
		return nil, refusal("invalid_name")
	}
	ch, m, err := c.item()
	switch {
	case err != nil:
		return nil, err
	case ch.archived:
		return nil, refusal("is_archived")
	case m.reacted(c.botUser, name):
		return nil, refusal("already_reacted")
	case len(m.Reactions) >= maxEmoji && m.reaction(name) < 0:
		return nil, refusal("too_many_emoji")
	}
	c.react(ch, m, c.botUser, name)
	return nil, nil
}

func removeReaction(c *call) (object, error) {
	ch, m, err := c.item()
	if err != nil {
		return nil, err
	}
	if !m.reacted(c.botUser, c.args["name"]) {
		return nil, refusal("no_reaction")
	}
	c.unreact(ch, m, c.botUser, c.args["name"])
	return nil, nil
}

func getReactions(c *call) (object, error) {
	ch, m, err := c.item()
	if err != nil {
		return nil, err
	}
	return object{"type": "message", "channel": ch.id, "message": c.messageObject(m, typeOnly)}, nil
}

// reaction is the index of an emoji under m; -1 = not there.
func (m *Message) reaction(name string) int {
	return slices.IndexFunc(m.Reactions, func(r Reaction) bool { return r.Name == name })
}

func (m *Message) reacted(userID, name string) bool {
	i := m.reaction(name)
	return i >= 0 && slices.Contains(m.Reactions[i].Users, userID)
}

// react puts an emoji under m and tells everybody.
func (s *Server) react(ch *channel, m *Message, userID, name string) {
	i := m.reaction(name)
	if i < 0 {
		m.Reactions = append(m.Reactions, Reaction{Name: name})
		i = len(m.Reactions) - 1
	}
	m.Reactions[i].Users = append(m.Reactions[i].Users, userID)
	h := Happening{Deed: Reacted, Channel: ch.id, TS: m.TS, User: userID, Detail: name}
	s.tell(h, "%s %s :%s: by %s", ch.id, m.TS, name, s.name(userID))
	s.emitReaction("reaction_added", ch, m, userID, name)
}

func (s *Server) unreact(ch *channel, m *Message, userID, name string) {
	i := m.reaction(name)
	if i < 0 {
		return
	}
	r := &m.Reactions[i]
	r.Users = slices.DeleteFunc(r.Users, func(u string) bool { return u == userID })
	if len(r.Users) == 0 {
		m.Reactions = slices.Delete(m.Reactions, i, i+1)
	}
	h := Happening{Deed: Unreacted, Channel: ch.id, TS: m.TS, User: userID, Detail: name}
	s.tell(h, "%s %s :%s: taken away by %s", ch.id, m.TS, name, s.name(userID))
	s.emitReaction("reaction_removed", ch, m, userID, name)
}
