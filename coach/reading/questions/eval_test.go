package questions

import (
	"os"
	"strings"
	"testing"
)

// pairs reads a table of labelled pairs: id, label, why, a, b behind a header line.
func pairs(t *testing.T, file string) [][]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			t.Fatalf("%s: %d fields in %q", file, len(f), line)
		}
		rows = append(rows, f)
	}
	return rows
}

// accuracy reports the share of pairs read as labelled and logs the others.
func accuracy(t *testing.T, c *Catalog, rows [][]string) float64 {
	t.Helper()
	right := 0
	for _, r := range rows {
		same := c.Same(c.Parse(r[3]).Identity, c.Parse(r[4]).Identity)
		if same == (r[1] == "same") {
			right++
			continue
		}
		t.Logf("%s %s: %s\n\ta %s\n\t  %s\n\tb %s\n\t  %s", r[0], r[1], r[2], r[3], c.Explain(r[3]), r[4], c.Explain(r[4]))
	}
	return float64(right) / float64(len(rows))
}

// TestEval measures a table outside the repository, named by TACK_EVAL.
func TestEval(t *testing.T) {
	file := os.Getenv("TACK_EVAL")
	if file == "" {
		t.Skip("TACK_EVAL names no table")
	}
	c := catalog(t)
	if got := accuracy(t, c, pairs(t, file)); got < 0.93 {
		t.Errorf("accuracy %.3f, want at least 0.93", got)
	} else {
		t.Logf("accuracy %.3f", got)
	}
}
