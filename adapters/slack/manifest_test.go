package slack_test

import (
	"slices"
	"testing"

	"tack/adapters/slack"

	"github.com/goccy/go-yaml"
	sdk "github.com/slack-go/slack"
)

// TestManifest holds the manifest to what the code goes by.
func TestManifest(t *testing.T) {
	t.Parallel()
	var m sdk.Manifest
	if err := yaml.UnmarshalWithOptions([]byte(slack.Manifest), &m, yaml.UseJSONUnmarshaler()); err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(slices.Values(m.OAuthConfig.Scopes.Bot)); !slices.Equal(got, slack.Scopes) {
		t.Errorf("scopes of the manifest %v\nof the code %v", got, slack.Scopes)
	}
	if got := m.Settings.EventSubscriptions.BotEvents; !slices.Equal(got, slack.Events) {
		t.Errorf("events of the manifest %v\nof the code %v", got, slack.Events)
	}
	if c := m.Features.SlashCommands; len(c) != 1 || c[0].Command != slack.Command {
		t.Errorf("commands %+v", c)
	}
	if !m.Settings.SocketModeEnabled || !m.Settings.Interactivity.IsEnabled {
		t.Errorf("settings %+v", m.Settings)
	}
}
