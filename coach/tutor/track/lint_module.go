package track

import (
	"regexp"
	"slices"
	"strings"
)

const (
	minLayer, maxLayer = 1, 4
	minDays, maxDays   = 0.25, 2.0
)

// observable finds what can be seen in a pass criterion: a digit, a code span, a quoted result.
var observable = regexp.MustCompile("[0-9]|`[^`]+`|\"[^\"]+\"|“[^”]+”|「[^」]+」")

// modules checks ids, order, size and that all six steps are there.
func (l *linter) modules() {
	before := map[string]bool{}
	for _, m := range within("modules", l.track.Modules) {
		if !moduleID.MatchString(m.it.ID) {
			l.add(m.path+".id", "%q is not M1, M2, …", m.it.ID)
		}
		if before[m.it.ID] {
			l.add(m.path+".id", "%q is taken", m.it.ID)
		}
		for i, id := range m.it.Requires {
			if !before[id] {
				l.add(index(m.path+".requires", i), "%q is not a module before this one", id)
			}
		}
		before[m.it.ID] = true
		l.module(m.path, m.it)
	}
}

func (l *linter) module(path string, m *Module) {
	if m.Layer < minLayer || m.Layer > maxLayer {
		l.add(path+".layer", "is %d, want %d to %d", m.Layer, minLayer, maxLayer)
	}
	if m.Days < minDays || m.Days > maxDays {
		l.add(path+".days", "is %g, want %g to %g", m.Days, minDays, maxDays)
	}
	for _, tag := range sortedKeys(m.Pass) {
		if !observable.MatchString(m.Pass[tag]) {
			l.add(path+".pass", "nothing observable in %s: no number, code span or quoted result", tag)
		}
	}
	for _, step := range []struct {
		name string
		n    int
	}{
		{"concept", len(m.Concept)}, {"principle", len(m.Principle)}, {"hands_on", len(m.HandsOn)},
		{"verify", len(m.Verify)}, {"interview", len(m.Interview)},
	} {
		if step.n == 0 {
			l.add(path+"."+step.name, "none")
		}
	}
}

// points checks that a point's second question is another one.
func (l *linter) points() {
	for i := range l.track.Modules {
		m, p := &l.track.Modules[i], index("modules", i)
		for _, pt := range append(within(p+".concept", m.Concept), within(p+".principle", m.Principle)...) {
			for _, tag := range sortedKeys(pt.it.Other) {
				if fold(pt.it.Other[tag]) == fold(pt.it.Check.Ask[tag]) {
					l.add(pt.path+".other", "asks the same as check in %s", tag)
				}
			}
		}
	}
}

// terms checks that every term is explained in one place and not used in an explanation before it.
// A term counts as used where its name stands outside code; other spellings do not count.
func (l *linter) terms() {
	owner := map[string]string{}
	for i := range l.track.Modules {
		for _, term := range within(index("modules", i)+".terms", l.track.Modules[i].Terms) {
			l.term(owner, term)
		}
	}
	for _, term := range within("glossary", l.track.Glossary) {
		l.term(owner, term)
	}
	for i := range l.track.Modules {
		l.introductions(index("modules", i), &l.track.Modules[i])
		l.early(i)
	}
}

func (l *linter) term(owner map[string]string, term at[Term]) {
	for i, name := range append([]string{term.it.Term}, term.it.Aliases...) {
		key := fold(name)
		if key == "" {
			l.add(term.path, "name %d has no letters or digits", i)
		} else if other := owner[key]; other != "" && other != term.path {
			l.add(term.path, "%q is also at %s", name, other)
		} else {
			owner[key] = term.path
		}
	}
}

// introductions checks that the module's points introduce each term of the module once, and no other.
func (l *linter) introductions(path string, m *Module) {
	count := map[string]int{}
	for _, p := range m.points() {
		for _, term := range p.Terms {
			count[term]++
			if !slices.ContainsFunc(m.Terms, func(t Term) bool { return t.Term == term }) {
				l.add(path, "point %s introduces %q, which is not among the module's terms", p.ID, term)
			}
		}
	}
	for _, t := range within(path+".terms", m.Terms) {
		if n := count[t.it.Term]; n != 1 {
			l.add(t.path, "%q is introduced by %d points, want 1", t.it.Term, n)
		}
	}
}

var codeSpan = regexp.MustCompile("(?s)```.*?```|`[^`]*`")

// early reports the terms of module i that a point before the introducing one uses.
func (l *linter) early(i int) {
	for _, term := range within(index("modules", i)+".terms", l.track.Modules[i].Terms) {
		name := fold(term.it.Term)
		for j := range l.track.Modules[:i+1] {
			for _, p := range l.track.Modules[j].points() {
				if slices.Contains(p.Terms, term.it.Term) {
					return
				}
				for _, tag := range sortedKeys(p.Text) {
					if find(fold(codeSpan.ReplaceAllString(p.Text[tag], " ")), name) >= 0 {
						l.add(term.path, "%q is used by point %s (%s) before it is explained", term.it.Term, p.ID, tag)
					}
				}
			}
		}
	}
}

// command checks one step: one command, a pattern that can fail, errors that exist.
func (l *linter) command(path string, c *Command) {
	if what := manyCommands(c.Run); what != "" {
		l.add(path+".run", "%s", what)
	}
	l.matcher(path+".success", successFlags, c.Success)
	if c.Trace.Empty() && !c.Undone.Empty() {
		l.add(path+".undone", "without a trace")
	}
	for i, id := range c.Errors {
		if _, ok := l.track.fault(id); !ok {
			l.add(index(path+".errors", i), "no error %q", id)
		}
	}
}

// matcher checks that a pattern is there, compiles and does not match everything.
func (l *linter) matcher(path, flags, expr string) {
	if strings.TrimSpace(expr) == "" {
		l.add(path, "empty")
		return
	}
	re, err := regexp.Compile(flags + expr)
	if err != nil {
		l.add(path, "%v", err)
	} else if re.MatchString("") {
		l.add(path, "matches an empty output")
	}
}
