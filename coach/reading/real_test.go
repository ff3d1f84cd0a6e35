package reading_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/reading"
)

type line struct {
	Type, ID, Text, Locale, Asks string
	Transcript, Event, Label     string
}

func readLines(t testing.TB, path string) []line {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []line
	for s := bufio.NewScanner(f); s.Scan(); {
		var l line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, l)
	}
	return out
}

// TestEval_Dialogues measures stops and engagement on dialogues outside the repository, in the
// folder real under TACK_EVAL.
func TestEval_Dialogues(t *testing.T) {
	dir := os.Getenv("TACK_EVAL")
	if dir == "" {
		t.Skip("TACK_EVAL is not set")
	}
	labels := map[string]string{}
	for _, l := range readLines(t, filepath.Join(dir, "real", "labels.jsonl")) {
		labels[l.Transcript+"/"+l.Event] = l.Label
	}
	r := newReader(t)
	files, _ := filepath.Glob(filepath.Join(dir, "real", "*.jsonl"))
	stop := [3]int{} // right, wanted, given
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".jsonl")
		if name == "labels" {
			continue
		}
		ctx := reading.Context{State: coach.Coaching, Phase: coach.PhaseModule}
		quiet := 0
		for _, l := range readLines(t, f) {
			switch l.Type {
			case "coach":
				c := r.Coach(ctx, l.Text)
				ctx.Asks, ctx.YesMeans, ctx.Problem = c.Asks, c.YesMeans, c.Problem
				if os.Getenv("TACK_SHOW") != "" {
					t.Logf("%s    coach %s %s: %.90q", name, c.Asks, c.YesMeans, l.Text)
				}
			case "learner":
				rd := r.Learner(ctx, reading.Message{Text: l.Text})
				want := labels[name+"/"+l.ID]
				if rd.Kind == coach.KindStop {
					stop[2]++
				}
				if want == "stop_intent" {
					stop[1]++
					if rd.Kind == coach.KindStop {
						stop[0]++
					}
				}
				if rd.Kind == coach.KindChat {
					quiet++
				} else {
					quiet = 0
				}
				bad := (rd.Kind == coach.KindStop) != (want == "stop_intent") || want == "progress" && rd.Kind == coach.KindChat || (want == "busy") != (rd.Kind == coach.KindBusy) || want == "progress" && rd.Kind == coach.KindAck
				if bad || quiet > 2 || os.Getenv("TACK_SHOW") != "" {
					t.Logf("%s %s asks %s quiet %d label %s, got %s %v: %.90q", name, l.ID, ctx.Asks, quiet, want, rd.Kind, rd.Resolved, l.Text)
				}
			}
		}
	}
	t.Logf("stop_intent: right %d of %d, given %d", stop[0], stop[1], stop[2])
}
