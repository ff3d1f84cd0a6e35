package questions

import "strings"

// symbol is a token or phrase with its meaning. start and end are rune indexes; the symbols of a
// text stand in its order.
type symbol struct {
	start, end int32
	id         uint16
	kind       kind
	zh         bool
	quoted     bool
	digits     bool // kindNumber: the value is what stands in the text
	second     bool // kindAsk: behind a noun, so it may only join a clause to it
}

// read turns the text into symbols.
func (c *Catalog) read(text string) *source {
	s := &source{}
	s.normalise(text, &c.vocab)
	s.tokenise(&c.vocab)
	s.syms = make([]symbol, 0, len(s.toks)+8)
	for i := 0; i < len(s.toks); {
		i += c.lift(s, i)
	}
	c.settle(s)
	return s
}

// lift appends the symbols of the phrase at token i and returns how many tokens it took.
func (c *Catalog) lift(s *source, i int) int {
	t := s.toks[i]
	switch t.kind {
	case tokenMark:
		s.add(t, symbol{kind: t.mark})
	case tokenNum:
		s.add(t, symbol{kind: kindNumber, digits: true})
	case tokenHan:
		c.liftHan(s, t)
	default:
		return c.liftWord(s, i)
	}
	return 1
}

// atClause tells whether nothing of the clause was read yet: "I see" is an interjection there, and
// words of a question elsewhere ("how do I see").
func (s *source) atClause() bool {
	last := len(s.syms) - 1
	if last < 0 {
		return true
	}
	k := s.syms[last].kind
	return k == kindPolite || k == kindConj || k == kindPause || k == kindStop || k == kindQuery
}

// leads tells whether the phrase of n tokens at i may stand there: what leads up to a question
// stands at the start of a clause, and a verb alone ("explain") before the question word.
func (c *Catalog) leads(s *source, i int, e entry, n int) bool {
	switch {
	case e.kind == kindWant && n == 1:
		next, _ := c.vocab.match(s.toks[i+1:], 0)
		return (next.kind == kindAsk || next.kind == kindWhen) && (s.atClause() || s.addressed())
	case e.kind == kindWant:
		return s.atClause() || s.addressed()
	case n > 1 && (e.kind == kindPolite || e.kind == kindKnow):
		return s.atClause()
	}
	return true
}

// addressed tells whether the clause so far asks somebody to tell something: "any chance you
// could", "it would be great if someone could". What stands there is politeness then.
func (s *source) addressed() bool {
	from, someone := len(s.syms), false
	for from > max(0, len(s.syms)-reach) && s.syms[from-1].kind < kindPause {
		from--
		switch y := s.syms[from]; y.kind {
		case kindPronoun:
			someone = someone || y.end-y.start > 2 // you, someone
		case kindConcept, kindNumber, kindAsk:
			return false
		}
	}
	if !someone {
		return false
	}
	for i := from; i < len(s.syms); i++ {
		s.syms[i].kind = kindPolite
	}
	return true
}

func (s *source) add(t token, y symbol) {
	y.start, y.end, y.quoted = t.start, t.end, t.quoted
	if t.quoted && y.kind != kindConcept && y.kind != kindName && y.kind != kindNumber && y.kind != kindNot {
		y.kind = kindDrop
	}
	s.syms = append(s.syms, y)
}

func (c *Catalog) liftWord(s *source, i int) int {
	e, n := c.vocab.match(s.toks[i:], 0)
	if !c.leads(s, i, e, n) {
		if e, n = c.vocab.match(s.toks[i:i+1], 0); e.kind == kindWant {
			n = 0
		}
	}
	if n <= 1 {
		if far, at := c.vocab.parted(s.toks[i:]); at > 1 {
			e, n = far, 1
			if s.slice(symbol{start: s.toks[i+at].start, end: s.toks[i+at].end}) != "into" {
				s.toks[i+at].kind = tokenNone
			}
		}
	}
	t := s.toks[i]
	if t.kind == tokenNone {
		return 1
	}
	if n > 0 {
		t.end = s.toks[i+n-1].end
		s.add(t, symbol{kind: e.kind, id: e.id, zh: e.zh})
		return n
	}
	if !c.prefixed(s, t) {
		s.add(t, symbol{kind: kindName})
	}
	return 1
}

