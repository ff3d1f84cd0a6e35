package eval_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tack/internal/eval"
)

// dialogue has, in order: chat, an ack in two messages, busy, a stop that is none and a chat after it.
const dialogue = `{"type":"session","id":"d"}
{"type":"coach","id":"c1","text":"x","asks":"none"}
{"type":"learner","id":"l1","text":"chat"}
{"type":"learner","id":"l2","text":"bare_ack","more":true}
{"type":"learner","id":"l3","text":"bare_ack"}
{"type":"coach","id":"c2","text":"x","asks":"none"}
{"type":"learner","id":"l4","text":"chat"}
{"type":"learner","id":"l5","text":"stop_intent"}
{"type":"learner","id":"l6","text":"chat"}
`

func mark(event, label, fires string) string {
	return `{"transcript":"d","event":"` + event + `","label":"` + label + `","fires":"` + fires + "\"}\n"
}

func folder(labels string) fstest.MapFS {
	return fstest.MapFS{"d.jsonl": {Data: []byte(dialogue)}, "labels.jsonl": {Data: []byte(labels)}}
}

func TestMeasureDialogues(t *testing.T) {
	t.Parallel()
	got, err := eval.MeasureDialogues(plain{}, folder(
		mark("l1", "busy", "none")+mark("l2", "bare_ack_exempt", "none")+mark("l3", "bare_ack_counted", "none")+
			mark("l4", "spin_no_progress", "spinning")+mark("l5", "progress", "none")+mark("l6", "none", "none")))
	if err != nil {
		t.Fatal(err)
	}
	want := eval.Dialogues{
		Dialogues: 1, Turns: 5,
		Stop:       eval.Score{Precision: 0, Recall: 1, N: 0},
		Disengaged: eval.Disengaged{Engaged: 5, FalseAlarms: 1},
		Spin:       eval.Score{Precision: 1, Recall: 1, N: 1},
		Busy:       eval.Score{Precision: 0, Recall: 0, N: 1},
		BareAck:    eval.Score{Precision: 1, Recall: 1, N: 1},
		Wrong: []eval.Wrong{
			{ID: "d l1", Want: "busy", Got: "no busy"},
			{ID: "d l5", Want: "no stop_intent", Got: "stop_intent"},
			{ID: "d l5", Want: "engaged", Got: "disengaged"},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(eval.Score{})); diff != "" {
		t.Errorf("dialogues (-want +got):\n%s", diff)
	}
	if text := got.Text(); !strings.Contains(text, "engaged learners called disengaged: 1 of 5 turns\n") {
		t.Errorf("no false alarm in:\n%s", text)
	}
}

// TestMeasureDialogues_Acks: an ack beside other content is none, and one that answers a yes-or-no
// question is left out.
func TestMeasureDialogues_Acks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		read    string // the kind of the turn's last message
		l2, l3  string // labels
		want    int
		precise float64
	}{
		"Alone":            {"bare_ack", "bare_ack_exempt", "bare_ack_counted", 1, 1},
		"BesideContent":    {"bare_ack", "bare_ack_exempt", "progress", 0, 0},
		"ExemptAnswer":     {"answer", "bare_ack_exempt", "bare_ack_exempt", 0, 1},
		"CountedButAnswer": {"answer", "bare_ack_counted", "bare_ack_counted", 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folder(mark("l2", c.l2, "none") + mark("l3", c.l3, "none"))
			dir["d.jsonl"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(dialogue, "bare_ack", c.read))}
			got, err := eval.MeasureDialogues(plain{}, dir)
			if err != nil {
				t.Fatal(err)
			}
			if got.BareAck.N != c.want || got.BareAck.Precision != c.precise {
				t.Errorf("n %d, precision %v; want %d, %v", got.BareAck.N, got.BareAck.Precision, c.want, c.precise)
			}
		})
	}
}

func TestMeasureDialogues_Bad(t *testing.T) {
	t.Parallel()
	good := mark("l1", "none", "none")
	for name, c := range map[string]struct {
		labels, want string
	}{
		"NotJSON":      {"x\n", "labels.jsonl:1: not a label"},
		"UnknownField": {`{"transcript":"d","event":"l1","label":"none","fires":"none","by":"me"}`, "labels.jsonl:1: not a label"},
		"Trailing":     {strings.TrimSpace(good) + " {}\n", "labels.jsonl:1: more text behind"},
		"NoEvent":      {mark("", "none", "none"), "labels.jsonl:1: transcript or event is missing"},
		"UnknownLabel": {good + mark("l2", "bored", "none"), `labels.jsonl:2: label: unknown value "bored"`},
		"UnknownFires": {mark("l1", "none", "maybe"), `labels.jsonl:1: fires: unknown value "maybe"`},
		"Twice":        {good + good, "labels.jsonl:2: l1 of d is labelled twice"},
		"NoSuchEvent":  {mark("l9", "none", "none"), "labels.jsonl: l9 is labelled but is no learner message of d.jsonl"},
		"NoSuchFile":   {strings.Replace(good, `"d"`, `"e"`, 1), "labels.jsonl: there is no transcript e.jsonl"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := eval.MeasureDialogues(plain{}, folder(c.labels))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	t.Run("BadTranscript", func(t *testing.T) {
		t.Parallel()
		dir := folder(good)
		dir["d.jsonl"] = &fstest.MapFile{Data: []byte("{}\n")}
		if _, err := eval.MeasureDialogues(plain{}, dir); err == nil || err.Error() != "d.jsonl:1: type: is missing" {
			t.Errorf("got %v", err)
		}
	})
}
