package reading_test

import (
	"os"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/reading"
)

// TestReader_Learner_Stop holds wishes to stop and texts that look like one apart, a line each.
func TestReader_Learner_Stop(t *testing.T) {
	r := newReader(t)
	for file, stops := range map[string]bool{"testdata/stops.txt": true, "testdata/lookalikes.txt": false} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if got := r.Learner(coaching, reading.Message{Text: line}).Kind; (got == coach.KindStop) != stops {
				t.Errorf("%s: %q is %s", file, line, got)
			}
		}
	}
}
