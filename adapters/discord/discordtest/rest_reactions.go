package discordtest

import "slices"

// reactable is the message and emoji of the route, if the thread takes reactions now.
func (c *call) reactable(want Permissions) (*message, Emoji, error) {
	ch, err := c.channelWith(want)
	if err != nil {
		return nil, Emoji{}, err
	}
	m, err := c.theMessage(ch)
	if err != nil {
		return nil, Emoji{}, err
	}
	e, err := ch.guild.routeEmoji(c.params["emoji"])
	if err == nil && ch.archived() && c.r.Method != "GET" {
		err = errArchived
	}
	return m, e, err
}

// putReaction needs AddReactions only for an emoji that nobody has used on the message yet.
func (c *call) putReaction() (any, error) {
	m, e, err := c.reactable(ReadMessageHistory)
	if err != nil {
		return nil, err
	}
	used := slices.ContainsFunc(m.reactions, func(r *reaction) bool { return r.emoji.same(e) })
	if !used {
		if err := c.need(c.bot, m.channel, AddReactions); err != nil {
			return nil, err
		}
	}
	return nil, c.react(c.bot, m, e, false)
}

func (c *call) deleteReaction() (any, error) {
	m, e, err := c.reactable(ReadMessageHistory)
	if err != nil {
		return nil, err
	}
	who := c.bot
	if id := c.params["user"]; id != "@me" && id != c.bot.id {
		if err := c.need(c.bot, m.channel, ManageMessages); err != nil {
			return nil, err
		}
		if who = c.users[id]; who == nil {
			return nil, errUnknownUser
		}
	}
	c.unreact(who, m, e, false)
	return nil, nil
}

func (c *call) deleteReactions() (any, error) {
	ch, err := c.channelWith(ManageMessages)
	if err != nil {
		return nil, err
	}
	m, err := c.theMessage(ch)
	if err != nil {
		return nil, err
	}
	m.reactions = nil
	o := object{"channel_id": ch.id, "message_id": m.id}
	if ch.guild != nil {
		o["guild_id"] = ch.guild.id
	}
	c.emit(event{name: "MESSAGE_REACTION_REMOVE_ALL", channel: ch, data: o})
	return nil, nil
}

// getReactions lists who reacted: type 1 are the super reactions.
func (c *call) getReactions() (any, error) {
	m, e, err := c.reactable(ReadMessageHistory)
	if err != nil {
		return nil, err
	}
	limit, err := c.limit(25, 100)
	if err != nil {
		return nil, err
	}
	out := []object{}
	for _, r := range m.reactions {
		if !r.emoji.same(e) {
			continue
		}
		who := r.by
		if c.query.Get("type") == "1" {
			who = r.super
		}
		for _, u := range who {
			if len(out) < limit && (c.query.Get("after") == "" || older(c.query.Get("after"), u.id)) {
				out = append(out, userObject(u))
			}
		}
	}
	return out, nil
}
