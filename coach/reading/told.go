package reading

import (
	"tack/coach"
	"tack/coach/reading/phrase"
)

// tells tells whether a result or a fact is told in words. What counts as one depends on what was
// asked: an answer in words to a question is an answer.
func (v *view) tells(ctx *Context) bool {
	for i := range v.text.Clauses {
		if v.asked[i] || v.conditional(i) {
			continue
		}
		if v.clauseTells(ctx, i) {
			return true
		}
	}
	return false
}

func (v *view) clauseTells(ctx *Context, i int) bool {
	result := v.clauseHas(i, signGone, signSame)
	switch {
	case ctx.Phase == coach.PhaseDiagnosis && ctx.Asks != coach.AskAction:
		return false
	case ctx.Asks == coach.AskQuestion:
		return result && !v.clauseHas(i, signChatty)
	case ctx.Asks == coach.AskYesNo:
		return (result || v.clauseHas(i, signTold, signBad, signGood)) && !v.clauseHas(i, signChatty) &&
			!v.covered(signYes, signAck, signNo, signYesMore, signFiller, signThanks)
	case v.clauseHas(i, signChatty):
		return result
	case result || v.clauseHas(i, signBad, signGood, signTold, signDid):
		return !v.clauseHas(i, signThird) || result || v.clauseHas(i, signBad, signGood, signTold, signDid)
	}
	return v.technical(i) >= 2 && !v.has[signChatty] && !v.has[signBusy]
}

// conditional tells whether the clause, or one before it in its sentence, only supposes.
func (v *view) conditional(clause int) bool {
	for _, h := range v.hits {
		if h.sign == signCondition && h.clause <= clause && v.sentence(h.clause) == v.sentence(clause) {
			return true
		}
	}
	return false
}

// technical counts the names of machines in a clause: a clause with two of them is about the
// learner's system.
func (v *view) technical(clause int) int {
	n := 0
	for i := v.text.Clauses[clause].First; i < v.text.Clauses[clause].Last; i++ {
		if t := v.text.Tokens[i]; (t.Type == phrase.Thing || t.Caps) && !v.ignorable(i) {
			n += 2
		} else if t.Type == phrase.Number {
			n++
		}
	}
	return n
}

// resolved tells whether the problem is said to be gone (protocol 1, issue). A good result says so
// only where a problem was open, and nothing else in the message may say that it is still there.
func (v *view) resolved(ctx *Context) bool {
	open := ctx.Problem || len(ctx.Errors) > 0
	if said, ok := v.bareAnswer(ctx); ok {
		return open && (said && ctx.YesMeans == coach.YesGone || !said && ctx.YesMeans == coach.YesOpen)
	}
	gone := false
	for i := range v.text.Clauses {
		if v.asked[i] || v.conditional(i) {
			continue
		}
		switch {
		case v.clauseHas(i, signSame) || v.clauseHas(i, signBad) && !v.clauseHas(i, signGone):
			return false
		case v.clauseHas(i, signElsewhere):
		case v.clauseHas(i, signGone) || open && v.clauseHas(i, signGood):
			gone = true
		}
	}
	return gone
}

// bareAnswer reads a message that is a yes or a no and nothing else.
func (v *view) bareAnswer(ctx *Context) (yes, ok bool) {
	if ctx.YesMeans == "" || !v.covered(signYes, signAck, signAckEmoji, signNo, signYesMore, signFiller, signThanks) {
		return false, false
	}
	if v.has[signNoEmoji] {
		return false, false
	}
	return !v.has[signNo], true
}

// still tells whether the error last shown is said to be there as it was.
func (v *view) still() bool {
	for i := range v.text.Clauses {
		if !v.asked[i] && !v.conditional(i) && v.clauseHas(i, signSame) {
			return true
		}
	}
	return false
}
