package slacktest

import (
	"fmt"
	"slices"
)

// world is what people see of a workspace, and the app's registration.
type world struct {
	base                           string // of every URL given out
	teamID, teamName               string
	appID, botUser, botID, botName string
	users                          map[string]*user
	channels                       map[string]*channel
	files                          map[string]*File
	uploads                        map[string]*upload
	ephemerals                     []Ephemeral
	views                          []*View
	triggers                       map[string]*trigger
	urls                           map[string]*responseURL
	story                          []Happening
}

type user struct {
	id, name, locale string
	bot, admin       bool
}

// channel is a conversation of any kind.
type channel struct {
	id, name   string
	kind       Kind
	members    []string
	archived   bool
	restricted bool
	messages   []*Message // oldest first, replies among them
	byTS       map[string]*Message
	replies    map[string][]*Message // by the root's ts, oldest first
	dead       map[string]bool       // ts of roots that were deleted
	pins       []pin                 // newest first
	askers     []string              // users who used a slash command or button here
	invited    int                   // root posts that the bot was asked for and has not made
}

type pin struct {
	ts, by  string
	created int64 // Unix seconds
}

// Kind says which sort of conversation a channel is.
type Kind string

// The kinds, by the name that events give them as channel_type.
const (
	Public  Kind = "channel"
	Private Kind = "group"
	IM      Kind = "im"
)

func newWorld(base string) world {
	w := world{
		base: base, teamID: "T0FAKETEAM", teamName: "Study hall", appID: "A0FAKEAPP",
		botUser: "U0FAKEBOT", botID: "B0FAKEBOT", botName: "tack",
		users: map[string]*user{}, channels: map[string]*channel{}, files: map[string]*File{},
		uploads: map[string]*upload{}, triggers: map[string]*trigger{}, urls: map[string]*responseURL{},
	}
	w.users[w.botUser] = &user{id: w.botUser, name: w.botName, bot: true}
	return w
}

// BotUser is the id of the bot's user (U…), BotID that of the bot itself (B…).
func (s *Server) BotUser() string { return s.botUser }

// BotID is what bot_id says in the bot's messages.
func (s *Server) BotID() string { return s.botID }

// TeamID is the workspace's id.
func (s *Server) TeamID() string { return s.teamID }

// AppID is the app's id.
func (s *Server) AppID() string { return s.appID }

// BotToken is the token for the Web API.
func (s *Server) BotToken() string { return "xoxb-fake-bot-token" }

// AppToken is the app-level token, which opens sockets.
func (s *Server) AppToken() string { return "xapp-1-A0FAKEAPP-fake-app-token" }

// AddUser makes a member of the workspace and returns the user's id.
func (s *Server) AddUser(name string) string {
	s.lock()
	defer s.unlock()
	u := &user{id: s.id("U"), name: name, locale: "en-US"}
	s.users[u.id] = u
	return u.id
}

// SetLocale sets what users.info tells of a user's language ("zh-CN").
func (s *Server) SetLocale(userID, locale string) {
	s.lock()
	defer s.unlock()
	s.user(userID).locale = locale
}

// SetAdmin makes a user an admin of the workspace.
func (s *Server) SetAdmin(userID string) {
	s.lock()
	defer s.unlock()
	s.user(userID).admin = true
}

// ChannelSpec describes a channel.
type ChannelSpec struct {
	Name     string
	Private  bool
	Archived bool
	// Restricted lets nobody but its managers post: the bot gets restricted_action.
	Restricted bool
	// Members are user ids; put Server.BotUser among them for the bot to read and write there.
	Members []string
}

// AddChannel makes a channel and returns its id. No event tells of it.
func (s *Server) AddChannel(spec ChannelSpec) string {
	s.lock()
	defer s.unlock()
	kind, prefix := Public, "C"
	if spec.Private {
		kind, prefix = Private, "G"
	}
	ch := s.newChannel(prefix, kind, spec.Name, spec.Members)
	ch.archived, ch.restricted = spec.Archived, spec.Restricted
	return ch.id
}

func (s *Server) newChannel(prefix string, kind Kind, name string, members []string) *channel {
	ch := &channel{
		id: s.id(prefix), kind: kind, name: name, members: slices.Clone(members),
		byTS: map[string]*Message{}, replies: map[string][]*Message{}, dead: map[string]bool{},
	}
	s.channels[ch.id] = ch
	return ch
}

// OpenDM is the direct-message channel of the bot and a user, made when there was none.
func (s *Server) OpenDM(userID string) string {
	s.lock()
	defer s.unlock()
	return s.dm(s.user(userID)).id
}

func (s *Server) dm(u *user) *channel {
	for _, ch := range s.channels {
		if ch.kind == IM && slices.Contains(ch.members, u.id) {
			return ch
		}
	}
	return s.newChannel("D", IM, "", []string{u.id, s.botUser})
}

// Archive archives a channel.
func (s *Server) Archive(channelID string) {
	s.lock()
	defer s.unlock()
	s.channel(channelID).archived = true
}

// Remove takes a user, or the bot, out of a channel without a word.
func (s *Server) Remove(userID, channelID string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	ch.members = slices.DeleteFunc(ch.members, func(m string) bool { return m == userID })
}

// user and channel find what a test named; message finds a message of a channel.
func (s *Server) user(id string) *user {
	u := s.users[id]
	if u == nil {
		panic(fmt.Sprintf("slacktest: no user %q", id))
	}
	return u
}

func (s *Server) channel(id string) *channel {
	ch := s.channels[id]
	if ch == nil {
		panic(fmt.Sprintf("slacktest: no channel %q", id))
	}
	return ch
}

func (ch *channel) message(ts string) *Message {
	m := ch.byTS[ts]
	if m == nil {
		panic(fmt.Sprintf("slacktest: no message %q in %s", ts, ch.id))
	}
	return m
}

func (ch *channel) has(userID string) bool { return slices.Contains(ch.members, userID) }

// name is how the story calls a user.
func (w *world) name(id string) string {
	if u := w.users[id]; u != nil {
		return u.name
	}
	return id
}
