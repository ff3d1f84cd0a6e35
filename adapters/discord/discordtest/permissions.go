package discordtest

import "slices"

// Permissions is a set of permission bits; see Discord's table of permissions.
type Permissions uint64

// The permissions that this Discord checks.
const (
	Administrator         Permissions = 1 << 3
	ManageChannels        Permissions = 1 << 4
	ManageGuild           Permissions = 1 << 5
	AddReactions          Permissions = 1 << 6
	ViewChannel           Permissions = 1 << 10
	SendMessages          Permissions = 1 << 11
	ManageMessages        Permissions = 1 << 13
	EmbedLinks            Permissions = 1 << 14
	AttachFiles           Permissions = 1 << 15
	ReadMessageHistory    Permissions = 1 << 16
	MentionEveryone       Permissions = 1 << 17
	UseCommands           Permissions = 1 << 31
	ManageThreads         Permissions = 1 << 34
	CreatePublicThreads   Permissions = 1 << 35
	CreatePrivateThreads  Permissions = 1 << 36
	SendMessagesInThreads Permissions = 1 << 38
	PinMessages           Permissions = 1 << 51 // split from ManageMessages, which no longer grants it
	BypassSlowmode        Permissions = 1 << 52
)

// Everyday is what @everyone may do in a guild made here: what a new guild's @everyone may.
const Everyday = ViewChannel | SendMessages | SendMessagesInThreads | AddReactions | EmbedLinks | AttachFiles |
	ReadMessageHistory | UseCommands | CreatePublicThreads | CreatePrivateThreads

// BotDefault is what the bot's own role grants beyond Everyday until [Server.SetBotPermissions] says otherwise.
const BotDefault = PinMessages

const (
	everything = BypassSlowmode<<1 - 1 // up to the last that Discord has; libraries read an int64
	// whileTimedOut is what a timed-out member keeps.
	whileTimedOut = ViewChannel | ReadMessageHistory
)

// has says whether all of want are in p.
func (p Permissions) has(want Permissions) bool { return p&want == want }

// overwrite changes the permissions of one role or member in one channel.
type overwrite struct {
	target      string // a role's or a user's id
	isUser      bool
	allow, deny Permissions
}

// permissions is what u may do in ch, by Discord's own order: roles, then the channel's overwrites of
// @everyone, of roles, of the member. Threads take their parent's. 0 if u is no member.
func (s *Server) permissions(u *user, ch *channel) Permissions {
	if ch.guild == nil {
		if slices.Contains(ch.recipients, u) {
			return everything &^ (ManageMessages | ManageThreads | ManageChannels)
		}
		return 0
	}
	m := ch.guild.members[u.id]
	if m == nil {
		return 0
	}
	base := ch.guild.base(m)
	if base.has(Administrator) {
		return everything
	}
	base = overwritten(base, m, ch.home())
	if s.now().Before(m.timeout) {
		base &= whileTimedOut
	}
	return base
}

// base is what a member's roles give in the guild as a whole.
func (g *guild) base(m *member) Permissions {
	if g.owner == m.user.id {
		return everything
	}
	p := g.role(g.id).perms
	for _, id := range m.roles {
		if r := g.role(id); r != nil {
			p |= r.perms
		}
	}
	if p.has(Administrator) {
		return everything
	}
	return p
}

// overwritten applies the overwrites of ch to base.
func overwritten(base Permissions, m *member, ch *channel) Permissions {
	var allow, deny Permissions
	for _, o := range ch.overwrites {
		switch {
		case o.target == ch.guild.id:
			base = base&^o.deny | o.allow
		case !o.isUser && slices.Contains(m.roles, o.target):
			allow, deny = allow|o.allow, deny|o.deny
		}
	}
	base = base&^deny | allow
	for _, o := range ch.overwrites {
		if o.isUser && o.target == m.user.id {
			base = base&^o.deny | o.allow
		}
	}
	return base
}

// sees says whether u can see ch at all: a private thread only as its member or a moderator.
func (s *Server) sees(u *user, ch *channel) bool {
	p := s.permissions(u, ch)
	if !p.has(ViewChannel) {
		return false
	}
	if ch.kind != PrivateThread || p.has(ManageThreads) {
		return true
	}
	_, joined := ch.thread.members[u.id]
	return joined
}

// need refuses with 50001 what u cannot see and with 50013 what u may not do.
func (s *Server) need(u *user, ch *channel, want Permissions) error {
	if !s.sees(u, ch) {
		return errMissingAccess
	}
	if !s.permissions(u, ch).has(want) {
		return errMissingPerms
	}
	return nil
}
