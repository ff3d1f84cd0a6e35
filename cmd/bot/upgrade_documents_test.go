//go:build unix

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUpgrade_Documents: the documents of each version are taken in, shown as they are, and started from.
func TestUpgrade_Documents(t *testing.T) {
	t.Parallel()
	for _, from := range fixtures(t) {
		topics, err := fs.Glob(os.DirFS(from), "handoff/*")
		if err != nil || len(topics) < 2 {
			t.Fatalf("topics %v, %v", topics, err)
		}
		for _, dir := range topics {
			t.Run(filepath.Base(from)+"/"+filepath.Base(dir), func(t *testing.T) {
				t.Parallel()
				takesDocuments(t, filepath.Join(from, dir))
			})
		}
	}
}

// resumed is with what words the next session is opened, and what it says of where the documents stand, by
// topic.
var resumed = map[string]sitting{
	"redis": {lines: "continue redis\n", want: []string{
		"session 3", "create the folder for the practice data", "TTL; I will not explain", "Start the server", "0 of 9 done",
	}},
	"git": {lines: "继续学 git\n", want: []string{"第 2 个窗口", "诊断：回答关于目标的问题"}},
}

func takesDocuments(t *testing.T, dir string) {
	t.Helper()
	d, topic := newDesk(t), filepath.Base(dir)
	if resumed[topic].want == nil {
		t.Fatalf("%s: say what is to come of it", dir)
	}
	in := calls(t, exitOK, "handoff", "import", topic, dir, "--data", d.data, "--learner", "kim")
	if !strings.Contains(in, "CONTEXT.md\n") {
		t.Errorf("import prints %q", in)
	}
	for _, name := range strings.Fields(in) {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if got := calls(t, exitOK, "handoff", "show", topic, name, "--data", d.data, "--learner", "kim"); err != nil || got != string(want) {
			t.Errorf("%s: %v, is shown as %s", name, err, got)
		}
	}
	d.sit(resumed[topic])
}

// TestUpgrade_Transcript: a transcript that an older version exported is replayed to the end.
func TestUpgrade_Transcript(t *testing.T) {
	t.Parallel()
	for _, from := range fixtures(t) {
		out := calls(t, exitOK, "replay", filepath.Join(from, "transcript.jsonl"))
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if last := lines[len(lines)-1]; len(lines) < 10 || !strings.Contains(last, `"state":"closed"`) {
			t.Errorf("%s: %d decisions, the last %s", from, len(lines), last)
		}
	}
}

// calls runs the program and returns what it prints.
func calls(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	if code := run(args, strings.NewReader(""), &out, &errs); code != want {
		t.Fatalf("bot %v: exit code %d, want %d: %s%s", args, code, want, &out, &errs)
	}
	if want != exitOK {
		return errs.String() + out.String()
	}
	return out.String()
}
