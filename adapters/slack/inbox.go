package slack

import (
	"context"
	"fmt"

	"tack/adapters/inhand"

	"github.com/slack-go/slack"
)

// inbox takes what Slack sends into the house.
type inbox struct {
	*Adapter
	Hall
	self      self
	ctx       context.Context // of Run: parked reactions and late answers end with it
	watch     inhand.Watch
	later     *inhand.Later // what goes on after the acknowledgement
	reactions *inhand.Reactions
	gaps      gaps
}

// self is who we are in the workspace.
type self struct {
	team, user, bot string // ids: T…, U…, B…
	name            string // by which people invite us
}

func (a *Adapter) newInbox(ctx context.Context, h Hall, s self) *inbox {
	watch := inhand.Watch{Log: a.log, Platform: platform, Meter: h.Meter}
	later := &inhand.Later{Watch: watch}
	return &inbox{
		Adapter: a, Hall: h, self: s, ctx: ctx, watch: watch, later: later,
		reactions: inhand.NewReactions(h, a.places, later, a.log, parkMost),
	}
}

// place is one in our workspace.
func (in *inbox) place(channel, ts string) place { return place{in.self.team, channel, ts} }

// identify asks Slack who we are.
func (a *Adapter) identify(ctx context.Context) (self, error) {
	answer, err := a.client.AuthTestContext(ctx)
	if err != nil {
		return self{}, fmt.Errorf("slack: ask who we are: %w", err)
	}
	return self{team: answer.TeamID, user: answer.UserID, bot: answer.BotID, name: answer.User}, nil
}

// whisper says something to one user of a channel.
func (a *Adapter) whisper(ctx context.Context, at place, user, text string) {
	options := []slack.MsgOption{slack.MsgOptionText(text, false)}
	if at.ts != "" {
		options = append(options, slack.MsgOptionTS(at.ts))
	}
	if _, err := a.client.PostEphemeralContext(ctx, at.channel, user, options...); err != nil {
		a.log.Warn("tell one user", "channel", at.channel, "err", err)
	}
}
