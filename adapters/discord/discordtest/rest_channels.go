package discordtest

import "strconv"

// number is a permission set as Discord writes it: in decimal, as a string.
func number(p Permissions) string { return strconv.FormatUint(uint64(p), 10) }

// theChannel is the channel of the route, if the bot sees it.
func (c *call) theChannel() (*channel, error) {
	ch := c.channels[c.params["channel"]]
	if ch == nil {
		return nil, errUnknownChannel
	}
	if !c.sees(c.bot, ch) {
		return nil, errMissingAccess
	}
	return ch, nil
}

// channelWith is theChannel if the bot may do want in it.
func (c *call) channelWith(want Permissions) (*channel, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	return ch, c.need(c.bot, ch, want)
}

func (c *call) getChannel() (any, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	return c.channelObject(ch), nil
}

// patchChannel changes a thread or a channel. Un-archiving takes a member of the thread, locking a moderator,
// the rest a moderator or the thread's creator.
func (c *call) patchChannel() (any, error) {
	c.known("name", "archived", "auto_archive_duration", "locked", "invitable", "rate_limit_per_user", "flags", "applied_tags", "topic", "position", "nsfw")
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	if ch.thread == nil {
		if err := c.need(c.bot, ch, ManageChannels); err != nil {
			return nil, err
		}
		c.rename(ch)
		c.emit(event{name: "CHANNEL_UPDATE", channel: ch, data: c.channelObject(ch)})
		return c.channelObject(ch), nil
	}
	if err := c.mayPatch(ch); err != nil {
		return nil, err
	}
	c.patchThread(ch)
	c.emitThread("THREAD_UPDATE", ch)
	return c.channelObject(ch), nil
}

func (c *call) mayPatch(ch *channel) error {
	moderator := c.permissions(c.bot, ch).has(ManageThreads)
	_, lock := c.body["locked"]
	_, slow := c.body["rate_limit_per_user"]
	opens, told := c.body["archived"].(bool)
	waking := told && !opens && len(c.body) == 1
	mine := ch.thread.owner == c.bot.id
	switch {
	case moderator:
		return nil
	case lock || slow:
		return errMissingPerms
	case waking && ch.thread.locked && !mine:
		return errLocked
	case waking:
		return nil
	case ch.archived() && (!told || opens):
		return errArchived
	case !mine:
		return errMissingPerms
	}
	return nil
}

func (c *call) patchThread(ch *channel) {
	c.rename(ch)
	t := ch.thread
	if minutes := c.int("auto_archive_duration"); minutes != 0 {
		t.autoArchive, t.active = minutes, c.now()
	}
	if locked, told := c.body["locked"].(bool); told {
		t.locked = locked
	}
	if archived, told := c.body["archived"].(bool); told && archived != t.archived {
		t.archived, t.turned, t.active = archived, c.now(), c.now()
	}
	if tags := texts(c.body["applied_tags"]); tags != nil {
		t.tags = tags
	}
}

func (c *call) rename(ch *channel) {
	if name := c.text("name"); name != "" {
		ch.name = name
	}
	if topic, told := c.body["topic"].(string); told {
		ch.topic = topic
	}
	if _, told := c.body["rate_limit_per_user"]; told {
		ch.slowmode = c.int("rate_limit_per_user")
	}
}

func (c *call) deleteChannel() (any, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	want := ManageChannels
	if ch.thread != nil {
		want = ManageThreads
	}
	if err := c.need(c.bot, ch, want); err != nil {
		return nil, err
	}
	o := c.channelObject(ch)
	c.drop(ch)
	return o, nil
}

func (c *call) postTyping() (any, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	if err := c.mayWrite(c.bot, ch); err != nil {
		return nil, err
	}
	o := object{"channel_id": ch.id, "user_id": c.bot.id, "timestamp": c.now().Unix()}
	if ch.guild != nil {
		o["guild_id"] = ch.guild.id
	}
	c.emit(event{name: "TYPING_START", channel: ch, data: o})
	return nil, nil
}
