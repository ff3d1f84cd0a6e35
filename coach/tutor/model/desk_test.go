package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/guard"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/coach/voice"
)

const templates = "../../../templates"

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// shipped are the words and prompts of the project, read once.
var shipped = sync.OnceValues(func() (Config, error) {
	fsys := os.DirFS(templates)
	g, err1 := guard.New(fsys)
	prompts, err2 := NewPrompts(fsys)
	words, err3 := voice.New(fsys, "messages/tutor")
	own, err4 := voice.New(fsys, "messages/model")
	return Config{Guard: g, Prompts: prompts, Words: words, Voice: own}, errors.Join(err1, err2, err3, err4)
})

var lexicon = sync.OnceValues(func() (*reading.Reader, error) { return reading.New(os.DirFS(templates + "/lexicon")) })

// build makes a tutor over the shipped words and prompts.
func build(t testing.TB, chat Chat) *Tutor {
	t.Helper()
	c := must[Config](t)(shipped())
	c.Chat, c.Cache, c.Watch = chat, routes{}, func(name string) { t.Log("fault:", name) }
	return New(c)
}

// routes is a cache.
type routes map[string][]byte

func (k routes) Get(_ context.Context, key string) ([]byte, bool) { v, ok := k[key]; return v, ok }
func (k routes) Put(_ context.Context, key string, value []byte)  { k[key] = value }

// says is one answer of a model: the fields that it gives.
type says map[string]any

func (s says) String() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// script is a model that answers what it is told to, in order, then by the rest, if there is one.
type script struct {
	answers []any // says, a string, or an error
	rest    func(Request) any
	asked   []Request
}

func (s *script) Complete(_ context.Context, r Request) (Answer, error) {
	s.asked = append(s.asked, r)
	var next any = errors.New("no answer is scripted for " + r.Scene)
	if len(s.answers) > 0 {
		next, s.answers = s.answers[0], s.answers[1:]
	} else if s.rest != nil {
		next = s.rest(r)
	}
	if err, ok := next.(error); ok {
		return Answer{}, err
	}
	return Answer{Text: fmt.Sprint(next)}, nil
}

// desk is a learner and a tutor at a table: turns are read by the rules, decided by the core, and every
// reply is held to what no model may break.
type desk struct {
	testing.TB
	tutor    *Tutor
	model    *script
	reader   *reading.Reader
	session  coach.Session
	course   course.State
	last     tutor.Last
	history  []tutor.Exchange
	now      time.Time
	n        int
	withheld bool // the core withheld the last reply: it completes a stage, or breaks a promise
}

func newDesk(t testing.TB, locale, topic string) *desk {
	t.Helper()
	d := &desk{TB: t, model: &script{}, now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	d.tutor = build(t, d.model)
	d.reader = must[*reading.Reader](t)(lexicon())
	d.course = course.State{Version: course.Version, Topic: topic, Locale: locale, Phase: coach.PhaseDiagnosis}
	d.session = coach.Open(coach.Opening{ID: "s", Topic: topic, Locale: locale, Phase: coach.PhaseDiagnosis, At: d.now, Threshold: 500})
	return d
}

// again is a desk where this one stands, with a model of its own, that can go on by itself. It tells
// nobody of faults.
func (d *desk) again(t testing.TB, rest func(Request) any) *desk {
	other := *d
	tt := *d.tutor
	other.TB, other.model, other.history = t, &script{rest: rest}, slices.Clip(d.history)
	tt.Chat, tt.Watch, tt.Cache = other.model, func(string) {}, nil
	other.tutor = &tt
	return &other
}

// open says the opening words.
func (d *desk) open(text string, answers ...any) tutor.Reply {
	d.Helper()
	return d.turn(tutor.WhyOpen, text, answers)
}

// say is a learner's turn, with what the model answers to it.
func (d *desk) say(text string, answers ...any) tutor.Reply {
	d.Helper()
	return d.turn(tutor.WhyTurn, text, answers)
}

func (d *desk) turn(why tutor.Why, text string, answers []any) tutor.Reply {
	d.Helper()
	d.n++
	d.now = d.now.Add(time.Minute)
	msg := reading.Message{Text: text}
	r := d.reader.Learner(reading.ContextOf(d.session), msg)
	s, _, _ := coach.Step(d.session, coach.Turn{ID: fmt.Sprintf("l%d", d.n), At: d.now, Reading: r})
	d.session = s
	return d.reply(tutor.Input{Why: why, Message: msg, Reading: r}, answers)
}

// reply asks the tutor, and holds its reply to the rules.
func (d *desk) reply(in tutor.Input, answers []any) tutor.Reply {
	d.Helper()
	d.model.answers = answers
	in.Now, in.Locale, in.Course, in.Last, in.History = d.now, d.course.Locale, d.course, d.last, d.history
	before, err := json.Marshal(in.Course)
	if err != nil {
		d.Fatal(err)
	}
	r, err := d.tutor.Reply(context.Background(), in)
	if err != nil {
		d.Fatal(err)
	}
	if after, _ := json.Marshal(in.Course); string(after) != string(before) {
		d.Errorf("the reply to %q changed the course that it was given", in.Message.Text)
	}
	d.hold(in, r)
	d.record(in, r)
	return r
}

// record is what the engine does after a reply.
func (d *desk) record(in tutor.Input, r tutor.Reply) {
	said := coach.Said{
		ID: fmt.Sprintf("c%d", d.n), At: d.now, Asks: r.Asks, Question: coach.Identity{Key: r.Question}, Step: r.Step, Advanced: r.Advanced,
		Explains: r.Explains, Raises: r.Raises, Deviates: r.Deviates, Recalls: r.Recalls, Completes: r.Completes, Phase: r.Course.Phase,
	}
	for _, t := range r.Directions {
		said.Directions = append(said.Directions, t.Dimension)
	}
	s, _, fired := coach.Step(d.session, said)
	d.session, d.withheld = s, fired
	d.course = r.Course
	d.last = tutor.Last{Asks: r.Asks, Step: r.Step, Text: r.Text, Away: r.Away}
	d.history = append(d.history, tutor.Exchange{Learner: in.Message.Text, Coach: r.Text})
}

// heardAs is an entry of the field heard.
func heardAs(dimension, value, quote string) says {
	return says{"dimension": dimension, "value": value, "quote": quote}
}

// goodRoute is a route that may be shown.
func goodRoute(n int) []says {
	var list []says
	for i := range n {
		m := says{
			"id": fmt.Sprintf("M%d", i+1), "title": fmt.Sprintf("Part %d", i+1), "layer": 1 + i*3/max(1, n-1),
			"requires": []string{}, "days": 0.5, "pass": fmt.Sprintf("Run the check, see `%d passed`", i+1),
		}
		if i > 0 {
			m["requires"] = []string{fmt.Sprintf("M%d", i)}
		}
		list = append(list, m)
	}
	return list
}

func route(n int) says {
	return says{"setup": "Your environment", "stack": "Kafka 4 on Linux", "modules": goodRoute(n)}
}
