package questions

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// load takes over the concepts and the rules about them.
func (c *Catalog) load(f *conceptsFile) error {
	c.rules = rules{
		names: []string{""}, ids: map[string]uint16{}, info: map[string]info{},
		twins: map[uint16]uint16{}, counted: map[uint16]bool{}, kin: map[[2]string]bool{}, compounds: map[[2]uint16]uint16{},
	}
	for _, g := range f.Groups {
		if err := c.loadGroup(g); err != nil {
			return err
		}
	}
	for _, g := range f.Groups {
		if err := c.set(strings.Fields(g.Home), func(in *info) { in.tool = true }); err != nil {
			return err
		}
	}
	if err := c.loadFlags(f); err != nil {
		return err
	}
	c.loadCompounds(f)
	return c.loadRelations(f)
}

// loadCompounds notes which two concepts side by side are a third one, as the words of its phrase
// are: "merge conflict", so that "merge 冲突" is one too.
func (c *Catalog) loadCompounds(f *conceptsFile) {
	for _, g := range f.Groups {
		for name, phrases := range g.Concepts {
			for _, p := range strings.FieldsFunc(phrases, func(r rune) bool { return r == ',' || r == '/' }) {
				if w := strings.Fields(p); len(w) == 2 {
					x, y := c.vocab.concept(w[0]), c.vocab.concept(w[1])
					c.rules.compounds[[2]uint16{x, y}] = c.rules.ids[name]
				}
			}
		}
	}
	maps.DeleteFunc(c.rules.compounds, func(pair [2]uint16, _ uint16) bool { return pair[0] == 0 || pair[1] == 0 })
}

func (c *Catalog) loadGroup(g group) error {
	for _, name := range slices.Sorted(maps.Keys(g.Concepts)) {
		if _, ok := c.rules.ids[name]; ok {
			return fmt.Errorf("concept %s stands twice", name)
		}
		id := uint16(len(c.rules.names))
		c.rules.names = append(c.rules.names, name)
		c.rules.ids[name] = id
		c.rules.info[name] = info{homes: strings.Fields(g.Home), verb: g.Verbs}
		for _, p := range strings.FieldsFunc(g.Concepts[name], func(r rune) bool { return r == ',' || r == '/' }) {
			if err := c.add(p, entry{kind: kindConcept, id: id}); err != nil {
				return fmt.Errorf("concept %s: %w", name, err)
			}
		}
	}
	return nil
}

// set changes the info of concepts that must exist.
func (c *Catalog) set(names []string, change func(*info)) error {
	for _, n := range names {
		in, ok := c.rules.info[n]
		if !ok {
			return fmt.Errorf("no concept %q", n)
		}
		change(&in)
		c.rules.info[n] = in
	}
	return nil
}

func (c *Catalog) loadFlags(f *conceptsFile) error {
	for name, concepts := range f.Faint {
		bits := uint32(everywhere)
		if name != "any" {
			a, ok := aspectOf(name)
			if !ok {
				return fmt.Errorf("no aspect %q", name)
			}
			bits = 1 << a
		}
		if err := c.set(concepts, func(in *info) { in.faint |= bits }); err != nil {
			return err
		}
	}
	if err := c.set(f.Weak, func(in *info) { in.weak = true }); err != nil {
		return err
	}
	if err := c.set(f.Direct, func(in *info) { in.directed = true }); err != nil {
		return err
	}
	if err := c.set(f.Hands, func(in *info) { in.hands = true }); err != nil {
		return err
	}
	if err := c.set(f.Quality, func(in *info) { in.quality = true }); err != nil {
		return err
	}
	return c.set(f.Attr, func(in *info) { in.attribute = true })
}

func (c *Catalog) loadRelations(f *conceptsFile) error {
	r := &c.rules
	for _, set := range f.Kin {
		if err := c.set(set, func(*info) {}); err != nil {
			return err
		}
		for _, other := range set[1:] {
			r.kin[[2]string{set[0], other}] = true
			r.kin[[2]string{other, set[0]}] = true
		}
	}
	for noun, verb := range f.Twins {
		if err := c.set([]string{noun, verb}, func(*info) {}); err != nil {
			return err
		}
		r.twins[r.ids[noun]] = r.ids[verb]
	}
	if err := c.set(f.Counted, func(*info) {}); err != nil {
		return err
	}
	for _, n := range f.Counted {
		r.counted[r.ids[n]] = true
	}
	r.implied = f.Implied
	for by, moot := range f.Implied {
		if err := c.set(append([]string{by}, moot...), func(*info) {}); err != nil {
			return err
		}
	}
	for _, t := range f.Turns {
		if err := c.loadTurn(t); err != nil {
			return err
		}
	}
	return r.named()
}

// named looks up the concepts that the rules themselves name.
func (r *rules) named() error {
	for name, id := range map[string]*uint16{
		"need": &r.need, "last": &r.last, "see": &r.see, "avoid": &r.avoid, "multiple": &r.many, "all": &r.all, "second": &r.second,
	} {
		if *id = r.ids[name]; *id == 0 {
			return fmt.Errorf("no concept %q", name)
		}
	}
	return nil
}

func (c *Catalog) loadTurn(t turnFile) error {
	ask, ok := aspectOf(t.Ask)
	is, ok2 := aspectOf(t.Is)
	if !ok || !ok2 {
		return fmt.Errorf("turn of %q: no aspect %q or %q", t.With, t.Ask, t.Is)
	}
	c.rules.turns = append(c.rules.turns, turn{ask, is, t.With, t.And, t.Keep})
	if t.And != "" {
		return c.set([]string{t.With, t.And}, func(*info) {})
	}
	return c.set([]string{t.With}, func(*info) {})
}
