package phrase

import (
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// folding maps runes to the form in which patterns are written: lower case, compatibility forms
// replaced, variant characters of a script joined, punctuation of one strength made one mark.
type folding struct {
	ascii    [128]rune
	variants map[rune]rune
}

func newFolding(variants map[rune]rune) folding {
	f := folding{variants: variants}
	for r := range rune(128) {
		f.ascii[r] = foldMark(unicode.ToLower(r))
	}
	return f
}

func (f *folding) rune(r rune) rune {
	if r < 128 {
		return f.ascii[r]
	}
	if v, ok := f.variants[r]; ok {
		return v
	}
	if isHan(r) {
		return r
	}
	return f.wide(r)
}

func (f *folding) wide(r rune) rune {
	var in, out [16]byte
	n := copy(in[:], string(r))
	folded := norm.NFKC.Append(out[:0], in[:n]...)
	if rs := []rune(string(folded)); len(rs) == 1 {
		r = rs[0]
	}
	r = foldMark(unicode.ToLower(r))
	if r < 128 {
		return f.ascii[r]
	}
	return r
}

func foldMark(r rune) rune {
	switch r {
	case ';', '(', ')', '[', ']', '{', '}', '、', '，', '—', '–', '→', '|', '<', '>', '“', '”', '"', '«', '»', '「', '」':
		return ','
	case '。', '…':
		return '.'
	case '’', '‘', '`', '´':
		return '\''
	case '\v', '\f', '\u2028', '\u2029', '\u0085':
		return '\n'
	}
	return r
}

func isHan(r rune) bool {
	return r >= 0x3400 && (r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF)
}

func isLetter(r rune) bool {
	if r < 128 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.IsLetter(r)
}

// isEmoji covers the symbols that people send as emoji; what it takes too many of is a symbol that
// carries no words.
func isEmoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF ||
		r == 0x2049 || r == 0x203C || r == 0x3030
}

func isModifier(r rune) bool {
	return r == 0xFE0F || r == 0x200D || r == 0x20E3 || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0xE0020 && r <= 0xE007F
}
