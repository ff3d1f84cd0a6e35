package discordtest

import "time"

// maxPins is how many messages a channel pins.
const maxPins = 250

// getPins pages through the pins, newest first: before is the time of a pin.
func (c *call) getPins() (any, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	limit, err := c.limit(50, 50)
	if err != nil {
		return nil, err
	}
	before, err := time.Parse(time.RFC3339, c.query.Get("before"))
	all := c.readablePins(ch)
	items := make([]object, 0, limit)
	more := false
	for _, p := range all {
		if err == nil && !p.at.Before(before) {
			continue
		}
		if more = len(items) == limit; more {
			break
		}
		items = append(items, object{"pinned_at": stamp(p.at), "message": c.seen(p.message)})
	}
	return object{"items": items, "has_more": more}, nil
}

// readablePins is none for a bot that may not read the history.
func (c *call) readablePins(ch *channel) []*pin {
	if !c.permissions(c.bot, ch).has(ReadMessageHistory) {
		return nil
	}
	return ch.pins
}

func (c *call) getOldPins() (any, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	return list(c.readablePins(ch), func(p *pin) object { return c.seen(p.message) }), nil
}

// pinnable is the message of the route if the bot may pin or unpin it now.
func (c *call) pinnable() (*message, error) {
	ch, err := c.channelWith(PinMessages)
	if err != nil {
		return nil, err
	}
	m, err := c.theMessage(ch)
	switch {
	case err != nil:
		return nil, err
	case ch.archived():
		return nil, errArchived
	case ch.locked(c.permissions(c.bot, ch)):
		return nil, errLocked
	case m.kind.system():
		return nil, errSystemMessage
	}
	return m, nil
}

func (c *call) putPin() (any, error) {
	m, err := c.pinnable()
	if err != nil {
		return nil, err
	}
	if !m.pinned && len(m.channel.pins) >= maxPins {
		return nil, errTooManyPins
	}
	c.pinIt(c.bot, m)
	return nil, nil
}

func (c *call) deletePin() (any, error) {
	m, err := c.pinnable()
	if err != nil {
		return nil, err
	}
	c.unpinIt(m)
	return nil, nil
}
