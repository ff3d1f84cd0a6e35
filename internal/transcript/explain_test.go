package transcript_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tack/coach"
	"tack/coach/reading"
	"tack/internal/transcript"
)

// talkative is plain with an account of what it read.
type talkative struct{ plain }

func (talkative) Explain(_ reading.Context, m reading.Message) any { return "read: " + m.Text }

func TestExplain(t *testing.T) {
	t.Parallel()
	o := outcome(t, plain{}, "t", strings.NewReader(opening+`{"type":"learner","id":"l1","text":"error a"}
{"type":"learner","id":"l2","text":"error b","more":true}
{"type":"learner","id":"l3","text":"error a\nasks q"}`))
	got := transcript.Explain(talkative{}, o.Results[1])
	want := transcript.Explanation{
		Read: coach.Reading{
			Kind: coach.KindError, Errors: []coach.Identity{{Key: "b"}, {Key: "a"}}, Questions: []coach.Identity{{Key: "q"}},
		},
		Errors: []transcript.Compared{
			{Key: "b", With: []string{"a"}},
			{Key: "a", Known: true, With: []string{"a"}},
		},
		Questions: []transcript.Compared{{Key: "q"}},
		Text:      "read: error b\nerror a\nasks q",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Explain (-want +got):\n%s", diff)
	}
	lines := []string{
		"read as error_report", "error b: none of the 1 known", "error a: one of the 1 known",
		"question q: none of the 0 known", "read: error b", "error a", "asks q",
	}
	if diff := cmp.Diff(lines, got.Lines()); diff != "" {
		t.Errorf("Lines (-want +got):\n%s", diff)
	}
}
