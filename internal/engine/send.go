package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tack/state"
)

// deliverFor is how long one delivery may take.
const deliverFor = 30 * time.Second

// deliveryError is what a platform said.
type deliveryError struct{ err error }

func (e *deliveryError) Error() string { return "deliver: " + e.err.Error() }
func (e *deliveryError) Unwrap() error { return e.err }

// stillMost is for how long a thread may stand still between two calls. After a longer time the process
// may have been paused for so long that another has taken the thread over and sent what waits.
const stillMost = state.LeaseFor / 2

// errStill says that the thread is to be claimed anew, so that what waits is sent as something that may
// have been sent.
var errStill = errors.New("stood still for too long")

// send delivers messages in order. Each is marked as sent before the next one is: after a crash one
// message at most is sent again.
func (h *hand) send(ctx context.Context, messages []state.Message, again bool) error {
	for _, m := range messages {
		if err := h.mark(ctx); err != nil {
			return err
		}
		out, err := decodeOutgoing(m)
		if err != nil {
			return err
		}
		out.Again = again
		if !again && time.Since(h.moved) > stillMost {
			return errStill
		}
		h.moved = time.Now()
		receipt, err := h.deliver(ctx, out)
		if err != nil {
			return err
		}
		if err := h.follow(ctx, out, receipt); err != nil {
			return err
		}
		h.receipts = append(h.receipts, state.Receipt{ID: m.ID, Ref: receipt.Ref})
	}
	return nil
}

// mark marks what was sent.
func (h *hand) mark(ctx context.Context) error {
	for len(h.receipts) > 0 {
		if err := h.e.Store.Delivered(ctx, h.c, h.receipts[0]); err != nil {
			return fmt.Errorf("mark as delivered: %w", err)
		}
		h.receipts = h.receipts[1:]
	}
	return nil
}

// deliver has one message delivered; one that can never be is done with.
func (h *hand) deliver(ctx context.Context, out Outgoing) (Receipt, error) {
	name := out.Thread.Platform()
	platform := h.e.Platforms[name]
	if err := h.resolve(ctx, &out); err != nil {
		return Receipt{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, deliverFor, errors.New("delivery takes too long"))
	defer cancel()
	receipt, err := platform.Deliver(ctx, out)
	outcome := "sent"
	switch {
	case err == nil && out.Again:
		outcome = "again"
	case errors.Is(err, ErrGone):
		outcome, receipt, err = "gone", Receipt{}, h.e.internal(ctx, inGone, out, err.Error())
	case errors.Is(err, ErrRefused):
		h.e.Log.Error("message refused", "thread", out.Thread, "id", out.ID, "op", out.Op, "err", err)
		outcome, receipt, err = "refused", Receipt{}, nil
	case err != nil:
		outcome, err = "retry", &deliveryError{err}
	}
	h.e.Meter.Count(MetricDelivered, 1, name, outcome)
	return receipt, err
}

// resolve looks up what the platform calls the message that this one is about.
func (h *hand) resolve(ctx context.Context, out *Outgoing) error {
	if out.Target == "" || out.Target == out.ID {
		return nil
	}
	ref, err := h.e.Store.Ref(ctx, out.Thread, out.Target)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		return fmt.Errorf("look up message %s: %w", out.Target, err)
	}
	out.Ref = ref
	return nil
}

// follow records what a delivery brings about: the first event of a thread that was opened, or that a
// summary could not be pinned.
func (h *hand) follow(ctx context.Context, out Outgoing, r Receipt) error {
	if r.Unpinned != "" {
		h.e.Meter.Count(MetricUnpinned, 1, out.Thread.Platform(), r.Unpinned)
		h.e.Log.Warn("summary not pinned", "thread", out.Thread, "why", r.Unpinned)
		if err := h.e.internal(ctx, inUnpinned, out, r.Unpinned); err != nil {
			return err
		}
	}
	if out.Opens == nil || r.Thread == "" {
		return nil
	}
	first := *out.Opens
	first.Thread = r.Thread
	return h.e.Receive(ctx, first)
}

// internal records an event of the engine's own about a delivery.
func (e *Engine) internal(ctx context.Context, kind string, out Outgoing, text string) error {
	return e.Receive(ctx, Inbound{Kind: kind, ID: kind + "-" + out.ID, Thread: out.Thread, At: e.Now(), Text: text})
}