// prefixed splits the "un" and "non" of a known word off as a negation.
func (c *Catalog) prefixed(s *source, t token) bool {
	for _, p := range [...]string{"un", "non-", "non", "not-"} {
		from := int(t.start) + len(p)
		if from+3 > int(t.end) || string(s.runes[t.start:from]) != p {
			continue
		}
		rest := t
		rest.start = int32(from)
		rest.exact, rest.lemma = s.numbers(from, int(t.end), &c.vocab)
		if e, n := c.vocab.match([]token{rest}, 0); n == 1 && e.kind == kindConcept {
			s.add(t, symbol{kind: kindNot})
			s.add(rest, symbol{kind: kindConcept, id: e.id})
			return true
		}
	}
	return false
}

// liftHan segments a run of Chinese characters by the longest known phrase.
func (c *Catalog) liftHan(s *source, t token) {
	end := int(t.end)
	for i := int(t.start); i < end; {
		n := c.liftHanAt(s, s.runes[i:end], token{start: int32(i), end: int32(end), quoted: t.quoted})
		i += n
	}
}

// liftHanAt appends the symbol at the start of rs and returns how many characters it took.
func (c *Catalog) liftHanAt(s *source, rs []rune, t token) int {
	v := &c.vocab
	if len(rs) > 2 && rs[0] == rs[2] && (rs[1] == '不' || rs[1] == '没') {
		return s.put(t, 2, symbol{kind: kindYesNo}) // 能不能
	}
	e, n := v.han(rs)
	if n > 1 {
		return s.put(t, n, symbol{kind: e.kind, id: e.id})
	}
	if len(rs) > 2 && rs[1] == '不' {
		if w, k := v.han([]rune{rs[0], rs[2]}); k == 2 && w.kind == kindConcept { // 打不开
			s.put(t, 1, symbol{kind: kindNot})
			return s.put(t, 3, symbol{kind: kindConcept, id: w.id})
		}
	}
	if value, k := v.numeral(rs); k > 0 {
		if value == 1 && !s.afterRune('第') {
			return s.put(t, k, symbol{kind: kindOne})
		}
		return s.put(t, k, symbol{kind: kindNumber, id: uint16(value)})
	}
	switch {
	case n == 1 && v.fillers[rs[0]] && s.afterNot():
		return s.put(t, 1, symbol{})
	case n == 1:
		return s.put(t, 1, symbol{kind: e.kind, id: e.id})
	case s.growsName(t):
		return 1
	}
	return s.put(t, 1, symbol{kind: kindName})
}

// put appends a Chinese symbol of n characters and returns n.
func (s *source) put(t token, n int, y symbol) int {
	t.end, y.zh = t.start+int32(n), true
	s.add(t, y)
	return n
}

// growsName adds the character at t to the unknown ones right before it.
func (s *source) growsName(t token) bool {
	last := len(s.syms) - 1
	if last < 0 || s.syms[last].kind != kindName || !s.syms[last].zh || s.syms[last].end != t.start {
		return false
	}
	s.syms[last].end++
	return true
}

func (s *source) afterNot() bool {
	last := len(s.syms) - 1
	return last >= 0 && s.syms[last].kind == kindNot && s.syms[last].zh
}

func (s *source) afterRune(r rune) bool {
	last := len(s.syms) - 1
	return last >= 0 && s.syms[last].zh && s.runes[s.syms[last].start] == r
}

// text is the part of the original text with its question marks, without the blanks around it.
func (s *source) text(p part) string {
	if p.from >= p.to {
		return ""
	}
	end := s.syms[p.to-1].end
	for int(end) < len(s.runes) && (s.runes[end] == '?' || closing(s.runes[end])) {
		end++
	}
	from, to := s.at[s.syms[p.from].start], s.at[end]
	return strings.TrimSpace(s.orig[from:max(from, to)])
}
