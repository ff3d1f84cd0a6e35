package transcript

import (
	"slices"

	"tack/coach"
	"tack/coach/reading"
)

// Explanation shows what the decision on a turn rests on.
type Explanation struct {
	Read      coach.Reading `json:"read"`
	Errors    []Compared    `json:"errors,omitempty"`    // one for each error of the turn
	Questions []Compared    `json:"questions,omitempty"` // one for each question of the turn
	Sets      []string      `json:"sets,omitempty"`      // values that the coach's last direction set
	Masked    []Masked      `json:"masked,omitempty"`    // one for each error text
	Asked     []string      `json:"asked,omitempty"`     // each question and what it was taken for
	Blocks    []string      `json:"blocks,omitempty"`    // the kinds of the blocks that the message was cut into
	Signs     []Sign        `json:"signs,omitempty"`     // the words that were found
}

// Compared is an error or question and what it was looked for among.
type Compared struct {
	Key   string   `json:"key"`
	Known bool     `json:"known"` // it is one of With
	With  []string `json:"with,omitempty"`
}

// Masked is an error text and what is left of it to compare.
type Masked struct {
	Text   string   `json:"text"`
	Class  string   `json:"class"`            // a § for each value
	Values []string `json:"values,omitempty"` // kept: they name the cause
	Out    []string `json:"out,omitempty"`    // taken out, with what it was taken for: "time 10:15"
}

// Sign is a piece of the message and what the lexicon takes it for.
type Sign struct {
	Sign  string `json:"sign"`
	Words string `json:"words"`
}

// Explainer is a Reader that can account for how it reads a message.
type Explainer interface {
	Explain(ctx reading.Context, m reading.Message) reading.Explanation
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
		e.account(x.Explain(ctx, joined(result.Heard)))
	}
	return e
}

// account takes over what the reading says of the text.
func (e *Explanation) account(text reading.Explanation) {
	e.Blocks, e.Asked = text.Blocks, text.Questions
	for _, s := range text.Signs {
		e.Signs = append(e.Signs, Sign(s))
	}
	for _, x := range text.Errors {
		m := Masked{Text: x.Excerpt, Class: x.Class, Values: x.Values}
		for _, out := range x.Masked {
			m.Out = append(m.Out, out.Masker+" "+out.Text)
		}
		e.Masked = append(e.Masked, m)
	}
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
