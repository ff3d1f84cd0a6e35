package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"tack/state"

	"github.com/bwmarrin/discordgo"
)

// Invite is the address at which somebody adds the bot to a server, with exactly the permissions it needs.
func Invite(app string) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&permissions=%d&scope=bot+applications.commands", app, Needed)
}

// Check says whether the bot is fit for use, in words; the error, that Discord cannot be asked. It does not
// connect to the gateway, which would cost one of the day's sessions, and changes nothing.
func (a *Adapter) Check(ctx context.Context) ([]state.Finding, error) {
	c := &checkup{Adapter: a}
	who, err := a.identity(ctx)
	switch {
	case statusOf(err) == http.StatusUnauthorized:
		c.wrong("token", "Discord refuses the token", explain(http.StatusUnauthorized))
		return c.found, nil
	case err != nil:
		return nil, fmt.Errorf("discord: cannot be reached: %w", err)
	}
	c.who = who
	c.ok("token", "the token is that of "+who.name)
	for _, check := range []func(context.Context) error{c.content, c.sessions, c.registered, c.servers} {
		if err := check(ctx); err != nil {
			return c.found, err
		}
	}
	c.clock()
	return c.found, nil
}

// checkup is one Check on its way.
type checkup struct {
	*Adapter
	who   self
	app   application
	found []state.Finding
}

func (c *checkup) ok(name, text string) {
	c.found = append(c.found, state.Finding{Name: name, OK: true, Text: text})
}

func (c *checkup) wrong(name, text, fix string) {
	c.found = append(c.found, state.Finding{Name: name, Text: text, Fix: fix})
}

// content looks whether the bot may read what is written in servers.
func (c *checkup) content(ctx context.Context) (err error) {
	if c.app, err = c.application(ctx); err != nil {
		return err
	}
	if c.app.Flags&flagContent == 0 {
		c.wrong("intents", "the bot cannot read what learners write in servers, but for direct messages and mentions of it",
			"switch Message Content Intent on in the developer portal, under Bot; a bot in 100 servers or more must be granted it")
		return nil
	}
	c.ok("intents", "the bot may read what learners write")
	return nil
}

// sessions looks at the gateway: how many sessions may be begun today, and for how many shards.
func (c *checkup) sessions(ctx context.Context) error {
	var gate discordgo.GatewayBotResponse
	if err := c.call(ctx, http.MethodGet, "gateway/bot", nil, &gate); err != nil {
		return fmt.Errorf("ask for the gateway: %w", err)
	}
	start := gate.SessionStartLimit
	switch used := start.Total - start.Remaining; {
	case start.Total > 0 && used > start.Total/2:
		c.wrong("sessions", fmt.Sprintf("%d of the day's %d gateway sessions are begun", used, start.Total),
			"something connects again and again, or somebody else uses the token: see the log for why connections end, or reset the token")
	default:
		c.ok("sessions", fmt.Sprintf("%d of the day's %d gateway sessions are left", start.Remaining, start.Total))
	}
	if c.config.Shards > 0 && c.config.Shards < gate.Shards {
		c.wrong("shards", fmt.Sprintf("%s set, and Discord recommends %d", count(c.config.Shards, "shard"), gate.Shards), "set discord.shards to 0")
		return nil
	}
	c.ok("shards", "Discord recommends "+count(gate.Shards, "shard"))
	return nil
}

// registered looks whether there is a /study.
func (c *checkup) registered(ctx context.Context) error {
	var list []struct {
		Name string `json:"name"`
	}
	if err := c.call(ctx, http.MethodGet, commandsPath(c.app.ID), nil, &list); err != nil {
		return fmt.Errorf("ask for the commands: %w", err)
	}
	for _, one := range list {
		if one.Name == commandName {
			c.ok("commands", "/study is registered")
			return nil
		}
	}
	c.ok("commands", "/study is not registered yet; bot serve does it")
	return nil
}

// maxSkew is how far the clock may be off: turns are told apart by seconds.
const maxSkew = 5 * time.Second

func (c *checkup) clock() {
	if off := c.rates.clock().Abs(); off > maxSkew {
		c.wrong("clock", fmt.Sprintf("the clock is off by %s", off.Round(time.Second)), "let the machine set its clock by NTP: turns are ordered by time")
		return
	}
	c.ok("clock", "the clock agrees with Discord's")
}

// maxServers is how many servers doctor looks at.
const maxServers = 20

// servers looks at where the bot is, and what it may do there.
func (c *checkup) servers(ctx context.Context) error {
	var list []struct{ ID, Name string }
	if err := c.call(ctx, http.MethodGet, "users/@me/guilds", nil, &list); err != nil {
		return fmt.Errorf("list the bot's servers: %w", err)
	}
	if len(list) == 0 {
		c.wrong("servers", "the bot is in no server", "add it by "+Invite(c.app.ID)+" ; direct messages work with people who share a server with it")
		return nil
	}
	c.ok("servers", fmt.Sprintf("the bot is in %s; add it to others by %s", count(len(list), "server"), Invite(c.app.ID)))
	for _, g := range list[:min(len(list), maxServers)] {
		if err := c.server(ctx, g.ID, g.Name); err != nil {
			return err
		}
	}
	return nil
}

// wired is a channel with who may do what in it.
type wired struct {
	wireChannel
	Overwrites []overwrite `json:"permission_overwrites"`
}

// server looks at the channels of one server. Channels that the bot does not see are not meant for it, unless
// it sees none.
func (c *checkup) server(ctx context.Context, guild, name string) error {
	var me member
	var roles []wireRole
	var channels []wired
	for path, out := range map[string]any{"members/" + c.who.id: &me, "roles": &roles, "channels": &channels} {
		if err := c.call(ctx, http.MethodGet, "guilds/"+guild+"/"+path, nil, out); err != nil {
			return fmt.Errorf("look at server %s: %w", guild, err)
		}
	}
	seen, bad := 0, map[string][]string{} // what is lacking → channels
	for _, ch := range channels {
		has := allowed(guild, c.who.id, me.Roles, roles, ch.Overwrites)
		if !meant(ch.Kind) || has&discordgo.PermissionViewChannel == 0 {
			continue
		}
		seen++
		if lack := lacking(has); lack != "" {
			bad[lack] = append(bad[lack], "#"+ch.Name)
		}
	}
	c.permissions(name, seen, bad)
	return nil
}

// meant says whether sessions can be held in the threads of a kind of channel.
func meant(kind discordgo.ChannelType) bool {
	return slices.Contains([]discordgo.ChannelType{
		discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum,
	}, kind)
}

func (c *checkup) permissions(server string, seen int, bad map[string][]string) {
	if seen == 0 {
		c.wrong("permissions", "in "+server+" the bot sees no channel", "give its role View Channel where it is to teach, or add it anew by "+Invite(c.app.ID))
	}
	for lack, channels := range bad {
		c.wrong("permissions", fmt.Sprintf("in %s the bot lacks %s in %s", server, lack, some(channels)),
			"give its role these permissions there, or add it anew by "+Invite(c.app.ID))
	}
	if seen > 0 && len(bad) == 0 {
		c.ok("permissions", fmt.Sprintf("in %s the bot has what it needs in %s", server, count(seen, "channel")))
	}
}

// some names a few channels.
func some(channels []string) string {
	const most = 5
	if len(channels) > most {
		return fmt.Sprintf("%s and %d others", strings.Join(channels[:most], ", "), len(channels)-most)
	}
	return strings.Join(channels, ", ")
}

// count is a number of something, in English.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
