package slack

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tack/internal/engine"
	"tack/state"

	"github.com/slack-go/slack/slackevents"
)

// reacted is an emoji put under something, or taken away.
type reacted struct {
	user, emoji string
	item        slackevents.Item
	itemUser    string // who wrote it; empty: not said
	ts          string // event_ts
	remove      bool
}

// parkStep is the first wait between two looks for a message that is not known yet; each further one is
// twice as long.
const parkStep = 50 * time.Millisecond

// parkPace is the longest wait between two looks.
const parkPace = 2 * time.Second

// parkOwn is for how long a reaction on a message of ours waits that is not known: the process that posted it
// may have died before it could say so, and its lease must be over first.
const parkOwn = 3 * state.LeaseFor

// reaction takes one in. One on a message that is not known waits a little, since its message may just be
// being posted, and is then dropped: it is on somebody else's. One on a message of ours waits longer, and is
// not acknowledged, so that it comes again should we die meanwhile.
func (in *inbox) reaction(ctx context.Context, r reacted) error {
	if r.item.Type != "message" || r.user == "" || r.user == in.self.user {
		return nil
	}
	at, err := timeOf(r.ts)
	if err != nil {
		return in.unreadable(err)
	}
	on := in.place(r.item.Channel, r.item.Timestamp)
	i := engine.Inbound{
		Kind: engine.InReaction, ID: reactionID(on.ts, r.user, r.emoji, r.remove, r.ts), User: r.user, At: at,
		Emoji: r.emoji, Remove: r.remove,
	}
	err = in.heard(ctx, on, i)
	switch {
	case !errors.Is(err, state.ErrNotFound):
		return err
	case r.itemUser == in.self.user:
		in.park(on, i, parkOwn)
		return fmt.Errorf("reaction on a message of ours: %w", err)
	}
	in.park(on, i, parkFor)
	return nil
}

// heard records a reaction that an event tells of, and leaves a mark by which catching up knows it.
func (in *inbox) heard(ctx context.Context, on place, i engine.Inbound) error {
	if err := in.react(ctx, on, i); err != nil {
		return err
	}
	keep := state.SeenFor
	if i.Remove {
		keep = 0
	}
	_, err := in.Store.Hold(ctx, in.reactionMark(on, i.User, i.Emoji), "event", keep)
	return err
}

// reactionID names a reaction: put and taken away more than once, each time counts.
func reactionID(ts, user, emoji string, remove bool, at string) string {
	op := "+"
	if remove {
		op = "-"
	}
	return "reaction-" + ts + "-" + user + "-" + emoji + op + at
}

// react records a reaction on a message of ours; state.ErrNotFound: it is not known.
func (in *inbox) react(ctx context.Context, on place, i engine.Inbound) error {
	post, err := in.postAt(ctx, on)
	if err != nil {
		return err
	}
	i.Thread, i.Target = post.Thread, post.ID
	return in.Engine.Receive(ctx, i)
}

// park looks again and again for the message of a reaction, for so long. It makes no calls to Slack. What
// comes when too many wait already is dropped.
func (in *inbox) park(on place, i engine.Inbound, lasts time.Duration) {
	select {
	case in.parked <- struct{}{}:
	default:
		return
	}
	in.later.Go(func() {
		defer func() { <-in.parked }()
		deadline := time.Now().Add(lasts)
		for wait := parkStep; time.Now().Before(deadline) && in.ctx.Err() == nil; wait *= 2 {
			rest(in.ctx, min(wait, parkPace, time.Until(deadline)))
			err := in.heard(in.ctx, on, i)
			if err == nil {
				return
			}
			if !errors.Is(err, state.ErrNotFound) {
				in.log.Warn("reaction not recorded yet", "on", on.String(), "err", err)
			}
		}
	})
}
