package questions

import (
	"slices"
	"strconv"
	"strings"
)

// maxItems is how many things a question is compared by; what comes after is left out.
const maxItems = 48

// item is one thing that a question is about. mark is the role and the sort: "" a concept, "="
// a name, "%" a name that may be missing, "#" a number, with ">" before it where something goes there.
type item struct{ mark, text string }

// form is the canonical form of a question. items are sorted, each once.
type form struct {
	aspect aspect
	negs   int
	items  []item
	solid  bool // something beside function words and faint concepts is asked about
}

// form reads the symbols of a part.
func (c *Catalog) form(s *source, p part) form {
	b := builder{c: c, s: s, p: p}
	b.f.items = make([]item, 0, 12)
	for i := p.from; i < p.to; i++ {
		b.symbol(i)
	}
	b.aspect()
	b.tidy()
	return b.f
}

// builder collects a form. Concepts of a direction go into it once its verb was seen.
type builder struct {
	c     *Catalog
	s     *source
	p     part
	f     form
	into  bool // what follows is where something goes
	yes   bool // a yes-no form was seen
	bound bool // an auxiliary or question word was seen
	does  bool // "do" is the main verb: "what does X do"
	for_  bool // "for" is the last word
	or    int  // how many items stood before "or"; 0: no "or"
	and   int  // and before the last "and"
	pick  bool // "which" is the last word: "A 和 B 用哪个"
	some  bool // 几个 was seen: how many, or several where something else is asked
}

func (b *builder) symbol(i int) {
	y := b.s.syms[i]
	switch y.kind {
	case kindConcept:
		if y.id == b.c.rules.avoid {
			b.f.negs++ // to avoid losing data is not to lose data
			return
		}
		b.concept(y.id)
		if y.zh && b.c.rules.info[b.c.rules.names[y.id]].directed {
			b.into = b.s.goesInto(y) // 给 B 发 A: what goes there stands before the verb
		}
	case kindName:
		b.name(y)
	case kindNumber:
		b.number(i, y)
	case kindNot:
		b.f.negs++
	case kindOught:
		b.concept(b.c.rules.need)
		b.bound = true
	case kindAux, kindHave:
		b.bound = true
	case kindDo:
		b.does = b.does || b.s.behindThing(i) && (b.bound || b.s.closes(i))
		b.bound = true
	case kindAsk, kindAspect:
		b.ask(i, y)
	case kindYesNo:
		b.yes = true
	case kindOne:
		if y.zh && b.f.aspect == aspectHowLong && b.s.peek(int(y.end)) == '次' {
			b.f.aspect = aspectHowOften
		}
	case kindOr:
		b.or = len(b.f.items)
	case kindConj:
		b.and = len(b.f.items)
	case kindInto:
		b.into = b.s.runes[y.start] != '给' || b.hands(i)
	case kindTo:
		b.into = b.into || b.directed() && !b.infinitive(i)
	case kindPrep, kindFrom, kindPause, kindIf:
		b.into = false
	case kindFor:
		b.for_ = b.last(i)
	}
}

// hands tells whether a verb of handing over stands near the symbol at i. Without one, 给 is "for".
func (b *builder) hands(i int) bool {
	for _, y := range b.s.syms[max(b.p.from, i-reach):min(b.p.to, i+reach)] {
		if y.kind == kindConcept && b.c.rules.info[b.c.rules.names[y.id]].hands {
			return true
		}
	}
	return false
}

// infinitive tells whether the "to" at i has a verb behind it or an auxiliary before it.
func (b *builder) infinitive(i int) bool {
	if i > 0 && b.s.syms[i-1].kind == kindConcept && b.s.syms[i-1].id == b.c.rules.need {
		return true
	}
	next := b.s.kindAt(i+1, b.p.to)
	return next == kindConcept && b.c.rules.info[b.c.rules.names[b.s.syms[i+1].id]].verb
}

// goesInto tells whether a Chinese verb ends in a word of direction: 合并到, 转成.
func (s *source) goesInto(y symbol) bool {
	switch s.runes[y.end-1] {
	case '到', '成', '为', '进', '给':
		return y.end-y.start > 1
	}
	return false
}

