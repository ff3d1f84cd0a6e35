package track

import (
	"slices"
	"strings"
)

// named is a term that a text names. module is empty for a term of the glossary.
type named struct {
	term   *Term
	module string
	name   string // folded, as it was found
	at     int    // in the folded text
}

// named finds the terms that text names, the longest names first; where two overlap, the shorter is none.
// "difference" does not name diff.
func (t *Track) named(text string) []named {
	folded := fold(text)
	var found []named
	try := func(list []Term, id string) {
		for i := range list {
			for _, name := range append([]string{list[i].Term}, list[i].Aliases...) {
				f := fold(name)
				if at := find(folded, f); at >= 0 && inflects(folded[at+len(f):]) {
					found = append(found, named{&list[i], id, f, at})
				}
			}
		}
	}
	for i := range t.Modules {
		try(t.Modules[i].Terms, t.Modules[i].ID)
	}
	try(t.Glossary, "")
	slices.SortStableFunc(found, func(a, b named) int { return len(b.name) - len(a.name) })
	var kept []named
	for _, n := range found {
		overlaps := func(k named) bool {
			return k.term == n.term || n.at < k.at+len(k.name) && k.at < n.at+len(n.name)
		}
		if !slices.ContainsFunc(kept, overlaps) {
			kept = append(kept, n)
		}
	}
	return kept
}

// inflects reports whether what follows a name, up to the end of its word, is only a form of it.
func inflects(rest string) bool {
	end := strings.IndexFunc(rest, func(r rune) bool { return !inWord(r) })
	if end < 0 {
		end = len(rest)
	}
	tail := rest[:end]
	return slices.Contains([]string{"", "s", "es", "d", "ed", "ing"}, tail) ||
		len(tail) > 3 && tail[1:] == "ing" || len(tail) == 3 && tail[1:] == "ed" // committing, committed
}

// asksOf gives the terms that a question is about: one for "what is a branch?", two for "what is the
// difference between a branch and a tag?", none where a term is only a word of something else.
func (h hearing) asksOf(t *Track, text string) []named {
	found := t.named(text)
	if h.mentions("hear_difference", text) {
		if len(found) != 2 {
			return nil
		}
		return found
	}
	for _, n := range found {
		if h.about(text, n.name) {
			return []named{n}
		}
	}
	return nil
}

// about reports whether a "what is" of text leads to name: only small words stand between them.
func (h hearing) about(text, name string) bool {
	folded := fold(text)
	at := find(folded, name)
	for _, p := range h.phrases["hear_what_is"] {
		i := find(folded, p)
		if i < 0 || i > at {
			continue
		}
		if between := folded[min(i+len(p), at):at]; strings.IndexFunc(between, wide) < 0 && !h.small(between) {
			return false
		}
	}
	return true
}

// small reports whether all words of a folded text are of those that name nothing by themselves.
func (h hearing) small(folded string) bool {
	for _, w := range strings.Fields(folded) {
		if !slices.Contains(h.phrases["hear_small_words"], w) {
			return false
		}
	}
	return true
}
