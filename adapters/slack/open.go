package slack

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tack/internal/engine"
	"tack/internal/markdown"
	"tack/state"
)

// open begins a thread for a learner: its root addresses them, so that they find it.
func (a *Adapter) open(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	text := markdown.ToSlack(m.Text, markdown.Mention{User: m.Learner})
	d := draft{place: p.at(""), key: fmt.Sprintf("%s/%s/0", m.Thread, m.ID), text: text}
	ts, err := a.piece(ctx, d, m.Again)
	if errors.Is(err, engine.ErrGone) || errors.Is(err, engine.ErrRefused) {
		a.cannotOpen(ctx, m, err)
	}
	if err != nil {
		return engine.Receipt{}, err
	}
	root := p.at(ts)
	a.places.Put(root.String(), state.Post{Thread: m.Thread, ID: m.ID})
	return engine.Receipt{Ref: root.String(), Thread: root.thread()}, nil
}

// ask is where the one who used /study can be answered later.
type ask struct{ url, locale string }

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
	key, data := "closed", any(nil)
	if isCode(why, inviteCodes) {
		key, data = "invite", a.name()
	}
	if err := a.respond(ctx, to.url, a.config.Voice.Say(to.locale, key, data)); err != nil {
		a.log.Warn("tell that no thread could be opened", "channel", m.Thread, "err", err)
	}
}

// opening is what the engine and the desk put before the id of a /study that opens a thread.
const opening = "open-study-"

// name is how people invite us: "@tack".
func (a *Adapter) name() string {
	if in := a.inbox.Load(); in != nil {
		return "@" + in.self.name
	}
	return "@…"
}
