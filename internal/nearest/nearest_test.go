package nearest_test

import (
	"testing"

	"tack/internal/nearest"
)

func TestName(t *testing.T) {
	t.Parallel()
	names := []string{"store.path", "store.redis", "log.level", "log"}
	for word, want := range map[string]string{
		"store.redis":   "store.redis", // itself
		"store.reddis":  "store.redis", // one too many
		"store.rdeis":   "store.redis", // two swapped
		"stroe.redsi":   "store.redis", // twice
		"store.rediss2": "store.redis", // two at the end
		"lgo":           "log",
		"xyz":           "",
		"":              "",
		"slack.redis":   "", // four changes
	} {
		if got := nearest.Name(word, names); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := nearest.Name("x", nil); got != "" {
		t.Errorf("of none: %q", got)
	}
}
