package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tack/internal/engine"

	"github.com/bwmarrin/discordgo"
)

// handler takes one event in. Its error means that it could not be recorded.
type handler func(in *inbox, ctx context.Context, e event) error

// handlers are what is listened to; every other event is ignored intentionally.
var handlers = map[string]handler{
	"MESSAGE_CREATE":          (*inbox).created,
	"MESSAGE_UPDATE":          (*inbox).changed,
	"MESSAGE_DELETE":          (*inbox).deleted,
	"MESSAGE_DELETE_BULK":     (*inbox).deleted,
	"MESSAGE_REACTION_ADD":    (*inbox).reaction,
	"MESSAGE_REACTION_REMOVE": (*inbox).reaction,
	"GUILD_CREATE":            (*inbox).guildCreated,
	"GUILD_DELETE":            (*inbox).guildDeleted,
	"CHANNEL_CREATE":          (*inbox).channelChanged,
	"CHANNEL_UPDATE":          (*inbox).channelChanged,
	"THREAD_CREATE":           (*inbox).channelChanged,
	"THREAD_UPDATE":           (*inbox).channelChanged,
}

// message is a message as Discord sends it, as far as it matters. discordgo's own is not read whole if it has
// one component that it does not know, and has no nonce.
type message struct {
	ID          string                         `json:"id"`
	Channel     string                         `json:"channel_id"`
	Guild       string                         `json:"guild_id"` // "" in direct messages, and in answers to requests
	Author      *discordgo.User                `json:"author"`   // nil in some updates
	Member      *member                        `json:"member"`
	Content     *string                        `json:"content"` // nil in some updates
	Edited      *time.Time                     `json:"edited_timestamp"`
	Kind        discordgo.MessageType          `json:"type"`
	Webhook     string                         `json:"webhook_id"`
	Nonce       any                            `json:"nonce"` // a text or a number
	Pinned      bool                           `json:"pinned"`
	Mentions    []*discordgo.User              `json:"mentions"`
	Attachments []*discordgo.MessageAttachment `json:"attachments"`
	Stickers    []json.RawMessage              `json:"sticker_items"`
	Embeds      []json.RawMessage              `json:"embeds"`
	Poll        *struct{}                      `json:"poll"`
	Reactions   []struct {
		Emoji emoji `json:"emoji"`
	} `json:"reactions"`
	told bool // by an event; false: of the history, where it may have been answered already
}

// member is what a guild knows of a user.
type member struct {
	Roles []string `json:"roles"`
}

// emoji is one under a message.
type emoji struct {
	ID   string `json:"id"`   // "" = of Unicode
	Name string `json:"name"` // "" = a custom one that was deleted since
}

func (m message) text() string {
	if m.Content == nil {
		return ""
	}
	return *m.Content
}

// spoken says whether a person said it: no bot, no webhook, nobody without a name, none of Discord's own words.
func (m message) spoken() bool {
	return m.Author != nil && !m.Author.Bot && !m.Author.System && m.Webhook == "" &&
		(m.Kind == discordgo.MessageTypeDefault || m.Kind == discordgo.MessageTypeReply)
}

// mentions says whether a user is addressed.
func (m message) mentions(user string) bool {
	return slices.ContainsFunc(m.Mentions, func(u *discordgo.User) bool { return u.ID == user })
}

// empty says whether there is nothing in it at all, which is how a message looks to those who may not read it.
func (m message) empty() bool {
	return m.text() == "" && len(m.Attachments) == 0 && len(m.Stickers) == 0 && len(m.Embeds) == 0 && m.Poll == nil
}

func (in *inbox) created(ctx context.Context, e event) error {
	m := message{told: true}
	if err := json.Unmarshal(e.data, &m); err != nil {
		in.unreadable(e.name, err)
		return nil
	}
	if !m.spoken() || !areIDs(m.ID, m.Channel, m.Author.ID) {
		return nil
	}
	p, err := in.where(ctx, m.Guild, m.Channel)
	if unseen(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return in.receive(ctx, p, m)
}

// changed takes an edit in: only if its author has edited the text. Embeds and pins come as updates, too.
func (in *inbox) changed(ctx context.Context, e event) error {
	var m message
	if err := json.Unmarshal(e.data, &m); err != nil {
		in.unreadable(e.name, err)
		return nil
	}
	if m.Edited == nil || m.Content == nil || m.Author != nil && !m.spoken() || m.empty() {
		return nil
	}
	text := in.plain(m)
	if before, ok := in.said.Get(m.ID); ok && before == text {
		return nil
	}
	if err := in.amend(ctx, m.Guild, m.Channel, edit(m, text)); err != nil {
		return err
	}
	in.said.Put(m.ID, text)
	return nil
}

// edit is the event that an edited message makes, the same from the gateway and from the history.
func edit(m message, text string) engine.Inbound {
	i := engine.Inbound{
		Kind: engine.InEdit, ID: fmt.Sprintf("edit-%s-%d", m.ID, m.Edited.UnixMicro()), Target: m.ID, At: *m.Edited, Text: text,
	}
	if m.Author != nil {
		i.User = m.Author.ID
	}
	return i
}

// deleted takes deletions in, of one message or of several at once.
func (in *inbox) deleted(ctx context.Context, e event) error {
	var d struct {
		ID      string   `json:"id"`
		IDs     []string `json:"ids"`
		Channel string   `json:"channel_id"`
		Guild   string   `json:"guild_id"`
	}
	if err := json.Unmarshal(e.data, &d); err != nil {
		in.unreadable(e.name, err)
		return nil
	}
	if d.ID != "" {
		d.IDs = append(d.IDs, d.ID)
	}
	for _, id := range d.IDs {
		i := engine.Inbound{Kind: engine.InDelete, ID: "delete-" + id, Target: id, At: time.Now()}
		if err := in.amend(ctx, d.Guild, d.Channel, i); err != nil {
			return err
		}
	}
	return nil
}

// amend records what became of a message of a thread that is known. In a channel with threads it may be the
// message at which one begins.
func (in *inbox) amend(ctx context.Context, guild, channel string, i engine.Inbound) error {
	if !areIDs(channel, i.Target) {
		return nil
	}
	p, err := in.where(ctx, guild, channel)
	if unseen(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return in.amendIn(ctx, p, i)
}

func (in *inbox) amendIn(ctx context.Context, p place, i engine.Inbound) error {
	p.id = cmp.Or(p.id, i.Target)
	i.Thread, i.Known = p.thread(), true
	return in.Engine.Receive(ctx, i)
}
