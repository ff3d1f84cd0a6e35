package reading

import (
	"strconv"
	"strings"

	"tack/coach"
	"tack/coach/reading/errs"
	"tack/coach/reading/phrase"
	"tack/coach/reading/segment"
)

// Coach reads what a coach message asks for. Directions are given only while a problem is open;
// an instruction of the course is none.
func (r *Reader) Coach(ctx Context, text string) Coach {
	prose := coachProse(text)
	v := r.see(prose)
	c := Coach{Sets: errs.Sets(text), Problem: v.hasAny(signProblem, signOpenQ)}
	at := 0
	c.Asks, at = v.asks(r, prose)
	if c.Asks == coach.AskQuestion || c.Asks == coach.AskYesNo {
		c.Question, c.YesMeans = r.putQuestion(&ctx, v, prose, at, c.Asks, c.Problem)
	}
	if c.Asks == coach.AskConfirm && v.asksForChange() {
		c.YesMeans = coach.YesEdit
	}
	if (c.Problem || len(ctx.Errors) > 0) && c.Asks != coach.AskConfirm {
		c.Directions = v.directions()
	}
	return c
}

// coachProse is a coach message without its code. What looks like output in it is a sentence about
// an error: the coach pastes none outside a fence.
func coachProse(text string) string {
	var prose []string
	for _, b := range segment.Parse(text) {
		if b.Kind == segment.Prose || b.Kind == segment.Output {
			prose = append(prose, b.Text)
		}
	}
	return strings.Join(prose, "\n")
}

// asks decides by the last request of the message. at is the clause it stands in.
func (v *view) asks(r *Reader, prose string) (ask coach.Ask, at int) {
	ask = coach.AskNone
	for i, c := range v.text.Clauses {
		one := v.request(i, c.End == '?', r)
		if one == "" || one == coach.AskQuestion && ask == coach.AskAction && v.sentence(i) == v.sentence(at) && !v.begins(at, signAsk) && !v.clauseHas(at, signTell) {
			continue // "run it; what does it print?" wants it run
		}
		ask, at = one, i
	}
	if v.has[signConfirm] && ask != coach.AskNone && v.lastSentenceHas(signConfirm) || ask == coach.AskYesNo && v.has[signSummary] && v.counts() {
		ask = coach.AskConfirm
	}
	return ask, at
}

func (v *view) request(clause int, mark bool, r *Reader) coach.Ask {
	switch {
	case v.clauseHas(clause, signConfirm):
		return coach.AskConfirm
	case !mark && v.sentenceHas(clause, signNextTime):
		return ""
	case v.clauseHas(clause, signStep), mark && v.sentenceHas(clause, signStep):
		return coach.AskStep
	case mark || v.clauseHas(clause, signGoneQ, signOpenQ, signStopQ) && v.asked[clause] || v.opensAsking(clause):
		if v.clauseHas(clause, signAct) && !mark {
			return coach.AskAction
		}
		if r.questions.IsYesNo(v.sentenceText(clause)) {
			return coach.AskYesNo
		}
		return coach.AskQuestion
	case v.clauseHas(clause, signAct):
		return coach.AskAction
	case v.clauseHas(clause, signTell):
		return coach.AskQuestion
	}
	return ""
}

// asksForChange tells whether the last question of a message is what to change: a no to it agrees.
func (v *view) asksForChange() bool {
	for i := len(v.text.Clauses) - 1; i >= 0; i-- {
		if v.text.Clauses[i].End == '?' {
			return v.sentenceHas(i, signChangeQ)
		}
	}
	return false
}

// opensAsking tells whether a sentence has the word order of a question and wants nothing done ("do
// you like it").
func (v *view) opensAsking(clause int) bool {
	if v.clauseHas(clause, signAct, signTell) || clause > 0 && v.sentence(clause-1) == v.sentence(clause) {
		return false
	}
	return v.begins(clause, signAsk)
}

// counts tells whether the text has numbered items.
func (v *view) counts() bool {
	next := 1
	for i, t := range v.text.Tokens {
		if t.Type == phrase.Number && v.text.Word(i) == strconv.Itoa(next) {
			next++
		}
	}
	return next > 2
}

func (v *view) begins(clause int, s sign) bool {
	for _, h := range v.in(clause) {
		if h.sign == s && h.first == v.text.Clauses[clause].First {
			return true
		}
	}
	return false
}

func (v *view) lastSentenceHas(s sign) bool {
	last := len(v.text.Clauses) - 1
	for i := last; i >= 0 && v.sentence(i) >= v.sentence(last)-1; i-- {
		if v.clauseHas(i, s) {
			return true
		}
	}
	return false
}

// sentenceText is the source of the sentence that a clause belongs to, with the mark at its end.
func (v *view) sentenceText(clause int) string {
	from, to := clause, clause
	for from > 0 && v.sentence(from-1) == v.sentence(clause) {
		from--
	}
	for to+1 < len(v.text.Clauses) && v.sentence(to+1) == v.sentence(clause) {
		to++
	}
	end := v.text.Tokens[v.text.Clauses[to].Last-1].End
	s := v.text.Source[v.text.Tokens[v.text.Clauses[from].First].Start:end]
	if v.text.Clauses[to].End == '?' {
		s += "?"
	}
	return s
}

// putQuestion names the question put and what a plain yes to it says.
func (r *Reader) putQuestion(ctx *Context, v *view, prose string, at int, ask coach.Ask, problem bool) (id coach.Identity, yes coach.YesMeans) {
	if found := r.questions.Find(prose); len(found) > 0 {
		id = r.known(found[len(found)-1], ctx.CoachQuestions)
	} else {
		id = r.known(r.questions.Parse(v.sentenceText(at)), ctx.CoachQuestions)
	}
	if ask != coach.AskYesNo {
		return id, ""
	}
	switch {
	case v.clauseHas(at, signStopQ):
		yes = coach.YesStop
	case v.clauseHas(at, signOpenQ):
		yes = coach.YesOpen
	case v.clauseHas(at, signGoneQ) && (problem || len(ctx.Errors) > 0):
		yes = coach.YesGone
	}
	return id, yes
}

// directions are the dimensions of what a message suggests. A message is one suggestion: the first
// request that names what to look at gives them. What follows it (start it again, show the log) only
// tries the suggestion out.
func (v *view) directions() []coach.Dimension {
	sentence := -1
	for i := range v.text.Clauses {
		switch {
		case v.asked[i]:
			continue
		case v.clauseHas(i, signAct):
			sentence = v.sentence(i)
		case v.sentence(i) != sentence: // a request goes on to the end of its sentence
			continue
		}
		if dims := v.dimensions(i); len(dims) > 0 {
			return dims
		}
	}
	return nil
}

func (v *view) dimensions(clause int) []coach.Dimension {
	var out []coach.Dimension
	for d, dim := range coach.Dimensions {
		if v.clauseHas(clause, signDim+sign(d)) {
			out = append(out, dim)
		}
	}
	return out
}

func (v *view) sentenceHas(clause int, s sign) bool {
	for i := clause; i >= 0 && v.sentence(i) == v.sentence(clause); i-- {
		if v.clauseHas(i, s) {
			return true
		}
	}
	return false
}
