package slack_test

import (
	"slices"
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/state"
)

// check is what doctor finds, by name.
func (w *world) check() map[string]state.Finding {
	w.Helper()
	return adaptertest.Check(w.T, w.adapter.Check)
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
		adaptertest.Wrong(t, w.check(), name, text)
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
