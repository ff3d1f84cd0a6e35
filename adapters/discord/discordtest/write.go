package discordtest

import (
	"slices"
	"time"
)

// draft is a message before it has an id.
type draft struct {
	kind        messageType
	content     string
	embeds      []any
	components  []any
	attachments []*attachment
	stickers    []object
	mentions    mentions
	replyTo     *message
	points      *channel
	flags       int
	nonce       string
	webhook     string
	interaction *interaction
}

// mayWrite says why u may not write in ch now; nil if u may. An archived thread takes a message and wakes.
func (s *Server) mayWrite(u *user, ch *channel) error {
	want := SendMessages
	if ch.thread != nil {
		want = SendMessagesInThreads
	}
	if ch.guild == nil {
		for _, other := range ch.recipients {
			if other.closed && other != u {
				return errDMClosed
			}
		}
		return nil
	}
	if err := s.need(u, ch, want); err != nil {
		return err
	}
	switch p := s.permissions(u, ch); {
	case ch.kind == ForumChannel:
		return errNotText
	case ch.locked(p):
		return errLocked
	case s.tooSoon(u, ch, p):
		return errSlowmode
	}
	return nil
}

// tooSoon says whether slowmode keeps u from writing; bots and moderators are not held.
func (s *Server) tooSoon(u *user, ch *channel, p Permissions) bool {
	if ch.slowmode == 0 || u.bot || p&(ManageMessages|ManageChannels|BypassSlowmode) != 0 {
		return false
	}
	last, ok := ch.lastPost[u.id]
	return ok && s.now().Before(last.Add(time.Duration(ch.slowmode)*time.Second))
}

// write makes a message of a draft, wakes an archived thread before, and tells everybody.
func (s *Server) write(u *user, ch *channel, d draft) *message {
	if t := ch.thread; t != nil {
		if d.kind != starterMessage {
			s.wake(ch)
			s.join(ch, u)
		}
		t.sent++
		t.active = s.now()
	}
	m := s.store(s.ids.next(s.now()), u, ch, d)
	s.emitMessage("MESSAGE_CREATE", m)
	return m
}

// store keeps a message without telling anybody.
func (s *Server) store(id string, u *user, ch *channel, d draft) *message {
	m := s.unsaved(id, u, ch, d)
	ch.messages = append(ch.messages, m)
	ch.lastPost[u.id] = s.now()
	s.messages[m.id] = m
	return m
}

// unsaved is a message that no channel lists: an ephemeral one, or one about to be stored.
func (s *Server) unsaved(id string, u *user, ch *channel, d draft) *message {
	for _, a := range d.attachments {
		s.files[a.id] = a
	}
	return &message{
		id: id, channel: ch, author: u, kind: d.kind, content: d.content, embeds: d.embeds, components: d.components,
		attachments: d.attachments, stickers: d.stickers, mentions: d.mentions, replyTo: d.replyTo, points: d.points,
		flags: d.flags, nonce: d.nonce, webhook: d.webhook, interaction: d.interaction,
	}
}

// remove takes messages away: one with MESSAGE_DELETE, several with MESSAGE_DELETE_BULK. A thread that began
// at one of them stays.
func (s *Server) remove(ch *channel, gone ...*message) {
	ids := make([]string, 0, len(gone))
	for _, m := range gone {
		ids = append(ids, m.id)
		delete(s.messages, m.id)
		ch.messages = slices.DeleteFunc(ch.messages, func(o *message) bool { return o == m })
		ch.pins = slices.DeleteFunc(ch.pins, func(p *pin) bool { return p.message == m })
	}
	o := object{"channel_id": ch.id}
	if ch.guild != nil {
		o["guild_id"] = ch.guild.id
	}
	if len(ids) == 1 {
		o["id"] = ids[0]
		s.emit(event{name: "MESSAGE_DELETE", channel: ch, data: o})
		return
	}
	o["ids"] = ids
	s.emit(event{name: "MESSAGE_DELETE_BULK", channel: ch, data: o})
}

// pinIt pins m on behalf of u: MESSAGE_UPDATE without edited_timestamp, CHANNEL_PINS_UPDATE, and the system
// message that the client shows. Pinning what is pinned changes nothing.
func (s *Server) pinIt(u *user, m *message) {
	if m.pinned {
		return
	}
	m.pinned = true
	m.channel.pins = slices.Insert(m.channel.pins, 0, &pin{message: m, at: s.now()})
	s.emitMessage("MESSAGE_UPDATE", m)
	s.emitPins(m.channel)
	s.write(u, m.channel, draft{kind: pinMessage, replyTo: m})
}

func (s *Server) unpinIt(m *message) {
	if !m.pinned {
		return
	}
	m.pinned = false
	m.channel.pins = slices.DeleteFunc(m.channel.pins, func(p *pin) bool { return p.message == m })
	s.emitMessage("MESSAGE_UPDATE", m)
	s.emitPins(m.channel)
}

func (s *Server) emitPins(ch *channel) {
	o := object{"channel_id": ch.id, "last_pin_timestamp": nil}
	if len(ch.pins) > 0 {
		o["last_pin_timestamp"] = stamp(ch.pins[0].at)
	}
	if ch.guild != nil {
		o["guild_id"] = ch.guild.id
	}
	s.emit(event{name: "CHANNEL_PINS_UPDATE", channel: ch, data: o})
}
