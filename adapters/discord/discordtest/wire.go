package discordtest

import (
	"strconv"
	"time"
)

// stamp is a time as Discord writes it; nil for the zero time.
func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}

// orNull is s, or null where Discord sends null instead of "".
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// list is never nil: Discord sends [] and not null.
func list[T, U any](in []T, f func(T) U) []U {
	out := make([]U, 0, len(in))
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

func userObject(u *user) object {
	o := object{"id": u.id, "username": u.name, "discriminator": "0", "global_name": orNull(u.name), "avatar": nil, "public_flags": 0}
	if u.bot {
		o["bot"], o["global_name"] = true, nil
	}
	if u.webhook {
		o["discriminator"] = "0000"
	}
	return o
}

func roleObject(r *role) object {
	return object{
		"id": r.id, "name": r.name, "permissions": strconv.FormatUint(uint64(r.perms), 10), "mentionable": r.mentionable,
		"color": 0, "hoist": false, "managed": false, "position": 0, "flags": 0,
	}
}

// memberObject is without its user, as in message events.
func memberObject(m *member) object {
	roles := append([]string{}, m.roles...)
	return object{
		"roles": roles, "nick": nil, "avatar": nil, "joined_at": stamp(m.joined), "premium_since": nil, "deaf": false,
		"mute": false, "pending": false, "flags": 0, "communication_disabled_until": stamp(m.timeout),
	}
}

// fullMember has its user, as in REST answers and reaction events.
func fullMember(m *member) object {
	o := memberObject(m)
	o["user"] = userObject(m.user)
	return o
}

func (s *Server) memberEvent(g *guild, m *member) object {
	o := fullMember(m)
	o["guild_id"] = g.id
	return o
}

func (s *Server) guildObject(g *guild) object {
	o := object{
		"id": g.id, "name": g.name, "owner_id": g.owner, "roles": list(g.roles, roleObject), "emojis": []any{}, "stickers": []any{},
		"features": []any{}, "icon": nil, "preferred_locale": "en-US", "verification_level": 0, "default_message_notifications": 0,
		"explicit_content_filter": 0, "mfa_level": 0, "system_channel_id": nil, "system_channel_flags": 0, "premium_tier": 0,
		"nsfw_level": 0, "afk_timeout": 300, "description": nil, "rules_channel_id": nil,
		"channels": list(g.channels, s.channelObject), "threads": list(s.activeThreads(g), s.channelObject),
		"members": []any{fullMember(g.members[s.bot.id])}, "member_count": len(g.members), "joined_at": stamp(g.members[s.bot.id].joined),
		"large": false, "unavailable": false, "voice_states": []any{}, "presences": []any{}, "stage_instances": []any{},
		"guild_scheduled_events": []any{}, "soundboard_sounds": []any{},
	}
	return o
}

// activeThreads are those that GUILD_CREATE and the list of active threads show: not archived, seen by the bot.
func (s *Server) activeThreads(g *guild) []*channel {
	return s.threadsWhere(func(ch *channel) bool { return ch.guild == g && !ch.archived() && s.sees(s.bot, ch) })
}

func (s *Server) channelObject(ch *channel) object {
	o := object{"id": ch.id, "type": ch.kind, "last_message_id": nil, "flags": 0, "last_pin_timestamp": nil}
	if n := len(ch.messages); n > 0 {
		o["last_message_id"] = ch.messages[n-1].id
	}
	if len(ch.pins) > 0 {
		o["last_pin_timestamp"] = stamp(ch.pins[0].at)
	}
	if ch.guild == nil {
		others := make([]object, 0, 1)
		for _, u := range ch.recipients {
			if u != s.bot {
				others = append(others, userObject(u))
			}
		}
		o["recipients"] = others
		return o
	}
	o["guild_id"], o["name"], o["rate_limit_per_user"] = ch.guild.id, ch.name, ch.slowmode
	if ch.thread != nil {
		s.addThread(o, ch)
		return o
	}
	o["topic"], o["position"], o["nsfw"], o["parent_id"] = orNull(ch.topic), 0, false, nil
	o["permission_overwrites"] = list(ch.overwrites, overwriteObject)
	if ch.kind == ForumChannel {
		o["available_tags"] = []any{}
	}
	return o
}

func overwriteObject(o overwrite) object {
	kind := 0
	if o.isUser {
		kind = 1
	}
	return object{
		"id": o.target, "type": kind, "allow": strconv.FormatUint(uint64(o.allow), 10),
		"deny": strconv.FormatUint(uint64(o.deny), 10),
	}
}

// addThread puts into o what only threads have.
func (s *Server) addThread(o object, ch *channel) {
	t := ch.thread
	o["parent_id"], o["owner_id"] = ch.parent.id, t.owner
	o["message_count"], o["total_message_sent"], o["member_count"] = len(ch.messages), t.sent, min(len(t.members), 50)
	meta := object{
		"archived": t.archived, "locked": t.locked, "auto_archive_duration": t.autoArchive,
		"archive_timestamp": stamp(t.turned), "create_timestamp": stamp(TimeOf(ch.id)),
	}
	if ch.kind == PrivateThread {
		meta["invitable"] = t.invitable
	}
	o["thread_metadata"] = meta
	if ch.parent.kind == ForumChannel {
		o["applied_tags"] = append([]string{}, t.tags...)
	}
	if _, joined := t.members[s.bot.id]; joined {
		o["member"] = threadMember(ch, s.bot.id)
	}
}

func threadMember(ch *channel, userID string) object {
	return object{"id": ch.id, "user_id": userID, "join_timestamp": stamp(ch.thread.members[userID]), "flags": 0}
}
