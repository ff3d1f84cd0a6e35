package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// gap is the zero-width space. It separates what must not touch: a marker and a letter, the @ and
// the word of a ping. Readers do not see it; neither platform strips it.
const gap = "\u200b"

// pings are the words that, after an @, reach everybody on one platform or the other.
var pings = []string{"everyone", "channel", "here"}

// ignorable reports whether r is shown as nothing, so that it could hide a ping from a search.
func ignorable(r rune) bool {
	switch {
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0x180E, r == 0xFEFF, r == 0x3164, r == 0xFFA0:
		return true
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
		return true
	}
	return unicode.Is(unicode.Variation_Selector, r)
}

// disarm returns text in which no @word reaches anybody, by a gap after the @. With angle it also
// parts "<" from what makes it a mention: <@…>, <#…>, <!…>. disarm of its own result changes nothing.
func disarm(text string, angle bool) string {
	if !strings.ContainsAny(text, "@<") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		n := strings.IndexAny(text[i:], "@<")
		if n < 0 {
			b.WriteString(text[i:])
			break
		}
		b.WriteString(text[i : i+n+1])
		i += n + 1
		if skip, live := armed(text[i-1], text[i:], angle); live {
			b.WriteString(gap)
			i += skip
		}
	}
	return b.String()
}

// armed reports whether sign, followed by rest, pings, and how many bytes of nothing come between.
func armed(sign byte, rest string, angle bool) (skip int, live bool) {
	skip = len(rest) - len(strings.TrimLeftFunc(rest, ignorable))
	if sign == '@' {
		return skip, pingLength(rest) > 0
	}
	return skip, angle && skip < len(rest) && strings.IndexByte("@#!", rest[skip]) >= 0
}

// pingLength returns the length in bytes of the ping word that s starts with, what is shown as
// nothing included; 0: none.
func pingLength(s string) int {
	for _, word := range pings {
		if n := foldPrefix(s, word); n > 0 {
			return n
		}
	}
	return 0
}

// foldPrefix returns how many bytes of s spell word, in any case and with nothings in between; 0: it does not.
func foldPrefix(s, word string) int {
	matched := 0
	for i, r := range s {
		switch {
		case matched < len(word) && unicode.ToLower(r) == rune(word[matched]):
			matched++
		case !ignorable(r):
			return 0
		}
		if matched == len(word) {
			return i + utf8.RuneLen(r)
		}
	}
	return 0
}
