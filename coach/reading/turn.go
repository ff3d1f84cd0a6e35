package reading

import (
	"strings"
	"unicode/utf8"

	"tack/coach"
	"tack/coach/reading/questions"
)

const longRunes = 40 // details A11

// How sure a kind is: told by the words of the lexicon, by the shape of what is shown, by what it
// speaks of, or only by there being nothing else.
const (
	sureWords   = 1.0
	sureShape   = 0.9
	sureGuess   = 0.6
	sureDefault = 0.5
)

// turn reads a turn and keeps what the reading rests on.
func (r *Reader) turn(ctx *Context, msg *Message) (coach.Reading, *basis) {
	b := &basis{shown: r.shown(ctx, msg)}
	b.view = r.see(b.shown.prose)
	b.asked = r.questions.Find(b.shown.prose)
	if !b.shown.hasBlocks() && (b.view.plainAnswer() || contracted(b.shown.prose)) {
		b.shown.errors = nil
	}
	if b.explains(ctx) {
		b.shown.errors, b.asked, b.explaining = nil, nil, true
	}
	rd := coach.Reading{
		Errors:    r.identities(ctx, b.shown),
		Questions: r.asked(ctx, b),
		Long:      utf8.RuneCountInString(strings.TrimSpace(b.shown.prose)) > longRunes,
	}
	rd.Kind, rd.Sure = b.kind(ctx)
	rd.Shows = b.shown.prints()
	rd.Resolved = b.resolved(ctx, rd.Kind)
	rd.StillSame = len(rd.Errors) == 0 && b.view.still() && rd.Kind != coach.KindQuestion
	if rd.Kind == coach.KindEvidence && len(rd.Shows) == 0 && !rd.StillSame {
		rd.Shows = []string{b.view.statement()}
	}
	rd.GoesOn = rd.Kind == coach.KindConfirm && b.view.goesOn()
	rd.OffTopic = rd.Kind == coach.KindQuestion && b.view.has[signOutOfTopic]
	return rd, b
}

// basis is what a reading rests on.
type basis struct {
	shown *shown
	view  *view
	asked []questions.Question
	// explaining: an answer in sentences. The errors, questions and running programs in it are what
	// it is about, and nothing that happens to the learner.
	explaining bool
}

// explainRunes is how long, in runes, an answer in sentences is at least.
const explainRunes = 10

// explains tells whether a question of the coach's is answered in sentences about the matter: long
// enough, nothing shown, nothing asked with a mark, and not a word of the learner's own doings.
func (b *basis) explains(ctx *Context) bool {
	prose := b.shown.prose
	return ctx.Asks == coach.AskQuestion && ctx.State != coach.Closing && !b.shown.hasBlocks() &&
		!b.view.hasAny(signSelf, signMoment) && !strings.ContainsAny(prose, "?？") &&
		utf8.RuneCountInString(prose) >= explainRunes
}

// kind decides what the turn is: the first kind of the protocol's table that holds.
func (b *basis) kind(ctx *Context) (coach.Kind, float64) {
	v, s := b.view, b.shown
	if v.stops(ctx) && !(v.inClosing(ctx) && v.onlyBye()) {
		return coach.KindStop, sureWords
	}
	if ctx.State == coach.Closing || ctx.Asks == coach.AskConfirm {
		if k := v.awaited(ctx, s); k != "" {
			return k, sureWords
		}
	}
	switch {
	case len(s.errors) > 0 && !b.mentioned():
		return coach.KindError, sureWords
	case s.hasBlocks():
		return coach.KindEvidence, sureShape
	case ctx.Asks == coach.AskStep && v.goesAhead():
		return coach.KindAck, sureWords
	case v.tells(ctx):
		return coach.KindEvidence, sureWords
	case v.describes(ctx):
		return coach.KindEvidence, sureGuess
	case (ctx.State == coach.Closed || ctx.State == coach.Parked) && v.has[signGoOn] && !v.isAsked():
		return coach.KindContinue, sureWords // opens the next window (details A31)
	case b.explaining:
		return v.small(ctx)
	case b.asks(ctx):
		return coach.KindQuestion, sureWords
	case v.busy(), v.has[signMoment] && !v.has[signChatty] && ctx.Asks != coach.AskQuestion && ctx.Phase != coach.PhaseDiagnosis:
		return coach.KindBusy, sureWords
	}
	return v.small(ctx)
}

// inClosing and onlyBye: a goodbye beside a yes to the summary is no further wish to stop.
func (v *view) inClosing(ctx *Context) bool {
	return (ctx.State == coach.Closing || ctx.Asks == coach.AskConfirm) && ctx.YesMeans != coach.YesStop && v.agrees()
}

func (v *view) onlyBye() bool {
	for _, h := range v.hits {
		if isOneOf(h.sign, []sign{signStop, signStopAsk}) && v.wantsStop(h) {
			return false
		}
	}
	return true
}

