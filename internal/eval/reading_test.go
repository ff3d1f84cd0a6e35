package eval_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"tack/coach"
	"tack/coach/reading"
	"tack/internal/eval"
)

// plain reads by first words: "error k" names an error by the key k, "error 8080" is any known
// error if 8080 was set, "asks k" a question, any other first word is the kind. "gone" behind it
// resolves.
type plain struct{}

func (plain) Learner(ctx reading.Context, m reading.Message) coach.Reading {
	var r coach.Reading
	set := strings.Join(ctx.Sets, " ")
	for line := range strings.Lines(m.Text) {
		what, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch what {
		case "$":
			set += rest
		case "error":
			r.Kind, r.Errors = coach.KindError, append(r.Errors, plainError(ctx, set, rest))
		case "asks":
			r.Kind, r.Questions = coach.KindQuestion, append(r.Questions, coach.Identity{Key: rest})
		default:
			r.Kind, r.Resolved = coach.Kind(what), rest == "gone" && ctx.YesMeans == coach.YesGone
		}
	}
	return r
}

func plainError(ctx reading.Context, set, key string) coach.Identity {
	if strings.Contains(set, key) && len(ctx.Errors) > 0 {
		return ctx.Errors[0]
	}
	return coach.Identity{Key: key}
}

func (plain) Coach(_ reading.Context, text string) reading.Coach {
	return reading.Coach{Sets: strings.Fields(text), YesMeans: coach.YesGone}
}

const (
	errorHead    = "id\tlabel\twhy\tcontext\ta\tb\n"
	questionHead = "id\tlabel\twhy\ta\tb\n"
	messageHead  = "id\tlocale\tstate\tasks\tcoach\tmessage\tkind\tresolved\tnote\n"
)

// tables is a folder of tables with a row of every sort.
func tables() fstest.MapFS {
	return fstest.MapFS{
		"error-pairs.tsv": {Data: []byte(errorHead +
			"E1\tsame\tx\t\terror a\tshell\\nerror a\n" +
			"E2\tsame\tx\t\terror a\terror b\n" +
			"E3\tdifferent\tx\t\terror a\terror b\n" +
			"E4\tdifferent\tx\t\terror a\terror a\\nerror b\n" +
			"E5\tknob\tx\tcoach: use port 8080\terror 7070\terror 8080\n" +
			"E6\tknob\tx\tlearner: serve 9090\terror 7070\terror 9090\n" +
			"E7\tknob\tx\tcoach: use port 1\terror 7070\terror 9090\n" +
			"E8\tdifferent\tx\t\tnothing\tnothing\n")},
		"question-pairs.tsv": {Data: []byte(questionHead + "Q1\tsame\tx\tasks a\tasks a\nQ2\tdifferent\tx\tasks a\tasks a\n")},
		"messages.tsv": {Data: []byte(messageHead +
			"M1\ten\tcoaching\taction\tx\tchat\tchat\tfalse\t\n" +
			"M2\tzh\tdiagnosis\tyesno\tx\tevidence gone\tevidence\ttrue\t\n" +
			"M3\ten\tclosing\tconfirm\tx\tvague\tconfirm\tfalse\tn\n" +
			"M4\ten\tclosed\tnone\tx\tchat\tchat\ttrue\tn\n")},
	}
}

func TestMeasureReading(t *testing.T) {
	t.Parallel()
	got, err := eval.MeasureReading(plain{}, tables())
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(got.ErrorPairs)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"accuracy":0.75,"macro_f1":0.75,"labels":{` +
		`"same":{"precision":1,"recall":0.5,"n":2},` +
		`"different":{"precision":0.6,"recall":1,"n":3},` +
		`"knob":{"precision":1,"recall":0.6667,"n":3}}}`
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("error pairs (-want +got):\n%s", diff)
	}
	wrong := []eval.Wrong{{ID: "E2", Want: "same", Got: "different"}, {ID: "E7", Want: "knob", Got: "different"}}
	if diff := cmp.Diff(wrong, got.ErrorPairs.Wrong); diff != "" {
		t.Errorf("wrong error pairs (-want +got):\n%s", diff)
	}
	if got.QuestionPairs.Accuracy != 0.5 || got.QuestionPairs.MacroF1 != 0.3333 {
		t.Errorf("question pairs: %+v", got.QuestionPairs)
	}
	if m := got.Messages; m.Accuracy != 0.75 || m.MacroF1 != 0.5 || len(m.Labels) != 12 {
		t.Errorf("messages: %+v", m)
	}
	if r := got.Messages.Resolved; r.Accuracy != 0.75 || len(r.Wrong) != 1 || r.Wrong[0].ID != "M4" {
		t.Errorf("resolved: %+v", r)
	}
}

func TestMeasureReading_BadTable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, data string // the data of a file in place of the good one; empty: no file
		want       string
	}{
		"NoFile":        {"messages.tsv", "", "read table: open messages.tsv: file does not exist"},
		"NoRows":        {"error-pairs.tsv", errorHead, "error-pairs.tsv: no rows"},
		"Header":        {"error-pairs.tsv", "id\tlabel\n", "error-pairs.tsv:1: the header must be"},
		"Fields":        {"error-pairs.tsv", errorHead + "E1\tsame\n", "error-pairs.tsv:2: 2 fields, want 6"},
		"Blank":         {"error-pairs.tsv", errorHead + "\n", "error-pairs.tsv:2: 1 fields, want 6"},
		"NoID":          {"question-pairs.tsv", questionHead + "\tsame\tx\ta\tb\n", "question-pairs.tsv:2: id is empty"},
		"Twice":         {"question-pairs.tsv", questionHead + strings.Repeat("Q\tsame\tx\ta\tb\n", 2), `question-pairs.tsv:3: id "Q" stands twice`},
		"UnknownLabel":  {"question-pairs.tsv", questionHead + "Q\tknob\tx\ta\tb\n", `question-pairs.tsv:2: label: unknown value "knob"`},
		"UnknownKind":   {"messages.tsv", messageHead + "M\ten\tcoaching\tnone\tx\ty\ttick\tfalse\t\n", `messages.tsv:2: kind: unknown value "tick"`},
		"UnknownState":  {"messages.tsv", messageHead + "M\ten\tparked\tnone\tx\ty\tchat\tfalse\t\n", `messages.tsv:2: state: unknown value "parked"`},
		"UnknownAsk":    {"messages.tsv", messageHead + "M\ten\tclosed\t\tx\ty\tchat\tfalse\t\n", `messages.tsv:2: asks: unknown value ""`},
		"NotUTF8":       {"messages.tsv", messageHead + "\xff", "messages.tsv: not valid UTF-8"},
		"UnknownResult": {"messages.tsv", messageHead + "M\ten\tclosed\tnone\tx\ty\tchat\tyes\t\n", `messages.tsv:2: resolved: unknown value "yes"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tables()
			delete(dir, c.file)
			if c.data != "" {
				dir[c.file] = &fstest.MapFile{Data: []byte(c.data)}
			}
			_, err := eval.MeasureReading(plain{}, dir)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestReading_Text(t *testing.T) {
	t.Parallel()
	got, err := eval.MeasureReading(plain{}, tables())
	if err != nil {
		t.Fatal(err)
	}
	text := got.Text()
	for _, want := range []string{
		"error pairs: accuracy 0.7500, macro-F1 0.7500\n",
		"  same                1.0000    0.5000    0.6667     2\n",
		"  E7: want knob, got different\n",
		"  M3: want confirm, got vague\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}
