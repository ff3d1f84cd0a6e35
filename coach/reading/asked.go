package reading

import (
	"slices"
	"strconv"

	"tack/coach"
	"tack/coach/reading/questions"
)

// asked names the questions of the turn.
func (r *Reader) asked(ctx *Context, b *basis) []coach.Identity {
	var out []coach.Identity
	for _, q := range b.asked {
		if b.shown.isError(q.Text) {
			continue // what an error text asks, nobody asks
		}
		out = appendNew(out, r.known(q, ctx.Questions))
	}
	return out
}

// known names a question; one that was asked before keeps the name it had. What a bare "why?" is
// about stands elsewhere, so it gets a name that none of the known ones has. A bare "what?" says
// that the coach was not understood: again, it says the same.
func (r *Reader) known(q questions.Question, known []coach.Identity) coach.Identity {
	for _, k := range known {
		if r.questions.Same(k, q.Identity) || q.Puzzled && k.Key == q.Identity.Key {
			return k
		}
	}
	id := q.Identity
	for n := 2; q.Weak && slices.ContainsFunc(known, func(k coach.Identity) bool { return k.Key == id.Key }); n++ {
		id.Key = q.Identity.Key + "." + strconv.Itoa(n)
	}
	return id
}
