package engine

import (
	"context"
	"errors"
	"fmt"

	"tack/state"
)

// lastTry is after how many failures in a row, some five minutes, an event that cannot be decided is set
// aside: whatever comes after it in its thread waits for it.
const lastTry = 9

// setAside gives up on a batch whose decision failed again and again, and tells the learner so. Before
// that, and where time or a newer program may help, it returns the failure.
func (h *hand) setAside(ctx context.Context, b batch, cause error) error {
	if h.c.Fails < lastTry || ctx.Err() != nil || errors.Is(cause, state.ErrUnavailable) || errors.Is(cause, state.ErrVersion) {
		return cause
	}
	h.e.Meter.Count(MetricFailed, 1, "given_up")
	h.e.Log.Error("event given up", "thread", h.c.Thread.ID, "id", b.in.ID, "err", cause)
	t, err := decodeThread(h.c.Thread)
	if err != nil {
		return errors.Join(cause, err)
	}
	w := &work{e: h.e, ctx: ctx, batch: b, t: t}
	w.t.Heard += max(len(b.ids), 1)
	if w.t.Session != nil && b.in.Kind != inTick {
		w.note("given_up", nil)
	}
	change := w.change()
	rev, err := h.e.Store.Commit(ctx, h.c, change)
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	h.c.Thread.Rev, h.c.Thread.Body = rev, change.Body
	h.t, h.due = w.t, change.Due
	return h.answer(ctx, change.Send, false)
}
