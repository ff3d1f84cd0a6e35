package main

import (
	"context"
	"log/slog"
	"net/http"

	"tack/adapters/slack"
	"tack/coach/voice"
	"tack/internal/config"
	"tack/templates"
)

func init() { connectors = append(connectors, connectSlack) }

// connectSlack makes the connection to Slack; nil: its token is not set.
func connectSlack(c config.Config, log *slog.Logger) (*connection, error) {
	if !c.Slack.On() {
		return nil, nil
	}
	texts, err := voice.New(templates.FS, "messages/chat")
	if err != nil {
		return nil, err
	}
	settings := slack.Config{
		BotToken: c.Slack.BotToken.Reveal(), APIURL: c.Slack.APIURL, Voice: texts, Log: log.With("platform", "slack"),
	}
	if c.Slack.Mode == config.SlackHTTP {
		settings.SigningSecret = c.Slack.SigningSecret.Reveal()
	} else {
		settings.AppToken = c.Slack.AppToken.Reveal()
	}
	a, err := slack.New(settings)
	if err != nil {
		return nil, err
	}
	p := &connection{
		name: "slack", platform: a, health: a.Ready, check: a.Check,
		run: func(ctx context.Context, h *house) error {
			return a.Run(ctx, slack.Hall{Engine: h.engine, Desk: h.desk, Store: h.store, Meter: h.engine.Meter})
		},
	}
	if c.Slack.Mode == config.SlackHTTP {
		p.routes = map[string]http.Handler{c.Slack.Path: a.Handler()}
	}
	return p, nil
}
