package discordtest

import (
	"encoding/json"
	"slices"
)

// event is one thing that happened, before it is given to those who may see it.
type event struct {
	name    string
	guild   *guild   // where channel is nil
	channel *channel // where it happened; nil for what concerns a guild as a whole
	data    object
	blank   object // what a session without the Message Content intent gets; nil = data
	about   *user  // of a membership: the bot learns of its own without the intent
	always  bool   // needs no intent (interactions)
}

// Intents, by the bits of IDENTIFY.
const (
	intentGuilds       = 1 << 0
	intentMembers      = 1 << 1
	intentPresences    = 1 << 8
	intentMessages     = 1 << 9
	intentReactions    = 1 << 10
	intentTyping       = 1 << 11
	intentDirect       = 1 << 12
	intentDirectReact  = 1 << 13
	intentDirectTyping = 1 << 14
	intentContent      = 1 << 15
	intentsKnown       = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
	intentsPrivileged  = intentMembers | intentPresences | intentContent
	defaultReplay      = 10000 // events that a session can be given again
	maxEvents          = 10000 // events that Events remembers
)

// intentOf is the intent that an event needs, in a guild and in direct messages; absent ones need GUILDS.
var intentOf = map[string][2]int{
	"MESSAGE_CREATE":              {intentMessages, intentDirect},
	"MESSAGE_UPDATE":              {intentMessages, intentDirect},
	"MESSAGE_DELETE":              {intentMessages, intentDirect},
	"MESSAGE_DELETE_BULK":         {intentMessages, intentDirect},
	"MESSAGE_REACTION_ADD":        {intentReactions, intentDirectReact},
	"MESSAGE_REACTION_REMOVE":     {intentReactions, intentDirectReact},
	"MESSAGE_REACTION_REMOVE_ALL": {intentReactions, intentDirectReact},
	"TYPING_START":                {intentTyping, intentDirectTyping},
	"CHANNEL_PINS_UPDATE":         {intentGuilds, intentDirect},
	"CHANNEL_CREATE":              {intentGuilds, intentDirect},
	"GUILD_MEMBER_ADD":            {intentMembers, 0},
	"GUILD_MEMBER_UPDATE":         {intentMembers, 0},
	"GUILD_MEMBER_REMOVE":         {intentMembers, 0},
	"THREAD_MEMBERS_UPDATE":       {intentMembers, 0},
}

// Event is something that happened in this Discord, whether or not a bot was told of it. Beside the gateway's
// events there are EPHEMERAL and MODAL: what one person alone was shown.
type Event struct {
	Seq     int // 1 for the first
	Name    string
	Channel string // id; "" for what concerns a guild as a whole
	Data    json.RawMessage
}

// Events are those after the one of the given number, oldest first; 0 asks for all. The last 10,000 are kept.
func (s *Server) Events(after int) []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := len(s.log)
	for at > 0 && s.log[at-1].Seq > after {
		at--
	}
	return slices.Clone(s.log[at:])
}

// tell keeps an event for the look-in alone.
func (s *Server) tell(ev event) json.RawMessage {
	data, err := json.Marshal(ev.data)
	if err != nil {
		panic(err) // objects are made here, of what JSON has
	}
	s.told++
	e := Event{Seq: s.told, Name: ev.name, Data: data}
	if ev.channel != nil {
		e.Channel = ev.channel.id
	}
	if len(s.log) >= 2*maxEvents {
		s.log = slices.Clone(s.log[maxEvents:])
	}
	s.log = append(s.log, e)
	return data
}

// emit gives an event to every session that may see it, in the order of emit.
func (s *Server) emit(ev event) {
	full := s.tell(ev)
	blank := full
	if ev.blank != nil {
		blank, _ = json.Marshal(ev.blank) // made like data, which could be
	}
	for _, one := range s.sessions {
		if !s.concerns(ev, one) {
			continue
		}
		if one.intents&intentContent == 0 {
			one.dispatch(ev.name, blank)
		} else {
			one.dispatch(ev.name, full)
		}
	}
}

// concerns says whether a session is told: its shard, its intents, and whether the bot sees the channel.
func (s *Server) concerns(ev event, one *session) bool {
	g := ev.guild
	if ev.channel != nil {
		g = ev.channel.guild
	}
	if !one.holds(g) {
		return false
	}
	if ev.always {
		return true
	}
	needs, listed := intentOf[ev.name]
	if !listed {
		needs = [2]int{intentGuilds, intentDirect}
	}
	want := needs[0]
	if g == nil {
		want = needs[1]
	}
	if one.intents&want == 0 && ev.about != s.bot {
		return false
	}
	return ev.channel == nil || s.sees(s.bot, ev.channel) || s.stillTold(ev)
}

// stillTold is for channels: a bot is told of those it cannot see, but not of what happens in them.
func (s *Server) stillTold(ev event) bool {
	return ev.channel.guild != nil && ev.channel.thread == nil && ev.name[:min(len(ev.name), 8)] == "CHANNEL_" && ev.name != "CHANNEL_PINS_UPDATE"
}
