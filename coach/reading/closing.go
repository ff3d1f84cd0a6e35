package reading

import "tack/coach"

// small are the signs that add nothing to a summary.
var small = []sign{
	signYes, signAck, signAckEmoji, signFiller, signThanks, signSave, signNothingMore, signGoOn,
	signGreeting, signFarewell,
}

// awaited reads a turn where a summary or a route awaits confirmation; "" when it is nothing of
// the kind.
func (v *view) awaited(ctx *Context, s *shown) coach.Kind {
	closing := ctx.State == coach.Closing
	switch {
	case len(v.text.Tokens) == 0, (s.hasBlocks() || len(s.errors) > 0) && !v.has[signAmend]:
		return ""
	case v.isAsked(signVague, signAmend) && !v.has[signGoOn]:
		return ""
	case !closing:
		return v.route()
	}
	return v.summary(ctx.YesMeans)
}

// isAsked tells whether a clause asks that holds none of the signs.
func (v *view) isAsked(but ...sign) bool {
	for i := range v.asked {
		if v.asked[i] && !v.clauseHas(i, but...) {
			return true
		}
	}
	return false
}

// summary reads the answer to a proposed close-out (protocol 5.3).
func (v *view) summary(means coach.YesMeans) coach.Kind {
	content := v.rest(small...)
	if v.has[signNothingMore] {
		content = v.rest(append(small, signNo)...)
	}
	yes := v.agrees()
	switch {
	case v.has[signVague] && !v.has[signSave] && !(v.hasAny(signAmend, signFix) && content > 6):
		return coach.KindVague
	case means == coach.YesEdit && v.has[signNo] && !v.hasAny(signNoEmoji, signGoOn) && v.rest(append(small, signNo, signGood)...) == 0:
		return coach.KindConfirm
	case v.hasAny(signBusy, signMoment) && !v.hasAny(signSave, signGoOn) && v.rest(append(small, signBusy, signMoment)...) == 0, v.works():
		return ""
	case content > 0 && (v.has[signAmend] && v.adds(signAmend) || v.has[signFix] && !v.has[signGoOn]):
		return coach.KindCorrection
	case v.has[signGoOn] && !(yes && v.hasAny(signYes, signSave)):
		return coach.KindContinue
	case v.has[signBusy] && !yes, v.covered(signThanks, signGreeting, signFiller, signChatty, signExclaim) && !yes:
		return ""
	case yes && (content == 0 || v.has[signSave] || v.has[signGoOn]):
		return coach.KindConfirm
	case v.hasAny(signNo) && v.covered(signNo, signFiller, signThanks):
		return coach.KindVague
	case v.hasAny(signChatty, signExclaim, signPraise) && !yes:
		return ""
	case content > 2 || v.hasAny(signDid, signTold):
		return coach.KindCorrection
	case yes:
		return coach.KindConfirm
	}
	return ""
}

// route reads the answer to a proposed route: a yes, or none of this.
func (v *view) route() coach.Kind {
	switch {
	case v.has[signVague] && !v.has[signSave]:
		return coach.KindVague
	case v.hasAny(signAmend, signFix) && v.rest(small...) > 3:
		return ""
	case v.agrees(), v.has[signGoOn] && !v.refuses():
		return coach.KindConfirm
	}
	return ""
}

// agreement are the signs that say yes to a summary or a route.
var agreement = []sign{signYes, signSave, signNothingMore}

// agrees tells whether there is an explicit yes; one inside a wish to go on ("可以继续") or in praise
// ("great session") is none.
func (v *view) agrees() bool {
	if v.refuses() {
		return false
	}
	for _, h := range v.hits {
		if isOneOf(h.sign, agreement) && !v.inside(h, signGoOn) && !v.overlaps(h, signPraise) && !v.unreal(h) && !v.qualifies(h) {
			return true
		}
	}
	return v.emojiOnly() || v.covered(signAck, signAckEmoji, signFiller, signThanks) && v.hasAny(signAck, signAckEmoji)
}

// qualifies tells whether a word of praise stands before what it praises ("nice day"): no yes.
func (v *view) qualifies(h hit) bool {
	clause := v.text.Clauses[h.clause]
	return v.overlaps(h, signGood) && h.last < clause.Last && v.left(v.hits, h.last, h.last+1, small) > 0
}

// refuses tells whether there is a no that is not part of a yes ("no changes").
func (v *view) refuses() bool {
	if v.has[signNoEmoji] {
		return true
	}
	if v.hasAny(signNothingMore, signSave) {
		return false
	}
	for _, h := range v.hits {
		if h.sign == signNo && !v.overlaps(h, signYes) {
			return true
		}
	}
	return false
}

// goesOn tells whether a wish to go on stands beside a yes and is no part of it ("go ahead and save").
func (v *view) goesOn() bool {
	for _, h := range v.hits {
		if h.sign == signGoOn && !v.inside(h, signYes) && !v.inside(h, signSave) {
			return true
		}
	}
	return false
}

// adds tells whether a sign stands outside the wish to go on and is no yes ("correct!").
func (v *view) adds(s sign) bool {
	for _, h := range v.hits {
		if h.sign == s && !v.inside(h, signGoOn) && !(v.overlaps(h, signYes) && v.clauseCovered(h.clause, small...)) {
			return true
		}
	}
	return false
}

// works tells whether a result of working on is told rather than the summary changed.
func (v *view) works() bool {
	if v.has[signAmend] {
		return false
	}
	for i := range v.asked {
		if !v.asked[i] && (v.says(i, signGone) || v.says(i, signSame, signGood) && (!v.has[signFix] || v.clauseHas(i, signNow))) && !v.clauseHas(i, signYes, signNothingMore) {
			return true
		}
	}
	return false
}

func (v *view) inside(h hit, s sign) bool {
	for _, o := range v.in(h.clause) {
		if o.sign == s && o.first <= h.first && h.last <= o.last {
			return true
		}
	}
	return false
}
