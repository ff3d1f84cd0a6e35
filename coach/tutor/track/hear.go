package track

import (
	"regexp"
	"slices"
	"strings"

	"tack/coach/voice"
)

// hearing is what the tutor knows of learners' phrases. The words are data: texts whose keys begin
// with "hear_" hold a phrase on each line, those with "find_" an RE2 pattern whose first group is
// what was said. Those of every language count in every session.
type hearing struct {
	phrases  map[string][]string
	patterns map[string][]*regexp.Regexp
}

// hearingOf collects the phrases of all languages. A pattern that is no RE2 is a programmer's error.
func hearingOf(v *voice.Voice) hearing {
	h := hearing{map[string][]string{}, map[string][]*regexp.Regexp{}}
	for _, key := range v.Keys() {
		for _, tag := range v.Languages() {
			if strings.HasPrefix(key, "hear_") {
				h.phrases[key] = append(h.phrases[key], foldAll(lines(v.Say(tag, key, nil)))...)
			}
			if strings.HasPrefix(key, "find_") {
				h.patterns[key] = append(h.patterns[key], compileAll(lines(v.Say(tag, key, nil)))...)
			}
		}
	}
	return h
}

func lines(text string) []string {
	var list []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

func foldAll(words []string) []string {
	for i := range words {
		words[i] = fold(words[i])
	}
	return words
}

func compileAll(exprs []string) []*regexp.Regexp {
	var list []*regexp.Regexp
	for _, expr := range exprs {
		list = append(list, regexp.MustCompile("(?i)"+expr))
	}
	return list
}

// hears reports whether text has a phrase of the key that no denial precedes.
func (h hearing) hears(key, text string) bool {
	for _, clause := range strings.FieldsFunc(text, parting) {
		folded := fold(clause)
		for _, p := range h.phrases[key] {
			if i := find(folded, p); i >= 0 && (denies(p) || !denies(before(folded[:i]))) {
				return true
			}
		}
	}
	return false
}

// mentions reports whether text has a phrase of the key, denied or not.
func (h hearing) mentions(key, text string) bool {
	folded := fold(text)
	return slices.ContainsFunc(h.phrases[key], func(p string) bool { return find(folded, p) >= 0 })
}

// afterwards is how much nearer a phrase counts that stands before what it is about: bytes.
const afterwards = 8

// near gives the distance in bytes between the byte at of the folded clauses of text and the nearest
// phrase of the key that no denial precedes; ok is false where there is none.
func (h hearing) near(key, text string, at int) (distance int, ok bool) {
	start := 0
	for _, clause := range strings.FieldsFunc(text, parting) {
		folded := fold(clause)
		for _, p := range h.phrases[key] {
			i := find(folded, p)
			if i < 0 || !denies(p) && denies(before(folded[:i])) {
				continue
			}
			d := at - start - i - len(p)
			if d < 0 {
				d = start + i - at + afterwards
			}
			if !ok || d < distance {
				distance, ok = d, true
			}
		}
		start += len(folded) + 1
	}
	return distance, ok
}

// only reports whether text is nothing but one phrase of the key, an added particle or two aside.
func (h hearing) only(key, text string) bool {
	folded := fold(text)
	for _, p := range h.phrases[key] {
		i := find(folded, p)
		if i >= 0 && len([]rune(folded))-len([]rune(p)) <= 4 && (denies(p) || !denies(before(folded[:i]))) {
			return true
		}
	}
	return false
}

// finds gives what a pattern of the key finds in text, the first one found.
func (h hearing) finds(key, text string) (string, bool) {
	for _, re := range h.patterns[key] {
		if m := re.FindStringSubmatch(text); len(m) > 1 && strings.TrimSpace(m[1]) != "" {
			return strings.TrimSpace(m[1]), true
		}
	}
	return "", false
}
