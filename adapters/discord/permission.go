package discord

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// permissionNames are the permissions in Needed as Discord's settings name them.
var permissionNames = []struct {
	bit  int64
	name string
}{
	{discordgo.PermissionViewChannel, "View Channel"},
	{discordgo.PermissionSendMessages, "Send Messages"},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads"},
	{discordgo.PermissionReadMessageHistory, "Read Message History"},
	{discordgo.PermissionAddReactions, "Add Reactions"},
	{discordgo.PermissionAttachFiles, "Attach Files"},
	{permissionPin, "Pin Messages"},
}

// lacking names what of Needed is not in a set; "" if nothing is.
func lacking(has int64) string {
	var list []string
	for _, p := range permissionNames {
		if has&p.bit == 0 {
			list = append(list, p.name)
		}
	}
	return strings.Join(list, ", ")
}

// overwrite changes the permissions of a role or member in one channel.
type overwrite struct {
	ID    string `json:"id"`
	Allow int64  `json:"allow,string"`
	Deny  int64  `json:"deny,string"`
}

// allowed is what a member may do in a channel, by Discord's order: the roles, then the channel's overwrites
// of @everyone (whose id is the guild's), of the member's roles, of the member.
func allowed(guild, user string, roles []string, all []wireRole, in []overwrite) int64 {
	var base int64
	for _, r := range all {
		if r.ID == guild || slices.Contains(roles, r.ID) {
			base |= r.allows()
		}
	}
	if base&discordgo.PermissionAdministrator != 0 {
		return -1
	}
	var allow, deny int64
	for _, o := range in {
		switch {
		case o.ID == guild:
			base = base&^o.Deny | o.Allow
		case slices.Contains(roles, o.ID):
			allow, deny = allow|o.Allow, deny|o.Deny
		}
	}
	base = base&^deny | allow
	for _, o := range in {
		if o.ID == user {
			base = base&^o.Deny | o.Allow
		}
	}
	return base
}
