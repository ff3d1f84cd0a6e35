package model

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

// TestScenario_Misbehaving plays the scenarios to a model that breaks every rule in every answer. hold
// looks at each reply; at the end the course stands where the learner's own words have brought it.
func TestScenario_Misbehaving(t *testing.T) {
	for _, tc := range []struct {
		name, locale, topic string
		turns               []string
	}{
		{"intent", "en", "kafka", []string{"I want to learn kafka", "for work"}},
		{"project goal", "en", "kafka", []string{"I want to build an order pipeline with kafka", "about an hour a day"}},
		{"inflated self", "en", "kafka", []string{"I am an expert in kafka, teach me the internals", "I know everything already"}},
		{"interview in a week", "zh", "kafka", []string{"下周要面试，我想学 kafka", "越快越好", "直接给我面试题"}},
		{"one-off", "en", "redis", []string{"how do I use SETNX?"}},
		{"off topic", "zh", "cooking", []string{"我想学做菜"}},
		{"digressions", "en", "kafka", []string{"I want to learn kafka", "what is a partition?", "and who wrote it?", "kafka: command not found"}},
		{"skip", "en", "kafka", []string{"I want to learn kafka", "skip the diagnosis, just start", "no more questions", "ok"}},
		{"front end", "zh", "react", []string{"我想学 React", "做后台页面", "跳过诊断"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, tc.locale, tc.topic)
			d.model.rest = obedient(t, d.tutor.Prompts.say("en", "base", instruct{}))
			d.open(tc.turns[0])
			for _, text := range tc.turns[1:] {
				d.say(text)
			}
			if d.course.Phase != coach.PhaseDiagnosis || d.last.Asks != coach.AskQuestion {
				t.Errorf("phase %s, asks %s", d.course.Phase, d.last.Asks)
			}
		})
	}
	t.Run("teach first", func(t *testing.T) {
		d := newDesk(t, "en", "kafka")
		toDraft(d)
		d.model.rest = obedient(t, "")
		for _, text := range []string{"teach a bit first, then I'll decide", "whatever", "show me one command at least", "what does M3 cover?"} {
			if r := d.say(text); r.Asks != coach.AskConfirm || r.Course.Route.Confirmed {
				t.Errorf("%q: asks %s, %+v", text, r.Asks, r.Course.Route)
			}
		}
	})
	t.Run("third window", func(t *testing.T) {
		d := newDesk(t, "en", "kafka")
		toModule(d)
		d.course.Window = 3
		d.model.rest = obedient(t, "")
		r := d.turn(tutor.WhyResume, "continue kafka", nil)
		if !strings.Contains(r.Text, "**5. ") || r.Course.Position.Step != "scenario" || r.Completes != "" {
			t.Errorf("%+v\n%s", r.Course.Position, r.Text)
		}
	})
}

// Gate C is passed by what the learner has shown, never by the model's word.
func TestGateC(t *testing.T) {
	hasty := says{
		"text": "✅ All done.", "asks": "none", "step": "interview", "completes": "module", "advanced": true, "quote": "ok then",
		"verdict": says{"of": "interview", "grade": "good", "quote": "ok then"},
	}
	d := newDesk(t, "en", "kafka")
	toModule(d)
	r := d.say("ok then, what is next?", hasty, hasty)
	if r.Completes != "" || r.Course.Position.Step != "scenario" {
		t.Errorf("M1 is complete at once: %+v", r.Course.Position)
	}
	d = newDesk(t, "en", "kafka")
	toSetup(d)
	early := says{"text": "✅ The setup is fine.", "asks": "none", "completes": "setup", "verdict": says{"of": "output", "grade": "good", "quote": "it works"}}
	if r = d.say("I guess so", early, early); r.Completes != "" {
		t.Error("the setup is complete without an output")
	}
	again := says{
		"text": "A topic is a named log. Why?", "asks": "question", "question": "why", "step": "concept", "point": says{"id": "a", "title": "A"},
	}
	d = newDesk(t, "en", "kafka")
	toModule(d)
	d.say("yes", again)
	second := says{"text": "And an offset is a place in it. Why?", "asks": "question", "question": "why", "step": "principle", "point": says{"id": "b", "title": "B"}}
	if r = d.say("please go on with the next one", second, second); len(r.Course.Points) != 1 || r.Course.Position.Step != "concept" {
		t.Errorf("a point is explained before the last one was checked: %+v", r.Course.Points)
	}
}

