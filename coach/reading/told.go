package reading

import (
	"tack/coach"
	"tack/coach/reading/phrase"
)

// tells tells whether a result or a fact is told in words. What counts as one depends on what was
// asked: an answer in words to a question is an answer.
func (v *view) tells(ctx *Context) bool {
	for i := range v.text.Clauses {
		if v.asked[i] || v.conditional(i) || v.acked(i) || v.clauseHas(i, signUntried, signWrongItem) {
			continue
		}
		if v.clauseTells(ctx, i) {
			return true
		}
	}
	return false
}

// describes tells whether something is stated about the learner's system where nothing was asked.
func (v *view) describes(ctx *Context) bool {
	return !v.hasAny(signUntried, signWrongItem) && ctx.Asks != coach.AskQuestion && ctx.Asks != coach.AskYesNo && ctx.Phase != coach.PhaseDiagnosis && v.technical()
}

// acked tells whether an acknowledgement or a remark is all there is to the clause ("ah, i see").
func (v *view) acked(clause int) bool {
	return v.clauseHas(clause, signAck, signRemark) && v.clauseCovered(clause, signAck, signExclaim, signThanks, signRemark)
}

func (v *view) clauseTells(ctx *Context, i int) bool {
	result := v.says(i, signGone, signSame)
	chatty := v.clauseHas(i, signChatty, signPraise)
	switch {
	case ctx.Phase == coach.PhaseDiagnosis && ctx.Asks != coach.AskAction:
		return false
	case ctx.Asks == coach.AskQuestion:
		return result && !chatty
	case ctx.Asks == coach.AskYesNo:
		return (result || v.says(i, signTold, signBad, signGood)) && !chatty && !v.echoes() &&
			!v.covered(signYes, signAck, signNo, signYesMore, signFiller, signThanks)
	case chatty:
		return result
	}
	return result || v.says(i, signBad, signGood) || v.says(i, signTold, signDid) && !v.sentenceChats(i) && !v.waits(i) && !v.opensBusy(i)
}

// opensBusy tells whether a clause begins with a busy note that goes on ("will do it when the bus is
// here").
func (v *view) opensBusy(clause int) bool {
	for _, h := range v.in(clause) {
		if h.sign == signBusy && h.first == v.text.Clauses[clause].First && v.clauseHas(clause, signUnreal) {
			return true
		}
	}
	return false
}

// sentenceChats tells whether a clause of the same sentence holds a feeling, an opinion or a plan, or
// one before it asks: what follows explains it.
func (v *view) sentenceChats(clause int) bool {
	for i := range v.text.Clauses {
		if v.sentence(i) == v.sentence(clause) && (v.clauseHas(i, signChatty) || i < clause && v.asked[i]) {
			return true
		}
	}
	return false
}

// waits tells whether what is told stands beside a busy note: work that goes on is named before it, or
// a clause behind it is no more than a note ("few minutes").
func (v *view) waits(clause int) bool {
	for i := range v.text.Clauses {
		if i == clause || !v.clauseHas(i, signMoment, signBusy, signReturns) {
			continue
		}
		if note := v.clauseCovered(i, signMoment, signBusy, signReturns, signFiller); i == 0 && !note || i > clause && note {
			return true
		}
	}
	return false
}

// echoes tells whether the verb of a yes-or-no question said again is all there is ("it is blinking"),
// which is how Chinese says yes and no ("能打开了", "还不行").
func (v *view) echoes() bool {
	if len(v.text.Clauses) != 1 || len(v.text.Tokens) > 5 || v.has[signBad] && !v.has[signNo] {
		return false
	}
	for _, h := range v.hits {
		if h.sign == signYesMore && h.first == 0 && h.last > 1 {
			return len(v.text.Tokens) < 5
		}
	}
	for _, t := range v.text.Tokens {
		if t.Type != phrase.Han {
			return false
		}
	}
	return true
}

// says tells whether one of the signs stands in the clause and is no part of a busy note ("the
// build is still running").
func (v *view) says(clause int, signs ...sign) bool {
	if !v.hasAny(signs...) {
		return false
	}
	for _, h := range v.in(clause) {
		if isOneOf(h.sign, signs) && !v.overlaps(h, signBusy) && !(h.sign == signTold && v.overlaps(h, signMoment)) && !v.unreal(h) {
			return true
		}
	}
	return false
}

// unreal tells whether a hit is only hoped for, supposed or wanted where it stands.
func (v *view) unreal(h hit) bool {
	for _, o := range v.in(h.clause) {
		if o.sign == signUnreal && o.first < h.first {
			return true
		}
	}
	return false
}

