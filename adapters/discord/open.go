package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tack/internal/engine"
	"tack/internal/markdown"
	"tack/state"
)

// open begins a thread for a learner: at a message in the channel that addresses them, so that they find it;
// in a forum, as a post.
func (a *Adapter) open(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	root, err := a.opened(ctx, p, m)
	if errors.Is(err, engine.ErrGone) || errors.Is(err, engine.ErrRefused) {
		a.cannotOpen(ctx, m, err)
	}
	if err != nil {
		return engine.Receipt{}, err
	}
	a.places.Put(root.String(), state.Post{Thread: m.Thread, ID: m.ID})
	return engine.Receipt{Ref: root.String(), Thread: root.thread()}, nil
}

// opened is the thread, whose id is that of its first message.
func (a *Adapter) opened(ctx context.Context, p place, m engine.Outgoing) (place, error) {
	c, err := a.channel(ctx, p.channel)
	if err != nil {
		return place{}, a.fault(err)
	}
	d := draft{
		channel: p.channel, key: fmt.Sprintf("%s/%s/0", m.Thread, m.ID), learner: m.Learner,
		text: "<@" + m.Learner + "> " + markdown.ToDiscord(m.Text),
	}
	name := threadName(a.config.Voice.Say(m.Locale, "thread", m.Topic))
	if c.forum() {
		return a.forumPost(ctx, p, m, d, name)
	}
	p.id, err = a.piece(ctx, p, m, d)
	if err != nil {
		return place{}, err
	}
	if err := a.begin(ctx, p, m, name); err != nil {
		return place{}, a.abandon(ctx, p, err)
	}
	return p, nil
}

// abandon takes away the message at which no thread can be begun, and returns why.
func (a *Adapter) abandon(ctx context.Context, p place, why error) error {
	err := a.fault(why)
	if !errors.Is(err, engine.ErrGone) && !errors.Is(err, engine.ErrRefused) {
		return err // it is tried again
	}
	if no := a.call(ctx, http.MethodDelete, messagePath(p), nil, nil); no != nil {
		a.log.Warn("take an invitation back", "message", p.String(), "code", codeOf(no), "err", no)
	}
	return err
}

// forumPost begins a post in a forum. Discord has no nonce for it: where it may have been begun before, one
// of ours of the same name is taken for it.
func (a *Adapter) forumPost(ctx context.Context, p place, m engine.Outgoing, d draft, name string) (place, error) {
	if id, ok := a.sent.Get(d.key); ok {
		p.id = id
		return p, nil
	}
	if m.Again {
		id, err := a.findPost(ctx, p, d, name)
		if err != nil || id != "" {
			p.id = id
			return p, err
		}
	}
	first := d.body()
	body := map[string]any{"name": name, "auto_archive_duration": autoArchive, "message": map[string]any{
		"content": first.Content, "allowed_mentions": first.Mentions,
	}}
	var made wireChannel
	if err := a.call(ctx, http.MethodPost, "channels/"+p.channel+"/threads", body, &made); err != nil {
		return place{}, a.fault(err)
	}
	a.sent.Put(d.key, made.ID)
	a.learn(made, p.guild)
	p.id = made.ID
	a.join(ctx, p, m.Learner)
	return p, nil
}

// findPost looks among the threads of a guild for a post of ours that was begun a short while ago.
func (a *Adapter) findPost(ctx context.Context, p place, d draft, name string) (string, error) {
	in := a.inbox.Load()
	if in == nil {
		return "", errEarly
	}
	var list struct {
		Threads []struct {
			wireChannel
			Owner string `json:"owner_id"`
		} `json:"threads"`
	}
	if err := a.call(ctx, http.MethodGet, "guilds/"+p.guild+"/threads/active", nil, &list); err != nil {
		return "", a.fault(fmt.Errorf("look for a post: %w", err))
	}
	for _, t := range list.Threads {
		at, err := timeOf(t.ID)
		if err != nil || t.Parent != p.channel || t.Owner != in.self.id || t.Name != name || time.Since(at) > lookBack {
			continue
		}
		text, err := a.showing(ctx, place{p.guild, t.ID, t.ID})
		if err != nil || text == d.text {
			return t.ID, err
		}
	}
	return "", nil
}

// ask is where the one who used /study can be answered later.
type ask struct {
	app, token, locale string
	answered           chan struct{} // closed once it has its first answer: before, there is no further one
}

// opening is what the engine and the desk put before the id of a /study that opens a thread.
const opening = "open-study-"

// cannotOpen tells whoever asked for a thread why there is none: nothing else of ours is seen in a channel
// in which we may not write.
func (a *Adapter) cannotOpen(ctx context.Context, m engine.Outgoing, why error) {
	if m.Opens == nil {
		return
	}
	to, ok := a.asks.Get(strings.TrimPrefix(m.Opens.ID, opening))
	if !ok {
		a.log.Warn("no thread could be opened", "channel", m.Thread, "err", why)
		return
	}
	select {
	case <-to.answered:
	case <-ctx.Done():
	}
	if err := a.followUp(ctx, to, a.config.Voice.Say(to.locale, "threads", nil), nil); err != nil {
		a.log.Warn("tell that no thread could be opened", "channel", m.Thread, "err", err)
	}
}
