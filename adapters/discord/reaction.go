package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"tack/adapters/inhand"
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

// reaction takes one in. One on a message that is not known waits a little, since its message may just be
// being posted, and is then dropped: it is on somebody else's. A custom emoji says nothing, whatever its name.
// Discord gives a reaction neither id nor time; it is told from another like it by the number of its event,
// which a resume repeats.
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
	one := inhand.Reaction{
		On: place{cmp.Or(r.Guild, atMe), r.Channel, r.Message}.String(), User: r.User, Emoji: r.Emoji.Name,
		Remove: e.name == "MESSAGE_REACTION_REMOVE", At: time.Now(), Nonce: e.id,
	}
	err := in.reactions.Take(ctx, one)
	if errors.Is(err, state.ErrNotFound) {
		in.reactions.Park(in.ctx, one, parkFor)
		return nil
	}
	return err
}
