package discord

import (
	"context"
	"fmt"

	"tack/internal/engine"
	"tack/internal/markdown"
)

// file gives a document as a file in the thread. Where files are not allowed, the learner is told once how to
// get at it.
func (a *Adapter) file(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	d := draft{channel: p.id, key: fmt.Sprintf("%s/%s/0", m.Thread, m.ID), file: &document{m.Name, m.Text}}
	id, err := a.piece(ctx, p, m, d)
	if codeOf(err) == codeNoPermission {
		return a.withoutFile(ctx, p, m)
	}
	if err != nil {
		return engine.Receipt{}, err
	}
	return engine.Receipt{Ref: p.message(id).String()}, nil
}

// withoutFile says, once in a thread, that files may not be attached there.
func (a *Adapter) withoutFile(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	a.health.Set("files", "a document could not be attached: the bot's role needs Attach Files")
	if !a.once("files " + p.String()) {
		return engine.Receipt{}, nil
	}
	text := markdown.ToDiscord(a.config.Voice.Say(m.Locale, "files", nil))
	id, err := a.piece(ctx, p, m, draft{channel: p.id, key: fmt.Sprintf("%s/%s/words", m.Thread, m.ID), text: text})
	if err != nil {
		return engine.Receipt{}, err
	}
	return engine.Receipt{Ref: p.message(id).String()}, nil
}
