package transcript

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/reading"
)

// Explanation shows what the decision on a turn rests on.
type Explanation struct {
	Read      coach.Reading `json:"read"`                // errors and questions with what is left of them when masked
	Errors    []Compared    `json:"errors,omitempty"`    // one for each error of the turn
	Questions []Compared    `json:"questions,omitempty"` // one for each question of the turn
	Sets      []string      `json:"sets,omitempty"`      // values that the coach's last direction set
	Text      any           `json:"text,omitempty"`      // the reading's own account
}

// Compared is an error or question and what it was looked for among.
type Compared struct {
	Key   string   `json:"key"`
	Known bool     `json:"known"` // it is one of With
	With  []string `json:"with,omitempty"`
}

// Explainer is a Reader that can account for how it reads a message.
type Explainer interface {
	Explain(ctx reading.Context, m reading.Message) any
}

// Explain explains the decision on a turn, with the account of r if it gives one.
func Explain(r Reader, result Result) Explanation {
	ctx := reading.ContextOf(result.Before)
	e := Explanation{
		Read:      result.Reading,
		Errors:    compared(result.Reading.Errors, ctx.Errors),
		Questions: compared(result.Reading.Questions, ctx.Questions),
		Sets:      ctx.Sets,
	}
	if x, ok := r.(Explainer); ok {
		e.Text = x.Explain(ctx, joined(result.Heard))
	}
	return e
}

func compared(ids, known []coach.Identity) []Compared {
	var with []string
	for _, k := range known {
		with = append(with, k.Key)
	}
	var out []Compared
	for _, id := range ids {
		out = append(out, Compared{Key: id.Key, Known: slices.Contains(with, id.Key), With: with})
	}
	return out
}

// Lines is the explanation for people, a line for each thing.
func (e Explanation) Lines() []string {
	lines := []string{"read as " + strings.Join(append([]string{string(e.Read.Kind)}, e.flags()...), ", ")}
	for i, c := range e.Errors {
		lines = append(lines, c.line("error", e.Read.Errors[i].Sketch))
	}
	for i, c := range e.Questions {
		lines = append(lines, c.line("question", e.Read.Questions[i].Sketch))
	}
	if len(e.Sets) > 0 {
		lines = append(lines, "set by the coach before: "+strings.Join(e.Sets, " "))
	}
	return append(lines, account(e.Text)...)
}

// flags names what the reading says beside its kind.
func (e Explanation) flags() []string {
	var names []string
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"resolved", e.Read.Resolved}, {"still the same", e.Read.StillSame}, {"goes on", e.Read.GoesOn},
		{"off topic", e.Read.OffTopic}, {"long", e.Read.Long},
	} {
		if f.set {
			names = append(names, f.name)
		}
	}
	if n := len(e.Read.Shows); n > 0 {
		names = append(names, fmt.Sprintf("shows %d outputs", n))
	}
	return names
}

func (c Compared) line(what, sketch string) string {
	seen := fmt.Sprintf("none of the %d known", len(c.With))
	if c.Known {
		seen = fmt.Sprintf("one of the %d known", len(c.With))
	}
	line := fmt.Sprintf("%s %s: %s", what, c.Key, seen)
	if sketch != "" {
		line += "; masked: " + sketch
	}
	return line
}

// account is the reading's own account: text as it is, anything else as JSON.
func account(v any) []string {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return strings.Split(v, "\n")
	case []string:
		return v
	}
	data, err := json.Marshal(v)
	if err != nil {
		return []string{fmt.Sprint(v)}
	}
	return []string{string(data)}
}
