package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// channel is what is known of a channel or thread.
type channel struct {
	guild  string // atMe in direct messages
	parent string // of a thread
	kind   discordgo.ChannelType
	name   string
}

func (c channel) isThread() bool {
	switch c.kind {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// forum says whether threads are begun there without a message: in forums and media channels.
func (c channel) forum() bool {
	return c.kind == discordgo.ChannelTypeGuildForum || c.kind == discordgo.ChannelTypeGuildMedia
}

// wireChannel is a channel as Discord sends it, as far as it matters.
type wireChannel struct {
	ID     string                `json:"id"`
	Guild  string                `json:"guild_id"`
	Parent string                `json:"parent_id"`
	Kind   discordgo.ChannelType `json:"type"`
	Name   string                `json:"name"`
}

// learn remembers a channel. guild stands in where the channel does not say it.
func (a *Adapter) learn(w wireChannel, guild string) channel {
	c := channel{guild: cmp.Or(w.Guild, guild), kind: w.Kind, name: w.Name}
	if c.isThread() {
		c.parent = w.Parent
	}
	if c.guild == "" {
		c.guild = atMe
	}
	a.channels.Put(w.ID, c)
	return c
}

// channel looks a channel up, by a request if no event has told of it.
func (a *Adapter) channel(ctx context.Context, id string) (channel, error) {
	if c, ok := a.channels.Get(id); ok {
		return c, nil
	}
	var w wireChannel
	if err := a.call(ctx, http.MethodGet, "channels/"+id, nil, &w); err != nil {
		return channel{}, fmt.Errorf("look up channel %s: %w", id, err)
	}
	return a.learn(w, ""), nil
}

// where is the place of something in a channel: the thread that the channel is, or, with an empty id, a
// channel that has threads. guild is as events say it, "" in direct messages.
func (a *Adapter) where(ctx context.Context, guild, id string) (place, error) {
	if guild == "" {
		return place{atMe, id, id}, nil
	}
	c, err := a.channel(ctx, id)
	if err != nil {
		return place{}, err
	}
	if c.isThread() {
		return place{guild, c.parent, id}, nil
	}
	return place{guild, id, ""}, nil
}

// unseen says whether a channel cannot be looked up because it is gone, or not for our eyes.
func unseen(err error) bool {
	code := codeOf(err)
	return code == codeUnknownChannel || code == codeNoAccess || code == codeNoPermission
}

// guildDeleted notes that Discord has an outage of a guild, in which it tells nothing of it. That we were
// thrown out shows with the next message.
func (in *inbox) guildDeleted(_ context.Context, e event) error {
	var g struct {
		ID          string `json:"id"`
		Unavailable bool   `json:"unavailable"`
	}
	if err := json.Unmarshal(e.data, &g); err != nil {
		in.unreadable(e.name, err)
		return nil
	}
	if g.Unavailable {
		in.away.Put(g.ID, time.Now())
	}
	return nil
}

// guildCreated learns the channels and threads of a guild, and catches up with one that is back.
func (in *inbox) guildCreated(_ context.Context, e event) error {
	var g struct {
		ID       string        `json:"id"`
		Channels []wireChannel `json:"channels"`
		Threads  []wireChannel `json:"threads"`
	}
	if err := json.Unmarshal(e.data, &g); err != nil {
		in.unreadable(e.name, err)
		return nil
	}
	for _, w := range g.Channels {
		in.learn(w, g.ID)
	}
	for _, w := range g.Threads {
		in.learn(w, g.ID)
	}
	if since, ok := in.away.Get(g.ID); ok {
		in.away.Drop(g.ID)
		in.later.Go(func() { in.catchUp(in.ctx, []string{g.ID}, since) })
	}
	return nil
}

// channelChanged learns one channel or thread.
func (in *inbox) channelChanged(_ context.Context, e event) error {
	var w wireChannel
	if err := json.Unmarshal(e.data, &w); err != nil {
		in.unreadable(e.name, err)
		return nil
	}
	in.learn(w, "")
	return nil
}
