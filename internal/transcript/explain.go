package transcript

import (
	"slices"

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
