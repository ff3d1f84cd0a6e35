package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tack/state"
)

// hand is one thread in hand.
type hand struct {
	e        *Engine
	c        state.Claim
	t        Thread
	due      time.Time       // the thread's timer
	receipts []state.Receipt // of what was sent and is not yet marked so: at most one
	moved    time.Time       // when the last call began that was made on the claim
}

// work sends what waits, decides what came in, and then what is due.
func (h *hand) work(ctx context.Context) error {
	if err := h.answer(ctx, h.c.Outbox, true); err != nil {
		return err
	}
	var err error
	if h.t, err = decodeThread(h.c.Thread); err != nil {
		return err
	}
	h.due = h.c.Due
	events, err := h.events(ctx)
	if err != nil {
		return err
	}
	for len(events) > 0 && ctx.Err() == nil {
		var b batch
		b, events = next(events, h.learner(), h.e.Quiet)
		if err := h.settle(ctx, b); err != nil {
			return err
		}
	}
	if now := h.e.Now(); !h.due.IsZero() && !now.Before(h.due) && ctx.Err() == nil {
		return h.settle(ctx, batch{in: Inbound{Kind: inTick, ID: "tick", Thread: h.c.Thread.ID, At: now}})
	}
	return ctx.Err()
}

// learner is whose thread it is; empty: nobody's yet.
func (h *hand) learner() string {
	if h.t.Session == nil {
		return ""
	}
	return h.t.Session.Learner()
}

// settle decides a batch, commits what it changes and sends what it says. When the store refuses the
// documents, it is decided once more with the save failing, so that nothing claims to be saved.
func (h *hand) settle(ctx context.Context, b batch) error {
	if err := h.mark(ctx); err != nil {
		return err
	}
	w, change, err := h.decide(ctx, b, true)
	if err != nil {
		return h.setAside(ctx, b, err)
	}
	h.moved = time.Now()
	rev, err := h.e.Store.Commit(ctx, h.c, change)
	if err != nil && len(change.Documents) > 0 && !passing(err) && ctx.Err() == nil {
		h.e.Log.Error("save documents", "thread", h.c.Thread.ID, "err", err)
		if w, change, err = h.decide(ctx, b, false); err != nil {
			return h.setAside(ctx, b, err)
		}
		h.moved = time.Now()
		rev, err = h.e.Store.Commit(ctx, h.c, change)
	}
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	h.e.up()
	h.c.Thread.Rev, h.c.Thread.Body = rev, change.Body
	h.t, h.due = w.t, change.Due
	if len(change.Send) == 0 {
		h.heard(b.in)
	}
	return h.answer(ctx, change.Send, false)
}

// passing says whether an error of a commit says nothing about what was to be committed.
func passing(err error) bool {
	return errors.Is(err, state.ErrStale) || errors.Is(err, state.ErrUnavailable)
}

// decide answers a batch on the thread as it was last stored. saves: the store takes documents. A panic
// is an error like any other.
func (h *hand) decide(ctx context.Context, b batch, saves bool) (_ *work, _ state.Change, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decide %s: %w", b.in.ID, h.e.panicked(p))
		}
	}()
	start := time.Now()
	t, err := decodeThread(h.c.Thread)
	if err != nil {
		return nil, state.Change{}, err
	}
	w := &work{e: h.e, ctx: ctx, batch: b, t: t, saves: saves}
	if err := w.decide(); err != nil {
		return nil, state.Change{}, fmt.Errorf("decide %s: %w", b.in.ID, err)
	}
	h.e.Meter.Observe(MetricDecide, time.Since(start).Seconds())
	return w, w.change(), nil
}

// heard tells the platform that what the learner wrote calls for no answer.
func (h *hand) heard(in Inbound) {
	learner := h.learner()
	if l, ok := h.e.Platforms[in.Thread.Platform()].(Listener); ok && in.Kind == InMessage && learner != "" && (in.User == "" || in.User == learner) {
		l.Heard(in.Thread, learner)
	}
}

// answer sends what was committed, just now or, again, before.
func (h *hand) answer(ctx context.Context, messages []state.Message, again bool) error {
	if len(messages) == 0 {
		return nil
	}
	if err := h.send(ctx, messages, again); err != nil {
		return err
	}
	last, err := decodeOutgoing(messages[len(messages)-1])
	if err == nil && !last.Decided.IsZero() {
		h.e.Meter.Observe(MetricAnswer, max(0, h.e.Now().Sub(last.Decided).Seconds()), h.c.Thread.ID.Platform())
	}
	return err
}

// events reads what came in. One that cannot be read is set aside.
func (h *hand) events(ctx context.Context) ([]Inbound, error) {
	var list []Inbound
	for _, ev := range h.c.Events {
		in, err := decodeInbound(ev)
		if err == nil {
			list = append(list, in)
			continue
		}
		unread := Inbound{ID: ev.ID, Thread: h.c.Thread.ID, At: h.e.Now()}
		if err := h.setAside(ctx, batch{in: unread, ids: []string{ev.ID}}, err); err != nil {
			return nil, err
		}
	}
	return list, nil
}
