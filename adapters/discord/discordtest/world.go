package discordtest

import (
	"slices"
	"time"
)

// world is everything that people see of a Discord, and the application's registration.
type world struct {
	bot      *user
	appID    string
	token    string
	guilds   []*guild
	users    map[string]*user
	channels map[string]*channel
	messages map[string]*message
	files    map[string]*attachment
	commands map[string][]object // registered slash commands: guild id, or "" for global ones
	asked    map[string]*interaction
	nonces   map[string]*message // by author and nonce
}

// newWorld has an application, its bot and nothing else.
func newWorld(ids *snowflakes, now time.Time) world {
	id := ids.next(now) // of a new application, bot and application share one
	bot := &user{id: id, name: "tack", bot: true}
	return world{
		bot: bot, appID: id, token: "fake-token-" + id,
		users: map[string]*user{id: bot}, channels: map[string]*channel{}, messages: map[string]*message{},
		files: map[string]*attachment{}, commands: map[string][]object{}, asked: map[string]*interaction{},
		nonces: map[string]*message{},
	}
}

// BotID is the id of the bot's user and of its application.
func (s *Server) BotID() string { return s.bot.id }

// AddGuild makes a guild with the bot in it and returns its id.
func (s *Server) AddGuild(name string) string {
	s.lock()
	defer s.unlock()
	id := s.ids.nextMilli(s.now())
	g := &guild{id: id, name: name, members: map[string]*member{}, emojis: map[string]string{}}
	owner := s.newUser(UserSpec{Name: name + " owner"})
	g.owner = owner.id
	own := &role{id: s.ids.next(s.now()), name: s.bot.name, perms: BotDefault}
	g.roles = []*role{{id: id, name: "@everyone", perms: Everyday}, own}
	g.members[owner.id] = &member{user: owner, joined: s.now()}
	g.members[s.bot.id] = &member{user: s.bot, roles: []string{own.id}, joined: s.now()}
	s.guilds = append(s.guilds, g)
	s.emit(event{name: "GUILD_CREATE", guild: g, data: s.guildObject(g)})
	return id
}

// UserSpec describes an account.
type UserSpec struct {
	Name     string
	Bot      bool
	Locale   string // of the client, for interactions; "" = en-US
	ClosedDM bool   // refuses direct messages (50007)
}

func (s *Server) newUser(spec UserSpec) *user {
	u := &user{id: s.ids.next(s.now()), name: spec.Name, bot: spec.Bot, locale: spec.Locale, closed: spec.ClosedDM}
	s.users[u.id] = u
	return u
}

// AddUser makes a member of the guild and returns the user's id; guildID "" makes a user without guilds.
func (s *Server) AddUser(guildID string, spec UserSpec) string {
	s.lock()
	defer s.unlock()
	u := s.newUser(spec)
	if g := s.guild(guildID); g != nil {
		m := &member{user: u, joined: s.now()}
		g.members[u.id] = m
		s.emit(event{name: "GUILD_MEMBER_ADD", guild: g, data: s.memberEvent(g, m)})
	}
	return u.id
}

// ChannelSpec describes a channel of a guild.
type ChannelSpec struct {
	Name     string
	Type     ChannelType // text, announcement or forum
	Topic    string
	Slowmode int // seconds; 0 = none
}

// AddChannel makes a channel and returns its id; "" if there is no such guild.
func (s *Server) AddChannel(guildID string, spec ChannelSpec) string {
	s.lock()
	defer s.unlock()
	g := s.guild(guildID)
	if g == nil {
		return ""
	}
	ch := s.newChannel(spec.Type)
	ch.name, ch.topic, ch.slowmode, ch.guild = spec.Name, spec.Topic, spec.Slowmode, g
	g.channels = append(g.channels, ch)
	s.emit(event{name: "CHANNEL_CREATE", channel: ch, data: s.channelObject(ch)})
	return ch.id
}

func (s *Server) newChannel(kind ChannelType) *channel {
	ch := &channel{id: s.ids.next(s.now()), kind: kind, lastPost: map[string]time.Time{}}
	s.channels[ch.id] = ch
	return ch
}

// OpenDM is the direct-message channel of the bot and a user, made when there was none.
func (s *Server) OpenDM(userID string) string {
	s.lock()
	defer s.unlock()
	if u := s.users[userID]; u != nil {
		return s.dm(u).id
	}
	return ""
}

func (s *Server) dm(u *user) *channel {
	for _, ch := range s.channels {
		if ch.kind == DMChannel && slices.Contains(ch.recipients, u) {
			return ch
		}
	}
	ch := s.newChannel(DMChannel)
	ch.recipients = []*user{u, s.bot}
	s.emit(event{name: "CHANNEL_CREATE", channel: ch, data: s.channelObject(ch)})
	return ch
}

// AddEmoji makes a custom emoji of the guild and returns its id.
func (s *Server) AddEmoji(guildID, name string) string {
	s.lock()
	defer s.unlock()
	id := s.ids.next(s.now())
	s.guild(guildID).emojis[id] = name
	return id
}

// guild is the guild of that id; nil if there is none.
func (s *Server) guild(id string) *guild {
	for _, g := range s.guilds {
		if g.id == id {
			return g
		}
	}
	return nil
}
