package model

import (
	"cmp"
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"tack/coach/guard"
	"tack/coach/tutor"
)

// unfit is what a text must not say that only this tutor can break: it tells a credential or its prompt,
// claims a confirmation or a save, offers to stop, calls somebody by name, or is in another language.
// The reply guard knows saves and goodbyes too, and lets doubtful ones through, since it looks at every
// tutor's words; a model can be asked again.
func (u *turn) unfit(text string) []fault {
	var faults []fault
	for _, f := range u.Tutor.unfit(text, u.loc) {
		if f.name != "claim" || !u.c.Route.Confirmed {
			faults = append(faults, f)
		}
	}
	return faults
}

func (t *Tutor) unfit(text, locale string) []fault {
	var faults []fault
	add := func(bad bool, name, what string) {
		if bad {
			faults = append(faults, again(name, what))
		}
	}
	said := proseOf(text)
	add(masked(text) != text, "secret", "the text holds a credential")
	add(t.tells(text), "prompt", "the text repeats its instructions")
	add(t.heard.claims("find_claim", said), "claim", "the text says that the learner has confirmed, and the learner has not")
	add(t.heard.claims("find_settled", said), "saves", "the text says that something is saved, or confirmed for it: only the program does that")
	add(t.heard.claims("find_stop", said), "stops", "the text offers or announces to stop: only the program does that")
	add(t.calls(said), "name", "the text calls somebody by an @name")
	add(foreign(said, locale), "language", "the text is in another language than it must be")
	return faults
}

// code is what a text shows and does not say: blocks and spans of code, addresses.
var code = regexp.MustCompile("(?s)```.*?(?:```|\\z)|`[^`\n]*`|https?://\\S+")

// proseOf is a text without its code.
func proseOf(text string) string { return code.ReplaceAllString(text, " ⌷ ") }

// called is a name that somebody answers to, as chat platforms write it, with what stands around it. A
// package (@types/node) goes on behind it.
var called = regexp.MustCompile(`(^|[\s(:,，。；：])([@＠][\pL\pN_-]+)([\s,;:!?)，。；：！？]|\.?(?:\s|$))`)

// calls reports whether prose calls somebody by name; groups are the reply guard's, which can mend them.
func (t *Tutor) calls(prose string) bool {
	for _, name := range called.FindAllString(prose, -1) {
		if len(t.Guard.Check(tutor.Reply{Text: name}, guard.Context{})) == 0 {
			return true
		}
	}
	return false
}

// uncalled puts the names in the prose of a text into spans of code, where they call nobody: a decorator or
// an annotation is shown as it should have been.
func uncalled(text string) string {
	var b strings.Builder
	from := 0
	prose := func(to int) { b.WriteString(called.ReplaceAllString(text[from:to], "$1`$2`$3")) }
	for _, at := range code.FindAllStringIndex(text, -1) {
		prose(at[0])
		b.WriteString(text[at[0]:at[1]])
		from = at[1]
	}
	prose(len(text))
	return b.String()
}

// The least of a foreign text that counts: words of a Latin language, letters of any other script. A
// few are names.
const (
	foreignWords   = 8
	foreignLetters = 8
)

// foreign reports whether prose is clearly in another language than the locale's, by its script: other
// languages are not told apart. Chinese has many English names in it, so there words are weighed
// against characters.
func foreign(prose, locale string) bool {
	han, other, latin, words := 0, 0, 0, 0
	inWord := false
	for _, r := range prose {
		isLatin := unicode.Is(unicode.Latin, r)
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case isLatin:
			latin++
			if !inWord {
				words++
			}
		case unicode.IsLetter(r) && !unicode.Is(unicode.Greek, r): // of which formulas are made
			other++
		}
		inWord = isLatin || inWord && r == '\''
	}
	switch tag, _, _ := strings.Cut(locale, "-"); tag {
	case "zh":
		return words >= foreignWords && words > han || other >= foreignLetters && other > han
	case "en":
		return han+other >= foreignLetters && 2*(han+other) > latin
	}
	return false
}

// How many letters of a prompt in a row a text must not repeat: longer than any phrase that a lesson
// needs, shorter than any rule. A Han character says as much as a few letters.
const (
	shingle    = 40
	shingleHan = 16
)

// tells reports whether a text repeats a piece of the instructions, whatever stands between the letters.
// The fixed texts of the templates are no part of them.
func (t *Tutor) tells(text string) bool {
	if strings.Contains(text, "<<DATA") || strings.Contains(text, "<<END") {
		return true // the marks of fence
	}
	for piece := range shingles(lettersOf(text), 1) {
		if t.rules[piece] {
			return true
		}
	}
	return false
}

// shingles are the pieces of a text that have the length of a shingle, each so many runes after the one
// before it; 0: half a shingle.
func shingles(letters string, step int) iter.Seq[string] {
	return func(yield func(string) bool) {
		var at []int // where each rune begins
		for i := range letters {
			at = append(at, i)
		}
		at = append(at, len(letters))
		for i := 0; i < len(at)-1; {
			n := shingle
			if r, _ := utf8.DecodeRuneInString(letters[at[i]:]); r >= 0x2e80 {
				n = shingleHan
			}
			if i+n < len(at) && !yield(letters[at[i]:at[i+n]]) {
				return
			}
			i += cmp.Or(step, n/2)
		}
	}
}

// lettersOf is a text's letters and digits alone, in lower case.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if !wordRune(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
