package discordtest

import "time"

// AddRole makes a role and returns its id. A mentionable one can be pinged by everybody.
func (s *Server) AddRole(guildID, name string, perms Permissions, mentionable bool) string {
	s.lock()
	defer s.unlock()
	g := s.guild(guildID)
	r := &role{id: s.ids.next(s.now()), name: name, perms: perms, mentionable: mentionable}
	g.roles = append(g.roles, r)
	s.emit(event{name: "GUILD_ROLE_CREATE", guild: g, data: object{"guild_id": g.id, "role": roleObject(r)}})
	return r.id
}

// GiveRole adds a role to a member.
func (s *Server) GiveRole(guildID, userID, roleID string) {
	s.lock()
	defer s.unlock()
	g := s.guild(guildID)
	m := g.members[userID]
	m.roles = append(m.roles, roleID)
	s.emit(event{name: "GUILD_MEMBER_UPDATE", guild: g, data: s.memberEvent(g, m), about: m.user})
}

// SetLocale sets the language of somebody's client, which goes with their interactions.
func (s *Server) SetLocale(userID, locale string) {
	s.lock()
	defer s.unlock()
	if u := s.users[userID]; u != nil {
		u.locale = locale
	}
}

// SetRole changes what a role grants; the role @everyone has the guild's id.
func (s *Server) SetRole(guildID, roleID string, perms Permissions) {
	s.lock()
	defer s.unlock()
	g := s.guild(guildID)
	r := g.role(roleID)
	r.perms = perms
	s.emit(event{name: "GUILD_ROLE_UPDATE", guild: g, data: object{"guild_id": g.id, "role": roleObject(r)}})
}

// SetBotPermissions leaves the bot with exactly perms in the guild: its own role grants them and @everyone
// nothing but what perms has, so use it only where the people's permissions do not matter or are in perms.
func (s *Server) SetBotPermissions(guildID string, perms Permissions) {
	s.mu.Lock()
	g := s.guild(guildID)
	own, all := g.members[s.bot.id].roles[0], g.role(g.id).perms
	s.mu.Unlock()
	s.SetRole(guildID, own, perms)
	s.SetRole(guildID, guildID, all&perms)
}

// Overwrite sets what a role or a member may (allow) and may not do (deny) in one channel.
func (s *Server) Overwrite(channelID, target string, allow, deny Permissions) {
	s.lock()
	defer s.unlock()
	ch := s.channels[channelID]
	o := overwrite{target: target, isUser: ch.guild.role(target) == nil, allow: allow, deny: deny}
	for i := range ch.overwrites {
		if ch.overwrites[i].target == target {
			ch.overwrites[i] = o
			s.emit(event{name: "CHANNEL_UPDATE", channel: ch, data: s.channelObject(ch)})
			return
		}
	}
	ch.overwrites = append(ch.overwrites, o)
	s.emit(event{name: "CHANNEL_UPDATE", channel: ch, data: s.channelObject(ch)})
}

// TimeOut keeps a member from writing for d from now; 0 ends a timeout.
func (s *Server) TimeOut(guildID, userID string, d time.Duration) {
	s.lock()
	defer s.unlock()
	g := s.guild(guildID)
	m := g.members[userID]
	m.timeout = s.now().Add(d)
	if d == 0 {
		m.timeout = time.Time{}
	}
	s.emit(event{name: "GUILD_MEMBER_UPDATE", guild: g, data: s.memberEvent(g, m), about: m.user})
}

// Leave takes a member out of the guild; the bot's own leaving ends its sight of it (GUILD_DELETE).
func (s *Server) Leave(guildID, userID string) {
	s.lock()
	defer s.unlock()
	g := s.guild(guildID)
	m := g.members[userID]
	delete(g.members, userID)
	if m.user == s.bot {
		s.emit(event{name: "GUILD_DELETE", guild: g, data: object{"id": g.id}})
		return
	}
	s.emit(event{name: "GUILD_MEMBER_REMOVE", guild: g, data: object{"guild_id": g.id, "user": userObject(m.user)}})
}
