package handoff

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Inside code a backslash is a backslash, so what cannot stand there is shown by the control
// pictures of Unicode (␊ for a line break), and codeEscape stands before a picture that is meant.
const codeEscape = '␦'

// codeLine writes s on one line of code, which never looks like the end mark.
func codeLine(s string) string {
	var b strings.Builder
	for _, r := range plain(s) {
		switch {
		case r < 0x20:
			b.WriteRune(0x2400 + r)
		case r >= 0x2400 && r < 0x2420 || r == codeEscape:
			b.WriteRune(codeEscape)
			b.WriteRune(r)
		case invisible(r):
			fmt.Fprintf(&b, "%c{%x}", codeEscape, r)
		default:
			b.WriteRune(r)
		}
	}
	if endRE.MatchString(b.String()) {
		return string(codeEscape) + b.String()
	}
	return b.String()
}

// uncodeLine reads what codeLine wrote.
func uncodeLine(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r == codeEscape:
			text, m := uncodeOne(s[i:])
			b.WriteString(text)
			i += m
		case r >= 0x2400 && r < 0x2420:
			b.WriteRune(r - 0x2400)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// uncodeOne reads what stands after a codeEscape, and its length.
func uncodeOne(s string) (string, int) {
	if end := strings.IndexByte(s[:min(len(s), 8)], '}'); strings.HasPrefix(s, "{") && end > 1 {
		if n, err := strconv.ParseUint(s[1:end], 16, 32); err == nil && utf8.ValidRune(rune(n)) {
			return string(rune(n)), end + 1
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n], n
}

// ticks is a row of n or more backticks that does not occur in s.
func ticks(s string, n int) string {
	run := 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		if run++; run >= n {
			n = run + 1
		}
	}
	return strings.Repeat("`", n)
}

// codeSpan writes s as an inline code span.
func codeSpan(s string) string {
	s = codeLine(s)
	if s == "" {
		s = string(codeEscape)
	}
	mark := ticks(s, 1)
	if strings.Trim(s[:1]+s[len(s)-1:], "` ") != s[:1]+s[len(s)-1:] {
		s = " " + s + " "
	}
	return mark + s + mark
}

// cutCodeSpan reads the code span at the start of s and returns what follows it.
func cutCodeSpan(s string) (code, rest string, ok bool) {
	n := len(s) - len(strings.TrimLeft(s, "`"))
	if n == 0 {
		return "", s, false
	}
	for i := n; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		if run == n {
			code = s[n:i]
			if len(code) > 1 && code[0] == ' ' && code[len(code)-1] == ' ' {
				code = code[1 : len(code)-1]
			}
			return uncodeLine(code), s[i+run:], true
		}
		i += run
	}
	return "", s, false
}
