package tracktest

import (
	"regexp"
	"strings"
	"testing"

	"tack/coach/tutor/track"
)

func TestBox(t *testing.T) {
	need(t, nil)
	t.Setenv("REDISCLI_AUTH", "the tester's own")
	b := open(t, Plain)
	for _, tt := range []struct {
		name, line, output string
		code               int
	}{
		{"Home", `printf %s "${PWD#"$HOME"}"`, "", 0},
		{"FolderLasts", "mkdir lab; cd lab", "", 0},
		{"AfterFolder", `printf %s "${PWD#"$HOME"}"`, "/lab", 0},
		{"ExportLasts", "export A=1; exit 3", "", 3},
		{"AfterExport", `printf %s "$A"`, "1", 0},
		{"BothStreams", "printf a; printf b >&2", "ab", 0},
		{"NotFound", "no-such-program 2>/dev/null", "", exitMissing},
		{"Clean", `printf %s "$REDISCLI_AUTH"`, "", 0},
	} {
		if got := b.run(t, tt.line); got.output != tt.output || got.code != tt.code {
			t.Errorf("%s: %q %d, want %q %d", tt.name, got.output, got.code, tt.output, tt.code)
		}
	}
}

func TestBox_Background(t *testing.T) {
	need(t, nil)
	c := track.Command{Run: "{ sleep 0.3; echo ready; } &"}
	if got := open(t, Plain).step(t, c, regexp.MustCompile("ready")); !strings.Contains(got.output, "ready") {
		t.Errorf("printed %q, want what comes later too", got.output)
	}
}

func TestRedis_Ports(t *testing.T) {
	need(t, []string{"redis-server", "redis-cli"})
	b := open(t, Redis)
	for _, tt := range []struct{ name, line, want string }{
		{"DefaultPort", "redis-cli PING", "127.0.0.1:6379: Connection refused"},
		{"NamedPort", "redis-cli -p 6380 PING", "127.0.0.1:6380: Connection refused"},
		{"OtherPort", "redis-cli -p 7000 PING", "not one that the tests provide"},
		{"OtherServer", "redis-server --port 7000", "not one that the tests provide"},
	} {
		if got := b.run(t, tt.line); !strings.Contains(got.output, tt.want) || got.code == 0 {
			t.Errorf("%s: %q (exit %d), want %q", tt.name, got.output, got.code, tt.want)
		}
	}
}

func TestLastLine(t *testing.T) {
	f := track.Fault{ID: "f", Match: []string{"^error: (one|two)"}}
	for output, want := range map[string]int{
		"": -1, "fine": -1, "error: one": 0, "x\nERROR: two": 1, "error: one\ny\nerror: two\nz": 2,
	} {
		if got := lastLine(t, f, output); got != want {
			t.Errorf("%q: %d, want %d", output, got, want)
		}
	}
}
