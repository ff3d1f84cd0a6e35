package track

import (
	"maps"
	"slices"
)

// In gives the text in a language, else in English, else in any; empty when there is none.
func (t Text) In(locale string) string {
	if s := t[locale]; s != "" {
		return s
	}
	if s := t["en"]; s != "" {
		return s
	}
	for _, tag := range sortedKeys(t) {
		if t[tag] != "" {
			return t[tag]
		}
	}
	return ""
}

// Empty reports whether no language has a text.
func (t Text) Empty() bool { return t.In("en") == "" }

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

// module gives a module by id.
func (t *Track) module(id string) (*Module, bool) {
	for i := range t.Modules {
		if t.Modules[i].ID == id {
			return &t.Modules[i], true
		}
	}
	return nil, false
}

// fault gives a known error by id.
func (t *Track) fault(id string) (*Fault, bool) {
	for i := range t.Errors {
		if t.Errors[i].ID == id {
			return &t.Errors[i], true
		}
	}
	return nil, false
}

// commands gives every command with its path, setup first.
func (t *Track) commands() []at[Command] {
	list := within("setup.steps", t.Setup.Steps)
	for i := range t.Modules {
		m, p := &t.Modules[i], index("modules", i)
		list = append(list, within(p+".hands_on", m.HandsOn)...)
		list = append(list, within(p+".verify", m.Verify)...)
	}
	return list
}

// checks gives every question with its path, the levels' first. A point's check is among them.
func (t *Track) checks() []at[Check] {
	list := within("levels", t.Levels)
	for i := range t.Modules {
		m, p := &t.Modules[i], index("modules", i)
		for _, pt := range append(within(p+".concept", m.Concept), within(p+".principle", m.Principle)...) {
			list = append(list, at[Check]{pt.path + ".check", &pt.it.Check})
		}
		list = append(list, within(p+".interview", m.Interview)...)
	}
	return list
}

// introduces is the point that introduces a term; nil: none does.
func (t *Track) introduces(term string) *Point {
	for i := range t.Modules {
		for _, p := range t.Modules[i].points() {
			if slices.Contains(p.Terms, term) {
				return p
			}
		}
	}
	return nil
}

// points gives the module's knowledge points, concept before principle.
func (m *Module) points() []*Point {
	var list []*Point
	for i := range m.Concept {
		list = append(list, &m.Concept[i])
	}
	for i := range m.Principle {
		list = append(list, &m.Principle[i])
	}
	return list
}
