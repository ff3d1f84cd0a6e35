package track

import (
	"os"
	"strings"
	"testing"
)

// rows reads a tab-separated file of testdata with n columns.
func rows(t *testing.T, name string, n int) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var list [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		row := strings.SplitN(line, "\t", n)
		if len(row) != n {
			t.Fatalf("%s: %q has not %d columns", name, line, n)
		}
		list = append(list, row)
	}
	return list
}

func gitTrack(t *testing.T) *Track {
	t.Helper()
	tr, ok := shipped(t).Topic("git")
	if !ok {
		t.Fatal("no track git")
	}
	return tr
}

// checksByID gives every question of a track, a point's under the id of the point.
func checksByID(tr *Track) map[string]*Check {
	all := map[string]*Check{}
	for _, c := range tr.checks() {
		all[c.it.ID] = c.it
	}
	for i := range tr.Modules {
		for _, p := range tr.Modules[i].points() {
			all[p.ID] = &p.Check
		}
	}
	return all
}

// TestGit_Answers holds the rubrics to answers as learners word them: a fair one is taken, a wrong
// or empty one is not.
func TestGit_Answers(t *testing.T) {
	checks := checksByID(gitTrack(t))
	for _, row := range rows(t, "answers-git.tsv", 3) {
		c, want := checks[row[0]], row[1]
		if c == nil {
			t.Fatalf("no question %q", row[0])
		}
		v := judge(c, row[2])
		if (v.grade == good) != (want == "good") {
			t.Errorf("%s: %q: taken as %v, want %s", row[0], row[2], v.grade, want)
		}
	}
}

// TestGit_Questions asks the track's frequent questions in other words, and others that it does
// not cover.
func TestGit_Questions(t *testing.T) {
	tr := gitTrack(t)
	for _, row := range rows(t, "questions-git.tsv", 2) {
		got := "-"
		if a, ok := tr.answer(row[1]); ok {
			got = a.ID
		}
		if got != row[0] {
			t.Errorf("%q: answered by %s, want %s", row[1], got, row[0])
		}
	}
}
