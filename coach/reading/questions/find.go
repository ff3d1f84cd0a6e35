package questions

import "strings"

// part is a range of symbols that holds one question.
type part struct{ from, to int }

// parts returns the questions of the text in order, at most limit.
func (c *Catalog) parts(s *source, limit int) []part {
	var out []part
	for from := 0; from < len(s.syms) && len(out) < limit; {
		to := from
		for to < len(s.syms) && s.syms[to].kind != kindStop && s.syms[to].kind != kindQuery {
			to++
		}
		query := to < len(s.syms) && s.syms[to].kind == kindQuery
		out = s.sentence(out, from, to, query)
		from = to + 1
	}
	return out[:min(len(out), limit)]
}

// sentence appends the questions between from and to.
func (s *source) sentence(out []part, from, to int, query bool) []part {
	start, last := from, -1 // where the question begins, and its last clause that asks
	for i := from; i < to; {
		end := s.clauseEnd(i+1, to)
		switch asks := s.asks(i, end); {
		case asks && last < 0:
			if last = i; !s.content(i, to) {
				start = from // "it fails, what can I do": the question is about what was told
			}
		case asks && s.separate(last, i, end):
			out = append(out, part{s.trimmed(start, i), i})
			start, last = i, i
		case last < 0 && s.tells(i, end):
			start = end
		}
		i = end
	}
	if last < 0 {
		if !query || !s.content(from, to) && !s.has(from, to, kindAsk) && !s.has(from, to, kindAspect) {
			return out
		}
		start = from
	}
	return append(out, part{s.trimmed(start, to), to})
}

// separate tells whether the clause from i to end is another question than the one before it:
// both have an object, and it asks by itself.
func (s *source) separate(last, i, end int) bool {
	asks := s.has(i, end, kindAsk) || s.has(i, end, kindAux) || s.has(i, end, kindDo)
	return asks && s.content(last, i) && s.content(i, end)
}

// trimmed skips what is no content at the start of a question.
func (s *source) trimmed(from, to int) int {
	for from < to-1 {
		k := s.syms[from].kind
		if k != kindPolite && k != kindConj && k != kindPause {
			break
		}
		from++
	}
	return from
}

// boundary tells whether a clause begins at i: behind a pause, or with a conjunction.
func (s *source) boundary(i int) bool {
	k := s.syms[i].kind
	return s.syms[i-1].kind == kindPause || k == kindConj && !s.syms[i].zh ||
		s.syms[i-1].kind == kindPolite && !s.syms[i-1].zh
}

func (s *source) clauseEnd(i, to int) int {
	for i < to && !s.boundary(i) {
		i++
	}
	return i
}

// tells tells whether an English clause is a statement about what somebody did or saw, or an
// apology for the question, which leads up to a question but is no part of it.
func (s *source) tells(from, to int) bool {
	if from > 0 && s.syms[from-1].kind == kindPolite {
		switch s.syms[from].kind {
		case kindFor: // "sorry for …"
			return true
		case kindIf: // "a question if you have time"
			return s.kindAt(from+1, to) == kindPronoun
		}
	}
	i := s.trimmed(from, to)
	return i < to && s.syms[i].kind == kindPronoun && !s.syms[i].zh
}

func (s *source) has(from, to int, k kind) bool {
	for i := from; i < to; i++ {
		if s.syms[i].kind == k {
			return true
		}
	}
	return false
}

// content tells whether anything between from and to can be an object.
func (s *source) content(from, to int) bool {
	for i := from; i < to; i++ {
		if k := s.syms[i].kind; k == kindConcept || k == kindName || k == kindNumber {
			return true
		}
	}
	return false
}

// asks tells whether the clause has the form of a question.
func (s *source) asks(from, to int) bool {
	if s.asksHan(from, to) {
		return true
	}
	i := s.trimmed(from, to)
	if i >= to {
		return false
	}
	switch y := s.syms[i]; y.kind {
	case kindWant:
		return s.has(i, to, kindAsk)
	case kindAsk:
		return !y.zh && s.asksWord(i, to)
	case kindAux, kindOught, kindDo, kindHave:
		return s.inverted(i, to)
	}
	for ; i < to; i++ {
		if s.syms[i].kind == kindWant && s.has(i, to, kindAsk) {
			return true
		}
	}
	return s.fronted(from, to)
}

