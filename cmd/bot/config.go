package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tack/internal/config"
	"tack/state"

	"github.com/alecthomas/kong"
)

// settingFlags are a flag for every setting of bot serve.
type settingFlags struct {
	kong.Plugins
	given *config.Flags
}

func newSettingFlags() settingFlags {
	f := config.NewFlags()
	return settingFlags{kong.Plugins{f.Struct()}, f}
}

// load reads the settings by file, environment and flags, and prints warnings.
func (f *settingFlags) load(warn io.Writer) (config.Loaded, error) {
	loaded, err := config.Load(f.given.Sources(os.Environ()))
	for _, w := range loaded.Warnings {
		fmt.Fprintf(warn, "bot: warning: %s\n", w)
	}
	return loaded, err
}

// configCmd is about the settings of bot serve.
type configCmd struct {
	Check configCheckCmd `cmd:"" help:"Check the settings; exit 1 if one is wrong."`
	Print configPrintCmd `cmd:"" help:"Print the settings in effect and where each comes from."`
	Table configTableCmd `cmd:"" help:"Print what can be set, as a Markdown table."`
	Env   configEnvCmd   `cmd:"" help:"Print what can be set, as an example of an environment file."`
}

func newConfigCmd() configCmd {
	return configCmd{Check: configCheckCmd{newSettingFlags()}, Print: configPrintCmd{newSettingFlags()}}
}

func (configCmd) Help() string {
	return `A setting comes from the defaults, a YAML file (--config, or TACK_CONFIG), an environment
variable or a flag; the later wins.

Example:

    bot config check --config tack.yaml
    bot config print`
}

type configCheckCmd struct{ settingFlags }

func (configCheckCmd) Help() string {
	return `Looks at the settings alone: whether they work, bot doctor says.

Exit codes: 0 nothing is wrong, 1 a setting is wrong, 2 wrong use.

Example:

    bot config check --config tack.yaml
    SLACK_BOT_TOKEN_FILE=/run/secrets/slack bot config check`
}

// Run prints every problem, or what would be served.
func (c *configCheckCmd) Run(s *streams) error {
	loaded, err := c.load(s.err)
	var wrong config.Error
	if errors.As(err, &wrong) {
		for _, p := range wrong {
			if _, err := fmt.Fprintln(s.out, p); err != nil {
				return fmt.Errorf("write: %w", err)
			}
		}
		return errProblem
	}
	if err != nil {
		return err
	}
	ctx, stop := untilSignal()
	defer stop()
	if err := checkRedisURL(ctx, loaded); err != nil {
		if _, err := fmt.Fprintln(s.out, err); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		return errProblem
	}
	_, err = fmt.Fprintln(s.out, "nothing wrong: "+served(loaded.Config))
	return err
}

// checkRedisURL has the store read the URL in full, its options too. Nothing is connected to.
func checkRedisURL(ctx context.Context, l config.Loaded) error {
	if l.Store.Redis == "" {
		return nil
	}
	store, err := state.OpenRedis(ctx, l.Store.Redis.Reveal(), state.Options{})
	if err != nil {
		return fmt.Errorf("%s: store.redis: %w", l.Origins["store.redis"], err)
	}
	return store.Close()
}

// served says in a line what bot serve would do.
func served(c config.Config) string {
	var parts []string
	if c.Slack.On() {
		parts = append(parts, "Slack by "+c.Slack.Mode)
	}
	if c.Discord.On() {
		parts = append(parts, "Discord")
	}
	if len(parts) == 0 {
		parts = append(parts, "no platform, for want of a token")
	}
	if c.Store.Redis != "" {
		parts = append(parts, "store in Redis")
	} else {
		parts = append(parts, "embedded store")
	}
	if c.Model.On() {
		parts = append(parts, "model "+c.Model.Name)
	} else {
		parts = append(parts, "no model")
	}
	return strings.Join(parts, ", ")
}

type configPrintCmd struct{ settingFlags }

func (configPrintCmd) Help() string {
	return `Prints a file that --config takes. Secrets are left out; of each it says whether it is set.

Example:

    bot config print
    bot config print --engine-quiet 4s > tack.yaml`
}

// Run prints.
func (c *configPrintCmd) Run(s *streams) error {
	loaded, err := c.load(s.err)
	if err != nil {
		return err
	}
	return loaded.Print(s.out)
}

type configTableCmd struct{}

func (configTableCmd) Help() string {
	return `A flag has the name of the setting, with dashes: --store-redis for store.redis.

Example:

    bot config table`
}

// Run prints.
func (configTableCmd) Run(s *streams) error {
	_, err := io.WriteString(s.out, config.Table())
	return err
}

type configEnvCmd struct{}

func (configEnvCmd) Help() string { return "Example:\n\n    bot config env > .env" }

// Run prints.
func (configEnvCmd) Run(s *streams) error {
	_, err := io.WriteString(s.out, config.EnvExample())
	return err
}
