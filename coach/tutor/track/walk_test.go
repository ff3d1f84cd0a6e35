package track

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/guard"
	"tack/coach/reading"
	"tack/coach/tutor"
)

// walker plays a session: it keeps what the engine would keep between two replies.
type walker struct {
	t      testing.TB
	tutor  *Tutor
	locale string
	course course.State
	last   tutor.Last
	now    time.Time
	tried  []coach.Dimension
	log    []tutor.Reply

	hostile bool // the learner's text may hold what the guard takes out of an echo
}

// shared is one tutor for all tests: it keeps nothing.
var (
	shared     *Tutor
	sharedOnce sync.Once
	watch      *guard.Guard
)

func newWalker(t testing.TB, locale string) *walker {
	sharedOnce.Do(func() {
		shared = New(Library{sample(t)}, texts(t))
		var err error
		if watch, err = guard.New(os.DirFS("../../../templates")); err != nil {
			t.Fatal(err)
		}
	})
	return &walker{
		t: t, tutor: shared, locale: locale,
		course: course.State{Topic: "tally", Phase: coach.PhaseDiagnosis}, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC),
	}
}

// step gives one reply and checks what holds for every one.
func (w *walker) step(in tutor.Input) tutor.Reply {
	w.t.Helper()
	w.now = w.now.Add(time.Minute)
	in.Now, in.Locale, in.Course, in.Last, in.Tried = w.now, w.locale, w.course, w.last, w.tried
	before, _ := json.Marshal(in.Course)
	r, err := w.tutor.Reply(context.Background(), in)
	if err != nil {
		w.t.Fatal(err)
	}
	after, _ := json.Marshal(in.Course)
	if string(before) != string(after) {
		w.t.Fatal("the reply changed the course given to it")
	}
	w.check(in, r)
	w.course, w.last = r.Course, tutor.Last{Asks: r.Asks, Step: r.Step, Text: r.Text}
	w.log = append(w.log, r)
	return r
}

// check holds every reply to the rules of coaching.
func (w *walker) check(in tutor.Input, r tutor.Reply) {
	w.t.Helper()
	if r.Text == "" || strings.Contains(r.Text, "⟪") || strings.Contains(r.Text, "<no value>") {
		w.t.Fatalf("text %q after %q", r.Text, in.Message.Text)
	}
	if r.Text == in.Last.Text {
		w.t.Fatalf("the same message twice in a row: %q", r.Text)
	}
	if len(r.Commands) > 1 {
		w.t.Fatalf("%d commands in one message", len(r.Commands))
	}
	if !r.Course.Route.Confirmed && (r.Teaches || len(r.Explains) > 0 || len(r.Commands) > 0) {
		w.t.Fatalf("teaches before gate B: %q", r.Text)
	}
	if !w.hostile {
		w.guarded(in.Course, in.Last, r)
	}
	if r.Course.Phase == coach.PhaseDiagnosis {
		if n := strings.Count(r.Text, "?") + strings.Count(r.Text, "？"); n > 1 {
			w.t.Fatalf("%d questions in one message of the diagnosis: %q", n, r.Text)
		}
		if strings.ContainsAny(r.Text, "✅❌⚠") {
			w.t.Fatalf("a judgement in the diagnosis: %q", r.Text)
		}
	}
	data, err := json.Marshal(r.Course)
	if err != nil {
		w.t.Fatal(err)
	}
	var back course.State
	if err := json.Unmarshal(data, &back); err != nil {
		w.t.Fatal(err)
	}
	again, _ := json.Marshal(back)
	if string(again) != string(data) {
		w.t.Fatalf("course changes in JSON: %s and %s", data, again)
	}
}

// guarded holds a reply to the reply guard in the state before it. Rule 4 is left out: a track may
// say what a recorded word is in passing, and what is explained as new is tested by the scenes.
func (w *walker) guarded(before course.State, last tutor.Last, r tutor.Reply) {
	w.t.Helper()
	var terms []string
	for _, t := range before.Terms {
		terms = append(terms, t.Term)
	}
	if r.Course.Route.Confirmed && !before.Route.Confirmed {
		before.Phase, before.Route.Confirmed = r.Course.Phase, true // by the learner's yes
	}
	c := guard.Context{
		Phase: before.Phase, Locale: w.locale, Pace: coach.PaceStepConfirm, RouteConfirmed: before.Route.Confirmed,
		Step: last.Step, Terms: terms, Preferences: before.Preferences, Depth: before.Route.Depth,
	}
	for _, v := range watch.Check(r, c) {
		if v.Rule == guard.RuleTerms {
			continue
		}
		w.t.Errorf("guard rule %d %s: %s\n%s", v.Rule, v.Name, v.What, r.Text)
	}
}

