package discordtest

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Emoji is what one reacts with: a unicode emoji by Name ("✅"), or a custom one by ID. A custom one whose
// Name is "" is one that was deleted since: Discord then sends a null name.
type Emoji struct {
	ID, Name string
}

func (e Emoji) object() object { return object{"id": orNull(e.ID), "name": orNull(e.Name)} }

// same says whether two emoji are one reaction: custom ones by id, others by their exact characters.
func (e Emoji) same(o Emoji) bool {
	if e.ID != "" || o.ID != "" {
		return e.ID == o.ID
	}
	return e.Name == o.Name
}

var (
	customEmoji = regexp.MustCompile(`^([\w~]{2,32}):(\d{15,20})$`)
	keycap      = regexp.MustCompile(`^[0-9#*]\x{FE0F}\x{20E3}$`)
)

// needsFE0F are common emoji that are text without U+FE0F: in a route they must be fully qualified.
const needsFE0F = "❤✔☑✖☺☹⚠ℹ▶⏸⏹✏✉☀☁⭕️♻"

// routeEmoji reads the emoji of a route, already URL-decoded. Neither ":name:" nor a name alone is one.
func (g *guild) routeEmoji(text string) (Emoji, error) {
	if parts := customEmoji.FindStringSubmatch(text); parts != nil {
		if g == nil || g.emojis[parts[2]] == "" {
			return Emoji{}, errUnknownEmoji
		}
		return Emoji{ID: parts[2], Name: g.emojis[parts[2]]}, nil
	}
	first, size := utf8.DecodeRuneInString(text)
	unqualified := size == len(text) && strings.ContainsRune(needsFE0F, first)
	if keycap.MatchString(text) || first >= 0xA9 && first != utf8.RuneError && !unqualified && !hasASCII(text) {
		return Emoji{Name: text}, nil
	}
	return Emoji{}, errUnknownEmoji
}

func hasASCII(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < utf8.RuneSelf })
}

// maxReactions is how many different emoji one message takes.
const maxReactions = 20

// react adds u's reaction and says whether it was new; super is a burst reaction.
func (s *Server) react(u *user, m *message, e Emoji, super bool) error {
	at := slices.IndexFunc(m.reactions, func(r *reaction) bool { return r.emoji.same(e) })
	if at < 0 {
		if len(m.reactions) >= maxReactions {
			return errTooManyEmoji
		}
		m.reactions = append(m.reactions, &reaction{emoji: e})
		at = len(m.reactions) - 1
	}
	r := m.reactions[at]
	side := &r.by
	if super {
		side = &r.super
	}
	if slices.Contains(*side, u) {
		return nil
	}
	*side = append(*side, u)
	s.emitReaction("MESSAGE_REACTION_ADD", u, m, e, super)
	return nil
}

// unreact takes u's reaction away; without one it does nothing.
func (s *Server) unreact(u *user, m *message, e Emoji, super bool) {
	at := slices.IndexFunc(m.reactions, func(r *reaction) bool { return r.emoji.same(e) })
	if at < 0 {
		return
	}
	r := m.reactions[at]
	side := &r.by
	if super {
		side = &r.super
	}
	if !slices.Contains(*side, u) {
		return
	}
	*side = slices.DeleteFunc(*side, func(o *user) bool { return o == u })
	if len(r.by)+len(r.super) == 0 {
		m.reactions = slices.Delete(m.reactions, at, at+1)
	}
	s.emitReaction("MESSAGE_REACTION_REMOVE", u, m, e, super)
}

// emitReaction tells of a reaction by ids alone, as Discord does.
func (s *Server) emitReaction(name string, u *user, m *message, e Emoji, super bool) {
	kind := 0
	if super {
		kind = 1
	}
	o := object{
		"user_id": u.id, "channel_id": m.channel.id, "message_id": m.id, "emoji": e.object(), "burst": super, "type": kind,
	}
	if name == "MESSAGE_REACTION_ADD" {
		o["message_author_id"] = m.author.id
	}
	if g := m.channel.guild; g != nil {
		o["guild_id"] = g.id
		if member := g.members[u.id]; member != nil && name == "MESSAGE_REACTION_ADD" {
			o["member"] = fullMember(member)
		}
	}
	s.emit(event{name: name, channel: m.channel, data: o})
}
