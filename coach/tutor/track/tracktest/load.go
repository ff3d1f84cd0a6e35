package tracktest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"

	"tack/coach/tutor/track"
)

// Load reads a track of this repository by its topic, for the tests of a package at this depth.
// Only the form is checked here; the rest is the linter's.
func Load(t testing.TB, topic string) *track.Track {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "templates", "tracks", topic+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	tr := &track.Track{}
	if err := yaml.UnmarshalWithOptions(raw, tr, yaml.Strict()); err != nil {
		t.Fatalf("track %s: %v", topic, err)
	}
	return tr
}
