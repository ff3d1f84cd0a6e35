package track

import (
	"slices"
	"strings"

	"tack/coach"
)

const minDimensions = 3

// methods are no dimensions of an error: the core uses them by itself.
var methods = []coach.Dimension{coach.DimReask, coach.DimSkip, coach.DimDowngrade}

// check checks a question: its rubric is sane and accepts its own model answer in every language.
func (l *linter) check(path string, c *Check) {
	if len(c.Ideas) == 0 {
		l.add(path+".ideas", "none")
		return
	}
	if c.Need < 0 || c.Need > len(c.Ideas) {
		l.add(path+".need", "is %d with %d ideas", c.Need, len(c.Ideas))
	}
	seen := map[string]bool{}
	for _, i := range append(within(path+".ideas", c.Ideas), within(path+".mistakes", c.Mistakes)...) {
		if i.it.ID == "" || seen[i.it.ID] {
			l.add(i.path+".id", "%q is empty or taken", i.it.ID)
		}
		seen[i.it.ID] = true
		l.idea(i.path, i.it)
	}
	for _, tag := range l.track.Languages {
		l.model(path, tag, c)
	}
}

// levels checks that each scenario question of the diagnosis is one question: a message there has one.
func (l *linter) levels() {
	for _, c := range within("levels", l.track.Levels) {
		l.one(c.path+".ask", c.it.Ask)
		l.one(c.path+".plain", c.it.Plain)
	}
}

// one checks that a text puts one question at most.
func (l *linter) one(path string, text Text) {
	for _, tag := range sortedKeys(text) {
		if n := strings.Count(text[tag], "?") + strings.Count(text[tag], "？"); n > 1 {
			l.add(path, "%d questions in %s, want 1", n, tag)
		}
	}
}

func (l *linter) idea(path string, i *Idea) {
	if len(i.All) == 0 {
		l.add(path+".all", "no group of words")
	}
	for _, g := range within(path+".all", i.All) {
		l.words(g.path, *g.it)
	}
}

func (l *linter) words(path string, w Words) {
	n := 0
	for _, tag := range sortedKeys(w) {
		for _, word := range w[tag] {
			n++
			if fold(word) == "" {
				l.add(path, "%q has no letters or digits", word)
			}
		}
	}
	if n == 0 {
		l.add(path, "no words")
	}
}

func (l *linter) model(path, tag string, c *Check) {
	if c.Model[tag] == "" {
		return // reported with the texts
	}
	v := judge(c, c.Model[tag])
	if v.mistake != nil {
		l.add(path+".model", "in %s shows the mistake %s", tag, v.mistake.ID)
	} else if v.grade != good {
		var ids []string
		for _, i := range v.lacking {
			ids = append(ids, i.ID)
		}
		l.add(path+".model", "in %s lacks %v by its own rubric", tag, ids)
	}
}

// fault checks a known error: patterns, directions in enough dimensions, one command each.
func (l *linter) fault(path string, f *Fault) {
	if len(f.Match) == 0 {
		l.add(path+".match", "none")
	}
	for i, expr := range f.Match {
		l.matcher(index(path+".match", i), faultFlags, expr)
	}
	seen, taken := map[coach.Dimension]bool{}, map[string]bool{}
	for _, d := range within(path+".directions", f.Directions) {
		if !slices.Contains(coach.Dimensions[:], d.it.Dimension) || slices.Contains(methods, d.it.Dimension) {
			l.add(d.path+".dimension", "%q is no dimension of an error", d.it.Dimension)
		}
		l.steps(d.path, d.it, taken)
		if len(d.it.Steps) == 0 {
			seen[d.it.Dimension] = true
		}
		if what := manyCommands(d.it.Run); d.it.Run != "" && what != "" {
			l.add(d.path+".run", "%s", what)
		}
	}
	if len(seen) < minDimensions {
		l.add(path+".directions", "%d dimensions, want at least %d", len(seen), minDimensions)
	}
}

// answers checks that every wording of a frequent question finds its own answer.
func (l *linter) answers() {
	for _, a := range within("faq", l.track.FAQ) {
		if len(a.it.Asks) == 0 && len(a.it.All) == 0 {
			l.add(a.path, "neither asks nor all")
		}
		for _, g := range within(a.path+".all", a.it.All) {
			l.words(g.path, *g.it)
		}
		for _, tag := range sortedKeys(a.it.Asks) {
			for i, ask := range a.it.Asks[tag] {
				if found, ok := l.track.answer(ask); !ok || found.ID != a.it.ID {
					l.add(index(a.path+".asks."+tag, i), "%q does not find this answer", ask)
				}
			}
		}
	}
}

// steps checks that a direction is the only one in its dimension for any step, or for each of its own, and
// that the track has these.
func (l *linter) steps(path string, d *Direction, taken map[string]bool) {
	ids := d.Steps
	if len(ids) == 0 {
		ids = []string{""}
	}
	for _, id := range ids {
		known := func(c at[Command]) bool { return c.it.ID == id }
		if id != "" && !slices.ContainsFunc(l.track.commands(), known) {
			l.add(path+".steps", "no command %q", id)
		}
		if key := string(d.Dimension) + "/" + id; taken[key] {
			l.add(path+".dimension", "%q is taken: one direction a dimension and step", d.Dimension)
		} else {
			taken[key] = true
		}
	}
}
