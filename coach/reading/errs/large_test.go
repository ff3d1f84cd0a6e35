package errs

import (
	"strings"
	"testing"
	"time"

	"tack/coach/reading/segment"
)

// TestFind_Large holds Parse and Find to linear work: each text is such that a look at the rest
// from every place would take hours.
func TestFind_Large(t *testing.T) {
	const size = 1 << 20
	c := catalog(t)
	for _, unit := range []string{"a", "错", ": ", "\"", "“", "`", "'a' ", "Error: ", "又 Error: x, ", "a.b: ", "\n", "Error: x\n", "Caused by: x\n", "```\n", "> ", "1", "\x1b[", "[", "x at y:1 ", ". I ", "-> "} {
		text := strings.Repeat(unit, size/len(unit))
		start := time.Now()
		c.Find(segment.Parse(text))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%d bytes of %q took %v", len(text), unit, took)
		} else if took > time.Second {
			t.Logf("%q took %v", unit, took)
		}
	}
}
