package discordtest

// theThread is the channel of the route if it is a thread.
func (c *call) theThread() (*channel, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	if ch.thread == nil {
		return nil, errForumOnly
	}
	return ch, nil
}

func (c *call) getThreadMembers() (any, error) {
	ch, err := c.theThread()
	if err != nil {
		return nil, err
	}
	if !c.opts.GuildMembers {
		return nil, errMissingAccess
	}
	out := []object{}
	for id := range ch.thread.members {
		out = append(out, threadMember(ch, id))
	}
	return out, nil
}

// member is the user of the route: "@me" is the bot.
func (c *call) member() (*user, error) {
	id := c.params["user"]
	if id == "@me" {
		return c.bot, nil
	}
	if u := c.users[id]; u != nil {
		return u, nil
	}
	return nil, errUnknownUser
}

func (c *call) getThreadMember() (any, error) {
	ch, u, err := c.threadAndMember()
	if err != nil {
		return nil, err
	}
	if _, joined := ch.thread.members[u.id]; !joined {
		return nil, errUnknownMember
	}
	return threadMember(ch, u.id), nil
}

func (c *call) threadAndMember() (*channel, *user, error) {
	ch, err := c.theThread()
	if err != nil {
		return nil, nil, err
	}
	u, err := c.member()
	return ch, u, err
}

// putThreadMember adds somebody: to add another than itself the bot must be able to write there.
func (c *call) putThreadMember() (any, error) {
	ch, u, err := c.threadAndMember()
	if err != nil {
		return nil, err
	}
	if ch.archived() {
		return nil, errArchived
	}
	if u != c.bot {
		if err := c.need(c.bot, ch, SendMessagesInThreads); err != nil {
			return nil, err
		}
	}
	c.join(ch, u)
	return nil, nil
}

func (c *call) deleteThreadMember() (any, error) {
	ch, u, err := c.threadAndMember()
	if err != nil {
		return nil, err
	}
	if ch.archived() {
		return nil, errArchived
	}
	if u != c.bot {
		if err := c.need(c.bot, ch, ManageThreads); err != nil {
			return nil, err
		}
	}
	c.leave(ch, u)
	return nil, nil
}
