package guard

import (
	"tack/coach"
	"tack/coach/tutor"
)

// questions is rule 2: the first question stays.
func (g *Guard) questions(d *doc, _ tutor.Reply, c Context) []finding {
	if c.Phase != coach.PhaseDiagnosis {
		return nil
	}
	var cut []span
	n := 0
	for i, s := range d.sentences {
		if !g.puts(d, i) {
			continue
		}
		if n++; n > 1 {
			cut = append(cut, s.span)
		}
	}
	if n <= 1 {
		return nil
	}
	return []finding{found(RuleQuestions, "questions.many", cut, "%d questions, at most 1", n)}
}

// puts reports whether a sentence puts a question. What stands in parentheses is an example.
func (g *Guard) puts(d *doc, i int) bool {
	s := d.sentences[i]
	if s.paren {
		return false
	}
	return s.isQuestion() || g.any(s, func(l *lang) family { return l.asks })
}

// end is rule 7. In a close-out that is saved both may be said.
func (g *Guard) end(d *doc, _ tutor.Reply, c Context) []finding {
	if c.CloseOut && c.Saved {
		return nil
	}
	var out []finding
	if cut := g.where(d, func(l *lang) family { return l.farewell }); len(cut) > 0 {
		out = append(out, found(RuleEnd, "farewell", cut, "a goodbye outside a close-out, in %d sentences", len(cut)))
	}
	if cut := g.where(d, func(l *lang) family { return l.saved }); len(cut) > 0 {
		out = append(out, found(RuleEnd, "saved.claim", cut, "claims that something is saved, in %d sentences", len(cut)))
	}
	return out
}

// where are the sentences with a meaning.
func (g *Guard) where(d *doc, pick func(*lang) family) []span {
	var out []span
	for _, s := range d.sentences {
		if g.any(s, pick) {
			out = append(out, s.span)
		}
	}
	return out
}
