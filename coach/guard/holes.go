package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hole is a code span or a quotation in a line.
type hole struct {
	span
	inner string
	quote bool
}

// sign stands for a hole in a folded sentence; the names of the documents stand for themselves.
func (h hole) sign() string {
	if docNameRE.MatchString(h.inner) {
		return h.inner
	}
	if h.quote {
		return string(quoteHole)
	}
	return string(codeHole)
}

// maxQuote is the longest quotation, in bytes; a lone mark must not hide a whole line.
const maxQuote = 400

// findHoles finds the code spans and the quotations of a line, from a place on.
func findHoles(s string, from int) []hole {
	var out []hole
	for i := from; i < len(s); {
		n, closer := opener(s, i)
		if n == 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		window := s[i+n : min(len(s), i+n+maxQuote)]
		end := closing(window, closer)
		if end < 0 {
			i += n
			continue
		}
		to := i + n + end + len(closer)
		out = append(out, hole{span{i, to}, strings.TrimSpace(window[:end]), closer[0] != '`'})
		i = to
	}
	return out
}

var quotePairs = map[rune]string{'“': "”", '‘': "’", '「': "」", '『': "』", '《': "》", '"': `"`, '\'': "'"}

// opener is the length of an opening mark at s[i:] and the mark that closes it; 0: none.
func opener(s string, i int) (int, string) {
	if s[i] == '`' {
		n := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		return n, s[i : i+n]
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	closer, ok := quotePairs[r]
	if !ok {
		return 0, ""
	}
	if r == '\'' || r == '‘' { // not an apostrophe
		if before, _ := utf8.DecodeLastRuneInString(s[:i]); i > 0 && (unicode.IsLetter(before) || unicode.IsNumber(before)) {
			return 0, ""
		}
	}
	return n, closer
}

// closing is where the closing mark stands; -1: nowhere. An apostrophe closes nothing.
func closing(s, mark string) int {
	if mark != "'" && mark != "’" {
		return strings.Index(s, mark)
	}
	for i := 0; ; {
		j := strings.Index(s[i:], mark)
		if j < 0 {
			return -1
		}
		i += j + len(mark)
		if next, _ := utf8.DecodeRuneInString(s[i:]); i == len(s) || !unicode.IsLetter(next) && !unicode.IsNumber(next) {
			return i - len(mark)
		}
	}
}
