package reading

import (
	"strings"

	"tack/coach/reading/phrase"
	"tack/coach/reading/segment"
)

// view is a prose seen through the lexicon: its clauses, and which signs stand where.
type view struct {
	text  *phrase.Text
	hits  []hit // in the order of the text
	has   [signDim + 16]bool
	from  []int  // by clause: its first hit; one more for the end
	asked []bool // by clause: it is part of a question
}

type hit struct {
	sign        sign
	first, last int // tokens [first, last)
	clause      int
}

// holeWord stands for a quoted span; the matcher takes it for a thing.
const holeWord = " q_0 "

// maxProse bounds the prose that is read, in bytes; what people say is shorter.
const maxProse = 8000

func (r *Reader) see(prose string) *view {
	if len(prose) > maxProse {
		prose = strings.ToValidUTF8(prose[:maxProse], "")
	}
	prose = strings.ReplaceAll(segment.Strip(prose), segment.Hole, holeWord)
	v := &view{text: r.lex.matcher.Scan(prose)}
	found := r.lex.matcher.Find(v.text)
	v.hits = make([]hit, 0, len(found))
	for _, h := range found {
		s := r.lex.signs[h.Sign]
		v.hits = append(v.hits, hit{s, h.First, h.Last, h.Clause})
		v.has[s] = true
	}
	v.index()
	v.markAsked()
	return v
}

// index notes where the hits of each clause begin.
func (v *view) index() {
	v.from = make([]int, 0, len(v.text.Clauses)+1)
	for i, h := range v.hits {
		for len(v.from) <= h.clause {
			v.from = append(v.from, i)
		}
	}
	for len(v.from) <= len(v.text.Clauses) {
		v.from = append(v.from, len(v.hits))
	}
}

// in are the hits of a clause.
func (v *view) in(clause int) []hit { return v.hits[v.from[clause]:v.from[clause+1]] }

// markAsked marks the clauses that ask: those before a question mark, those that open with or hold
// question words, and what stands before a question in its sentence as its condition.
func (v *view) markAsked() {
	v.asked = make([]bool, len(v.text.Clauses))
	for i, c := range v.text.Clauses {
		v.asked[i] = c.End == '?'
	}
	for _, h := range v.hits {
		if h.sign == signAsk && !v.within(h, signNo, signBusy, signTold) {
			v.asked[h.clause] = true
		}
	}
	for i := len(v.asked) - 2; i >= 0; i-- {
		c, next := v.text.Clauses[i], v.text.Clauses[i+1]
		if v.asked[i+1] && c.Sentence == next.Sentence && (v.clauseHas(i, signCondition, signWhen) || v.clauseHas(i+1, signOr)) {
			v.asked[i] = true
		}
	}
}

// within tells whether a hit overlaps one of the signs that does not begin behind it.
func (v *view) within(h hit, signs ...sign) bool {
	for _, o := range v.in(h.clause) {
		if isOneOf(o.sign, signs) && o.first <= h.first && h.first < o.last {
			return true
		}
	}
	return false
}

func (v *view) clauseHas(clause int, signs ...sign) bool {
	if !v.hasAny(signs...) {
		return false
	}
	for _, h := range v.in(clause) {
		if isOneOf(h.sign, signs) {
			return true
		}
	}
	return false
}

func (v *view) hasAny(signs ...sign) bool {
	for _, s := range signs {
		if v.has[s] {
			return true
		}
	}
	return false
}

// sentence tells which sentence a clause belongs to.
func (v *view) sentence(clause int) int { return v.text.Clauses[clause].Sentence }

// covered tells whether the hits of signs, emoji and mentions leave no token of the text over, and
// whether they hold anything at all.
func (v *view) covered(signs ...sign) bool {
	return len(v.text.Tokens) > 0 && v.rest(signs...) == 0
}

// rest counts the tokens that no hit of signs covers.
func (v *view) rest(signs ...sign) int { return v.left(v.hits, 0, len(v.text.Tokens), signs) }

// clauseCovered is covered for one clause.
func (v *view) clauseCovered(clause int, signs ...sign) bool {
	c := v.text.Clauses[clause]
	return v.left(v.in(clause), c.First, c.Last, signs) == 0
}

// left counts the tokens from first to last that no hit of signs among hits covers.
func (v *view) left(hits []hit, first, last int, signs []sign) int {
	left, next, until := 0, 0, 0
	for i := first; i < last; i++ {
		for next < len(hits) && hits[next].first <= i {
			if h := hits[next]; isOneOf(h.sign, signs) {
				until = max(until, h.last)
			}
			next++
		}
		if i >= until && !v.ignorable(i) {
			left++
		}
	}
	return left
}

// ignorable are emoji and mentions of people, by name ("@kim") or by an id of the platform.
func (v *view) ignorable(i int) bool {
	t := v.text.Tokens[i]
	switch {
	case t.Type == phrase.Emoji, t.Start > 0 && v.text.Source[t.Start-1] == '@':
		return true
	case t.Type == phrase.Thing:
		w := v.text.Word(i)
		return w[0] == 'U' && len(w) > 1 && strings.Trim(w[1:], "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	}
	return false
}

// emojiOnly tells whether there is nothing but emoji.
func (v *view) emojiOnly() bool {
	for i := range v.text.Tokens {
		if v.text.Tokens[i].Type != phrase.Emoji {
			return false
		}
	}
	return len(v.text.Tokens) > 0
}

func isOneOf(s sign, signs []sign) bool {
	for _, t := range signs {
		if s == t {
			return true
		}
	}
	return false
}
