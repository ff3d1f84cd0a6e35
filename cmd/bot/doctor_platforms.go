package main

import (
	"context"
	"errors"
	"log/slog"

	"tack/internal/config"
	"tack/internal/doctor"
)

// connector is one of connectors.
type connector = func(config.Config, *slog.Logger) (*connection, error)

// platformSetting is how a platform is told from the others in the settings.
type platformSetting struct {
	name  string
	on    func(config.Config) bool
	alone func(config.Config) config.Config // with the other platforms off
	fix   string                            // what to do for it to be on
}

var platformSettings = []platformSetting{
	{
		"slack", func(c config.Config) bool { return c.Slack.On() },
		func(c config.Config) config.Config { c.Discord.Token = ""; return c },
		"Set SLACK_BOT_TOKEN, and SLACK_APP_TOKEN or, with TACK_SLACK_MODE=http, SLACK_SIGNING_SECRET.",
	},
	{
		"discord", func(c config.Config) bool { return c.Discord.On() },
		func(c config.Config) config.Config { c.Slack.BotToken = ""; return c },
		"Set DISCORD_TOKEN.",
	},
}

// platformParts are the platforms that are on; with unused, the others too. Where none is on, that is
// a problem: bot serve does not start.
func platformParts(c config.Config, connectors []connector, unused bool) []doctor.Part {
	var all []doctor.Part
	served := false
	for _, p := range platformSettings {
		if p.on(c) {
			served = true
			all = append(all, doctor.Part{Name: p.name, Check: func(ctx context.Context) []doctor.Finding {
				return checkPlatform(ctx, p.alone(c), connectors, p.fix)
			}})
		} else if unused {
			all = append(all, doctor.Part{Name: p.name, Check: func(context.Context) []doctor.Finding {
				return []doctor.Finding{{Name: "off", Level: doctor.Problem, Text: "no token is set", Fix: p.fix}}
			}})
		}
	}
	if !served && !unused {
		all = append(all, doctor.Part{Name: "platforms", Check: noPlatform})
	}
	return all
}

func noPlatform(context.Context) []doctor.Finding {
	return []doctor.Finding{{
		Name: "none", Level: doctor.Problem, Text: "no token of a platform is set, and bot serve does not start without one",
		Fix: platformSettings[0].fix + " Or: " + platformSettings[1].fix,
	}}
}

// checkPlatform connects to the one platform that is on in c, and has it look at itself.
func checkPlatform(ctx context.Context, c config.Config, connectors []connector, fix string) []doctor.Finding {
	for _, connect := range connectors {
		p, err := connect(c, slog.New(slog.DiscardHandler))
		switch {
		case err != nil:
			return []doctor.Finding{doctor.Failed(ctx, "connect", err, fix)}
		case p == nil:
			continue
		case p.check == nil:
			return []doctor.Finding{doctor.Well("connect", "its settings are complete")}
		}
		found, err := p.check(ctx)
		return doctor.FromState(ctx, found, err, "See that this machine is let through to the platform.")
	}
	return []doctor.Finding{doctor.Failed(ctx, "connect", errors.New("this bot does not know how to connect"), "Take a release of the bot that does.")}
}
