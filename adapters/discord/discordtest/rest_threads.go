package discordtest

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// archiveMinutes are the values that auto_archive_duration may have.
var archiveMinutes = []int{60, 1440, 4320, 10080}

// readThread checks what every way to start a thread has in its body.
func (c *call) readThread() (name string, minutes int, err error) {
	name = c.text("name")
	if n := runes(name); n == 0 || n > maxThreadName {
		return "", 0, invalidForm("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.", "name")
	}
	minutes = c.int("auto_archive_duration")
	if minutes != 0 && !slices.Contains(archiveMinutes, minutes) {
		return "", 0, invalidForm("BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).", "auto_archive_duration")
	}
	return name, minutes, nil
}

// threadFields are of a thread from a message; discordgo 0.29 sends type and invitable with it, too.
var threadFields = []string{"name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"}

func (c *call) postThreadOn() (any, error) {
	c.known(threadFields...)
	ch, err := c.channelWith(CreatePublicThreads)
	if err != nil {
		return nil, err
	}
	m, err := c.theMessage(ch)
	if err != nil {
		return nil, err
	}
	name, minutes, err := c.readThread()
	switch {
	case err != nil:
		return nil, err
	case m.thread != nil:
		return nil, errThreadExists
	case ch.thread != nil || ch.guild == nil || ch.kind == ForumChannel:
		return nil, errForumOnly
	case m.kind.system():
		return nil, errSystemMessage
	}
	t := c.threadOn(c.bot, m, name, minutes)
	t.slowmode = c.int("rate_limit_per_user")
	c.status = http.StatusCreated
	return c.channelObject(t), nil
}

// postThread starts a thread without a message, or a post in a forum.
func (c *call) postThread() (any, error) {
	ch, err := c.theChannel()
	if err != nil {
		return nil, err
	}
	name, minutes, err := c.readThread()
	if err != nil {
		return nil, err
	}
	c.status = http.StatusCreated
	switch ch.kind {
	case ForumChannel:
		return c.postForum(ch, name, minutes)
	case TextChannel, AnnouncementChannel:
		return c.postBare(ch, name, minutes)
	default:
		return nil, errForumOnly
	}
}

func (c *call) postBare(ch *channel, name string, minutes int) (any, error) {
	c.known(threadFields...)
	kind, want := ChannelType(c.int("type")), CreatePublicThreads
	if kind == 0 {
		kind = PrivateThread // Discord's own default, for old times' sake
	}
	if kind == PrivateThread {
		want = CreatePrivateThreads
	}
	if err := c.need(c.bot, ch, want); err != nil {
		return nil, err
	}
	t := c.newThread(c.bot, ch, kind, "", name, minutes)
	t.slowmode = c.int("rate_limit_per_user")
	c.emitThread("THREAD_CREATE", t)
	if kind != PrivateThread {
		c.write(c.bot, ch, draft{kind: threadCreated, content: name, points: t})
	}
	return c.channelObject(t), nil
}

// postForum makes a post: the thread and its first message share the id.
func (c *call) postForum(ch *channel, name string, minutes int) (any, error) {
	c.known(append([]string{"message", "applied_tags"}, threadFields...)...)
	if err := c.need(c.bot, ch, SendMessages); err != nil {
		return nil, err
	}
	first, ok := c.body["message"].(object)
	if !ok {
		return nil, required("message")
	}
	c.knownIn(first, messageFields...)
	d, a, err := c.readDraft(first)
	if err != nil {
		return nil, err
	}
	if d.empty() {
		return nil, errEmpty
	}
	t := c.newThread(c.bot, ch, PublicThread, "", name, minutes)
	t.thread.tags = texts(c.body["applied_tags"])
	d.mentions = c.mentionsIn(c.bot, t, d.content, nil, a)
	m := c.openPost(c.bot, t, d)
	o := c.channelObject(t)
	o["message"] = c.seen(m)
	return o, nil
}

// openPost announces a forum post and its first message, which has the thread's id.
func (s *Server) openPost(u *user, t *channel, d draft) *message {
	s.emitThread("THREAD_CREATE", t)
	m := s.store(t.id, u, t, d)
	t.thread.sent++
	s.emitMessage("MESSAGE_CREATE", m)
	return m
}

func (c *call) getActiveThreads() (any, error) {
	g, err := c.theGuild()
	if err != nil {
		return nil, err
	}
	return c.threadList(c.activeThreads(g)), nil
}

// threadList is the shape of all lists of threads.
func (c *call) threadList(threads []*channel) object {
	members := []object{}
	for _, t := range threads {
		if _, joined := t.thread.members[c.bot.id]; joined {
			members = append(members, threadMember(t, c.bot.id))
		}
	}
	return object{"threads": list(threads, c.channelObject), "members": members, "has_more": false}
}

// getArchived lists a channel's archived threads: public ones, private ones (for a moderator), or the
// private ones that the bot is in. before is the time of archiving, or (joined ones) an id.
func (c *call) getArchived() (any, error) {
	ch, err := c.channelWith(ReadMessageHistory)
	if err != nil {
		return nil, err
	}
	limit, err := c.limit(50, 100)
	if err != nil {
		return nil, err
	}
	private := strings.HasSuffix(c.route, "private")
	joined := strings.Contains(c.route, "@me")
	if private && !joined {
		if err := c.need(c.bot, ch, ManageThreads); err != nil {
			return nil, err
		}
	}
	found := c.threadsWhere(func(t *channel) bool {
		_, in := t.thread.members[c.bot.id]
		return t.parent == ch && t.archived() && (t.kind == PrivateThread) == private && (in || !joined) && c.beforeCursor(t, joined)
	})
	if !joined {
		slices.SortStableFunc(found, func(a, b *channel) int { return b.thread.turned.Compare(a.thread.turned) })
	}
	o := c.threadList(found[:min(limit, len(found))])
	o["has_more"] = len(found) > limit
	return o, nil
}

func (c *call) beforeCursor(t *channel, joined bool) bool {
	before := c.query.Get("before")
	if before == "" {
		return true
	}
	if joined {
		return older(t.id, before)
	}
	at, err := time.Parse(time.RFC3339, before)
	return err != nil || t.thread.turned.Before(at)
}