func (w *walker) open(text string) tutor.Reply {
	return w.step(tutor.Input{Why: tutor.WhyOpen, Message: reading.Message{Text: text}})
}

func (w *walker) turn(kind coach.Kind, text string) tutor.Reply {
	return w.step(tutor.Input{Message: reading.Message{Text: text}, Reading: coach.Reading{Kind: kind}})
}

// line is one learner turn with what the reply must be. Empty fields are not checked.
type line struct {
	kind  coach.Kind
	text  string
	asks  coach.Ask
	step  string   // Step of the reply
	key   string   // Question of the reply; "-": none is put
	says  []string // parts of the text; with "!" before it: must not be in the text
	phase coach.Phase
	other func(tutor.Reply) bool
}

func (w *walker) play(lines []line) {
	w.t.Helper()
	for i, l := range lines {
		var r tutor.Reply
		switch l.kind {
		case "open":
			r = w.open(l.text)
		case "go":
			r = w.step(tutor.Input{Go: true})
		case "resume":
			r = w.step(tutor.Input{Why: tutor.WhyResume})
		case "go_on":
			r = w.step(tutor.Input{Why: tutor.WhyGoOn})
		case "break_out":
			r = w.step(tutor.Input{Why: tutor.WhyBreakOut, Method: coach.Dimension(l.text)})
		default:
			r = w.turn(l.kind, l.text)
		}
		w.expect(i, l, r)
	}
}

func (w *walker) expect(i int, l line, r tutor.Reply) {
	w.t.Helper()
	bad := func(what string, got, want any) {
		w.t.Helper()
		w.t.Errorf("line %d %q: %s %v, want %v\n%s", i, l.text, what, got, want, r.Text)
	}
	if l.asks != "" && r.Asks != l.asks {
		bad("asks", r.Asks, l.asks)
	}
	if l.step != "" && r.Step != l.step {
		bad("step", r.Step, l.step)
	}
	if l.key == "-" && r.Question != "" || l.key != "" && l.key != "-" && r.Question != l.key {
		bad("question", r.Question, l.key)
	}
	if l.phase != "" && r.Course.Phase != l.phase {
		bad("phase", r.Course.Phase, l.phase)
	}
	for _, s := range l.says {
		if part, never := strings.CutPrefix(s, "!"); strings.Contains(r.Text, part) == never {
			bad("text", s, "that")
		}
	}
	if l.other != nil && !l.other(r) {
		bad("reply", r, "something else")
	}
}

var (
	completes = func(s coach.Stage) func(tutor.Reply) bool {
		return func(r tutor.Reply) bool { return r.Completes == s }
	}
	saves    = func(r tutor.Reply) bool { return r.Saves }
	advanced = func(r tutor.Reply) bool { return r.Advanced }
)

// toSetup goes through diagnosis and route.
var toSetup = []line{
	{kind: "open", text: "I want to learn tally", asks: coach.AskQuestion, key: "diagnosis:goal", phase: coach.PhaseDiagnosis},
	{kind: coach.KindAnswer, text: "for my job", key: "diagnosis:level:lv-line"},
	{kind: coach.KindAnswer, text: "wc -l", key: "diagnosis:level:lv-pipe"},
	{kind: coach.KindAnswer, text: "no idea", key: "diagnosis:time"},
	{kind: coach.KindAnswer, text: "an hour a day", key: "diagnosis:language"},
	{kind: coach.KindAnswer, text: "English", key: "diagnosis:order"},
	{kind: coach.KindAnswer, text: "theory", key: "diagnosis:pace"},
	{kind: coach.KindAnswer, text: "step by step", key: "diagnosis:deliverable"},
	{kind: coach.KindAnswer, text: "a one-line report", asks: coach.AskConfirm, phase: coach.PhaseNegotiation, other: saves,
		says: []string{"knows the basics", "**L1: the basics**", "- **M1 Lines** (0.25 days)", "**L2: everyday use**", "- **M2 Words** (0.5 days, builds on M1)", "0.75 days", "an hour a day", "a one-line report"}},
	{kind: coach.KindConfirm, text: "confirm", asks: coach.AskAction, step: "M0/hands_on/check-version", phase: coach.PhaseSetup, other: saves,
		says: []string{"wc --version", "What it does", "What the parts mean", "What to expect", "If it fails"}},
}

// toM1 goes through the setup.
var toM1 = append(append([]line{}, toSetup...),
	line{kind: coach.KindEvidence, text: "$ wc --version\nwc (GNU coreutils) 9.1\nCopyright", asks: coach.AskAction, step: "M0/hands_on/make-log", says: []string{"✅", "wc (GNU coreutils) 9.1"}, other: advanced},
	line{kind: coach.KindEvidence, text: "~$ printf 'a b\\nc\\n' | tee /tmp/log.txt\na b\nc\n", asks: coach.AskStep, other: completes(coach.StageSetup)},
	line{kind: "go_on", asks: coach.AskStep, step: "M1/scenario/0", phase: coach.PhaseModule, says: []string{"Lines", "how big"}},
)

