package discord

import (
	"context"
	"fmt"
	"net/http"

	"tack/adapters/inhand"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"
)

// Run takes events in until ctx is done, and reconnects by itself. Its error is what no retry can mend: a
// token or an intent that Discord does not take; Health says so, too.
func (a *Adapter) Run(ctx context.Context, h Hall) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var who self
	var shards int
	err := a.untilAnswered(ctx, func() (err error) {
		if who, err = a.identity(ctx); err == nil {
			shards, err = a.shardCount(ctx)
		}
		return err
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	in := a.newInbox(ctx, h, who)
	a.inbox.Store(in)
	defer in.later.End()
	defer in.finish()
	in.later.Go(func() { a.eyes.Run(ctx, h.Store) })
	in.later.Go(func() { in.makeGood(ctx) })
	in.later.Go(func() { in.register(ctx) })
	all, together := errgroup.WithContext(ctx)
	for id := range shards {
		all.Go(func() error { return (&shard{inbox: in, id: id, count: shards}).run(together) })
	}
	err = all.Wait()
	stop()
	return err
}

// untilAnswered asks Discord until it answers; its error is what no retry can mend.
func (a *Adapter) untilAnswered(ctx context.Context, ask func() error) error {
	wait := backoff.NewExponentialBackOff()
	for {
		err := ask()
		switch {
		case err == nil:
			a.health.Set("token", "")
			return nil
		case statusOf(err) == http.StatusUnauthorized:
			return a.refusedToken()
		case ctx.Err() != nil:
			return nil
		}
		a.health.Set("token", fmt.Sprintf("Discord cannot be reached: %v", err))
		inhand.Rest(ctx, wait.NextBackOff())
	}
}

// refusedToken says that Discord does not take the token.
func (a *Adapter) refusedToken() error {
	a.health.Set("token", "Discord refuses the token: "+explain(http.StatusUnauthorized))
	return &fatalError{explain(http.StatusUnauthorized)}
}

// identity asks Discord who we are.
func (a *Adapter) identity(ctx context.Context) (self, error) {
	var me discordgo.User
	if err := a.call(ctx, http.MethodGet, "users/@me", nil, &me); err != nil {
		return self{}, fmt.Errorf("discord: ask who we are: %w", err)
	}
	return self{id: me.ID, name: me.Username}, nil
}

// shardCount is how many shards there are, in all processes together.
func (a *Adapter) shardCount(ctx context.Context) (int, error) {
	if a.config.Shards > 0 {
		return a.config.Shards, nil
	}
	var gate discordgo.GatewayBotResponse
	if err := a.call(ctx, http.MethodGet, "gateway/bot", nil, &gate); err != nil {
		return 0, fmt.Errorf("discord: ask for the number of shards: %w", err)
	}
	return max(gate.Shards, 1), nil
}

// application is our registration with Discord, as far as it matters.
type application struct {
	ID    string `json:"id"`
	Flags int    `json:"flags"`
}

func (a *Adapter) application(ctx context.Context) (application, error) {
	var app application
	if err := a.call(ctx, http.MethodGet, "applications/@me", nil, &app); err != nil {
		return app, fmt.Errorf("discord: ask for the application: %w", err)
	}
	return app, nil
}
