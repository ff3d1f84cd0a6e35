package markdown

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Ensure real messages of the coach, and one of everything, come out as the files beside them say.
// The messages are copies, so that rewording a template does not fail here.
func TestGolden(t *testing.T) {
	t.Parallel()
	messages, err := filepath.Glob("testdata/golden/*/message.md")
	if err != nil || len(messages) < 15 {
		t.Fatalf("found %d messages, %v", len(messages), err)
	}
	for _, path := range messages {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			md := mustRead(t, path)
			golden(t, filepath.Join(dir, "slack.txt"), ToSlack(md, Mention{User: "U012AB3CD"}))
			golden(t, filepath.Join(dir, "discord.md"), ToDiscord(md))
			golden(t, filepath.Join(dir, "plain.txt"), ToPlain(md))
		})
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(strings.TrimSuffix(mustRead(t, path), "\n"), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
