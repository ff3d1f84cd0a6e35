package track

import (
	"cmp"
	"fmt"
	"slices"
)

// Problem is a rule of the track format that a file breaks.
type Problem struct {
	File string
	Path string // such as modules[2].hands_on[0].success
	What string
}

func (p Problem) String() string { return fmt.Sprintf("%s: %s: %s", p.File, p.Path, p.What) }

// linter collects problems.
type linter struct {
	track *Track
	found []Problem
}

func (l *linter) add(path, what string, args ...any) {
	l.found = append(l.found, Problem{l.track.file, path, fmt.Sprintf(what, args...)})
}

// Lint checks a track against the rules of the format that its types cannot hold: texts in every
// language, unique ids, an order of modules that can be walked, one command a step with its four
// parts, rubrics that accept their own model answer. The result is sorted by path; empty: none.
func Lint(t *Track) []Problem {
	l := &linter{track: t}
	if t.patterns == nil {
		if err := t.compile(); err != nil {
			l.add("", "%v", err)
		}
	}
	l.head()
	l.texts()
	l.ids()
	l.levels()
	l.modules()
	l.points()
	l.terms()
	for _, c := range t.commands() {
		l.command(c.path, c.it)
	}
	for _, c := range t.checks() {
		l.check(c.path, c.it)
	}
	for _, f := range within("errors", t.Errors) {
		l.fault(f.path, f.it)
	}
	l.answers()
	slices.SortStableFunc(l.found, func(a, b Problem) int { return cmp.Compare(a.Path, b.Path) })
	return l.found
}
