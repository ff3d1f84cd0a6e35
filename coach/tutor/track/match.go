package track

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold brings text into the form in which words are compared: compatibility form (full-width
// becomes ASCII), lower case, everything but letters and digits a blank, blanks single and none
// beside a CJK character, so that "设置 TTL" and "设置TTL" are equal.
func fold(text string) string {
	var out []rune
	blank := false
	for _, r := range norm.NFKC.String(strings.ToValidUTF8(text, " ")) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			blank = true
			continue
		}
		if blank && len(out) > 0 && !wide(r) && !wide(out[len(out)-1]) {
			out = append(out, ' ')
		}
		blank = false
		out = append(out, unicode.ToLower(r))
	}
	return string(out)
}

// wide tells the characters that are written without blanks between words.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// inWord tells the characters whose run makes a word, where blanks part words.
func inWord(r rune) bool {
	return !wide(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// find gives the byte offset of word in text, both folded, or -1. A word of a script with blanks
// must begin where a word of the text begins; it may go on there ("expire" finds "expires"),
// unless its last part has at most 3 characters ("set" finds "sets", not "settings") or the
// continuation is a digit after a digit ("1" does not find "10"). An empty word finds nothing.
func find(text, word string) int {
	if word == "" {
		return -1
	}
	for from := 0; from+len(word) <= len(text); {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		if starts(text, i, word) && ends(text[i+len(word):], word) {
			return i
		}
		from = i + 1
	}
	return -1
}

func starts(text string, at int, word string) bool {
	before, first := lastRune(text[:at]), firstRune(word)
	return !inWord(first) || !inWord(before)
}

func ends(rest, word string) bool {
	last, next := lastRune(word), firstRune(rest)
	if !inWord(last) || !inWord(next) {
		return true
	}
	if unicode.IsDigit(last) {
		return !unicode.IsDigit(next)
	}
	if tail := word[strings.LastIndexByte(word, ' ')+1:]; len([]rune(tail)) > 3 {
		return true
	}
	return next == 's' && !inWord(firstRune(rest[1:]))
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return ' '
}

func lastRune(s string) rune {
	r := []rune(tail(s, 4))
	if len(r) == 0 {
		return ' '
	}
	return r[len(r)-1]
}

// tail gives the last n bytes of s.
func tail(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[len(s)-n:]
}

// has reports whether the folded text has any of the words, of whatever language, and which one.
func (w Words) has(folded string) (word string, at int) {
	at = -1
	for _, tag := range sortedKeys(w) {
		for _, raw := range w[tag] {
			f := fold(raw)
			if i := find(folded, f); i >= 0 && (at < 0 || len(f) > len(word)) {
				word, at = f, i
			}
		}
	}
	return word, at
}
