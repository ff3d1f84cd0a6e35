package config

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// TestValue_Set: what each kind of value takes, and as what.
func TestValue_Set(t *testing.T) {
	t.Parallel()
	for path, cases := range map[string]map[string]string{ // text to text taken; "!": refused
		"engine.quiet": {
			"0": "0", "0s": "0", "1500ms": "1.5s", "1m": "1m", "60s": "1m", "61s": "!", "-1s": "!", "5": "!", "": "!", "1 s": "!", "1d": "!",
		},
		"model.timeout":     {"90s": "1m30s", "999ms": "!", "10m": "10m", "0": "!"},
		"retention.threads": {"180d": "180d", "168h": "7d", "7d12h": "180h", "6d23h": "!", "0": "0", "0d": "0", "-7d": "!", "d": "!", "1.5d": "!", "999999999d": "!", "100000d2000000h": "!"},
		"engine.workers":    {"1": "1", "10000": "10000", "0": "!", "10001": "!", "x": "!", "1.5": "!", "": "!"},
		"discord.shards":    {"0": "0", "-1": "!"},
		"model.day_cost":    {"0": "0", "-0": "0", "2.50": "2.5", "1e3": "1000", "-1": "!", "NaN": "!", "Inf": "!", "1e10": "!", "": "!"},
		"coach.language":    {"zh": "zh", "ZH": "!", "": "!"},
		"model.name":        {"gpt 4/x:y": "gpt 4/x:y", "": "", "a\nb": "!", "\xff": "!", "\x1b[1m": "!"},
		"http.listen":       {":8080": ":8080", "[::1]:80": "[::1]:80", "localhost:0": "localhost:0", "off": "off", "8080": "!", ":http": "!", ":99999": "!", "": "!"},
		"slack.path":        {"/slack": "/slack", "/": "!", "slack": "!", "/metrics": "!", "/a b": "!", "/{x}": "!", "/?": "!"},
		"slack.api_url":     {"https://slack.com/api": "https://slack.com/api/", "http://h:1/api/": "http://h:1/api/", "slack.com": "!", "ftp://h/": "!", "https://": "!", "https://u:p@h/": "!", "http://h/?q": "!", "http://h/%zz": "!"},
		"discord.api_url":   {"http://h/api/": "http://h/api", "http://h": "http://h"},
		"slack.bot_token":   {"xoxb-1": "xoxb-1", "": "", "xapp-1": "!", "xoxb- 1": "!", "xoxb-1\t": "!"},
	} {
		for in, want := range cases {
			var c Config
			for _, s := range every(&c) {
				if s.path != path {
					continue
				}
				err := s.value.set(in)
				if got := s.value.text(); err == nil && got != want || (err != nil) != (want == "!") {
					t.Errorf("%s %q: %q, %v; want %q", path, in, got, err, want)
				}
			}
		}
	}
}

// TestRetention_Forever is what state.Options takes for ever.
func TestRetention_Forever(t *testing.T) {
	t.Parallel()
	l, err := Load(Sources{Flags: map[string]string{"retention-documents": "0"}})
	if err != nil || l.Retention.Documents != Forever || Forever >= 0 {
		t.Errorf("%v %v", l.Retention.Documents, err)
	}
}

// TestSecret: no way of printing shows it.
func TestSecret(t *testing.T) {
	t.Parallel()
	c := Config{Discord: Discord{Token: "geheim"}, Store: Store{Redis: "redis://:geheim@h"}}
	body, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", c.Discord.Token, "all", c)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "token", c.Discord.Token, "all", c)
	for _, shown := range []string{
		fmt.Sprint(c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), fmt.Sprintf("%v %x %q", c.Discord, c.Discord.Token, c.Discord.Token), string(body), log.String(),
	} {
		if strings.Contains(shown, "geheim") || strings.Contains(shown, "67656865696d") {
			t.Errorf("shown: %s", shown)
		}
	}
	if Secret("").String() != "not set" || c.Discord.Token.Reveal() != "geheim" {
		t.Error("what is set is not told")
	}
}

// TestSpan_Text: what is written is the shortest, and read as the same.
func TestSpan_Text(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "0", time.Second: "1s", 90 * time.Minute: "1h30m", 2 * time.Hour: "2h", 10 * time.Minute: "10m", 48 * time.Hour: "2d",
		25 * time.Hour: "25h", 100 * time.Second: "1m40s", time.Hour + time.Second: "1h0m1s", 1500 * time.Microsecond: "1.5ms",
	} {
		if got := formatSpan(d); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
		if back, err := parseSpan(want); back != d || err != nil {
			t.Errorf("%s: %v, %v", want, back, err)
		}
	}
}
