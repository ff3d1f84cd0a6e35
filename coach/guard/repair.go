package guard

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tack/coach/tutor"
)

// Repair takes out of a reply what breaks the rules that v names: further commands and questions,
// goodbyes and claims of saving, terms explained again, closed options, pings. It reports false when
// that is not possible, or leaves nothing to say; then the reply must be replaced.
func (g *Guard) Repair(r tutor.Reply, c Context, v []Violation) (tutor.Reply, bool) {
	rules := map[int]bool{}
	for _, x := range v {
		rules[x.Rule] = true
	}
	// A cut may show what it hid, so the rules are looked at until they hold; every round cuts.
	for range maxRounds {
		broken := slices.DeleteFunc(g.check(r, c), func(f finding) bool { return !rules[f.violation.Rule] })
		if len(broken) == 0 {
			return r, says(r.Text)
		}
		for _, f := range broken {
			if f.fatal {
				return r, false
			}
		}
		r = g.repair(r, c, broken)
	}
	return r, false
}

const maxRounds = 6

func (g *Guard) repair(r tutor.Reply, c Context, broken []finding) tutor.Reply {
	var cut []span
	for _, f := range broken {
		cut = append(cut, f.cut...)
		switch f.violation.Name {
		case "commands.many":
			list := g.asked(g.read(r.Text), r)
			kept, _ := keep(list, r.Commands, maxSteps(c.Pace))
			r.Commands = only(r.Commands, func(s string) bool { return slices.Contains(kept, sameCommand(s)) })
		case "term.again":
			r.Explains = only(r.Explains, func(s string) bool { return !hasFold(c.Terms, s) })
		case "option.closed":
			r.Raises = only(r.Raises, func(s string) bool { return !hasFold(c.Closed, s) })
		case "depth.changed":
			r.Course.Route.Depth = c.Depth
		case "preference.dropped":
			r.Course.Preferences = restored(r.Course.Preferences, c.Preferences)
		}
	}
	r.Text = remove(r.Text, cut)
	for _, f := range broken {
		if f.violation.Rule == RulePings {
			r.Text = g.neutral(r.Text, c)
		}
	}
	return r
}

// only is the part of a list that holds, as a new list.
func only(list []string, ok func(string) bool) []string {
	var out []string
	for _, s := range list {
		if ok(s) {
			out = append(out, s)
		}
	}
	return out
}

func hasFold(list []string, s string) bool {
	return slices.ContainsFunc(list, func(x string) bool { return strings.EqualFold(x, s) })
}

// restored is a list with what it has lost put back in front.
func restored(list, all []string) []string {
	out := only(all, func(s string) bool { return !slices.Contains(list, s) })
	return append(out, list...)
}

var (
	emptyItemRE  = regexp.MustCompile(`^\s*(?:[-*+•]|\d{1,3}[.)、]|#{1,6})\s*$`)
	emptyFenceRE = regexp.MustCompile("(?m)^ {0,3}(`{3,})[a-z0-9-]*\n(?:[ \t]*\n)*`{3,}[ \t]*(?:\n|$)")
	blankRunRE   = regexp.MustCompile(`\n[ \t]*\n(?:[ \t]*\n)+`)
)

// remove cuts pieces out of a text and tidies what they leave: empty list items, empty code blocks,
// runs of blank lines.
func remove(text string, cut []span) string {
	if len(cut) == 0 {
		return text
	}
	slices.SortFunc(cut, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	last := 0
	for _, s := range cut {
		if s.to <= last {
			continue
		}
		b.WriteString(text[last:max(last, s.from)])
		last = s.to
	}
	b.WriteString(text[last:])
	return tidy(b.String(), text)
}

// tidy drops the lines of which a cut has left only a marker or blanks.
func tidy(s, before string) string {
	had := map[string]bool{}
	for _, l := range strings.Split(before, "\n") {
		had[l] = true
	}
	var out []string
	for _, l := range strings.Split(s, "\n") {
		if emptyItemRE.MatchString(l) && !had[l] {
			continue
		}
		out = append(out, strings.TrimRight(l, " "))
	}
	s = emptyFenceRE.ReplaceAllString(strings.Join(out, "\n"), "")
	return strings.TrimSpace(blankRunRE.ReplaceAllString(s, "\n\n"))
}

// says reports whether a text says anything.
func says(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}
