package errs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tack/coach/reading/segment"
)

// pair is a labelled pair of error texts: same, different, or knob (same because of context).
type pair struct{ id, label, why, context, a, b string }

// readPairs reads a table of pairs: a header line, then id, label, why, context, a, b.
func readPairs(t *testing.T, name string) []pair {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	var out []pair
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 6 {
			t.Fatalf("%s: %d fields in %q", name, len(f), line)
		}
		out = append(out, pair{f[0], f[1], f[2], unescape.Replace(f[3]), unescape.Replace(f[4]), unescape.Replace(f[5])})
	}
	return out
}

// verdict reports whether b, sent as a message behind the learner's command, shows nothing but what
// the message a showed.
func verdict(c *Catalog, p pair) bool {
	who, said, _ := strings.Cut(p.context, ": ")
	sets, b := Sets(said), p.b
	if who == "learner" {
		b = "$ " + said + "\n" + b
	}
	known, fresh := c.Find(segment.Parse(p.a)), c.Find(segment.Parse(b))
	for _, f := range fresh {
		same := false
		for _, k := range known {
			same = same || c.Same(k.Identity, f.Identity, sets)
		}
		if !same {
			return false
		}
	}
	return len(fresh) > 0
}

// score runs the pairs and logs the wrong ones.
func score(t *testing.T, c *Catalog, pairs []pair) float64 {
	right := 0
	for _, p := range pairs {
		if verdict(c, p) == (p.label != "different") {
			right++
			continue
		}
		t.Logf("%s wanted %s (%s)\n  a %s\n  b %s", p.id, p.label, p.why, explained(c, p.a), explained(c, p.b))
	}
	t.Logf("%d of %d right", right, len(pairs))
	return float64(right) / float64(len(pairs))
}

func explained(c *Catalog, text string) string {
	var out []string
	for _, e := range c.Explain(text) {
		out = append(out, e.Class+" ⟨"+strings.Join(e.Values, " ⁄ ")+"⟩")
	}
	return strings.Join(out, "\n    ") + "   ← " + strings.ReplaceAll(text, "\n", "⏎")
}

func catalog(t testing.TB) *Catalog {
	t.Helper()
	c, err := New(os.DirFS("../../../templates/lexicon"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestEval scores a table of pairs named by TACK_EVAL.
func TestEval(t *testing.T) {
	name := os.Getenv("TACK_EVAL")
	if name == "" {
		t.Skip("TACK_EVAL names no table of pairs")
	}
	if got := score(t, catalog(t), readPairs(t, name)); got < 0.95 {
		t.Errorf("accuracy %.3f, want 0.95 or more", got)
	}
}

// TestPairs holds the catalogue to pairs of tools and wordings of all kinds.
func TestPairs(t *testing.T) {
	c := catalog(t)
	files, err := filepath.Glob("testdata/*.tsv")
	if err != nil || len(files) == 0 {
		t.Fatal("no pairs", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			if got := score(t, c, readPairs(t, f)); got < 1 {
				t.Errorf("accuracy %.3f, want 1", got)
			}
		})
	}
}