// asksWord tells whether the question word at i opens a question rather than a dependent clause.
func (s *source) asksWord(i, to int) bool {
	if i+1 >= to {
		return true
	}
	next := s.syms[i+1].kind
	switch aspect(s.syms[i].id) {
	case aspectWhat, aspectOpen:
		return next != kindPronoun && next != kindArticle
	case aspectWhere, aspectHow:
		return next != kindPronoun && next != kindArticle && (next != kindName || s.has(i, to, kindAux) || s.has(i, to, kindDo))
	}
	return true
}

// inverted tells whether the auxiliary at i stands before its subject.
func (s *source) inverted(i, to int) bool {
	j := i + 1
	for j < to && s.syms[j].kind == kindNot {
		j++
	}
	if j >= to {
		return false
	}
	word := string(s.runes[s.syms[i].start:min(s.syms[i].end, s.syms[i].start+5)])
	next := s.syms[j].kind
	switch s.syms[i].kind {
	case kindHave:
		return next == kindPronoun
	case kindDo:
		if j > i+1 {
			return word != "do" && (next == kindPronoun || next == kindArticle)
		}
		return next == kindPronoun || word != "do" && (next >= kindConcept && next <= kindName || next == kindArticle)
	}
	if next == kindName {
		return true
	}
	return next == kindPronoun || next == kindArticle || word == "is" && next == kindConcept && s.plainWord(j)
}

// plainWord tells whether the English word at i is no -ing or -ed form.
func (s *source) plainWord(i int) bool {
	rs := s.runes[s.syms[i].start:s.syms[i].end]
	n := len(rs)
	return n < 4 || string(rs[n-3:]) != "ing" && string(rs[n-2:]) != "ed"
}

// fronted tells whether an adverbial stands before the inversion: "on one port can I …".
func (s *source) fronted(from, to int) bool {
	i := s.trimmed(from, to)
	if i >= to || s.syms[i].kind != kindPrep && s.syms[i].kind != kindFrom {
		return false
	}
	for ; i < to-1; i++ {
		switch s.syms[i].kind {
		case kindAux, kindOught, kindDo:
			if s.syms[i+1].kind == kindPronoun {
				return true
			}
		case kindAsk:
			return !s.syms[i].zh && s.asksWord(i, to)
		}
	}
	return false
}

// asksHan tells whether the clause holds a Chinese question word or particle that asks.
func (s *source) asksHan(from, to int) bool {
	known := false
	for i := from; i < to; i++ {
		y := s.syms[i]
		switch y.kind {
		case kindKnow:
			known = true
		case kindWant:
			known = false
		case kindAsk:
			if y.zh && !known && aspect(y.id) != aspectAbout {
				return true
			}
		case kindAspect:
			if y.zh && !known && s.asksCount(y) {
				return true
			}
		case kindOr:
			if y.zh && !known && s.latin(i-1) && s.latin(i+1) {
				return true // 用 A 还是 B; 还是 before a Chinese verb is "still"
			}
		case kindYesNo:
			if y.zh && (!known || s.runes[y.start] == '吗') {
				return true
			}
		}
	}
	return false
}

// latin tells whether the symbol at i is a thing with a Latin name.
func (s *source) latin(i int) bool {
	return i >= 0 && i < len(s.syms) && !s.syms[i].zh && (s.syms[i].kind == kindConcept || s.syms[i].kind == kindName)
}

// asksCount tells whether 几个 asks, as in 最多几个, 默认有几个, 需要几个. Elsewhere it is "some".
func (s *source) asksCount(y symbol) bool {
	i := int(y.start)
	if s.runes[i] == '有' {
		i++
	}
	return s.peek(i) == '几' && strings.ContainsRune("认多少要共能该以是", s.peek(int(y.start)-1))
}
