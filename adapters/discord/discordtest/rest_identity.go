package discordtest

import "time"

func (c *call) getGateway() (any, error) { return object{"url": c.gatewayURL()}, nil }

func (c *call) getGatewayBot() (any, error) {
	return object{
		"url": c.gatewayURL(), "shards": max(1, (len(c.guilds)+c.opts.MaxGuildsPerShard-1)/c.opts.MaxGuildsPerShard),
		"session_start_limit": object{
			"total": 1000, "remaining": c.identifies, "reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": 1,
		},
	}, nil
}

func (c *call) getMe() (any, error) {
	o := userObject(c.bot)
	o["flags"], o["verified"], o["mfa_enabled"], o["locale"] = 0, true, false, "en-US"
	return o, nil
}

func (c *call) getMyGuilds() (any, error) {
	mine := make([]object, 0, len(c.guilds))
	for _, g := range c.guilds {
		if m := g.members[c.bot.id]; m != nil {
			mine = append(mine, object{
				"id": g.id, "name": g.name, "icon": nil, "owner": false, "features": []any{}, "permissions": number(g.base(m)),
			})
		}
	}
	return mine, nil
}

func (c *call) getUser() (any, error) {
	u := c.users[c.params["user"]]
	if u == nil {
		return nil, errUnknownUser
	}
	return userObject(u), nil
}

func (c *call) openDM() (any, error) {
	c.known("recipient_id")
	u := c.users[c.text("recipient_id")]
	if u == nil || u == c.bot {
		return nil, errUnknownUser
	}
	return c.channelObject(c.dm(u)), nil
}

// Flags of an application: which privileged intents its portal page has toggled on ("limited": of an
// application in fewer than 100 guilds).
const (
	flagPresence       = 1 << 13
	flagGuildMembers   = 1 << 15
	flagMessageContent = 1 << 19
)

func (s *Server) applicationFlags() int {
	flags := 0
	if s.opts.Presences {
		flags |= flagPresence
	}
	if s.opts.GuildMembers {
		flags |= flagGuildMembers
	}
	if !s.opts.NoMessageContent {
		flags |= flagMessageContent
	}
	return flags
}

func (c *call) getApplication() (any, error) {
	return object{
		"id": c.appID, "name": c.bot.name, "description": "", "icon": nil, "bot_public": true, "bot_require_code_grant": false,
		"flags": c.applicationFlags(), "verify_key": "", "team": nil, "owner": nil, "bot": userObject(c.bot),
		"approximate_guild_count": len(c.guilds),
	}, nil
}

// theGuild is the guild of the route, if the bot is in it.
func (c *call) theGuild() (*guild, error) {
	g := c.guild(c.params["guild"])
	if g == nil {
		return nil, errUnknownGuild
	}
	if g.members[c.bot.id] == nil {
		return nil, errMissingAccess
	}
	return g, nil
}

func (c *call) getGuild() (any, error) {
	g, err := c.theGuild()
	if err != nil {
		return nil, err
	}
	o := c.guildObject(g)
	for _, gatewayOnly := range []string{"channels", "threads", "members", "member_count", "joined_at", "large", "unavailable", "voice_states", "presences"} {
		delete(o, gatewayOnly)
	}
	return o, nil
}

func (c *call) getGuildChannels() (any, error) {
	g, err := c.theGuild()
	if err != nil {
		return nil, err
	}
	return list(g.channels, c.channelObject), nil
}

func (c *call) getGuildRoles() (any, error) {
	g, err := c.theGuild()
	if err != nil {
		return nil, err
	}
	return list(g.roles, roleObject), nil
}

func (c *call) getMember() (any, error) {
	g, err := c.theGuild()
	if err != nil {
		return nil, err
	}
	m := g.members[c.params["user"]]
	if m == nil {
		return nil, errUnknownMember
	}
	return fullMember(m), nil
}
