package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tack/coach"
	"tack/coach/reading"
	"tack/internal/transcript"
)

// plain reads by the first word of each line, so that a test says in its text what is read from it:
// "error x" and "asks x" name an error and a question, "shows x" an output, "fixed" resolves,
// "astray" is off the topic. A
// coach's text is its asks and the key of its question.
type plain struct{}

func (plain) Learner(_ reading.Context, m reading.Message) coach.Reading {
	r := coach.Reading{Kind: coach.KindChat}
	for line := range strings.Lines(m.Text) {
		what, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch what {
		case "error":
			r.Kind, r.Errors = coach.KindError, append(r.Errors, coach.Identity{Key: rest})
		case "asks":
			r.Questions = append(r.Questions, coach.Identity{Key: rest})
			if r.Kind == coach.KindChat {
				r.Kind = coach.KindQuestion
			}
		case "shows":
			r.Kind, r.Shows = coach.KindEvidence, append(r.Shows, rest)
		case "fixed":
			r.Resolved = true
		case "astray":
			r.OffTopic = true
		}
	}
	return r
}

func (plain) Coach(_ reading.Context, text string) reading.Coach {
	what, rest, _ := strings.Cut(text, " ")
	c := reading.Coach{
		Asks: coach.Ask(what), Directions: []coach.Dimension{coach.DimState}, YesMeans: coach.YesGone,
		Problem: true, Sets: []string{"6380"},
	}
	if c.Asks == coach.AskQuestion || c.Asks == coach.AskYesNo {
		c.Question = coach.Identity{Key: rest}
	}
	return c
}

const opening = `{"type":"session","id":"s","topic":"redis"}` + "\n"

// events gives event, kind and turn of every decision, a line each.
func events(o transcript.Outcome) string {
	var b strings.Builder
	for _, r := range o.Results {
		fmt.Fprintf(&b, "%s %s %d\n", r.Decision.Event, r.Decision.Kind, r.Decision.Turn)
	}
	return b.String()
}

