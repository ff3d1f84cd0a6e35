package transcript

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Difference is one field of a decision that is not as an expect line wants it. Want and Got are
// JSON; Got is "nothing" where the decision has no such field, or there is no decision at all.
type Difference struct {
	Pos    Pos     // of the expect line
	Result *Result // what was compared; nil: the event gave no decision
	Field  string
	Want   string
	Got    string
}

func (d Difference) String() string {
	return fmt.Sprintf("%s: %s: want %s, got %s", d.Pos, d.Field, d.Want, d.Got)
}

// nothing is what a Difference shows for a missing field.
const nothing = "nothing"

// expect is an expect line and its place.
type expect struct {
	pos  Pos
	want Expect
}

// noDecision is the error of an expect line behind an event that gives no decision.
func noDecision(e expect, what string) error {
	return &Error{e.pos, "type", fmt.Errorf("expect stands behind %s, which gives no decision", what)}
}

// expect compares an expect line with the decision before it. Behind a message of an open turn it
// waits, since the end of the session may end the turn.
func (r *Runner) expect(e expect) (Outcome, error) {
	var out Outcome
	switch {
	case r.last.result != nil:
		out.check(e, r.last.result)
	case r.last.fires:
		out.Checked, out.Differ = 1, []Difference{unfired(e)}
	case r.last.joins:
		r.turn.expects = append(r.turn.expects, e)
	default:
		return out, noDecision(e, r.last.what)
	}
	return out, nil
}

func (o *Outcome) check(e expect, result *Result) {
	o.Checked++
	o.Differ = append(o.Differ, compare(e, result)...)
}

// unfired is the difference of a coach message that was to fire a rule and did not.
func unfired(e expect) Difference {
	want := "a decision"
	if e.want.Fired != nil {
		want = text(e.want.Fired)
	}
	return Difference{Pos: e.pos, Field: "fired", Want: want, Got: nothing}
}

// compare lists where a decision is not the one wanted, in the order of its fields.
func compare(e expect, result *Result) []Difference {
	c := comparison{pos: e.pos, result: result}
	want, got := e.want, Show(result.Decision)
	pointer(&c, "event", want.Event, got.Event)
	pointer(&c, "turn", want.Turn, got.Turn)
	word(&c, "kind", want.Kind, got.Kind)
	if want.Progress != nil {
		c.add("progress", text(want.Progress.Value), text(got.Progress))
	}
	list(&c, "fired", want.Fired, got.Fired)
	word(&c, "action", want.Action, got.Action)
	word(&c, "state", want.State, got.State)
	if want.Counts != nil {
		c.counts(*want.Counts, got.Counts)
	}
	word(&c, "method", want.Method, got.Method)
	list(&c, "proof", want.Proof, got.Proof)
	pointer(&c, "reason", want.Reason, got.Reason)
	return c.differ
}

// comparison collects the differences of one expect line.
type comparison struct {
	pos    Pos
	result *Result
	differ []Difference
}

func (c *comparison) add(field, want, got string) {
	if want != got {
		c.differ = append(c.differ, Difference{c.pos, c.result, field, want, got})
	}
}

func (c *comparison) counts(want ExpectCounts, got Counts) {
	pointer(c, "counts.turns", want.Turns, got.Turns)
	pointer(c, "counts.no_progress", want.NoProgress, got.NoProgress)
	pointer(c, "counts.same_error", want.SameError, got.SameError)
	pointer(c, "counts.same_question", want.SameQuestion, got.SameQuestion)
	pointer(c, "counts.acks", want.Acks, got.Acks)
	if want.Budget != nil && got.Budget == nil {
		c.add("counts.budget", text(*want.Budget), nothing)
	} else if want.Budget != nil {
		c.add("counts.budget", text(*want.Budget), text(*got.Budget))
	}
}

func pointer[T any](c *comparison, field string, want *T, got T) {
	if want != nil {
		c.add(field, text(*want), text(got))
	}
}

func word[T ~string](c *comparison, field string, want, got T) {
	switch {
	case want == "":
	case got == "":
		c.add(field, text(want), nothing)
	default:
		c.add(field, text(want), text(got))
	}
}

// list compares in order; an absent list is an empty one.
func list[T ~string](c *comparison, field string, want, got []T) {
	if want != nil && !slices.Equal(want, got) {
		if got == nil {
			got = []T{}
		}
		c.add(field, text(want), text(got))
	}
}

// text is a value as JSON.
func text(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
