package reading_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/reading"
)

// TestReader_QuestionPairs holds the tables of question pairs to what the core sees: a pair is the
// same if the second message asks something, and nothing that the first did not ask.
func TestReader_QuestionPairs(t *testing.T) {
	r := newReader(t)
	files, _ := filepath.Glob("questions/testdata/pairs-*.tsv")
	if len(files) == 0 {
		t.Fatal("no tables")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rows := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
			right := 0
			for _, row := range rows {
				f := strings.Split(row, "\t")
				if asksAgain(r, f[3], f[4]) == (f[1] == "same") {
					right++
				} else {
					t.Log(row)
				}
			}
			if share := float64(right) / float64(len(rows)); share < 0.98 {
				t.Errorf("accuracy %.3f", share)
			}
		})
	}
}

// asksAgain tells whether all that b asks was asked in a.
func asksAgain(r *reading.Reader, a, b string) bool {
	ctx := reading.Context{State: coach.Coaching, Phase: coach.PhaseModule, Locale: "en", Asks: coach.AskAction}
	ctx.Questions = r.Learner(ctx, reading.Message{Text: a}).Questions
	asked := r.Learner(ctx, reading.Message{Text: b}).Questions
	return len(asked) > 0 && !slices.ContainsFunc(asked, func(id coach.Identity) bool { return !slices.Contains(ctx.Questions, id) })
}