func TestRunner_Decisions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"TurnsReactionsEditsAndTicks": {
			`{"type":"coach","id":"c1","text":"action"}
{"type":"learner","id":"l1","text":"hello"}
{"type":"reaction","id":"r1","emoji":"👍","target":"c1"}
{"type":"edit","id":"e1","target":"l1","text":"hi"}
{"type":"delete","id":"d1","target":"l1"}
{"type":"store","id":"s1","ok":false}
{"type":"other","id":"o1","user":"U7","text":"hello"}
{"type":"tick"}`,
			"l1 chat 1\nr1 reaction 1\ne1 edit 1\nd1 delete 1\ntick@2026-01-05T09:08:00Z tick 1\n",
		},
		"TickAsWritten": {
			`{"type":"tick","at":"2026-01-05T18:00:00.50+08:00"}`,
			"tick@2026-01-05T18:00:00.50+08:00 tick 0\n",
		},
		"LearnerNamedOrNot": {
			`{"type":"learner","id":"l1","text":"x","user":"U1"}
{"type":"learner","id":"l2","text":"x","user":"U2"}`,
			"l1 chat 1\nl2 bystander 1\n",
		},
		"Duplicates": {
			`{"type":"learner","id":"x","text":"x"}
{"type":"learner","id":"x","text":"x"}
{"type":"reaction","id":"x","emoji":"👍","target":"c1"}
{"type":"edit","id":"x","target":"x","text":"y"}
{"type":"delete","id":"x","target":"x"}
{"type":"coach","id":"x","text":"action"}
{"type":"other","id":"x","user":"U2","text":"y"}
{"type":"store","id":"x","ok":false}`,
			"x chat 1\nx duplicate 1\nx duplicate 1\nx duplicate 1\nx duplicate 1\n",
		},
		"DuplicateBeforeEmpty": {
			`{"type":"learner","id":"x","text":" "}
{"type":"learner","id":"x","text":""}`,
			"x duplicate 0\n",
		},
		"EmptyIsNoTurnButFilesAre": {
			`{"type":"learner","id":"l1","text":" \n"}
{"type":"learner","id":"l2","text":"","files":[{"name":"a.png","text":""}]}`,
			"l2 chat 1\n",
		},
		"MoreIsOneTurn": {
			`{"type":"learner","id":"l1","text":"x","more":true}
{"type":"reaction","id":"r1","emoji":"👍","target":"c1"}
{"type":"learner","id":"b1","text":"x","user":"U2"}
{"type":"learner","id":"l1","text":"x"}
{"type":"learner","id":"l2","text":"asks a"}`,
			"r1 reaction 0\nb1 bystander 0\nl1 duplicate 0\nl2 question 1\n",
		},
		"EmptyEndsTheTurn": {
			`{"type":"learner","id":"l1","text":"x","more":true}
{"type":"learner","id":"l2","text":""}
{"type":"learner","id":"l3","text":"x"}`,
			"l1 chat 1\nl3 chat 2\n",
		},
		"EndEndsTheTurn": {
			`{"type":"learner","id":"l1","text":"x","more":true}`,
			"l1 chat 1\n",
		},
		"SessionEndsTheTurnAndBeginsAnew": {
			`{"type":"learner","id":"l1","text":"x","more":true}
{"type":"session","id":"s2"}
{"type":"learner","id":"l1","text":"x"}
{"type":"tick"}`,
			"l1 chat 1\nl1 chat 1\ntick@2026-01-05T09:02:00Z tick 1\n",
		},
		"CoachThatFires": {
			`{"type":"coach","id":"c1","text":"none","completes":"setup"}`,
			"c1 coach 0\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := outcome(t, plain{}, "t", strings.NewReader(opening+c.in))
			if diff := cmp.Diff(c.want, events(o)); diff != "" {
				t.Errorf("decisions (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRunner_Time: a line without a time is one minute after the line before it, whatever that is,
// but for expect lines (details A1).
func TestRunner_Time(t *testing.T) {
	t.Parallel()
	o := outcome(t, plain{}, "t", strings.NewReader(`{"type":"session","id":"s","at":"2026-02-01T10:00:00Z"}
{"type":"tick"}
{"type":"expect","event":"tick@2026-02-01T10:01:00Z"}
{"type":"other","id":"o","user":"U2","text":"x"}
{"type":"other","id":"o","user":"U2","text":"x"}
{"type":"tick"}
{"type":"expect","event":"tick@2026-02-01T10:04:00Z"}
{"type":"store","id":"st","ok":true,"at":"2026-02-01T12:00:00Z"}
{"type":"tick"}
{"type":"expect","event":"tick@2026-02-01T12:01:00Z"}
`))
	if len(o.Differ) > 0 || o.Checked != 3 {
		t.Errorf("checked %d, differ %v", o.Checked, o.Differ)
	}
}

func TestRunner_BadPlace(t *testing.T) {
	t.Parallel()
	const learner = `{"type":"learner","id":"l1","text":"x","more":true}` + "\n"
	const expect = `{"type":"expect"}` + "\n"
	for name, c := range map[string]struct{ in, want string }{
		"NoSession":     {`{"type":"tick"}`, "t:1: type: the first line must be a session"},
		"ExpectFirst":   {expect, "t:1: type: the first line must be a session"},
		"BehindSession": {opening + expect, "t:2: type: expect stands behind the session line, which gives no decision"},
		"BehindStore": {
			opening + `{"type":"store","id":"s1","ok":true}` + "\n" + expect,
			"t:3: type: expect stands behind the store line",
		},
		"BehindOther": {
			opening + `{"type":"other","id":"o1","user":"U2","text":"x"}` + "\n" + expect,
			"t:3: type: expect stands behind the other line",
		},
		"BehindEmpty": {
			opening + `{"type":"learner","id":"l1","text":""}` + "\n" + expect,
			"t:3: type: expect stands behind an empty message",
		},
		"InsideATurn": {
			opening + learner + expect + strings.ReplaceAll(learner, "l1", "l2"),
			"t:3: type: expect stands behind a message of a turn that goes on",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := run(plain{}, "t", strings.NewReader(c.in))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// TestRunner_ExpectAtTheEnd: the end of the transcript ends the turn that the expect stands behind.
func TestRunner_ExpectAtTheEnd(t *testing.T) {
	t.Parallel()
	o := outcome(t, plain{}, "t", strings.NewReader(opening+`{"type":"learner","id":"l1","text":"x","more":true}
{"type":"expect","kind":"question"}`))
	if o.Checked != 1 || len(o.Differ) != 1 || o.Differ[0].String() != `t:3: kind: want "question", got "chat"` {
		t.Errorf("checked %d, differ %v", o.Checked, o.Differ)
	}
}

func TestRunner_Differences(t *testing.T) {
	t.Parallel()
	const turn = `{"type":"learner","id":"l1","text":"x"}` + "\n"
	for name, c := range map[string]struct{ in, want string }{
		"Event":    {turn + `{"type":"expect","event":"l2"}`, `event: want "l2", got "l1"`},
		"Turn":     {turn + `{"type":"expect","turn":2}`, `turn: want 2, got 1`},
		"Progress": {turn + `{"type":"expect","progress":true}`, `progress: want true, got null`},
		"Fired":    {turn + `{"type":"expect","fired":["stuck"]}`, `fired: want ["stuck"], got []`},
		"Action":   {turn + `{"type":"expect","action":"save"}`, `action: want "save", got "continue"`},
		"State":    {turn + `{"type":"expect","state":"closed"}`, `state: want "closed", got "coaching"`},
		"Counts":   {turn + `{"type":"expect","counts":{"turns":1,"acks":3}}`, `counts.acks: want 3, got 0`},
		"Budget":   {turn + `{"type":"expect","counts":{"budget":2}}`, `counts.budget: want 2, got nothing`},
		"Method":   {turn + `{"type":"expect","method":"skip"}`, `method: want "skip", got nothing`},
		"Proof":    {turn + `{"type":"expect","proof":["l1"]}`, `proof: want ["l1"], got []`},
		"Reason":   {turn + `{"type":"expect","reason":"because"}`, `reason: want "because", got ""`},
		"CoachThatDoesNotFire": {
			`{"type":"coach","id":"c1","text":"none"}` + "\n" + `{"type":"expect","fired":["stage.complete"]}`,
			`fired: want ["stage.complete"], got nothing`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := outcome(t, plain{}, "t", strings.NewReader(opening+c.in))
			if len(o.Differ) != 1 || o.Differ[0].String() != "t:3: "+c.want {
				t.Errorf("got %v, want %s", o.Differ, c.want)
			}
		})
	}
}
