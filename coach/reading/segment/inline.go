package segment

import (
	"strings"
	"unicode/utf8"
)

// Hole stands in the result of Strip for a code span or a quoted span.
const Hole = "\uFFFC"

// Strip returns prose with every code span and every span in quotation marks replaced by Hole, so
// that what is quoted carries no intent. Apostrophes are no quotation marks.
func Strip(prose string) string {
	if !spanned(prose) {
		return prose
	}
	var b strings.Builder
	last := 0
	eachSpan(prose, func(from, to, _, _ int) {
		b.WriteString(prose[last:from])
		b.WriteString(Hole)
		last = to
	})
	b.WriteString(prose[last:])
	return b.String()
}

// spanned reports a byte that a mark of a span begins with.
func spanned(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '`', '"', '\'', 0xe2, 0xe3:
			return true
		}
	}
	return false
}

// Spans returns the insides of the code spans and quoted spans of prose, in order, without empty
// ones.
func Spans(prose string) []string {
	var out []string
	eachSpan(prose, func(_, _, from, to int) {
		if s := strings.TrimSpace(prose[from:to]); s != "" {
			out = append(out, s)
		}
	})
	return out
}

// maxSpan is the longest span in bytes: a lone quotation mark must not eat the message.
const maxSpan = 1000

// eachSpan calls f with the bounds of each span, with and without its marks.
func eachSpan(s string, f func(from, to, in, out int)) {
	for i := 0; i < len(s); {
		open, closer := opener(s, i)
		if open == 0 {
			i++
			continue
		}
		window := s[i+open:]
		if len(window) > maxSpan {
			window = window[:maxSpan]
		}
		n := closing(window, closer)
		if n < 0 {
			i += open
			continue
		}
		in := i + open
		f(i, in+n+len(closer), in, in+n)
		i = in + n + len(closer)
	}
}

// opener returns the length of the opening mark at s[i] and the mark that closes it; 0: none.
func opener(s string, i int) (int, string) {
	switch s[i] {
	case '`':
		n := 1
		for i+n < len(s) && s[i+n] == '`' {
			n++
		}
		return n, s[i : i+n]
	case '"':
		return 1, `"`
	case '\'':
		if i > 0 && !isSpaceOrOpen(s[i-1]) {
			return 0, "" // an apostrophe
		}
		return 1, "'"
	case 0xe2, 0xe3:
		r, n := utf8.DecodeRuneInString(s[i:])
		switch r {
		case '“', '”':
			return n, "”"
		case '‘':
			return n, "’"
		case '「':
			return n, "」"
		case '『':
			return n, "』"
		case '《':
			return n, "》"
		}
	}
	return 0, ""
}

// closing is where the closing mark stands in s; -1: nowhere on this paragraph. A single quotation
// mark closes only before a boundary, so that "don't" does not end a span.
func closing(s, mark string) int {
	if para := strings.Index(s, "\n\n"); para >= 0 {
		s = s[:para]
	}
	if mark != "'" {
		return strings.Index(s, mark)
	}
	for i := 0; i < len(s) && s[i] != '\n'; i++ {
		if s[i] == '\'' && (i+1 == len(s) || !isWordByte(s[i+1])) {
			return i
		}
	}
	return -1
}

func isSpaceOrOpen(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '(' || c == '[' || c == ':' || c == ',' || c >= 0x80
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}
