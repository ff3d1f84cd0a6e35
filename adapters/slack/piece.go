package slack

import (
	"context"
	"fmt"
	"time"

	"tack/internal/engine"

	"golang.org/x/time/rate"
)

// piece posts one piece of a message, once: one that was posted under the same key before is not posted
// again. again says that it may have been, by a process that died or in a request without an answer.
func (a *Adapter) piece(ctx context.Context, d draft, again bool) (ts string, err error) {
	if ts, ok := a.sent.Get(d.key); ok {
		return ts, nil
	}
	if undone, _ := a.undone.Get(d.key); again && !undone {
		ts, err := a.find(ctx, d)
		if err != nil || ts != "" {
			return ts, err
		}
	}
	if err := a.turn(d.place.channel, d.key); err != nil {
		a.undone.Put(d.key, true)
		return "", err
	}
	a.undone.Put(d.key, false) // for as long as there is no answer
	p, err := a.post(ctx, d)
	if codeOf(err) == "invalid_blocks" && d.blocks != nil { // the text is complete without them
		a.log.Warn("blocks refused", "key", d.key, "err", err)
		d.blocks = nil
		p, err = a.post(ctx, d)
	}
	if err != nil {
		a.undone.Put(d.key, refused(err))
		return "", a.fault(err)
	}
	if d.place.ts != "" && p.Message.ThreadTS != d.place.ts {
		return "", a.stray(ctx, p)
	}
	a.health.Set("permission", "")
	a.sent.Put(d.key, p.TS)
	return p.TS, nil
}

// stray takes away a message whose root was deleted, so that Slack has put it at channel level.
func (a *Adapter) stray(ctx context.Context, p posted) error {
	if _, _, err := a.client.DeleteMessageContext(ctx, p.Channel, p.TS); err != nil && codeOf(err) != "message_not_found" {
		a.log.Warn("delete a message that fell out of its thread", "channel", p.Channel, "err", err)
	}
	return fmt.Errorf("slack: the root was deleted: %w", engine.ErrGone)
}

// turnLook is the longest that a message waits before it asks for its turn again: should this process end,
// another knows nothing of the turn, and must not wait it out.
const turnLook = 5 * time.Second

// turn takes the turn of what has a delivery key to be posted in a channel. Who would have to wait is asked
// to come again, so that a busy channel keeps no other waiting, and keeps the turn meanwhile: first come,
// first served.
func (a *Adapter) turn(channel, key string) error {
	if a.config.PostEvery < 0 {
		return nil
	}
	at, waits := a.queued.Get(key)
	if !waits {
		l := a.turns.GetOr(channel, func() *rate.Limiter {
			return rate.NewLimiter(rate.Every(a.config.PostEvery), postBurst)
		})
		at = time.Now().Add(l.Reserve().Delay())
	}
	if wait := time.Until(at); wait > 0 {
		a.queued.Put(key, at)
		return fmt.Errorf("slack: it is not the message's turn yet: %w", &engine.RetryError{After: min(wait, turnLook)})
	}
	a.queued.Drop(key)
	return nil
}
