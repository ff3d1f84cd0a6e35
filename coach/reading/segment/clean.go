package segment

import (
	"strings"
	"unicode/utf8"
)

// Clean returns text with line breaks as "\n", without terminal colours, control characters and
// invisible marks, and with U+FFFD for invalid UTF-8. A text without any of these is returned as
// it is.
func Clean(text string) string {
	if !dirty(text) {
		return text
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == 0x1b:
			i += escapeLen(text[i:])
		case c == '\r':
			// A carriage return alone is a progress bar that draws over itself: a new line.
			if i+1 >= len(text) || text[i+1] != '\n' {
				b.WriteByte('\n')
			}
			i++
		case c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f):
			b.WriteByte(c)
			i++
		case c < 0x20 || c == 0x7f:
			i++
		default:
			i += copyRune(&b, text[i:])
		}
	}
	return b.String()
}

// dirty reports whether Clean has anything to do.
func dirty(text string) bool {
	high, odd := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= 0x80:
			// The first bytes of the invisible marks and odd spaces.
			high, odd = true, odd || c == 0xc2 || c == 0xe2 || c == 0xef
		case c < 0x20 && c != '\n' && c != '\t' || c == 0x7f:
			return true
		}
	}
	return high && (!utf8.ValidString(text) || odd && invisible(text))
}

// invisible reports one of the marks that copyRune changes.
func invisible(text string) bool {
	for _, m := range [...]string{"\u200b", "\ufeff", "\u2028", "\u00a0", "\u0085"} {
		if strings.Contains(text, m) {
			return true
		}
	}
	return false
}

// copyRune writes the first rune of s, unless it is invisible, and returns its length.
func copyRune(b *strings.Builder, s string) int {
	r, n := utf8.DecodeRuneInString(s)
	switch r {
	case '\u200b', '\ufeff':
	case '\u2028', '\u0085':
		b.WriteByte('\n')
	case '\u00a0':
		b.WriteByte(' ')
	default:
		b.WriteString(s[:n])
	}
	return n
}

// escapeLen is the length of the escape sequence at the start of s, at least 1: CSI (colours,
// cursor), OSC (titles, links) up to its end, else two bytes.
func escapeLen(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s) && i < 64; i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return i + 1
			}
			if s[i] < 0x20 || s[i] >= 0x7f {
				return i
			}
		}
		return 2
	case ']':
		for i := 2; i < len(s) && i < 512; i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == 0x1b {
				if i+1 < len(s) && s[i+1] == '\\' {
					return i + 2
				}
				return i
			}
			if s[i] == '\n' {
				return i
			}
		}
		return 2
	}
	if s[1] >= 0x40 && s[1] <= 0x5f {
		return 2
	}
	return 1
}
