package handoff

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain returns s without invalid UTF-8 and bare carriage returns, and at most MaxText bytes of it.
func plain(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= MaxText {
		return s
	}
	n := MaxText - len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// esc writes s on one line so that unesc gives it back: line breaks as <br>, what is invisible and
// white space at either end as \u{hex}, and a backslash before a backslash, before HTML that means
// something here, and before the runes of also.
func esc(s, also string) string {
	s = plain(s)
	var b strings.Builder
	end := len(strings.TrimRightFunc(s, unicode.IsSpace))
	start := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	for i, r := range s {
		switch {
		case r == '\n':
			b.WriteString("<br>")
		case invisible(r) || i < start || i >= end:
			fmt.Fprintf(&b, `\u{%x}`, r)
		case r == '\\' || strings.ContainsRune(also, r) || r == '<' && opensHTML(s[i:]):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// invisible reports a rune that editors, chats and terminals drop, break at or turn text around by.
func invisible(r rune) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0, r == '\u2028', r == '\u2029', r == '\ufeff', r == '\u200b':
		return true
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f':
		return true
	}
	return false
}

func opensHTML(s string) bool {
	return strings.HasPrefix(s, "<!--") || breakLen(s) > 0
}

// breakLen is the length of an HTML line break at the start of s; 0: there is none.
func breakLen(s string) int {
	for _, tag := range [...]string{"<br>", "<br/>", "<br />"} {
		if len(s) >= len(tag) && strings.EqualFold(s[:len(tag)], tag) {
			return len(tag)
		}
	}
	return 0
}

// unesc reads what esc wrote, and what people write: a backslash that escapes nothing is kept.
func unesc(s string) string {
	if !strings.ContainsAny(s, `\<`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if n := breakLen(s[i:]); n > 0 {
			b.WriteByte('\n')
			i += n
			continue
		}
		if s[i] == '\\' {
			if text, n := unescapeOne(s[i:]); n > 0 {
				b.WriteString(text)
				i += n
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// unescapeOne reads one escape at the start of s and returns its length; 0: it is none.
func unescapeOne(s string) (string, int) {
	if strings.HasPrefix(s, `\u{`) {
		end := strings.IndexByte(s[:min(len(s), 10)], '}')
		if end < 0 {
			return "", 0
		}
		n, err := strconv.ParseUint(s[3:end], 16, 32)
		if err != nil || !utf8.ValidRune(rune(n)) {
			return "", 0
		}
		return string(rune(n)), end + 1
	}
	r, n := utf8.DecodeRuneInString(s[1:])
	if r < 0x7f && (unicode.IsPunct(r) || unicode.IsSymbol(r)) || strings.ContainsRune("：，、", r) {
		return s[1 : 1+n], 1 + n
	}
	return "", 0
}

// indexPlain is where the first rune of set stands in s that is not escaped; -1: nowhere.
func indexPlain(s, set string) int {
	for i := 0; i < len(s); {
		if s[i] == '\\' {
			if _, n := unescapeOne(s[i:]); n > 0 {
				i += n
				continue
			}
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if strings.ContainsRune(set, r) {
			return i
		}
		i += n
	}
	return -1
}

// splitPlain splits s at every rune of set that is not escaped; the parts are unescaped.
func splitPlain(s, set string) []string {
	var out []string
	for {
		i := indexPlain(s, set)
		if i < 0 {
			return append(out, unesc(strings.TrimSpace(s)))
		}
		out = append(out, unesc(strings.TrimSpace(s[:i])))
		_, n := utf8.DecodeRuneInString(s[i:])
		s = s[i+n:]
	}
}

// joinList writes a short list on one line.
func joinList(items []string, sep string) string {
	out := make([]string, len(items))
	for i, s := range items {
		out[i] = esc(s, ",，、")
	}
	return strings.Join(out, sep)
}

// splitList reads a short list.
func splitList(s string) []string {
	var out []string
	for _, part := range splitPlain(s, ",，、") {
		if part != "" {
			out = append(out, part)
		}
	}
	return out
}
