package track

import (
	"os"
	"testing"
)

// shipped are the tracks that come with the program.
func shipped(t testing.TB) Library {
	t.Helper()
	lib, err := Load(os.DirFS("../../../templates/tracks"))
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func TestShipped_Lint(t *testing.T) {
	for _, track := range shipped(t) {
		for _, p := range Lint(track) {
			t.Error(p)
		}
	}
}
