package docs_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExcerpts: what the pages show as a conversation ("text excerpt") is one that takes place: the
// learner's lines are those of testdata/session.txt, and the rest is what bot chat answers, in this
// order. … stands for what is left out.
func TestExcerpts(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("testdata/session.txt")
	if err != nil {
		t.Fatal(err)
	}
	chat := exec.Command(filepath.Join(bot(t), "bot"), "chat", "--data", t.TempDir(), "--learner", "kim")
	chat.Stdin, chat.Env = bytes.NewReader(script), []string{"HOME=" + t.TempDir(), "LANG=C"}
	out, err := chat.Output()
	if err != nil {
		t.Fatal(err)
	}
	said, seen := flat(string(out)), 0
	for _, p := range pages(t) {
		all, _ := p.blocks()
		for _, b := range all {
			if b.is("text", "excerpt") {
				seen++
				holdsExcerpt(t, p.path, b, "\n"+string(script), said)
			}
		}
	}
	if seen < 3 {
		t.Errorf("%d excerpts, want one in the README and two for hosts", seen)
	}
}

func holdsExcerpt(t *testing.T, path string, b block, script, said string) {
	t.Helper()
	var coach strings.Builder
	for line := range strings.SplitSeq(b.text, "\n") {
		text, ok := strings.CutPrefix(line, "you> ")
		if !ok {
			coach.WriteString(line + "\n")
			continue
		}
		coach.WriteString("…")
		if _, rest, ok := strings.Cut(script, "\n"+text+"\n"); ok {
			script = "\n" + rest
		} else {
			t.Errorf("%s, line %d: the learner does not say %q, or not here", path, b.line, text)
		}
	}
	for piece := range strings.SplitSeq(flat(coach.String()), "…") {
		piece = strings.TrimSpace(piece)
		_, rest, ok := strings.Cut(said, piece)
		if !ok {
			t.Errorf("%s, line %d: the coach does not say %q, or not here", path, b.line, piece)
			return
		}
		said = rest
	}
}

var quoted = regexp.MustCompile(`(?m)^> ?`)

// flat is text without line breaks and the marks of quotes.
func flat(s string) string { return strings.Join(strings.Fields(quoted.ReplaceAllString(s, "")), " ") }
