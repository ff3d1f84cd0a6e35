package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// text escapes s and keeps its literal markers from counting.
func (slack) text(s string, prev rune) string {
	var b strings.Builder
	for i, r := range s {
		next, size := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		if size == 0 {
			next = 0
		}
		switch {
		case r == '`':
			b.WriteString("ˋ")
		case r == '*' || r == '_' || r == '~':
			b.WriteString(literalMarker(prev, r, next))
		case r == '>' && prev == 0:
			b.WriteString(gap + "&gt;") // Slack reads it as a quote also when escaped
		case r == '&' || r == '<' || r == '>':
			b.WriteString(slackEscapes.Replace(string(r)))
		default:
			b.WriteRune(r)
		}
		prev = r
	}
	return b.String()
}

// literalMarker returns r with a gap inside of where it could open or close a style: an opener has a
// word's edge before it and text behind it, a closer the reverse. Inside a word, and between
// spaces, it does neither. prev and next are 0 at the ends of the text.
func literalMarker(prev, r, next rune) string {
	opens := !slackWord(prev) && next != 0 && !unicode.IsSpace(next)
	closes := prev != 0 && !unicode.IsSpace(prev) && !slackWord(next)
	s := string(r)
	if closes {
		s = gap + s
	}
	if opens {
		s += gap
	}
	return s
}