// last tells whether nothing but marks and politeness follows.
func (b *builder) last(i int) bool {
	for i++; i < b.p.to; i++ {
		if k := b.s.syms[i].kind; k != kindPause && k != kindPolite && k != kindDrop {
			return false
		}
	}
	return true
}

// behindThing tells whether the word at i has its subject before it.
func (s *source) behindThing(i int) bool {
	k := s.prev1(i)
	if k == kindPronoun {
		return s.closes(i)
	}
	return k == kindConcept || k == kindName || k == kindNumber
}

// closes tells whether the predicate ends with the word at i.
func (s *source) closes(i int) bool {
	k := s.next1(i)
	return k >= kindPause || k == kindPrep || k == kindFrom || k == kindIf
}

// directed tells whether a verb with a direction was seen.
func (b *builder) directed() bool {
	for _, it := range b.f.items {
		if it.mark == "" && b.c.rules.info[it.text].directed {
			return true
		}
	}
	return false
}

func (s *source) kindAt(i, to int) kind {
	if i >= to {
		return kindStop
	}
	return s.syms[i].kind
}

func (b *builder) concept(id uint16) {
	b.put("", b.c.rules.names[id])
}

func (b *builder) number(i int, y symbol) {
	text := strconv.Itoa(int(y.id))
	if y.digits {
		text = strings.ReplaceAll(b.s.slice(y), ",", "")
	}
	if text == "1" && i > b.p.from && b.f.endsWith(b.c.rules.names[b.c.rules.last]) {
		return
	}
	b.put("#", text)
}

func (f *form) endsWith(name string) bool {
	n := len(f.items)
	return n > 0 && f.items[n-1].text == name
}

func (b *builder) put(mark, text string) {
	if text == "" || len(b.f.items) >= maxItems {
		return
	}
	if b.into && (mark != "" || !b.c.rules.info[text].directed) {
		mark = ">" + mark
	}
	b.f.items = append(b.f.items, item{mark, text})
}

// name puts a word outside the vocabulary. A single character or an adverb is a weak one.
func (b *builder) name(y symbol) {
	n := y.end - y.start
	if y.zh && n == 1 || !y.zh && n > 4 && string(b.s.runes[y.end-2:y.end]) == "ly" {
		b.put("%", b.s.name(y))
		return
	}
	b.put("=", b.s.name(y))
}

// slice is the original text of a symbol.
func (s *source) slice(y symbol) string { return s.orig[s.at[y.start]:s.at[y.end]] }

// name is the text under which an unknown word is compared.
func (s *source) name(y symbol) string {
	if y.zh {
		return string(s.runes[y.start:min(y.end, y.start+maxWord)])
	}
	if s.runes[y.start] == '-' && y.end-y.start == 2 && !s.shouted() {
		return s.slice(y) // -p is not -P
	}
	var buf [maxWord * 4]byte
	w := s.bytes(int(y.start), int(y.end), buf[:0])
	return strings.TrimLeft(string(stem(w)), "=#>!%~")
}

// shouted tells whether the text is in capitals throughout: their case says nothing then.
func (s *source) shouted() bool {
	capitals := 0
	for _, c := range []byte(s.orig) {
		if 'a' <= c && c <= 'z' {
			return false
		}
		if 'A' <= c && c <= 'Z' {
			capitals++
		}
	}
	return capitals > 3
}

// tidy sorts the items, keeps each once and takes directions out of what has none.
func (b *builder) tidy() {
	f := &b.f
	directed := f.aspect != aspectDiff && b.directed()
	for i := range f.items {
		if !directed {
			f.items[i].mark = strings.TrimPrefix(f.items[i].mark, ">")
		}
		it := f.items[i]
		if it.mark != "" || !b.c.rules.info[it.text].faintFor(f.aspect) {
			f.solid = true
		}
	}
	slices.SortFunc(f.items, func(x, y item) int {
		if n := strings.Compare(x.mark, y.mark); n != 0 {
			return n
		}
		return strings.Compare(x.text, y.text)
	})
	f.items = slices.Compact(f.items)
}
