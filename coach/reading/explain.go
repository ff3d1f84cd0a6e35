package reading

import "tack/coach/reading/errs"

// Explanation says what a reading rests on, for people.
type Explanation struct {
	Blocks    []string // the kinds of the blocks shown, in order
	Signs     []Said   // the words that were found, by sign
	Errors    []errs.Explanation
	Questions []string // how each question is read
}

// Said is a piece of the message and what the lexicon takes it for.
type Said struct{ Sign, Words string }

// Explain reads a turn as Learner does and says what was masked, compared and found.
func (r *Reader) Explain(ctx Context, msg Message) Explanation {
	_, b := r.turn(&ctx, &msg)
	var e Explanation
	for _, bl := range b.shown.blocks {
		e.Blocks = append(e.Blocks, bl.Kind.String())
	}
	t := b.view.text
	for _, h := range b.view.hits {
		e.Signs = append(e.Signs, Said{h.sign.String(), t.Source[t.Tokens[h.first].Start:t.Tokens[h.last-1].End]})
	}
	for _, found := range b.shown.errors {
		e.Errors = append(e.Errors, r.errs.Explain(found.Excerpt)...)
	}
	for _, q := range b.asked {
		e.Questions = append(e.Questions, q.Text+": "+r.questions.Explain(q.Text))
	}
	return e
}

func (s sign) String() string {
	if int(s) < len(signNames) {
		return signNames[s]
	}
	return "dimension"
}
