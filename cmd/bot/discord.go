package main

import (
	"context"
	"log/slog"

	"tack/adapters/discord"
	"tack/coach/voice"
	"tack/internal/config"
	"tack/templates"
)

func init() { connectors = append(connectors, connectDiscord) }

// connectDiscord makes the connection to Discord; nil: its token is not set.
func connectDiscord(c config.Config, log *slog.Logger) (*connection, error) {
	if !c.Discord.On() {
		return nil, nil
	}
	texts, err := voice.New(templates.FS, "messages/chat")
	if err != nil {
		return nil, err
	}
	a, err := discord.New(discord.Config{
		Token: c.Discord.Token.Reveal(), APIURL: c.Discord.APIURL, Shards: c.Discord.Shards, Voice: texts,
		Log: log.With("platform", "discord"),
	})
	if err != nil {
		return nil, err
	}
	return &connection{
		name: "discord", platform: a, health: a.Ready, check: a.Check,
		run: func(ctx context.Context, h *house) error {
			return a.Run(ctx, discord.Hall{Engine: h.engine, Desk: h.desk, Store: h.store, Meter: h.engine.Meter})
		},
	}, nil
}
