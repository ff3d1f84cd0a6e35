package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tack/coach"
)

// TestRunner_Reading: what is annotated stands, what is not is read from the text.
func TestRunner_Reading(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	id := func(keys ...string) (ids []coach.Identity) {
		for _, k := range keys {
			ids = append(ids, coach.Identity{Key: k})
		}
		return ids
	}
	for name, c := range map[string]struct {
		in   string // fields of the learner lines behind id, one line each
		want coach.Reading
	}{
		"Text": {
			`"text":"error a\nasks b"`,
			coach.Reading{Kind: coach.KindError, Errors: id("a"), Questions: id("b")},
		},
		"KindKeepsErrors": {
			`"text":"error a\nasks b\nfixed","kind":"error_report"`,
			coach.Reading{Kind: coach.KindError, Errors: id("a"), Questions: id("b"), Resolved: true, Sure: 1},
		},
		"EvidenceHasNoErrors": {
			`"text":"error a\nshows b","kind":"evidence"`,
			coach.Reading{Kind: coach.KindEvidence, Shows: []string{"b"}, Sure: 1},
		},
		"ChatAsksNothing": {
			`"text":"asks b\nfixed","kind":"chat"`,
			coach.Reading{Kind: coach.KindChat, Sure: 1},
		},
		"AnswerMayResolve": {
			`"text":"fixed","kind":"answer"`,
			coach.Reading{Kind: coach.KindAnswer, Resolved: true, Sure: 1},
		},
		"QuestionReadFromTheText": {
			`"text":"asks b","kind":"question"`,
			coach.Reading{Kind: coach.KindQuestion, Questions: id("b"), Sure: 1},
		},
		"KeysReplaceFingerprints": {
			`"text":"error a\nasks b","kind":"error_report","errors":["x","y","x"],"question":"z"`,
			coach.Reading{Kind: coach.KindError, Errors: id("x", "y"), Questions: id("z"), Sure: 1},
		},
		"FlagsOverride": {
			`"text":"fixed","kind":"confirm","new":false,"resolved":false,"goes_on":true`,
			coach.Reading{Kind: coach.KindConfirm, New: &no, GoesOn: true, Sure: 1},
		},
		"ErrorsRaiseTheKind": {
			`"text":"hm","errors":["x"]`,
			coach.Reading{Kind: coach.KindError, Errors: id("x")},
		},
		"NewRaisesTheKind": {
			`"text":"hm","new":true`,
			coach.Reading{Kind: coach.KindEvidence, New: &yes},
		},
		"QuestionRaisesTheKind": {
			`"text":"hm","question":"x"`,
			coach.Reading{Kind: coach.KindQuestion, Questions: id("x")},
		},
		"PlainMessagesAreReadAsOne": {
			`"text":"error a","more":true` + "\n" + `"text":"asks b"`,
			coach.Reading{Kind: coach.KindError, Errors: id("a"), Questions: id("b")},
		},
		"AnnotatedOnesByThemselves": {
			`"text":"error a","more":true` + "\n" + `"text":"error b","kind":"chat","more":true` + "\n" + `"text":"asks c"`,
			coach.Reading{Kind: coach.KindError, Errors: id("a"), Questions: id("c"), Sure: 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := opening
			for i, fields := range strings.Split(c.in, "\n\"") {
				if i > 0 {
					fields = `"` + fields
				}
				in += `{"type":"learner","id":"` + string(rune('a'+i)) + `",` + fields + "}\n"
			}
			o := outcome(t, plain{}, "t", strings.NewReader(in))
			if len(o.Results) != 1 {
				t.Fatalf("%d decisions, want 1", len(o.Results))
			}
			if diff := cmp.Diff(c.want, o.Results[0].Reading); diff != "" {
				t.Errorf("reading (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRunner_NamedByWords: what an annotated kind shows without a key is counted by its words.
func TestRunner_NamedByWords(t *testing.T) {
	t.Parallel()
	for _, kind := range []coach.Kind{coach.KindQuestion, coach.KindError, coach.KindEvidence} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			in := opening + `{"type":"coach","id":"c0","text":"action"}` + "\n"
			for i, text := range []string{"Hm, so odd", "hm so ODD!", "hm so old"} {
				in += fmt.Sprintf(`{"type":"learner","id":"l%d","text":%q,"kind":%q}`+"\n", i, text, kind)
			}
			o := outcome(t, plain{}, "t", strings.NewReader(in))
			var got []bool
			for _, r := range o.Results {
				got = append(got, *r.Decision.Progress)
			}
			if diff := cmp.Diff([]bool{true, false, true}, got); diff != "" {
				t.Errorf("progress (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRunner_OffTopic: a session must have a topic for a question to be off it.
func TestRunner_OffTopic(t *testing.T) {
	t.Parallel()
	for opening, want := range map[string]bool{opening: true, `{"type":"session","id":"s"}` + "\n": false} {
		o := outcome(t, plain{}, "t", strings.NewReader(opening+`{"type":"learner","id":"l","text":"asks a\nastray"}`))
		if got := o.Results[0].Reading.OffTopic; got != want {
			t.Errorf("%s: off topic %v, want %v", opening, got, want)
		}
	}
}

// TestRunner_CoachReading shows by what a reading is given afterwards what became of a coach line.
func TestRunner_CoachReading(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line, question string
		asks           coach.Ask
		yes            coach.YesMeans
		tried          []coach.Dimension
	}{
		"Text": {
			`"text":"yesno gone"`, "gone", coach.AskYesNo, coach.YesGone, []coach.Dimension{coach.DimState},
		},
		"ActionPutsNoQuestion": {
			`"text":"yesno gone","asks":"action","directions":[]`, "", coach.AskAction, "", nil,
		},
		"QuestionReadForAnnotatedAsks": {
			`"text":"question port","asks":"question","directions":["network"]`,
			"port", coach.AskQuestion, "",
			[]coach.Dimension{coach.DimNetwork},
		},
		"Key": {
			`"text":"hm","asks":"question","question":"k","directions":[]`, "k", coach.AskQuestion, "", nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := opening + `{"type":"coach","id":"c1",` + c.line + "}\n" + `{"type":"tick"}`
			before := outcome(t, plain{}, "t", strings.NewReader(in)).Results[0].Before
			m := before.Memory()
			question := ""
			if len(m.CoachQuestions) > 0 {
				question = m.CoachQuestions[0].Key
			}
			if question != c.question || m.Asks != c.asks || m.YesMeans != c.yes {
				t.Errorf("got %q %s %q, want %q %s %q", question, m.Asks, m.YesMeans, c.question, c.asks, c.yes)
			}
			if !m.Problem || !cmp.Equal(m.Sets, []string{"6380"}) {
				t.Errorf("problem %v, sets %q: lost what only the text says", m.Problem, m.Sets)
			}
			if diff := cmp.Diff(c.tried, before.Tried()); diff != "" {
				t.Errorf("directions (-want +got):\n%s", diff)
			}
		})
	}
}
