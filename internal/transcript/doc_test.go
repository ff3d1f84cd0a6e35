package transcript_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tack/internal/transcript"
)

// TestDoc: the transcript shown in docs/transcript.md gives the decision shown there.
func TestDoc(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../docs/transcript.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(doc), "```")
	if len(blocks) != 5 {
		t.Fatalf("%d code blocks, want 2", len(blocks)/2)
	}
	shown := func(i int) string { return strings.TrimPrefix(blocks[i], "json\n") }
	o := outcome(t, reader(t), "docs", strings.NewReader(shown(1)))
	if o.Checked != 1 || len(o.Differ) > 0 || len(o.Results) != 1 {
		t.Fatalf("checked %d, differ %v, %d decisions", o.Checked, o.Differ, len(o.Results))
	}
	got, err := transcript.OneLine(transcript.Show(o.Results[0].Decision))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(shown(3), string(got)+"\n"); diff != "" {
		t.Errorf("decision (-shown +got):\n%s", diff)
	}
}
