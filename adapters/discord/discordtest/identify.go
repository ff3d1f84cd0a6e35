package discordtest

import (
	"encoding/json"
	"time"
)

// identify starts a session, or closes with the code of what is wrong.
func (s *Server) identify(c *conn, raw json.RawMessage) {
	var want struct {
		Token   string  `json:"token"`
		Intents *int    `json:"intents"`
		Shard   *[2]int `json:"shard"`
	}
	if json.Unmarshal(raw, &want) != nil {
		c.shut(closeDecode)
		return
	}
	if s.spent() || trimBot(want.Token) != s.token {
		c.shut(CloseAuthFailed)
		return
	}
	if s.opts.OneIdentifyPer5s && s.now().Before(s.lastStart.Add(5*time.Second)) {
		c.op(opInvalid, false)
		return
	}
	s.lastStart = s.now()
	shard := [2]int{0, 1}
	if want.Shard != nil {
		shard = *want.Shard
	}
	if code := s.refused(want.Intents, shard); code != 0 {
		c.shut(code)
		return
	}
	one := &session{id: "session-" + s.ids.next(s.now()), intents: *want.Intents, shard: shard, conn: c}
	s.sessions = append(s.sessions, one)
	s.ready(one)
}

// trimBot takes the "Bot " away that libraries may send along.
func trimBot(token string) string {
	const prefix = "Bot "
	if len(token) > len(prefix) && token[:len(prefix)] == prefix {
		return token[len(prefix):]
	}
	return token
}

// spent counts an IDENTIFY. The one too many ends all sessions and resets the token, as Discord does.
func (s *Server) spent() bool {
	s.identifies--
	if s.identifies >= 0 {
		return false
	}
	s.identifies = 0
	s.token = "reset-" + s.ids.next(s.now())
	for _, one := range s.sessions {
		if one.conn != nil {
			one.conn.shut(CloseAuthFailed)
		}
	}
	s.sessions = nil
	return true
}

// refused is the close code for intents and shard; 0 for none.
func (s *Server) refused(intents *int, shard [2]int) int {
	switch {
	case shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]:
		return CloseInvalidShard
	case s.guildsOn(shard) > s.opts.MaxGuildsPerShard:
		return CloseShardRequired
	case intents == nil || *intents&^intentsKnown != 0:
		return CloseInvalidIntent
	case *intents&intentsPrivileged&^s.toggled() != 0:
		return CloseDisallowed
	}
	return 0
}

func (s *Server) guildsOn(shard [2]int) int {
	n := 0
	for _, g := range s.guilds {
		if ShardOf(g.id, shard[1]) == shard[0] {
			n++
		}
	}
	return n
}

// toggled are the privileged intents that the portal allows.
func (s *Server) toggled() int {
	allowed := 0
	if s.opts.GuildMembers {
		allowed |= intentMembers
	}
	if s.opts.Presences {
		allowed |= intentPresences
	}
	if !s.opts.NoMessageContent {
		allowed |= intentContent
	}
	return allowed
}

// ready sends READY and then, to a session with the intent, every guild of its shard.
func (s *Server) ready(one *session) {
	unavailable := []object{}
	var mine []*guild
	for _, g := range s.guilds {
		if g.members[s.bot.id] != nil && one.holds(g) {
			mine = append(mine, g)
			unavailable = append(unavailable, object{"id": g.id, "unavailable": true})
		}
	}
	s.tellOne(one, "READY", object{
		"v": 10, "user": userObject(s.bot), "guilds": unavailable, "private_channels": []any{}, "session_id": one.id,
		"resume_gateway_url": s.resumeURL(), "shard": one.shard, "session_type": "normal",
		"application": object{"id": s.appID, "flags": s.applicationFlags()},
	})
	if one.intents&intentGuilds == 0 {
		return
	}
	for _, g := range mine {
		s.tellOne(one, "GUILD_CREATE", s.guildObject(g))
	}
}

func (s *Server) tellOne(one *session, name string, data object) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // data is made here
	}
	one.dispatch(name, raw)
}

// resume gives a session to a new connection and what it missed, or says that it is gone.
func (s *Server) resume(c *conn, raw json.RawMessage) {
	var want struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(raw, &want) != nil {
		c.shut(closeDecode)
		return
	}
	if trimBot(want.Token) != s.token {
		c.shut(CloseAuthFailed)
		return
	}
	one := s.sessionOf(want.Session)
	if one == nil {
		c.op(opInvalid, false)
		return
	}
	frames, ok := one.missed(want.Seq)
	if !ok {
		s.invalidate(one)
		c.shut(CloseInvalidSeq)
		return
	}
	if one.conn != nil && one.conn != c {
		one.conn.shut(CloseUnknown) // the older connection loses it
	}
	for _, f := range frames {
		c.send(f)
	}
	one.conn = c
	s.tellOne(one, "RESUMED", object{"_trace": []any{}})
}
