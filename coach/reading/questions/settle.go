package questions

import "strings"

// reach is how many symbols away a neighbour may stand. It keeps the work linear.
const reach = 24

// settle decides what the words are that their neighbours decide: noun or verb, question word or
// conjunction.
func (c *Catalog) settle(s *source) {
	for i := range s.syms {
		switch y := &s.syms[i]; y.kind {
		case kindConcept:
			if !y.zh {
				c.settleWord(s, i)
			}
			c.unite(s, i)
		case kindAsk:
			y.second = !y.zh && aspect(y.id) <= aspectWhere && s.behindNoun(i)
			if y.zh {
				c.settleHan(s, i)
			}
		case kindAspect:
			if y.zh && aspect(y.id) == aspectDiff && c.titled(s, i) {
				y.kind = kindAsk
			}
		default:
			c.settleSmall(s, i)
		}
	}
}

// settleSmall decides what a function word is.
func (c *Catalog) settleSmall(s *source, i int) {
	y, before, after := &s.syms[i], s.prev1(i), s.next1(i)
	switch y.kind {
	case kindArticle:
		if y.end-y.start == 1 && (after == kindConj || after == kindOr || after == kindTo || after == kindInto || after >= kindPause) {
			y.kind = kindName // A and B
		}
	case kindPolite:
		if before >= kindPronoun && before < kindPause && y.end-y.start == 2 && s.runes[y.start] == 'n' {
			y.kind = kindNot // "why is there no …"; the "no" before a clause is an answer
		}
	case kindKnow:
		if y.zh && before == kindAsk {
			y.kind, y.id = kindConcept, c.rules.see
		}
	case kindWhen:
		y.kind = kindIf
		if after == kindAux || after == kindOught || after == kindDo || after == kindHave || after == kindTo {
			y.kind, y.id = kindAsk, uint16(aspectWhen)
		}
	case kindOne:
		if i > 0 && s.syms[i-1].kind == kindConcept && c.rules.counted[s.syms[i-1].id] {
			y.kind, y.id = kindNumber, 1
		}
	}
}

// titled tells whether the clause is nothing but the things whose difference, named at i, ends it:
// "A 和 B 的区别" asks, "我看了 A 和 B 的区别" does not.
func (c *Catalog) titled(s *source, i int) bool {
	if s.next1(i) < kindPause {
		return false
	}
	things, far := 0, i-reach
	for i--; i >= max(0, far) && s.syms[i].kind < kindPause; i-- {
		switch y := s.syms[i]; y.kind {
		case kindPolite, kindConj:
		case kindDrop:
			if r := s.runes[y.start]; r == '了' || r == '过' || r == '我' {
				return false
			}
		case kindConcept, kindName:
			if things++; y.zh && c.rules.info[c.rules.names[y.id]].verb {
				return false
			}
		default:
			return false
		}
	}
	return things > 1
}

// unite takes the concepts at i and before it, one of either language, for the one that they are
// together: "merge 冲突".
func (c *Catalog) unite(s *source, i int) {
	if i == 0 || s.syms[i-1].kind != kindConcept || s.syms[i-1].zh == s.syms[i].zh {
		return
	}
	if id := c.rules.compounds[[2]uint16{s.syms[i-1].id, s.syms[i].id}]; id != 0 {
		s.syms[i].id, s.syms[i-1].kind = id, kindDrop
	}
}

// settleWord decides whether an English word of two senses is a verb or an ordinal number there.
func (c *Catalog) settleWord(s *source, i int) {
	y := &s.syms[i]
	if verb, ok := c.rules.twins[y.id]; ok && (s.verbAt(i) || c.rules.all == s.nextConcept(i)) {
		y.id = verb
	}
	if c.subject(s, i) {
		y.kind = kindName
		return
	}
	if c.causes(s, i) {
		y.kind = kindCause
		return
	}
	after := s.next1(i)
	if y.id == c.rules.second && y.end-y.start == 6 && s.prev1(i) == kindArticle && after >= kindConcept && after <= kindName {
		y.kind, y.id = kindNumber, 2
	}
}

