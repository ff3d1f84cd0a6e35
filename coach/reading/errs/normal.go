package errs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// normal writes text in one way of writing: ASCII punctuation and one kind of quotation mark, one
// space for white space, a space between Chinese and other letters.
func normal(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	last := rune(' ')
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		if r == '\\' && i < len(s) && s[i] == '"' { // a quotation mark inside JSON
			continue
		}
		for _, r := range halfWidth(r) {
			if r == ' ' && last == ' ' {
				continue
			}
			if han(r) != han(last) && letterOrDigit(r) && letterOrDigit(last) {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			last = r
		}
	}
	return b.String()
}

// plain reports whether normal has nothing to do.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x80 || c == '\n' || c == '\t' || c == '"' || c == '`' || c == ' ' && i > 0 && s[i-1] == ' ' {
			return false
		}
	}
	return true
}

// halfWidth returns what r is written as.
func halfWidth(r rune) string {
	if r < utf8.RuneSelf {
		switch r {
		case '\n', '\t', '\r':
			return " "
		case '"', '`':
			return "'"
		}
		return ascii[r : r+1]
	}
	switch r {
	case '：':
		return ": "
	case '，', '、':
		return ", "
	case '。', '．':
		return ". "
	case '；':
		return "; "
	case '（':
		return " ("
	case '）':
		return ") "
	case '！':
		return "! "
	case '？':
		return "? "
	case '“', '”', '‘', '’', '«', '»', '「', '」', '『', '』', '‛', '´':
		return "'"
	case '【':
		return "["
	case '】':
		return "]"
	case '…':
		return "..."
	case '—', '–', '−':
		return "-"
	case '\u3000', '\u00a0', '\u2003':
		return " "
	}
	if r >= 0xff01 && r <= 0xff5e { // full-width ASCII
		return ascii[r-0xfee0 : r-0xfee0+1]
	}
	return string(r)
}

// ascii holds the byte n at n, so that a letter need not be allocated.
var ascii = func() string {
	b := make([]byte, 128)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()

func han(r rune) bool { return r >= 0x2e80 && unicode.Is(unicode.Han, r) }

func letterOrDigit(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// lowerASCII lowers ASCII letters only, so that offsets stay.
func lowerASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || digit(c) || c == '_'
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !digit(s[i]) {
			return false
		}
	}
	return s != ""
}

// firstBytes cuts s to at most n bytes at a rune boundary.
func firstBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
