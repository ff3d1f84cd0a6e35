package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// managing are the permissions of those whose the channels' settings are.
const managing = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild | discordgo.PermissionManageChannels

// guild is what is known of who manages a guild.
type guild struct {
	owner    string
	managers []string // roles
	until    time.Time
}

// wireRole is a role as Discord sends it.
type wireRole struct {
	ID          string `json:"id"`
	Permissions string `json:"permissions"` // in decimal
}

func (r wireRole) allows() int64 {
	n, err := strconv.ParseInt(r.Permissions, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// manages says whether the author of a message manages the guild, by their roles.
func (in *inbox) manages(ctx context.Context, p place, m message) (bool, error) {
	g, err := in.guild(ctx, p.guild)
	if err != nil {
		return false, err
	}
	if m.Member == nil { // of a message from the history
		m.Member = &member{}
		path := "guilds/" + p.guild + "/members/" + m.Author.ID
		if err := in.call(ctx, http.MethodGet, path, nil, m.Member); err != nil && statusOf(err) != http.StatusNotFound {
			return false, fmt.Errorf("look up a member: %w", err)
		}
	}
	manager := func(role string) bool { return slices.Contains(g.managers, role) }
	return g.owner == m.Author.ID || manager(p.guild) || slices.ContainsFunc(m.Member.Roles, manager), nil
}

// guild looks a guild up, at most once in peopleFor.
func (in *inbox) guild(ctx context.Context, id string) (guild, error) {
	if g, ok := in.guilds.Get(id); ok && time.Now().Before(g.until) {
		return g, nil
	}
	var w struct {
		Owner string     `json:"owner_id"`
		Roles []wireRole `json:"roles"`
	}
	if err := in.call(ctx, http.MethodGet, "guilds/"+id, nil, &w); err != nil {
		return guild{}, fmt.Errorf("look up guild %s: %w", id, err)
	}
	g := guild{owner: w.Owner, until: time.Now().Add(peopleFor)}
	for _, r := range w.Roles {
		if r.allows()&managing != 0 {
			g.managers = append(g.managers, r.ID)
		}
	}
	in.guilds.Put(id, g)
	return g, nil
}
