package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestLoad_Precedence: defaults, file, environment, flags.
func TestLoad_Precedence(t *testing.T) {
	t.Parallel()
	file := write(t, "tack.yaml", "engine: {workers: 1, quiet: 1s, grace: 1s}\n")
	l, err := Load(Sources{
		File:    file,
		Environ: []string{"TACK_CONFIG=/not/looked/at", "TACK_ENGINE_QUIET=2s", "TACK_ENGINE_GRACE=2s", "TACK_ENGINE_THRESHOLD="},
		Flags:   map[string]string{"engine-grace": "3s"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Engine{Workers: 1, Quiet: 2 * time.Second, Grace: 3 * time.Second, Threshold: 20}
	if d := cmp.Diff(want, l.Engine); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestLoad_SecretPrecedence: a file named in a weaker source is not even looked at.
func TestLoad_SecretPrecedence(t *testing.T) {
	t.Parallel()
	secret := write(t, "secret", "xoxb-file\r\n")
	for name, c := range map[string]struct {
		given Sources
		want  Secret
	}{
		"variable over file of a file":  {Sources{File: write(t, "c.yaml", "discord: {token_file: /no/such}"), Environ: []string{"DISCORD_TOKEN=env"}}, "env"},
		"flag over file of a variable":  {Sources{Environ: []string{"DISCORD_TOKEN_FILE=/no/such"}, Flags: map[string]string{"discord-token": "flag"}}, "flag"},
		"file of a flag over variable":  {Sources{Environ: []string{"DISCORD_TOKEN=env"}, Flags: map[string]string{"discord-token-file": secret}}, "xoxb-file"},
		"own variable over customary":   {Sources{Environ: []string{"DISCORD_TOKEN=customary", "TACK_DISCORD_TOKEN=own"}}, "own"},
		"empty flag takes it away":      {Sources{Environ: []string{"DISCORD_TOKEN=env"}, Flags: map[string]string{"discord-token": ""}}, ""},
		"empty variable is not there":   {Sources{Environ: []string{"DISCORD_TOKEN=customary", "TACK_DISCORD_TOKEN=", "DISCORD_TOKEN_FILE= "}}, "customary"},
		"line break behind it does not": {Sources{Environ: []string{"DISCORD_TOKEN=env\n"}}, "env"},
	} {
		l, err := Load(c.given)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if l.Discord.Token != c.want {
			t.Errorf("%s: %q, want %q", name, l.Discord.Token.Reveal(), c.want)
		}
	}
}

// TestLoad_Problems: each wrong file or variable, and all that is said of it.
func TestLoad_Problems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		yaml string
		env  []string
		want []string // FILE is the name of the file
	}{
		"wrong value": {yaml: "engine:\n  quiet: fast", want: []string{
			`FILE:2:10: engine.quiet: want duration such as 2.5s, 72h or 180d, 0 to 1m, got "fast"`,
		}},
		"wrong type": {yaml: "engine: {workers: '3'}\ncoach:\n  tracks: [a]\n  language: 5\n", want: []string{
			"FILE:1:19: engine.workers: want whole number of threads, 1 to 10000, got text",
			"FILE:3:11: coach.tracks: want folder, got a list",
			"FILE:4:13: coach.language: want auto, en or zh, got a number (text that looks like one needs quotes)",
		}},
		"other types": {yaml: "model:\n  name: true\n  day_cost: .inf\n  timeout: |\n    5s\n  context: &a 7000\n  day_tokens:\n  base_url: {a: b}", want: []string{
			"FILE:2:9: model.name: want name, got true or false",
			"FILE:3:13: model.day_cost: want number, money a day, got a number (text that looks like one needs quotes)",
			"FILE:4:12: model.timeout: want duration such as 2.5s, 72h or 180d, 1s to 10m, got a text of several lines",
			"FILE:6:12: model.context: want whole number of tokens, 3500 to 1000000, got something else (anchors, aliases, tags and merges are not read)",
			"FILE:7:14: model.day_tokens: has no value; delete the line if none is meant",
			"FILE:8:13: model.base_url: want URL, http:// or https://, got a group",
		}},
		"unknown name": {yaml: "stor:\n  path: x\nstore:\n  reddis: x\n  workers: 1\nslack:\n  bot_tokenfile: x\nredis: x\nzzz: 1", want: []string{
			"FILE:1:1: stor: there is no such setting; did you mean store?",
			"FILE:4:3: store.reddis: there is no such setting; did you mean store.redis?",
			"FILE:5:3: store.workers: there is no such setting; did you mean engine.workers?",
			"FILE:7:3: slack.bot_tokenfile: there is no such setting; did you mean slack.bot_token_file?",
			"FILE:8:1: redis: there is no such setting; did you mean store.redis?",
			"FILE:9:1: zzz: there is no such setting",
		}},
		"file of what is no secret": {yaml: "engine: {quiet_file: x}", want: []string{
			"FILE:1:10: engine.quiet_file: there is no such setting",
		}},
		"no group":         {yaml: "store: x", want: []string{"FILE:1:8: store: want settings below it, such as store.path, got text"}},
		"no settings":      {yaml: "- store", want: []string{"FILE:1:1: want groups of settings, such as store: with path: below it, got a list"}},
		"no name":          {yaml: "1: x\nstore: {<<: {path: x}}", want: []string{"FILE:1:1: want the name of a setting, got a number (text that looks like one needs quotes)", "FILE:2:9: want the name of a setting, got something else (anchors, aliases, tags and merges are not read)"}},
		"no YAML":          {yaml: "store: [", want: []string{"FILE:1:8: is no YAML: sequence end token ']' not found"}},
		"twice":            {yaml: "store:\n  path: a\n  path: b", want: []string{`FILE:3:3: is no YAML: mapping key "path" already defined at [2:3]`}},
		"second document":  {yaml: "store: {path: a}\n---\nstore: {path: b}\n", want: []string{"FILE:3:6: a second document, behind ---: one file has all settings"}},
		"too large":        {yaml: strings.Repeat("#", maxFile+1), want: []string{"FILE: is larger than 1048576 bytes: it is another file"}},
		"no tracks":        {yaml: "coach: {tracks: /no/such}", want: []string{`FILE:1:17: coach.tracks: there is no folder "/no/such"`}},
		"value and file":   {yaml: "discord:\n  token: a\n  token_file: b", want: []string{"FILE:3:15: discord.token: is given as a value and as a file; the other is FILE:2:10"}},
		"by two variables": {env: []string{"DISCORD_TOKEN=a", "TACK_DISCORD_TOKEN_FILE=b"}, want: []string{"environment TACK_DISCORD_TOKEN_FILE: discord.token: is given as a value and as a file; the other is environment DISCORD_TOKEN"}},
		"secret missing":   {env: []string{"DISCORD_TOKEN_FILE=/no/such"}, want: []string{"environment DISCORD_TOKEN_FILE: discord.token_file: open /no/such: no such file or directory"}},
		"two things wrong, of two sources": {yaml: "log: {level: loud}", env: []string{"TACK_LOG_FORMAT=xml"}, want: []string{
			`FILE:1:14: log.level: want debug, info, warn or error, got "loud"`,
			`environment TACK_LOG_FORMAT: log.format: want text or json, got "xml"`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := Sources{Environ: c.env}
			if c.yaml != "" {
				s.File = write(t, "tack.yaml", c.yaml)
			}
			_, err := Load(s)
			var wrong Error
			if !errors.As(err, &wrong) {
				t.Fatalf("error %v", err)
			}
			var got []string
			for _, p := range wrong {
				got = append(got, strings.ReplaceAll(p.String(), s.File, "FILE"))
				if s.File == "" {
					got[len(got)-1] = p.String()
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestLoad_FineFiles: what looks odd and is right.
func TestLoad_FineFiles(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"", "# nothing\n", "---\n", "store:\n", "store:\n  # path: x\nlog:\n  level: warn\n", "engine:\n  quiet: 0\n", "engine:\r\n  quiet: 3s\r\n",
		"model: {day_cost: 3, input_price: 1.5}", "\ufeffstore: {}\n",
	} {
		if _, err := Load(Sources{File: write(t, "tack.yaml", body)}); err != nil {
			t.Errorf("%q: %v", body, err)
		}
	}
	if _, err := Load(Sources{File: "/no/such.yaml"}); err == nil {
		t.Error("a file that is not there is no error")
	}
}

// TestLoad_Half: what cannot work together, by the setting that is told.
func TestLoad_Half(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ env, want string }{
		{"SLACK_BOT_TOKEN=xoxb-1 SLACK_APP_TOKEN=xapp-1", ""},
		{"SLACK_BOT_TOKEN=xoxb-1 SLACK_APP_TOKEN=xapp-1 SLACK_SIGNING_SECRET=s", ""},
		{"SLACK_BOT_TOKEN=xoxb-1", "slack.bot_token: is of no use without slack.app_token"},
		{"SLACK_APP_TOKEN=xapp-1", "slack.app_token: is of no use without slack.bot_token"},
		{"SLACK_SIGNING_SECRET=s", "slack.signing_secret: is of no use without slack.bot_token"},
		{"SLACK_BOT_TOKEN=xoxb-1 SLACK_SIGNING_SECRET=s", "slack.bot_token: is of no use without slack.app_token"},
		{"SLACK_BOT_TOKEN=xoxb-1 SLACK_SIGNING_SECRET=s TACK_SLACK_MODE=http", ""},
		{"SLACK_BOT_TOKEN=xoxb-1 SLACK_APP_TOKEN=xapp-1 TACK_SLACK_MODE=http", "slack.bot_token: is of no use without slack.signing_secret"},
		{"SLACK_BOT_TOKEN=xoxb-1 SLACK_SIGNING_SECRET=s TACK_SLACK_MODE=http TACK_HTTP_LISTEN=off", "http.listen: is off"},
		{"TACK_HTTP_LISTEN=off", ""},
		{"OPENAI_API_KEY=k OPENAI_MODEL=m", ""},
		{"OPENAI_MODEL=m", "model.name: needs model.api_key"},
		{"OPENAI_MODEL=m OPENAI_BASE_URL=http://localhost:11434/v1/", ""},
		{"OPENAI_BASE_URL=https://api.openai.com/v1/", ""},
		{"TACK_MODEL_DAY_COST=5", "model.day_cost: cannot be held without"},
		{"TACK_MODEL_DAY_COST=5 TACK_MODEL_OUTPUT_PRICE=1", ""},
		{"DISCORD_TOKEN=t", ""},
	} {
		_, err := Load(Sources{Environ: strings.Fields(c.env)})
		if got := fmt.Sprint(err); (c.want == "") != (err == nil) || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v, want %q", c.env, err, c.want)
		}
	}
}

// TestLoad_Warnings: variables that nobody reads, with what was meant; not those that Kubernetes sets.
func TestLoad_Warnings(t *testing.T) {
	t.Parallel()
	l, err := Load(Sources{Environ: []string{
		"TACK_STORE_REDDIS=redis://x", "TACK_ZZZ=1", "TACK_PORT=8080", "TACK_SLACK_BOT_TOKEN_FLIE=x", "HOME=/", "TACKLE=1",
		"TACK_PORT_8080_TCP=tcp://10.0.0.1:8080", "TACK_SERVICE_HOST=10.0.0.1", "TACK_REDIS_SERVICE_PORT_MAIN=1",
		"TACK_REDIS_PORT=tcp://10.0.0.2:6379", "TACK_REDIS_PORT_6379_TCP_ADDR=10.0.0.2", "OPENAI_API_KEY=k",
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"environment TACK_PORT: there is no such setting",
		"environment TACK_SLACK_BOT_TOKEN_FLIE: there is no such setting; did you mean TACK_SLACK_BOT_TOKEN_FILE?",
		"environment TACK_STORE_REDDIS: there is no such setting; did you mean TACK_STORE_REDIS?",
		"environment TACK_ZZZ: there is no such setting",
		"environment OPENAI_API_KEY: model.api_key is of no use without model.name: no model is used unless it is named",
	}
	if d := cmp.Diff(want, l.Warnings); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestLoad_SecretFiles: what is in a file that holds a secret.
func TestLoad_SecretFiles(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"geheim": "", "geheim\n": "", "geheim\r\n": "",
		"":                                 "the file is empty",
		"\n":                               "the file is empty",
		"geheim\ngeheim":                   "holds a blank, a line break",
		"Bot geheim":                       "holds a blank",
		"geheim\n\n":                       "holds a blank, a line break",
		"\xff":                             "holds a blank, a line break or another character",
		strings.Repeat("x", maxSecret+100): "the file holds more than 16384 bytes",
	} {
		_, err := Load(Sources{Environ: []string{"DISCORD_TOKEN_FILE=" + write(t, "secret", body)}})
		if (want == "") != (err == nil) || !strings.Contains(fmt.Sprint(err), want) || strings.Contains(fmt.Sprint(err), "geheim") {
			t.Errorf("%.20q: %v, want %q", body, err, want)
		}
	}
}
