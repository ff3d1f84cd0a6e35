package discordtest

import (
	"slices"
	"strings"
	"time"
)

// defaultArchive is the minutes of silence after which a thread archives itself when nobody said.
const defaultArchive = 4320

// newThread makes a thread under parent with a given id ("" = a new one) and its creator in it, and tells nobody.
func (s *Server) newThread(u *user, parent *channel, kind ChannelType, id, name string, minutes int) *channel {
	if id == "" {
		id = s.ids.next(s.now())
	}
	if minutes == 0 {
		minutes = defaultArchive
	}
	now := s.now()
	ch := &channel{id: id, kind: kind, name: name, guild: parent.guild, parent: parent, lastPost: map[string]time.Time{}}
	ch.thread = &thread{
		owner: u.id, autoArchive: minutes, turned: now, active: now, invitable: true,
		members: map[string]time.Time{u.id: now},
	}
	s.channels[id] = ch
	return ch
}

// emitThread sends THREAD_CREATE, THREAD_UPDATE or THREAD_DELETE.
func (s *Server) emitThread(name string, ch *channel) {
	o := s.channelObject(ch)
	if name == "THREAD_CREATE" {
		o["newly_created"] = true
	}
	if name == "THREAD_DELETE" {
		o = object{"id": ch.id, "guild_id": ch.guild.id, "parent_id": ch.parent.id, "type": ch.kind}
	}
	s.emit(event{name: name, channel: ch, data: o})
}

// threadOn starts a thread from a message: both share the id, and the thread begins with a pointer to it.
func (s *Server) threadOn(u *user, m *message, name string, minutes int) *channel {
	kind := PublicThread
	if m.channel.kind == AnnouncementChannel {
		kind = AnnouncementThread
	}
	ch := s.newThread(u, m.channel, kind, m.id, name, minutes)
	m.thread = ch
	m.flags |= flagHasThread
	s.emitThread("THREAD_CREATE", ch)
	s.emitMessage("MESSAGE_UPDATE", m)
	s.write(m.author, ch, draft{kind: starterMessage, replyTo: m, points: m.channel})
	return ch
}

// join makes u a member of a thread.
func (s *Server) join(ch *channel, u *user) {
	if _, joined := ch.thread.members[u.id]; joined || u.webhook {
		return
	}
	ch.thread.members[u.id] = s.now()
	if u == s.bot {
		s.emitThread("THREAD_CREATE", ch)
	}
	s.emit(event{name: "THREAD_MEMBERS_UPDATE", channel: ch, about: u, data: object{
		"id": ch.id, "guild_id": ch.guild.id, "member_count": len(ch.thread.members), "added_members": []any{threadMember(ch, u.id)},
	}})
}

func (s *Server) leave(ch *channel, u *user) {
	delete(ch.thread.members, u.id)
	s.emit(event{name: "THREAD_MEMBERS_UPDATE", channel: ch, about: u, data: object{
		"id": ch.id, "guild_id": ch.guild.id, "member_count": len(ch.thread.members), "removed_member_ids": []any{u.id},
	}})
}

// wake un-archives a thread.
func (s *Server) wake(ch *channel) {
	if ch.thread.archived {
		s.setArchived(ch, false)
	}
}

func (s *Server) setArchived(ch *channel, archived bool) {
	ch.thread.archived, ch.thread.turned, ch.thread.active = archived, s.now(), s.now()
	s.emitThread("THREAD_UPDATE", ch)
}

// archiveIdle archives what has been silent for too long.
func (s *Server) archiveIdle() {
	idle := s.threadsWhere(func(ch *channel) bool {
		due := ch.thread.active.Add(time.Duration(ch.thread.autoArchive) * time.Minute)
		return !ch.thread.archived && !s.now().Before(due)
	})
	for _, ch := range idle {
		s.setArchived(ch, true)
	}
}

// threadsWhere are the threads that want says yes to, newest first.
func (s *Server) threadsWhere(want func(*channel) bool) []*channel {
	var out []*channel
	for _, ch := range s.channels {
		if ch.thread != nil && want(ch) {
			out = append(out, ch)
		}
	}
	slices.SortFunc(out, func(a, b *channel) int {
		if len(a.id) != len(b.id) {
			return len(b.id) - len(a.id)
		}
		return strings.Compare(b.id, a.id)
	})
	return out
}

// drop deletes a channel or thread with all that is in it.
func (s *Server) drop(ch *channel) {
	if ch.thread != nil {
		s.emitThread("THREAD_DELETE", ch)
	} else {
		for _, t := range s.threadsWhere(func(t *channel) bool { return t.parent == ch }) {
			s.drop(t)
		}
		s.emit(event{name: "CHANNEL_DELETE", channel: ch, data: s.channelObject(ch)})
		ch.guild.channels = slices.DeleteFunc(ch.guild.channels, func(o *channel) bool { return o == ch })
	}
	for _, m := range ch.messages {
		delete(s.messages, m.id)
	}
	delete(s.channels, ch.id)
}
