package reading

import "tack/coach"

// stops tells whether the learner wants to stop this session (protocol 4.3).
func (v *view) stops(ctx *Context) bool {
	if ctx.YesMeans == coach.YesStop && v.saysYes() {
		return true
	}
	if v.has[signStopUndo] || v.has[signReturns] {
		return false
	}
	if v.has[signIMDone] && v.has[signFrustrated] {
		return true
	}
	for _, h := range v.hits {
		if v.wantsStop(h) {
			return true
		}
	}
	return false
}

// wantsStop tells whether a hit is a wish to stop where it stands.
func (v *view) wantsStop(h hit) bool {
	switch h.sign {
	case signStop, signFarewell:
		if v.text.Clauses[h.clause].End == '?' {
			return false
		}
	case signStopAsk:
		if !v.asked[h.clause] {
			return false
		}
	default:
		return false
	}
	return !v.vetoed(h)
}

// vetoed tells whether what stands around a wish to stop makes it none: another object, a
// negation right before it, a condition earlier in the sentence, another subject, a habit.
func (v *view) vetoed(h hit) bool {
	for _, o := range v.hits {
		inClause, before := o.clause == h.clause, o.first < h.first
		switch o.sign {
		case signStopVeto:
			if inClause {
				return true
			}
		case signNegation:
			if inClause && h.sign != signFarewell && o.last <= h.first && h.first-o.last < 3 {
				return true
			}
		case signThird, signPast:
			if inClause && (before || o.sign == signPast) && o.first < h.first {
				return true
			}
		case signCondition:
			if before && v.sentence(o.clause) == v.sentence(h.clause) && h.sign == signStop {
				return true
			}
		}
	}
	return false
}

// saysYes tells whether the message begins with a yes and holds no no.
func (v *view) saysYes() bool {
	if v.has[signNo] || v.has[signGoOn] || v.has[signNoEmoji] || len(v.text.Tokens) == 0 {
		return false
	}
	for _, h := range v.hits {
		if h.first == 0 && isOneOf(h.sign, []sign{signYes, signAck, signAckEmoji, signStop, signNothingMore}) {
			return true
		}
	}
	return false
}
