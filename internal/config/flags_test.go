package config

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

// TestFlags: as a command line parser fills them.
func TestFlags(t *testing.T) {
	t.Parallel()
	f := NewFlags()
	var cli struct{ kong.Plugins }
	cli.Plugins = kong.Plugins{f.Struct()}
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--config", "tack.yaml", "--engine-quiet=3s", "--slack-bot-token-file", "/run/x", "--http-listen="}
	if _, err := parser.Parse(args); err != nil {
		t.Fatal(err)
	}
	want := Sources{
		File: "tack.yaml", Environ: []string{"A=b"},
		Flags: map[string]string{"engine-quiet": "3s", "slack-bot-token-file": "/run/x", "http-listen": ""},
	}
	if d := cmp.Diff(want, f.Sources([]string{"A=b"})); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if d := cmp.Diff(Sources{Flags: map[string]string{}}, NewFlags().Sources(nil)); d != "" {
		t.Errorf("none given (-want +got)\n%s", d)
	}
	if _, err := parser.Parse([]string{"--engine-quit=3s"}); err == nil || !strings.Contains(err.Error(), `did you mean "--engine-quiet"`) {
		t.Errorf("mistyped: %v", err)
	}
}