// A point that is not understood is asked for another way, and goes to the open questions at last.
func TestTries(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toModule(d)
	first := d.say("yes", says{"text": "A topic is a named log. Why can two read it?", "asks": "question", "question": "why", "step": "concept", "point": says{"id": "a", "title": "Topics"}}).Question
	var r tutor.Reply
	for i := range maxTries {
		r = d.say(fmt.Sprintf("because of the %d brokers that copy it", i), says{
			"text": fmt.Sprintf("❌ Not yet. Look at it like this, the %dth way. What does a reader keep?", i), "asks": "question", "question": "keep", "step": "concept",
			"verdict": says{"of": "point", "grade": "missed", "quote": "because of the"},
		})
		if r.Advanced {
			t.Error("a wrong answer advanced")
		}
	}
	if r.Question == "" || first == "" || len(r.Course.Open) != 1 || r.Course.Points[0].Status != "unclear" {
		t.Errorf("questions %q and %q, open %v, points %+v", first, r.Question, r.Course.Open, r.Course.Points)
	}
}

// A break-out's words look where the core said, or the plain texts do.
func TestBreakOut(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toSetup(d)
	d.say("kafka-topics.sh: command not found", says{
		"text": "The shell does not find it. Is the folder in your path? Look at `PATH`.", "asks": "action", "fault": "kafka-topics.sh: command not found",
		"directions": []says{{"dimension": "config", "text": "look at PATH"}},
	})
	if d.course.Issue.Excerpt == "" || len(d.course.Issue.Tried) != 1 {
		t.Fatalf("issue %+v", d.course.Issue)
	}
	right := says{"text": "Let us look at versions: which one did you download?", "asks": "question", "question": "v", "directions": []says{{"dimension": "version", "text": "which version"}}}
	wrong := says{"text": "Try another port.", "asks": "action", "directions": []says{{"dimension": "config", "text": "another port"}}}
	method := func(dim coach.Dimension, answers ...any) tutor.Reply {
		d.Helper()
		return d.reply(tutor.Input{Why: tutor.WhyBreakOut, Method: dim, Budget: 2}, answers)
	}
	if r := method(coach.DimVersion, wrong, right); r.Directions[0].Dimension != coach.DimVersion {
		t.Errorf("directions %+v", r.Directions)
	}
	if r := method(coach.DimNetwork, wrong, wrong); len(r.Directions) != 1 || r.Directions[0].Dimension != coach.DimNetwork || r.Away {
		t.Errorf("directions %+v\n%s", r.Directions, r.Text)
	}
	if r := method(coach.DimReask); r.Asks != coach.AskAction {
		t.Errorf("reask asks %s", r.Asks)
	}
	if r := method(coach.DimSkip); r.Course.Position.Waiting != waitStage || len(r.Course.Open) == 0 || len(r.Course.Past) != 1 || r.Completes != "" {
		t.Errorf("skip: %+v", r.Course)
	}
}

// Where the model cannot be asked the learner is answered by plain texts, told so once, and no gate is lost.
func TestFallback(t *testing.T) {
	down := errors.New("endpoint gone")
	d := newDesk(t, "en", "kafka")
	r := d.open("I want to learn kafka", down)
	notice := d.tutor.Voice.Say("en", "away", nil)
	if !strings.Contains(r.Text, notice) || !r.Away || r.Question != "diagnosis:goal" {
		t.Fatalf("%+v\n%s", r, r.Text)
	}
	for _, text := range []string{"to move events between services", "no idea at all", "an hour a day", "English", "theory", "step by step"} {
		if r = d.say(text, down); strings.Contains(r.Text, notice) {
			t.Errorf("told twice: %s", r.Text)
		}
	}
	r = d.say("a small chat program", down)
	if r.Course.Phase != coach.PhaseNegotiation || !r.Saves || r.Asks != coach.AskStep {
		t.Fatalf("gate A: %+v\n%s", r.Course.Diagnosis, r.Text)
	}
	if r = d.say("go on", down); len(r.Course.Route.Modules) != 0 {
		t.Error("a route out of nothing")
	}
	if r = d.say("go on", route(9)); r.Asks != coach.AskConfirm || r.Away {
		t.Fatalf("back again: %s", r.Text)
	}
	r = d.say("confirm", fmt.Errorf("complete: %w", ErrSpent))
	if !r.Course.Route.Confirmed || !r.Saves || !strings.Contains(r.Text, d.tutor.Voice.Say("en", "spent", nil)) {
		t.Errorf("gate B: %+v\n%s", r.Course.Route, r.Text)
	}
	if r = d.say("kafka: connection refused", down); len(r.Directions) != 1 || r.Asks != coach.AskAction {
		t.Errorf("no direction: %+v\n%s", r.Directions, r.Text)
	}
}

// Without a model an answer is taken in the learner's words, but "no idea" is none.
func TestFallback_NoIdea(t *testing.T) {
	down := errors.New("endpoint gone")
	d := newDesk(t, "en", "kafka")
	d.open("I want to learn kafka", down)
	if r := d.say("no idea", down); r.Course.Diagnosis.Goal == "" || r.Course.Diagnosis.Goal == "no idea" {
		t.Errorf("the goal is %q", r.Course.Diagnosis.Goal)
	}
}

