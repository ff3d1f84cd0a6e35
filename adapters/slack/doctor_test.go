package slack_test

import (
	"slices"
	"strings"
	"testing"

	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/state"
)

// check is what doctor finds, by name.
func (w *world) check() map[string]state.Finding {
	w.Helper()
	list, err := w.adapter.Check(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	found := map[string]state.Finding{}
	for _, f := range list {
		if f.OK != (f.Fix == "") || f.Text == "" {
			w.Errorf("%s: a finding that is wrong says what to do, one that is well does not: %+v", f.Name, f)
		}
		if old, ok := found[f.Name]; !ok || old.OK {
			found[f.Name] = f
		}
	}
	return found
}

func TestCheckWell(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{idle: true})
	found := w.check()
	for _, name := range []string{"bot-token", "scopes", "clock", "channels", "pins", "app-token", "consumers", "events"} {
		if f := found[name]; !f.OK {
			t.Errorf("%s: %+v", name, f)
		}
	}
	w.NoViolations(t)
}

func TestCheckFinds(t *testing.T) {
	t.Parallel()
	wrong := func(t *testing.T, w *world, name, text string) {
		t.Helper()
		if f := w.check()[name]; f.OK || !strings.Contains(f.Text+f.Fix, text) {
			t.Errorf("%s: %+v, want one that says %q", name, f, text)
		}
	}
	t.Run("Scopes", func(t *testing.T) {
		t.Parallel()
		less := slices.DeleteFunc(slices.Clone(slack.Scopes), func(s string) bool { return s == "pins:write" })
		w := setup(t, setting{idle: true, fake: slacktest.Options{Scopes: less}})
		wrong(t, w, "scopes", "pins:write")
	})
	t.Run("BotToken", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true, config: func(c *slack.Config) { c.BotToken = "xoxb-other" }})
		wrong(t, w, "bot-token", "copy it again")
	})
	t.Run("AppToken", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true, config: func(c *slack.Config) { c.AppToken = "xapp-other" }})
		wrong(t, w, "app-token", "connections:write")
	})
	t.Run("Consumers", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{})
		wrong(t, w, "consumers", "1 other connection")
	})
	t.Run("NoChannel", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true})
		w.Remove(w.BotUser(), w.channel)
		wrong(t, w, "channels", "/invite @tack")
	})
	t.Run("Pins", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true})
		w.FillPins(w.kim, w.channel)
		wrong(t, w, "pins", "100 pins")
	})
	t.Run("Unreachable", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true})
		w.Close()
		if _, err := w.adapter.Check(t.Context()); err == nil {
			t.Error("no error though Slack cannot be reached")
		}
	})
}