// small tells apart what neither shows nor asks anything.
func (v *view) small(ctx *Context) (coach.Kind, float64) {
	ack := v.hasAny(signAck, signAckEmoji) && !v.has[signPraise] && v.covered(signAck, signAckEmoji, signFiller, signThanks) || v.emojiOnly() && !v.has[signNoEmoji]
	switch {
	case len(v.text.Tokens) == 0:
		return coach.KindChat, sureDefault
	case v.opensWith(signGreeting) && v.covered(signGreeting, signThanks, signFiller, signAck, signExclaim, signRemark):
		return coach.KindChat, sureWords
	case ctx.Asks == coach.AskQuestion && v.has[signVague]:
		return coach.KindAnswer, sureWords
	case ack && ctx.Asks != coach.AskYesNo:
		return coach.KindAck, sureWords
	case ctx.Asks == coach.AskYesNo && (ack || v.hasAny(signYes, signNo, signYesMore)):
		return coach.KindAnswer, sureWords
	case v.covered(signThanks, signGreeting, signFiller, signFarewell, signAck, signAckEmoji, signExclaim) && (ctx.Asks != coach.AskQuestion || !v.covered(signFiller)), v.thanksOnly():
		return coach.KindChat, sureWords
	case ctx.Asks == coach.AskQuestion || ctx.Asks == coach.AskYesNo || ctx.Asks == coach.AskConfirm && ctx.State != coach.Closing:
		return coach.KindAnswer, sureShape
	case v.has[signChatty]:
		return coach.KindChat, sureWords
	}
	return coach.KindChat, sureDefault
}

// goesAhead tells whether the message is a plain yes to the next step.
func (v *view) goesAhead() bool {
	return v.covered(signYes, signAck, signAckEmoji, signFiller, signThanks, signYesMore, signGoOn) &&
		v.hasAny(signYes, signAck, signAckEmoji, signYesMore, signGoOn) && !v.hasAny(signNo, signNoEmoji)
}

// contracted tells whether the prose is a sentence with a contraction ("can't wait") and no mark of a
// program's text: it names no error then.
func contracted(prose string) bool {
	return strings.ContainsAny(prose, "'’") && prose[0] >= 'a' && prose[0] <= 'z' &&
		strings.Trim(prose, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ '’,.!?-\n") == "" &&
		strings.Count(prose, "'") == strings.Count(prose, "n't")+strings.Count(prose, "'s")+strings.Count(prose, "I'")
}

// plainAnswer tells whether a yes or no is all there is ("no it doesn't").
func (v *view) plainAnswer() bool {
	return v.hasAny(signYes, signNo, signAck, signVague) &&
		v.covered(signYes, signNo, signAck, signVague, signYesMore, signFiller, signThanks, signBad, signSame)
}

// thanksOnly tells whether the message says little more than thanks, a greeting or a remark.
func (v *view) thanksOnly() bool {
	return v.opensWith(signThanks, signGreeting) && v.rest(signThanks, signGreeting, signFiller, signAck) <= 4 ||
		v.has[signRemark] && v.rest(signRemark, signChatty, signThanks, signFiller, signAck, signExclaim, signYes) <= 4
}

func (v *view) opensWith(signs ...sign) bool {
	for _, h := range v.hits {
		if h.first == 0 && isOneOf(h.sign, signs) {
			return true
		}
	}
	return false
}

func (v *view) busy() bool {
	for _, h := range v.hits {
		if h.sign == signBusy && !v.clauseHas(h.clause, signChatty) && !v.conditional(h.clause) {
			return true
		}
	}
	return v.has[signReturns] && !v.has[signChatty]
}

// mentioned tells whether the errors stand only in what is asked about.
func (b *basis) mentioned() bool {
	if b.shown.hasBlocks() {
		return false
	}
	for _, a := range b.view.asked {
		if !a {
			return false
		}
	}
	return len(b.view.asked) > 0 && b.view.text.Clauses[0].End == '?'
}

func (b *basis) asks(ctx *Context) bool {
	v := b.view
	if len(b.asked) == 0 && !v.isAsked() {
		return false
	}
	if !v.marked() && v.covered(signAck, signAckEmoji, signFiller, signThanks) {
		return false
	}
	if ctx.Asks == coach.AskQuestion && !v.marked() && !v.askedAtEdge() {
		return false
	}
	if !v.isAsked() && (ctx.Asks == coach.AskQuestion || ctx.Asks == coach.AskYesNo || v.busy() || v.has[signChatty] || v.covered(signAck, signFiller, signThanks, signNo, signYes)) {
		return false
	}
	return true
}

// askedAtEdge tells whether question words open or close a clause. Inside one they may be
// indefinite ("只写过几个").
func (v *view) askedAtEdge() bool {
	for _, h := range v.hits {
		c := v.text.Clauses[h.clause]
		if h.sign == signAsk && (h.first == c.First || h.last == c.Last) {
			return true
		}
	}
	return false
}

// marked tells whether there is a question mark.
func (v *view) marked() bool {
	for _, c := range v.text.Clauses {
		if c.End == '?' {
			return true
		}
	}
	return false
}

// resolved: what is said of the summary says nothing of the problem (details A41).
func (b *basis) resolved(ctx *Context, kind coach.Kind) bool {
	switch kind {
	case coach.KindConfirm, coach.KindCorrection, coach.KindVague, coach.KindContinue, coach.KindQuestion:
		return false
	}
	return len(b.shown.errors) == 0 && b.view.resolved(ctx)
}

// statement is the fingerprint of a result told in words: its words without the small ones.
func (v *view) statement() string {
	var b strings.Builder
	for i, t := range v.text.Tokens {
		if v.isSmall(i) {
			continue
		}
		b.WriteString(strings.ToLower(v.text.Source[t.Start:t.End]))
		b.WriteByte(' ')
	}
	return fingerprint("told", b.String())
}

func (v *view) isSmall(i int) bool {
	for _, h := range v.hits {
		if h.first <= i && i < h.last && isOneOf(h.sign, []sign{signAck, signFiller, signThanks, signAckEmoji}) {
			return true
		}
	}
	return false
}
