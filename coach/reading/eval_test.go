package reading_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tack/coach"
	"tack/coach/reading"
	"tack/templates"
)

// shared is the one reader of the tests: it never changes and takes a while to build.
var shared = sync.OnceValues(func() (*reading.Reader, error) {
	lexicon, err := fs.Sub(templates.FS, "lexicon")
	if err != nil {
		return nil, err
	}
	return reading.New(lexicon)
})

func newReader(t testing.TB) *reading.Reader {
	t.Helper()
	r, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// row is a labelled message. The columns are those of the header of the table.
type row struct {
	id, state, asks, coach, message string
	kind                            coach.Kind
	resolved                        bool
}

func readRows(t testing.TB, path string) []row {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	column := map[string]int{}
	for i, name := range strings.Split(lines[0], "\t") {
		column[name] = i
	}
	unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	var rows []row
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		get := func(name string) string { return unescape.Replace(f[column[name]]) }
		rows = append(rows, row{get("id"), get("state"), get("asks"), get("coach"), get("message"), coach.Kind(get("kind")), get("resolved") == "true"})
	}
	return rows
}

func (w row) read(r *reading.Reader) coach.Reading {
	said := r.Coach(reading.Context{}, w.coach)
	ctx := reading.Context{
		State: coach.State(w.state), Asks: coach.Ask(w.asks), YesMeans: said.YesMeans,
		Problem: said.Problem, Sets: said.Sets, Phase: coach.PhaseModule,
	}
	if w.state == "diagnosis" {
		ctx.State, ctx.Phase = coach.Coaching, coach.PhaseDiagnosis
	}
	return r.Learner(ctx, reading.Message{Text: w.message})
}

// scores counts verdicts by class and gives the mean F1.
type scores map[string]*[3]int // right, wanted, given

func (s scores) count(want, got string) {
	for _, c := range []string{want, got} {
		if s[c] == nil {
			s[c] = new([3]int)
		}
	}
	s[want][1]++
	s[got][2]++
	if want == got {
		s[want][0]++
	}
}

func (s scores) macroF1() float64 {
	sum, n := 0.0, 0
	for _, c := range s {
		if c[1] == 0 {
			continue
		}
		n++
		sum += 2 * float64(c[0]) / float64(c[1]+c[2])
	}
	return sum / float64(n)
}

func evaluate(t *testing.T, rows []row) (kinds, resolved scores) {
	r := newReader(t)
	kinds, resolved = scores{}, scores{}
	for _, w := range rows {
		got := w.read(r)
		kinds.count(string(w.kind), string(got.Kind))
		resolved.count(fmt.Sprint(w.resolved), fmt.Sprint(got.Resolved))
		if got.Kind != w.kind || got.Resolved != w.resolved {
			t.Logf("%s %s/%s want %s %v, got %s %v: %q", w.id, w.state, w.asks, w.kind, w.resolved, got.Kind, got.Resolved, w.message)
		}
	}
	for kind, c := range kinds {
		t.Logf("%-16s right %3d of %3d, given %3d", kind, c[0], c[1], c[2])
	}
	t.Logf("macro-F1: kind %.3f, resolved %.3f", kinds.macroF1(), resolved.macroF1())
	return kinds, resolved
}

// TestEval measures against labelled messages outside the repository, in the folder TACK_EVAL.
func TestEval(t *testing.T) {
	dir := os.Getenv("TACK_EVAL")
	if dir == "" {
		t.Skip("TACK_EVAL is not set")
	}
	kinds, resolved := evaluate(t, readRows(t, filepath.Join(dir, "messages.tsv")))
	if f := kinds.macroF1(); f < 0.95 {
		t.Errorf("kind: macro-F1 %.3f", f)
	}
	if f := resolved.macroF1(); f < 0.95 {
		t.Errorf("resolved: macro-F1 %.3f", f)
	}
}

// TestLearner_Rows holds the reading to labelled messages of other topics than those it was first
// written for.
func TestLearner_Rows(t *testing.T) {
	files, err := filepath.Glob("testdata/*.tsv")
	if err != nil || len(files) == 0 {
		t.Fatal("no rows", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			kinds, resolved := evaluate(t, readRows(t, f))
			if k, r := kinds.macroF1(), resolved.macroF1(); k < 0.98 || r < 0.98 {
				t.Errorf("macro-F1: kind %.3f, resolved %.3f", k, r)
			}
		})
	}
}
