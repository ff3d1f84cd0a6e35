package nearest

import (
	"testing"

	"pgregory.net/rapid"
)

// TestDistance holds it to what a distance is: 0 only for the same, symmetric, one edit is one.
func TestDistance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-d]{0,6}`)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if (d == 0) != (a == b) || d != distance(b, a) || d > max(len(a), len(b)) {
			t.Fatalf("distance(%q, %q) = %d, back %d", a, b, d, distance(b, a))
		}
		i := rapid.IntRange(0, len(a)).Draw(t, "i")
		if d := distance(a, a[:i]+"x"+a[i:]); d != 1 {
			t.Fatalf("one letter more is %d", d)
		}
	})
}
