package discordtest

import "time"

// tokenPrefix comes before an interaction's id in its token.
const tokenPrefix = "interaction-token-"

// Limits of an interaction: to answer at first, and to follow up with its token.
const (
	firstAnswer   = 3 * time.Second
	tokenLifetime = 15 * time.Minute
)

// Kinds of interactions.
const (
	askedCommand   = 2
	askedComponent = 3
	askedModal     = 5
)

// Kinds of first answers (callbacks).
const (
	answerMessage      = 4
	answerDeferred     = 5
	answerDeferUpdate  = 6
	answerUpdate       = 7
	answerAutocomplete = 8
	answerModal        = 9
)

// interaction is what somebody asked of the bot, and what came of it.
type interaction struct {
	id, token string
	kind      int
	user      *user
	channel   *channel
	source    *message // whose button was pressed; nil otherwise
	at        time.Time
	answered  int // kind of the first answer; 0 = none yet
	ephemeral bool
	original  *message // the first answer as a message; nil without one
	followups []*message
	modal     object // shown by a first answer of kind 9
}

// late says whether the bot has missed its three seconds.
func (i *interaction) late(now time.Time) bool { return now.After(i.at.Add(firstAnswer)) }

// ask sends INTERACTION_CREATE: without any intent, to whoever holds the guild's shard.
func (s *Server) ask(u *user, ch *channel, kind int, data object, source *message) *interaction {
	id := s.ids.next(s.now())
	i := &interaction{id: id, token: tokenPrefix + id, kind: kind, user: u, channel: ch, source: source, at: s.now()}
	s.asked[id] = i
	o := object{
		"id": id, "application_id": s.appID, "type": kind, "token": i.token, "version": 1, "data": data, "channel_id": ch.id,
		"channel": s.channelObject(ch), "app_permissions": number(s.permissions(s.bot, ch)), "locale": i.locale(), "entitlements": []any{},
		"authorizing_integration_owners": object{}, "context": 0, "attachment_size_limit": maxFile,
	}
	if source != nil {
		o["message"] = s.messageObject(source)
	}
	s.addAsker(o, u, ch)
	s.emit(event{name: "INTERACTION_CREATE", channel: ch, data: o, always: true})
	return i
}

// addAsker names who asks: a member in a guild, a user in a direct message.
func (s *Server) addAsker(o object, u *user, ch *channel) {
	if ch.guild == nil {
		o["user"], o["context"] = userObject(u), 1
		return
	}
	member := fullMember(ch.guild.members[u.id])
	member["permissions"] = number(s.permissions(u, ch))
	o["guild_id"], o["guild_locale"], o["member"] = ch.guild.id, "en-US", member
	o["guild"] = object{"id": ch.guild.id, "locale": "en-US", "features": []any{}}
}

func (i *interaction) locale() string {
	if i.user.locale == "" {
		return "en-US"
	}
	return i.user.locale
}

// showAnswer makes a message of an answer: in the channel for all, or for its asker alone.
func (s *Server) showAnswer(i *interaction, d draft, ephemeral bool) *message {
	d.kind, d.interaction = commandMessage, i
	if i.kind != askedCommand {
		d.kind = replyMessage
		d.replyTo = i.source
	}
	if !ephemeral {
		return s.write(s.bot, i.channel, d)
	}
	d.flags |= flagEphemeral
	m := s.unsaved(s.ids.next(s.now()), s.bot, i.channel, d)
	s.tell(event{name: "EPHEMERAL", channel: i.channel, data: s.messageObject(m)})
	return m
}
