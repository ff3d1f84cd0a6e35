package slacktest

import "slices"

// maxPins is how many messages a channel can have pinned.
const maxPins = 100

func addPin(c *call) (object, error) {
	ch, m, err := c.item()
	switch {
	case err != nil:
		return nil, err
	case m.system():
		return nil, refusal("not_pinnable")
	case m.Pinned:
		return nil, refusal("already_pinned")
	case len(ch.pins) >= maxPins:
		return nil, refusal("too_many_pins")
	case ch.archived:
		return nil, refusal("is_archived")
	case ch.restricted:
		return nil, refusal("restricted_action")
	}
	c.pin(ch, m, c.botUser)
	return nil, nil
}

func removePin(c *call) (object, error) {
	ch, m, err := c.item()
	if err != nil {
		return nil, err
	}
	if !m.Pinned {
		return nil, refusal("no_pin")
	}
	c.unpin(ch, m, c.botUser)
	return nil, nil
}

func listPins(c *call) (object, error) {
	ch, err := c.enter(c.args["channel"])
	if err != nil {
		return nil, err
	}
	items := []object{}
	for _, p := range ch.pins {
		items = append(items, object{
			"type": "message", "channel": ch.id, "created": p.created, "created_by": p.by,
			"message": c.messageObject(ch.byTS[p.ts], typeOnly),
		})
	}
	return object{"items": items}, nil
}

// pin pins m on behalf of a user: pin_added, and the line that the channel shows.
func (s *Server) pin(ch *channel, m *Message, userID string) {
	m.Pinned = true
	ch.pins = slices.Insert(ch.pins, 0, pin{ts: m.TS, by: userID, created: s.now().Unix()})
	s.tell(Happening{Deed: Pinned, Channel: ch.id, TS: m.TS, User: userID}, "%s %s pinned by %s", ch.id, m.TS, s.name(userID))
	s.emitPin("pin_added", ch, m, userID)
	s.publish(ch, &Message{
		Subtype: "pinned_item", User: userID, Text: "<@" + userID + "> pinned a message to this channel.",
	})
}

func (s *Server) unpin(ch *channel, m *Message, userID string) {
	m.Pinned = false
	ch.pins = slices.DeleteFunc(ch.pins, func(p pin) bool { return p.ts == m.TS })
	s.tell(Happening{Deed: Unpinned, Channel: ch.id, TS: m.TS, User: userID}, "%s %s unpinned by %s", ch.id, m.TS, s.name(userID))
	s.emitPin("pin_removed", ch, m, userID)
}
