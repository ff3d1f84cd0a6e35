package guard

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

// terms is rule 4. A message that teaches a point (perhaps in another way, since it was not
// understood) or gives a command may say in passing what a word means; there only what it claims to
// explain counts.
func (g *Guard) terms(d *doc, r tutor.Reply, c Context) []finding {
	var cut []span
	n := 0
	for _, term := range c.Terms {
		var places []span
		if inPassing := r.Teaches || len(r.Commands) > 0; !inPassing {
			places = g.defined(d, term)
		}
		cut = append(cut, places...)
		if len(places) > 0 || hasFold(r.Explains, term) {
			n++
		}
	}
	var out []finding
	if n > 0 {
		out = append(out, found(RuleTerms, "term.again", cut, "%d terms already explained are explained again", n))
	}
	if n := g.unexplained(d, r, c); n > 0 {
		f := found(RuleTerms, "term.unexplained", nil, "%d new terms are used without an explanation", n)
		f.fatal = true
		out = append(out, f)
	}
	return out
}

// defined are the sentences that define a term.
func (g *Guard) defined(d *doc, term string) []span {
	var with []sentence
	for _, s := range d.sentences {
		if s.plain = s.naming(term); mentions(s.plain, term) {
			with = append(with, s)
		}
	}
	if len(with) == 0 {
		return nil
	}
	var out []span
	for _, l := range g.order {
		f, err := l.define(term)
		if err != nil {
			continue // a term that makes no pattern is defined nowhere
		}
		for _, s := range with {
			if f.in(s) && !slices.Contains(out, s.span) {
				out = append(out, s.span)
			}
		}
	}
	return out
}

// unexplained counts the new terms that the text uses, and neither claims to explain nor defines.
func (g *Guard) unexplained(d *doc, r tutor.Reply, c Context) int {
	n := 0
	for _, term := range c.Fresh {
		if hasFold(r.Explains, term) || hasFold(c.Terms, term) {
			continue
		}
		used := slices.ContainsFunc(d.sentences, func(s sentence) bool { return mentions(s.open, term) })
		if used && len(g.defined(d, term)) == 0 {
			n++
		}
	}
	return n
}

// mentions reports whether a folded text has a word or phrase, not as a piece of another word.
func mentions(text, word string) bool {
	word = strings.ToLower(strings.TrimSpace(word))
	if word == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		first, _ := utf8.DecodeRuneInString(word)
		last, _ := utf8.DecodeLastRuneInString(word)
		if !(latin(before) && latin(first)) && !(latin(last) && latin(after)) {
			return true
		}
		from = at + len(word)
	}
}

// latin reports a rune that makes one word with its like; Han runes do not.
func latin(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_') && !unicode.Is(unicode.Han, r)
}

// preferences is rule 5.
func (g *Guard) preferences(d *doc, r tutor.Reply, c Context) []finding {
	var out []finding
	if r.Deviates != "" && slices.Contains(c.Preferences, r.Deviates) {
		f := found(RulePreferences, "preference.deviates", nil, "the reply says that it deviates from a confirmed preference")
		f.fatal = true
		out = append(out, f)
	}
	if cut := g.where(d, func(l *lang) family { return l.deviates }); len(cut) > 0 && len(c.Preferences) > 0 {
		out = append(out, found(RulePreferences, "preference.aside", cut, "puts a preference aside, in %d sentences", len(cut)))
	}
	if n := dropped(r.Course, c); n > 0 && c.Phase != coach.PhaseDiagnosis { // until it ends, the learner may correct them
		out = append(out, found(RulePreferences, "preference.dropped", nil, "%d confirmed preferences are gone from the course", n))
	}
	if c.RouteConfirmed && c.Depth != "" && told(r.Course) && r.Course.Route.Depth != c.Depth {
		out = append(out, found(RulePreferences, "depth.changed", nil, "the depth ceiling of the course is changed"))
	}
	if cut := g.where(d, func(l *lang) family { return l.deepens }); len(cut) > 0 && c.RouteConfirmed {
		out = append(out, found(RulePreferences, "depth.passed", cut, "goes past the depth ceiling, in %d sentences", len(cut)))
	}
	return out
}

// told reports whether a reply carries a course at all.
func told(s course.State) bool { return !reflect.ValueOf(s).IsZero() }

// dropped counts the confirmed preferences that the reply's course has lost.
func dropped(s course.State, c Context) int {
	if !told(s) {
		return 0
	}
	n := 0
	for _, p := range c.Preferences {
		if !slices.Contains(s.Preferences, p) {
			n++
		}
	}
	return n
}

// closed is rule 6.
func (g *Guard) closed(d *doc, r tutor.Reply, c Context) []finding {
	var cut []span
	n := 0
	for _, option := range c.Closed {
		hit := hasFold(r.Raises, option)
		for _, s := range d.sentences {
			if mentions(s.open, option) && g.suggests(s) {
				hit = true
				cut = append(cut, s.span)
			}
		}
		if hit {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []finding{found(RuleClosed, "option.closed", cut, "%d closed options are raised again", n)}
}

func (g *Guard) suggests(s sentence) bool {
	return g.any(s, func(l *lang) family { return l.suggests }) && !g.declined(s)
}

// declined reports an exception of any language: in a mixed sentence each one counts.
func (g *Guard) declined(s sentence) bool {
	for _, l := range g.order {
		if matchesAny(l.suggests.unless, s.asked) {
			return true
		}
	}
	return false
}
