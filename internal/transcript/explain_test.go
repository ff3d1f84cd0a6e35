package transcript_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tack/coach"
	"tack/coach/reading"
	"tack/coach/reading/errs"
	"tack/internal/transcript"
)

// talkative is plain with an account of what it read.
type talkative struct{ plain }

func (talkative) Explain(_ reading.Context, m reading.Message) reading.Explanation {
	return reading.Explanation{
		Blocks: []string{"output"},
		Signs:  []reading.Said{{Sign: "why", Words: m.Text}},
		Errors: []errs.Explanation{{
			Excerpt: "at 10:15 port 80 is taken", Class: "at port § is taken", Values: []string{"80"},
			Masked: []errs.Masked{{Masker: "time", Text: "10:15"}},
		}},
		Questions: []string{"q: asks why"},
	}
}

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
		Masked: []transcript.Masked{{
			Text: "at 10:15 port 80 is taken", Class: "at port § is taken", Values: []string{"80"}, Out: []string{"time 10:15"},
		}},
		Asked:  []string{"q: asks why"},
		Blocks: []string{"output"},
		Signs:  []transcript.Sign{{Sign: "why", Words: "error b\nerror a\nasks q"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Explain (-want +got):\n%s", diff)
	}
	lines := []string{
		"read as error_report", "error b: none of the 1 known", "error a: one of the 1 known",
		"  text at 10:15 port 80 is taken", "  compared at port § is taken", "  kept 80", "  masked time 10:15",
		"question q: none of the 0 known", "asked q: asks why", "blocks output", `why "error b\nerror a\nasks q"`,
	}
	if diff := cmp.Diff(lines, got.Lines()); diff != "" {
		t.Errorf("Lines (-want +got):\n%s", diff)
	}
}