func TestTutor_WholeCourse(t *testing.T) {
	w := newWalker(t, "en")
	w.play(append(append([]line{}, toM1...),
		line{kind: coach.KindAck, text: "ok", asks: coach.AskQuestion, key: "point:what-is-counted", step: "M1/concept/what-is-counted",
			other: func(r tutor.Reply) bool { return r.Teaches && len(r.Explains) == 1 && r.Explains[0] == "newline" }},
		line{kind: coach.KindAnswer, text: "it prints 0, because it only counts newline characters", asks: coach.AskYesNo, key: "consent:what-is-counted", other: advanced, says: []string{"✅", "prints 0"}},
		line{kind: coach.KindAnswer, text: "yes", asks: coach.AskQuestion, key: "point:streaming"},
		line{kind: coach.KindAnswer, text: "it keeps only one number, a counter, nothing more than that", asks: coach.AskStep, says: []string{"✅", "Hands-on"}},
		line{kind: "go", asks: coach.AskAction, step: "M1/hands_on/count-lines"},
		line{kind: coach.KindEvidence, text: "2 log.txt", asks: coach.AskAction, step: "M1/verify/verify-lines"},
		line{kind: coach.KindEvidence, text: "2", asks: coach.AskStep},
		line{kind: coach.KindAck, text: "ok", asks: coach.AskQuestion, key: "interview:iv-lines"},
		line{kind: coach.KindAnswer, text: "zcat it into wc", asks: coach.AskStep, other: completes(coach.StageModule), says: []string{"M1 Lines is done", "M2 Words"}},
		line{kind: "go_on", step: "M2/scenario/0", asks: coach.AskStep},
		line{kind: coach.KindContinue, text: "go on", key: "point:what-is-a-word"},
		line{kind: coach.KindAnswer, text: "two of them", asks: coach.AskStep},
		line{kind: coach.KindAck, text: "k", key: "point:state-machine"},
		line{kind: coach.KindAnswer, text: "whether it is inside a word or outside", asks: coach.AskYesNo},
		line{kind: coach.KindAnswer, text: "no", asks: coach.AskAction, step: "M2/hands_on/count-words"},
		line{kind: coach.KindEvidence, text: "3 log.txt", asks: coach.AskAction},
		line{kind: coach.KindEvidence, text: "3", asks: coach.AskStep},
		line{kind: coach.KindAck, text: "ok", key: "interview:iv-words"},
		line{kind: coach.KindAnswer, text: "no blanks between them", asks: coach.AskNone, other: completes(coach.StageModule), says: []string{"last module"}},
		line{kind: "go_on", asks: coach.AskNone, says: []string{"last module"}},
		line{kind: coach.KindQuestion, text: "and how long is the longest line?", asks: coach.AskNone, says: []string{"wc -L"}},
	))
	c := w.course
	if len(c.Own) != 2 || !c.Own[0].Consent || c.Own[1].Consent || c.Own[1].Text != "" {
		t.Errorf("own summaries %+v", c.Own)
	}
	want := course.Trace{Module: "M0", Command: `printf 'a b\nc\n' | tee /tmp/log.txt`, Effect: "a log to count", Undone: "a file under /tmp is gone"}
	if len(c.Trace) != 1 {
		t.Fatalf("trace %+v", c.Trace)
	}
	want.At = c.Trace[0].At
	if c.Trace[0] != want || want.At.IsZero() {
		t.Errorf("trace %+v, want %+v", c.Trace[0], want)
	}
	if len(c.Environment) != 2 || c.Environment[0].Value != "wc (GNU coreutils) 9.1" || c.Environment[0].From != "wc --version" {
		t.Errorf("environment %+v", c.Environment)
	}
	for _, p := range c.Points {
		if p.Status != "confirmed" {
			t.Errorf("point %+v", p)
		}
	}
	for _, m := range c.Modules {
		if m.Status != "done" {
			t.Errorf("module %+v", m)
		}
	}
	if !reflect.DeepEqual(c.Known, []string{"the program wc"}) {
		t.Errorf("known %v", c.Known)
	}
	if len(c.Open) != 0 || c.Todo.Text != "Course finished" || c.Diagnosis.Level != "basics" {
		t.Errorf("open %v todo %v level %v", c.Open, c.Todo, c.Diagnosis.Level)
	}
	if !reflect.DeepEqual([]string{"newline", "token"}, []string{c.Terms[0].Term, c.Terms[1].Term}) {
		t.Errorf("terms %v", c.Terms)
	}
}