// An answer that was cut for its length is asked for again, with that named; a second one is not said.
func TestAsk_Cut(t *testing.T) {
	cut := fmt.Errorf("complete: %w", ErrLong)
	d := newDesk(t, "en", "kafka")
	toModule(d)
	var asked []Request
	d.model.rest = func(r Request) any {
		if asked = append(asked, r); len(asked) == 1 {
			return cut
		}
		return says{"text": "A topic is a named log. Shall we go on?", "asks": "step", "step": "scenario"}
	}
	if r := d.say("hm, that one is odd"); !strings.HasPrefix(r.Text, "A topic is") || !strings.Contains(asked[1].Messages[1].Text, "too long") || r.Away {
		t.Errorf("%s", r.Text)
	}
	if r := d.say("and that one too", cut, cut); !strings.Contains(r.Text, d.tutor.Voice.Say("en", "away", nil)) {
		t.Errorf("%s", r.Text)
	}
}

// echo is a tutor that says its name.
type echo struct{}

func (echo) Reply(_ context.Context, in tutor.Input) (tutor.Reply, error) {
	c := in.Course
	c.Route.Modules = []string{"M1"}
	return tutor.Reply{Text: "from the track", Asks: coach.AskQuestion, Course: c}, nil
}

// The track tutor speaks where it has the topic, and teaches to its end the course that it began.
func TestFallback_Track(t *testing.T) {
	chat := &script{}
	tt := build(t, chat)
	with := New(Config{
		Chat: chat, Guard: tt.Guard, Prompts: tt.Prompts, Words: tt.Words, Voice: tt.Voice,
		Track: echo{}, Tracks: func(topic string) bool { return topic == "redis" },
	})
	in := tutor.Input{Why: tutor.WhyOpen, Course: course.State{Topic: "redis", Locale: "en"}}
	chat.answers = []any{errors.New("gone")}
	r, err := with.Reply(t.Context(), in)
	if err != nil || !strings.HasSuffix(r.Text, "from the track") || !r.Away {
		t.Fatalf("%+v, %v", r, err)
	}
	in.Course, in.Why = r.Course, tutor.WhyTurn
	chat.asked = nil
	if r, err = with.Reply(t.Context(), in); err != nil || r.Text != "from the track" || len(chat.asked) > 0 {
		t.Errorf("%+v, %v, asked %d times", r, err, len(chat.asked))
	}
}

// A request to look back is answered once, and counts.
func TestRecall(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toSetup(d)
	past := &archive{found: []tutor.Exchange{{Learner: "my broker runs on port 9094", Coach: "Noted."}}}
	wish := says{"text": "One moment.", "asks": "none", "recall": "broker port"}
	d.model.answers = nil
	r := d.reply(tutor.Input{Past: past, Message: msg("which port was it?"), Reading: coach.Reading{Kind: coach.KindQuestion}}, []any{wish, says{"text": "It was 9094.", "asks": "none", "recall": "again"}})
	if !r.Recalls || past.asked != "broker port" || r.Text != "It was 9094." {
		t.Errorf("recalls %v, asked %q: %s", r.Recalls, past.asked, r.Text)
	}
	r = d.reply(tutor.Input{Message: msg("which port was it?"), Reading: coach.Reading{Kind: coach.KindQuestion}}, []any{wish})
	if r.Recalls {
		t.Error("a look back without anything to look at")
	}
}

type archive struct {
	found []tutor.Exchange
	asked string
}

func (a *archive) Find(_ context.Context, words string, _ int) ([]tutor.Exchange, error) {
	a.asked = words
	return a.found, nil
}

// The learner's own words go to the notes only by the learner's yes.
func TestConsent(t *testing.T) {
	explained := says{"text": "A topic is a named log. Why can two read it?", "asks": "question", "question": "why", "step": "concept", "point": says{"id": "a", "title": "Topics"}}
	wish := says{
		"text": "✅ Well put. May I keep that in your notes?", "asks": "yesno", "step": "concept", "keep": "each reader keeps its own place",
		"verdict": says{"of": "point", "grade": "good", "quote": "keeps its own place"},
	}
	next := says{"text": "On to the next point.", "asks": "step", "step": "concept"}
	for answer, want := range map[string]int{"yes": 1, "no": 0, "what for, and who reads them?": 0} {
		d := newDesk(t, "en", "kafka")
		toModule(d)
		d.say("yes", explained)
		d.say("each reader keeps its own place in the log", wish)
		if len(d.course.Own) != 1 || d.course.Own[0].Consent {
			t.Fatalf("own %+v", d.course.Own)
		}
		if r := d.say(answer, next); len(r.Course.Own) != want || want == 1 && !r.Course.Own[0].Consent {
			t.Errorf("%q: own %+v\n%s", answer, r.Course.Own, r.Text)
		}
	}
}
