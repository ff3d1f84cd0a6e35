package terminal

import (
	"maps"
	"slices"
	"strings"

	"tack/internal/nearest"
)

// near is the command most like a word: one that it begins, or one a typing error away; "" if none is
// near.
func near(word string) string {
	names := slices.Sorted(maps.Keys(commands))
	for _, name := range names {
		if len(word) > 1 && strings.HasPrefix(name, word) {
			return name
		}
	}
	return nearest.Name(word, names)
}