func (v *view) overlaps(h hit, s sign) bool {
	for _, o := range v.in(h.clause) {
		if o.sign == s && o.first < h.last && h.first < o.last {
			return true
		}
	}
	return false
}

// conditional tells whether the clause, or one before it in its sentence, only supposes.
func (v *view) conditional(clause int) bool {
	if !v.has[signCondition] {
		return false
	}
	for _, h := range v.hits {
		if h.sign == signCondition && h.clause <= clause && v.sentence(h.clause) == v.sentence(clause) {
			return true
		}
	}
	return false
}

// technical tells whether what is stated names a thing on the learner's screen, a name of a machine
// or a number, and no feeling, plan or busy note: it is about the learner's system then.
func (v *view) technical() bool {
	if v.hasAny(signChatty, signExclaim, signPraise, signBusy, signMoment, signUnreal, signRemark, signGreeting) {
		return false
	}
	for i, c := range v.text.Clauses {
		if !v.inQuestion(i) && !v.clauseCovered(i, small...) && (v.clauseHas(i, signNoun) || v.namesMachine(c)) {
			return true
		}
	}
	return false
}

// inQuestion tells whether the clause or one behind it in its sentence asks.
func (v *view) inQuestion(clause int) bool {
	for i := clause; i < len(v.asked) && v.sentence(i) == v.sentence(clause); i++ {
		if v.asked[i] {
			return true
		}
	}
	return false
}

func (v *view) namesMachine(c phrase.Clause) bool {
	for i := c.First; i < c.Last; i++ {
		t := v.text.Tokens[i]
		switch {
		case v.ignorable(i):
		case t.Type == phrase.Thing, t.Type == phrase.Number, t.Caps && !t.Known():
			return true
		}
	}
	return false
}

// resolved tells whether the problem is said to be gone (protocol 1, issue). A good result says so
// only where a problem was open, and nothing else in the message may say that it is still there.
func (v *view) resolved(ctx *Context) bool {
	open := ctx.Problem || len(ctx.Errors) > 0
	gone := false
	if said, ok := v.answer(ctx); ok {
		gone = open && (said && ctx.YesMeans == coach.YesGone || !said && ctx.YesMeans == coach.YesOpen)
	}
	for i := range v.text.Clauses {
		if v.asked[i] || v.conditional(i) {
			continue
		}
		switch {
		case v.says(i, signSame) || v.clauseHas(i, signBad) && !v.says(i, signGone):
			return false
		case v.clauseHas(i, signElsewhere, signPast) && !v.clauseHas(i, signUnreal):
			if _, ok := v.answer(ctx); ok {
				return false
			}
		case v.says(i, signGone) || open && v.provesGood(i) && !v.clauseHas(i, signChatty):
			gone = true
		}
	}
	return gone
}

// provesGood tells whether a good result is told that is more than something run ("I ran the check") or
// expected ("I ran it and expected it to work").
func (v *view) provesGood(clause int) bool {
	for _, h := range v.in(clause) {
		if h.sign == signGood && !v.overlaps(h, signBusy) && !v.overlaps(h, signAttempt) && !v.unreal(h) && !v.expected(h) {
			return true
		}
	}
	return false
}

// expected tells whether the words before a hit say that it was only expected.
func (v *view) expected(h hit) bool {
	for _, o := range v.in(h.clause) {
		if o.sign == signExpected && o.first < h.first {
			return true
		}
	}
	return false
}

// answer reads the yes or no with which a message begins.
func (v *view) answer(ctx *Context) (yes, ok bool) {
	if ctx.YesMeans == "" || len(v.text.Clauses) == 0 || v.asked[0] || v.has[signNoEmoji] {
		return false, false
	}
	first := v.text.Clauses[0]
	for _, h := range v.hits {
		if h.clause > 0 || h.first > first.First {
			break
		}
		if isOneOf(h.sign, []sign{signYes, signAck, signAckEmoji, signNo, signYesMore}) {
			return !v.clauseHas(0, signNo), true
		}
	}
	return false, false
}

// still tells whether the error last shown is said to be there as it was.
func (v *view) still() bool {
	for i := range v.text.Clauses {
		if !v.asked[i] && !v.conditional(i) && v.clauseHas(i, signSame) {
			return true
		}
	}
	return v.failsPlainly()
}

// failsPlainly tells whether the message says that it does not work, and nothing else: no news, the
// problem is where it was.
func (v *view) failsPlainly() bool {
	return v.has[signBad] && !v.hasAny(signGone, signUntried, signWrongItem) &&
		v.rest(signYes, signNo, signAck, signFiller, signThanks, signBad, signSame) <= 2
}
