package track

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestJudge_Learners holds the rubrics of the shipped tracks to answers as learners give them.
// "wrong" is an answer that shows none of the ideas: ❌, or too little to judge.
func TestJudge_Learners(t *testing.T) {
	files, err := filepath.Glob("tracktest/testdata/*-answers.tsv")
	if err != nil || len(files) == 0 {
		t.Fatalf("no answers: %v", err)
	}
	lib := shipped(t)
	for _, file := range files {
		topic := strings.TrimSuffix(filepath.Base(file), "-answers.tsv")
		t.Run(topic, func(t *testing.T) {
			track, ok := lib.Topic(topic)
			if !ok {
				t.Fatalf("no track %s", topic)
			}
			learners(t, track, file)
		})
	}
}

// learners judges each line of a file: the id of a point or a question, the grade, the answer.
func learners(t *testing.T, track *Track, file string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rubrics, asked := rubricsByID(track), map[string]int{}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 3 || rubrics[f[0]] == nil {
			t.Errorf("%q: want a known id, a grade and an answer, parted by tabs", line)
			continue
		}
		asked[f[0]]++
		v := judge(rubrics[f[0]], f[2])
		if got := gradeWord(v, f[1]); got != f[1] {
			t.Errorf("%s: %s, want %s: %s\ncaught %v, lacking %v, mistake %v", f[0], got, f[1], f[2],
				ideaIDs(v.caught), ideaIDs(v.lacking), v.mistake)
		}
	}
	for id := range rubrics {
		if asked[id] < 3 {
			t.Errorf("%s: %d answers, want at least 3", id, asked[id])
		}
	}
}

// rubricsByID are the checks of points by the point's id, and the other questions by their own.
func rubricsByID(track *Track) map[string]*Check {
	rubrics := map[string]*Check{}
	for i := range track.Levels {
		rubrics[track.Levels[i].ID] = &track.Levels[i]
	}
	for i := range track.Modules {
		m := &track.Modules[i]
		for _, p := range m.points() {
			rubrics[p.ID] = &p.Check
		}
		for j := range m.Interview {
			rubrics[m.Interview[j].ID] = &m.Interview[j]
		}
	}
	return rubrics
}

// gradeWord names a verdict in the words of the file. "mistake" is wanted where the correction
// counts, whether the rest of the answer makes it ⚠️ or ❌.
func gradeWord(v verdict, wanted string) string {
	switch {
	case v.grade == good:
		return "good"
	case v.mistake != nil && wanted == "mistake":
		return "mistake"
	case v.grade == partly:
		return "partly"
	}
	return "wrong"
}

func ideaIDs(ideas []*Idea) []string {
	var ids []string
	for _, i := range ideas {
		ids = append(ids, i.ID)
	}
	return ids
}
