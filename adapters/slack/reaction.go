package slack

import (
	"context"
	"errors"
	"fmt"

	"tack/adapters/inhand"
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
	one := inhand.Reaction{
		On: in.place(r.item.Channel, r.item.Timestamp).String(), User: r.user, Emoji: r.emoji, Remove: r.remove, At: at, Nonce: r.ts,
	}
	err = in.reactions.Take(ctx, one)
	switch {
	case !errors.Is(err, state.ErrNotFound):
		return err
	case r.itemUser == in.self.user:
		in.reactions.Park(in.ctx, one, parkOwn)
		return fmt.Errorf("reaction on a message of ours: %w", err)
	}
	in.reactions.Park(in.ctx, one, parkFor)
	return nil
}
