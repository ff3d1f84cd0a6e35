package tracktest

import (
	"os"
	"path/filepath"
	"testing"

	"tack/coach/tutor/track"
)

// Load reads a track of this repository by its topic, for the tests of a package at this depth.
func Load(t testing.TB, topic string) *track.Track {
	t.Helper()
	file := filepath.Join("..", "..", "..", "..", "templates", "tracks", topic+".yaml")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := track.Parse(file, raw)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}
