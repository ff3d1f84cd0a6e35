package slack

import (
	"context"
	"fmt"
	"time"

	"tack/adapters/inhand"
	"tack/coach"
	"tack/internal/engine"
	"tack/internal/markdown"
	"tack/state"

	"github.com/slack-go/slack"
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
	if !ok || p.ts == "" && m.Op != engine.OpOpen {
		return engine.Receipt{}, fmt.Errorf("slack: %q is no thread: %w", m.Thread, engine.ErrRefused)
	}
	switch m.Op {
	case engine.OpPost:
		return a.say(ctx, p, m)
	case engine.OpEdit:
		return a.edit(ctx, p, m)
	case engine.OpUnpin:
		return a.settle(ctx, m)
	case engine.OpFile:
		return a.file(ctx, p, m)
	case engine.OpOpen:
		return a.open(ctx, p, m)
	}
	return engine.Receipt{}, fmt.Errorf("slack: unknown operation %q: %w", m.Op, engine.ErrRefused)
}

// say posts a message in its thread.
func (a *Adapter) say(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	ref, err := a.pieces(ctx, p, m, markdown.ToSlack(m.Text, markdown.Mention{}))
	if err != nil {
		return engine.Receipt{}, err
	}
	a.eyes.Answered(m.Thread, m.Learner)
	return a.pinned(ctx, ref, m), nil
}

// pieces posts a text in as many messages as it takes and returns the place of the last: what it asks for
// stands at its end.
func (a *Adapter) pieces(ctx context.Context, p place, m engine.Outgoing, text string) (place, error) {
	pieces := markdown.Split(text, maxText, markdown.Runes)
	if len(pieces) == 0 {
		return place{}, fmt.Errorf("slack: nothing to say: %w", engine.ErrRefused)
	}
	last := p
	for k, piece := range pieces {
		d := draft{place: p, key: fmt.Sprintf("%s/%s/%d", m.Thread, m.ID, k), text: piece, blocks: a.blocks(m, piece)}
		ts, err := a.piece(ctx, d, m.Again)
		if err != nil {
			return place{}, err
		}
		last = p.at(ts)
		a.places.Put(last.String(), state.Post{Thread: m.Thread, ID: m.ID})
	}
	return last, nil
}

// edit changes a summary in place. One that has no name, or cannot be changed, is posted anew.
func (a *Adapter) edit(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	at, ok, err := a.placeOf(ctx, m)
	if err != nil {
		return engine.Receipt{}, err
	}
	text := markdown.ToSlack(m.Text, markdown.Mention{})
	if pieces := markdown.Split(text, maxText, markdown.Runes); !ok || len(pieces) != 1 {
		return a.anew(ctx, p, m)
	}
	err = a.update(ctx, at, text, a.blocks(m, text))
	if isCode(err, editAnew) {
		return a.anew(ctx, p, m)
	}
	if err != nil {
		return engine.Receipt{}, a.fault(err)
	}
	a.eyes.Answered(m.Thread, m.Learner)
	return inhand.Nameless(a.pinned(ctx, at, m)), nil
}

// errEarly asks for another try: what is to be looked up is not known before Run.
var errEarly = fmt.Errorf("slack: not connected yet: %w", &engine.RetryError{After: time.Second})

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
func (a *Adapter) anew(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	r, err := a.say(ctx, p, m)
	if err != nil {
		return r, err
	}
	in := a.inbox.Load()
	if in == nil {
		return engine.Receipt{}, errEarly
	}
	return inhand.Nameless(r), a.places.Move(ctx, in.Store, state.Post{Thread: m.Thread, ID: m.Target}, r.Ref)
}

// update is chat.update. Blocks that are refused are left out.
func (a *Adapter) update(ctx context.Context, at place, text string, blocks []slack.Block) error {
	options := []slack.MsgOption{slack.MsgOptionText(text, false), slack.MsgOptionParse(false)}
	_, _, _, err := a.client.UpdateMessageContext(ctx, at.channel, at.ts, append(options, slack.MsgOptionBlocks(blocks...))...)
	if codeOf(err) == "invalid_blocks" {
		a.log.Warn("blocks refused", "message", at.String(), "err", err)
		_, _, _, err = a.client.UpdateMessageContext(ctx, at.channel, at.ts, append(options, slack.MsgOptionBlocks())...)
	}
	return err
}
