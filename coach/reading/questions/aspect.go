package questions

import "slices"

// ask takes the question word or aspect at i into account; the highest aspect counts.
func (b *builder) ask(i int, y symbol) {
	a := aspect(y.id)
	if y.kind == kindAspect && y.zh && (b.s.runes[y.start] == '几' || b.s.runes[y.start] == '有' && a == aspectHowMany) {
		b.some = true
		return
	}
	if y.second && (b.bound || b.f.aspect != aspectNone) {
		return
	}
	if a == aspectOpen {
		a = aspectWhat
		if k := b.s.kindAt(i+1, b.p.to); (k == kindConcept || k == kindName) && !b.acts(i+1) {
			a = aspectWhich
		}
	}
	b.pick = b.pick || a == aspectWhich && y.zh && b.last(i)
	b.f.aspect = max(b.f.aspect, a)
	b.into = false
}

// acts tells whether the word at i is a verb of the third person: "what takes up …".
func (b *builder) acts(i int) bool {
	y := b.s.syms[i]
	first := b.s.letters(int(y.start))
	return y.kind == kindConcept && b.c.rules.info[b.c.rules.names[y.id]].verb && b.s.runes[first-1] == 's'
}

// aspect decides what is asked from the question words and what stands with them.
func (b *builder) aspect() {
	f := &b.f
	switch {
	case b.some && f.aspect == aspectNone:
		f.aspect = aspectHowMany
	case b.some:
		b.concept(b.c.rules.many)
	}
	switch need := f.find(b.c.rules.names[b.c.rules.need]) >= 0; {
	case b.for_ && f.aspect == aspectWhat && need:
		f.aspect = aspectWhy
	case b.for_ && f.aspect == aspectWhat, b.does && (f.aspect == aspectWhat || f.aspect == aspectWhich):
		f.aspect = aspectPurpose
	}
	for _, t := range b.c.rules.turns {
		b.turn(t)
	}
	if f.aspect == aspectAbout && (b.yes || b.bound) || f.aspect == aspectNone && (b.yes || b.bound || len(f.items) > 0) {
		f.aspect = aspectYesNo
	}
	or := b.between(b.or)
	switch {
	case or && (f.aspect == aspectYesNo || f.aspect == aspectWhich), b.pick && f.aspect == aspectWhich && b.between(b.and):
		f.aspect = aspectChoice
	case f.aspect == aspectWhat && len(f.items) > 1 && b.attribute():
		f.aspect = aspectWhich
	}
}

// turn makes the aspect another one if the concepts of the turn are there.
func (b *builder) turn(t turn) {
	at := b.f.find(t.with)
	if b.f.aspect != t.ask || at < 0 || t.and != "" && b.f.find(t.and) < 0 {
		return
	}
	if !t.keep && t.is >= aspectHowMany && len(b.f.items) == 1 {
		return // "what does size mean"
	}
	b.f.aspect = t.is
	if !t.keep {
		b.f.items = slices.Delete(b.f.items, at, at+1)
	}
}

// between tells whether there are items before and after a place among them.
func (b *builder) between(at int) bool { return at > 0 && at < len(b.f.items) }

// find returns the place of a concept among the items, -1 if it is not there.
func (f *form) find(name string) int {
	return slices.IndexFunc(f.items, func(it item) bool {
		return it.text == name && (it.mark == "" || it.mark == ">")
	})
}

func (b *builder) attribute() bool {
	return slices.ContainsFunc(b.f.items, func(it item) bool {
		return it.mark == "" && b.c.rules.info[it.text].attribute
	})
}
