package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"tack/adapters/inhand"
	"tack/coach"
	"tack/internal/engine"
	"tack/internal/markdown"
	"tack/state"
)

var (
	_ engine.Platform  = (*Adapter)(nil)
	_ engine.Addresser = (*Adapter)(nil)
	_ engine.Listener  = (*Adapter)(nil)
)

// Heard takes off the eyes under what gets no answer.
func (a *Adapter) Heard(thread coach.ThreadID, learner string) { a.eyes.Answered(thread, learner) }

// Deliver does what a message asks for.
func (a *Adapter) Deliver(ctx context.Context, m engine.Outgoing) (engine.Receipt, error) {
	p, ok := parsePlace(string(m.Thread))
	if !ok || p.id == "" && m.Op != engine.OpOpen {
		return engine.Receipt{}, fmt.Errorf("discord: %q is no thread: %w", m.Thread, engine.ErrRefused)
	}
	switch m.Op {
	case engine.OpPost:
		return a.say(ctx, p, m)
	case engine.OpEdit:
		return a.edit(ctx, p, m)
	case engine.OpUnpin:
		return a.settle(ctx, p, m)
	case engine.OpFile:
		return a.file(ctx, p, m)
	case engine.OpOpen:
		return a.open(ctx, p, m)
	}
	return engine.Receipt{}, fmt.Errorf("discord: unknown operation %q: %w", m.Op, engine.ErrRefused)
}

// dialect is a message's text as Discord shows it. A notice is one quotation, which teaching never is.
func dialect(m engine.Outgoing) string {
	text := m.Text
	if m.Style == engine.StyleNotice {
		text = "> " + strings.ReplaceAll(text, "\n", "\n> ")
	}
	return markdown.ToDiscord(text)
}

// say posts a message in its thread.
func (a *Adapter) say(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	at, err := a.pieces(ctx, p, m, dialect(m))
	if err != nil {
		return engine.Receipt{}, err
	}
	a.eyes.Answered(m.Thread, m.Learner)
	return a.pinned(ctx, at, m)
}

// pieces posts a text in as many messages as it takes and returns the place of the last: what it asks for,
// and its buttons, stand at its end.
func (a *Adapter) pieces(ctx context.Context, p place, m engine.Outgoing, text string) (place, error) {
	pieces := markdown.Split(text, maxText, markdown.UTF16)
	if len(pieces) == 0 {
		return place{}, fmt.Errorf("discord: nothing to say: %w", engine.ErrRefused)
	}
	last := p
	for k, piece := range pieces {
		d := draft{channel: p.id, key: fmt.Sprintf("%s/%s/%d", m.Thread, m.ID, k), text: piece}
		if k == len(pieces)-1 {
			d.components = a.buttons(m)
		}
		id, err := a.piece(ctx, p, m, d)
		if err != nil {
			return place{}, err
		}
		last = p.message(id)
		a.places.Put(last.String(), state.Post{Thread: m.Thread, ID: m.ID})
	}
	return last, nil
}

// editAnew are refusals to change a message that is then posted anew: it is gone, or its thread is archived,
// which a message wakes.
var editAnew = []int{codeUnknownMessage, codeArchived, 50005}

// edit changes a summary in place. One that has no name, or cannot be changed, is posted anew.
func (a *Adapter) edit(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	at, ok, err := a.placeOf(ctx, m)
	if err != nil {
		return engine.Receipt{}, err
	}
	text := dialect(m)
	if pieces := markdown.Split(text, maxText, markdown.UTF16); !ok || len(pieces) != 1 {
		return a.anew(ctx, p, m, at)
	}
	err = a.update(ctx, at, text, a.buttons(m))
	if slices.Contains(editAnew, codeOf(err)) {
		return a.anew(ctx, p, m, at)
	}
	if err != nil {
		return engine.Receipt{}, a.fault(err)
	}
	a.eyes.Answered(m.Thread, m.Learner)
	r, err := a.pinned(ctx, at, m)
	return inhand.Nameless(r), err
}

// errEarly asks for another try: what is to be looked up is not known before Run.
var errEarly = fmt.Errorf("discord: not connected yet: %w", &engine.RetryError{After: time.Second})

// placeOf is where the message that m is about stands now; false: nowhere.
func (a *Adapter) placeOf(ctx context.Context, m engine.Outgoing) (place, bool, error) {
	in := a.inbox.Load()
	if in == nil {
		return place{}, false, errEarly
	}
	ref, err := a.places.Of(ctx, in.Store, m.Thread, m.Target, m.Ref)
	p, ok := parsePlace(ref)
	return p, ok, err
}

// anew posts a summary again that cannot be changed where it stands.
func (a *Adapter) anew(ctx context.Context, p place, m engine.Outgoing, old place) (engine.Receipt, error) {
	r, err := a.say(ctx, p, m)
	if err != nil {
		return r, err
	}
	in := a.inbox.Load()
	if in == nil {
		return engine.Receipt{}, errEarly
	}
	if r.Ref != "" {
		if err := a.places.Move(ctx, in.Store, state.Post{Thread: m.Thread, ID: m.Target}, r.Ref); err != nil {
			return engine.Receipt{}, err
		}
	}
	if old.id != "" {
		a.retire(ctx, old)
	}
	return inhand.Nameless(r), nil
}

// retire takes pin and buttons off a summary in whose place another was posted, as far as it goes.
func (a *Adapter) retire(ctx context.Context, at place) {
	err := a.pin(ctx, http.MethodDelete, at)
	if err == nil {
		err = a.call(ctx, http.MethodPatch, messagePath(at), map[string]any{"components": []any{}, "allowed_mentions": nobody}, nil)
	}
	if err != nil && codeOf(err) != codeUnknownMessage {
		a.log.Warn("retire a summary", "message", at.String(), "code", codeOf(err), "err", err)
	}
}

// update changes text and buttons of a message of ours.
func (a *Adapter) update(ctx context.Context, at place, text string, components []any) error {
	body := map[string]any{"content": text, "components": components, "allowed_mentions": nobody}
	return a.call(ctx, http.MethodPatch, messagePath(at), body, nil)
}

func messagePath(at place) string { return "channels/" + at.channel + "/messages/" + at.id }
