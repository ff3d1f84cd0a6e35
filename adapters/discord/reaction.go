package discord

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"tack/internal/engine"
	"tack/state"
)

// reacted is an emoji put under something, or taken away. A super reaction is told apart by "burst", which
// changes nothing here.
type reacted struct {
	User    string `json:"user_id"`
	Channel string `json:"channel_id"`
	Message string `json:"message_id"`
	Guild   string `json:"guild_id"`
	Author  string `json:"message_author_id"` // "" = not said
	Emoji   emoji  `json:"emoji"`
}

// parkStep is the first wait between two looks for a message that is not known yet; each further one is
// twice as long.
const parkStep = 50 * time.Millisecond

// reaction takes one in. One on a message that is not known waits a little, since its message may just be
// being posted, and is then dropped: it is on somebody else's. A custom emoji says nothing, whatever its name.
func (in *inbox) reaction(ctx context.Context, e event) error {
	var r reacted
	if err := json.Unmarshal(e.data, &r); err != nil {
		in.unreadable(e.name, err)
		return nil
	}
	others := r.Author != "" && r.Author != in.self.id
	if !areIDs(r.User, r.Channel, r.Message) || r.User == in.self.id || r.Emoji.ID != "" || r.Emoji.Name == "" || others {
		return nil
	}
	on := place{or(r.Guild, atMe), r.Channel, r.Message}
	remove := e.name == "MESSAGE_REACTION_REMOVE"
	i := engine.Inbound{
		Kind: engine.InReaction, ID: reactionID(r.Message, r.User, r.Emoji.Name, remove, e.id), User: r.User, At: time.Now(),
		Emoji: r.Emoji.Name, Remove: remove,
	}
	err := in.heard(ctx, on, i)
	if errors.Is(err, state.ErrNotFound) {
		in.park(on, i)
		return nil
	}
	return err
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
	_, err := in.Store.Hold(ctx, reactionMark(on, i.User, i.Emoji), "event", keep)
	return err
}

// reactionID names a reaction. Discord gives it neither id nor time; put and taken away more than once, each
// time counts by the number of its event, which a resume repeats.
func reactionID(message, user, emoji string, remove bool, event string) string {
	op := "+"
	if remove {
		op = "-"
	}
	return "reaction-" + message + "-" + user + "-" + emoji + op + event
}

// reactionMark says that an event told of a reaction.
func reactionMark(on place, user, emoji string) state.Key {
	return state.Key{
		Learner: state.Learner{Workspace: workspace(on.guild)},
		Name:    "discord-reaction:" + on.channel + ":" + on.id + ":" + user + ":" + emoji,
	}
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

// park looks again and again for the message of a reaction, for parkFor. It makes no calls to Discord. What
// comes when too many wait already is dropped.
func (in *inbox) park(on place, i engine.Inbound) {
	select {
	case in.parked <- struct{}{}:
	default:
		return
	}
	in.later.Go(func() {
		defer func() { <-in.parked }()
		deadline := time.Now().Add(parkFor)
		for wait := parkStep; time.Now().Before(deadline) && in.ctx.Err() == nil; wait *= 2 {
			rest(in.ctx, min(wait, time.Until(deadline)))
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