// subject tells whether a verb that else does not matter is what is asked about: "what does get do".
func (c *Catalog) subject(s *source, i int) bool {
	name := c.rules.names[s.syms[i].id]
	if in := c.rules.info[name]; in.faint != everywhere || !in.verb || string(s.runes[s.syms[i].start:s.syms[i].end]) != name {
		return false
	}
	k := s.prev1(i)
	return k == kindDo || k == kindAux || k == kindStop || k == kindPause || s.inHan(i)
}

// inHan tells whether the symbol at i stands beside Chinese.
func (s *source) inHan(i int) bool {
	return i > 0 && s.syms[i-1].zh || i+1 < len(s.syms) && s.syms[i+1].zh
}

// causes tells whether the "make a" at i makes something be or do: "make a query run faster",
// "make a file public".
func (c *Catalog) causes(s *source, i int) bool {
	if string(s.runes[s.syms[i].start:min(s.syms[i].end, s.syms[i].start+6)]) != "make a" {
		return false
	}
	far := i + reach
	for i += 2; i < min(len(s.syms), far) && s.syms[i].kind >= kindNumber && s.syms[i].kind <= kindName; i++ {
		in := c.rules.info[c.rules.names[s.syms[i].id]]
		if s.syms[i].kind == kindConcept && (in.verb || in.quality && s.closes(i)) {
			return true
		}
	}
	return false
}

// settleHan reads 怎么 with a negation behind it as "why" ("怎么连不上"), unless it tells how not to
// go about it, and a question word before 都 as none.
func (c *Catalog) settleHan(s *source, i int) {
	y := &s.syms[i]
	bare := aspect(y.id) == aspectHow && y.end-y.start == 2 && s.runes[y.start] == '怎'
	for k := i + 1; k < len(s.syms) && k < i+12 && s.syms[k].kind < kindPause; k++ {
		switch s.syms[k].kind {
		case kindCause:
			bare = false
		case kindNot:
			if bare && !s.without(k) {
				y.id = uint16(aspectWhy)
			}
			bare = false
		case kindEvery:
			if k == i+1 || k == i+2 {
				y.kind = kindDrop
			}
		}
	}
}

// without tells whether the Chinese negation at i tells in what way something is done: 退出而不停止,
// 不用密码登录, 不停机就升级, 在不停机的情况下.
func (s *source) without(i int) bool {
	y := s.syms[i]
	switch s.peek(int(y.start) - 1) {
	case '而', '又', '且', '在':
		return true
	}
	if y.end-y.start == 2 && s.runes[y.start] == '不' && strings.ContainsRune("用带加", s.runes[y.end-1]) {
		return true
	}
	for k := i + 1; k < min(len(s.syms), i+reach) && s.syms[k].kind < kindPause; k++ {
		if x := s.syms[k]; x.kind == kindDrop && (s.runes[x.start] == '就' || s.runes[x.start] == '情') {
			return true
		}
	}
	return false
}

// verbAt tells whether the English word at i, noun or verb, is a verb there.
func (s *source) verbAt(i int) bool {
	switch s.prev1(i) {
	case kindPronoun, kindTo, kindAux, kindOught, kindNot:
		return true
	case kindAsk, kindAspect:
		if end := s.syms[i].start; end > 3 && string(s.runes[end-4:end]) == " to " {
			return true // "the way to list …" is one phrase
		}
	case kindArticle:
		return false
	}
	k := s.next1(i)
	return k == kindArticle || k == kindEvery
}

func (s *source) behindNoun(i int) bool {
	k := s.prev1(i)
	return k == kindConcept || k == kindName || k == kindNumber
}

// nextConcept is the concept right behind i, 0 if there is none.
func (s *source) nextConcept(i int) uint16 {
	if i+1 < len(s.syms) && s.syms[i+1].kind == kindConcept {
		return s.syms[i+1].id
	}
	return 0
}

// prev1 is the kind before i, kindStop at the start.
func (s *source) prev1(i int) kind {
	for k := i - 1; k >= max(0, i-reach); k-- {
		if s.syms[k].kind != kindDrop {
			return s.syms[k].kind
		}
	}
	return kindStop
}

// next1 is the kind after i, kindStop at the end.
func (s *source) next1(i int) kind {
	for k := i + 1; k < min(len(s.syms), i+reach); k++ {
		if s.syms[k].kind != kindDrop {
			return s.syms[k].kind
		}
	}
	return kindStop
}
