package questions

import (
	"unicode"
	"unicode/utf8"
)

// tokenKind is the shape of a token.
type tokenKind uint8

const (
	tokenWord tokenKind = iota // Latin word, option, path: exact and lemma number it
	tokenHan                   // run of Chinese characters
	tokenNum                   // digits
	tokenMark                  // punctuation that divides: mark tells how
	tokenNone                  // taken by a phrase before it
)

// token is a piece of normalised text. start and end are rune indexes.
type token struct {
	start, end   int32
	exact, lemma uint32
	kind         tokenKind
	mark         kind
	quoted       bool
}

// source is a text in normal form: lower case, half width, simplified characters.
type source struct {
	orig  string
	runes []rune
	at    []int32 // byte offset of each rune in orig, one more than runes
	toks  []token
	syms  []symbol
}

// spellsWord marks, among the folds, a character that stands for several.
const spellsWord = -1

// normalise fills runes and at.
func (s *source) normalise(text string, v *vocab) {
	s.orig = text
	n := utf8.RuneCountInString(text)
	s.runes = make([]rune, 0, n+4)
	s.at = make([]int32, 0, n+5)
	for i, r := range text {
		r = plain(r)
		if r >= foldFrom && r < foldTo {
			switch f := v.folds[r-foldFrom]; f {
			case 0:
			case spellsWord:
				for _, o := range v.runes[r] {
					s.runes, s.at = append(s.runes, o), append(s.at, int32(i))
				}
				continue
			default:
				r = f
			}
		}
		s.runes, s.at = append(s.runes, r), append(s.at, int32(i))
	}
	s.at = append(s.at, int32(len(text)))
}

// plain folds case, width and typographic variants of one character.
func plain(r rune) rune {
	switch {
	case r < 0x80:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	case r >= 0xFF01 && r <= 0xFF5E:
		return plain(r - 0xFEE0)
	case r == '‘' || r == '’' || r == 'ʼ':
		return '\''
	case r == '。' || r == '｡':
		return '。'
	case r == '\u3000' || r == '\u00a0':
		return ' '
	case r >= 0x3400:
		return r
	}
	return unicode.ToLower(r)
}

func isHan(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x3FFFF
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func isWord(r rune) bool {
	return 'a' <= r && r <= 'z' || isDigit(r) || r == '_' ||
		r >= 0x80 && !isHan(r) && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// peek returns the rune at i, 0 outside the text.
func (s *source) peek(i int) rune {
	if i < 0 || i >= len(s.runes) {
		return 0
	}
	return s.runes[i]
}

// tokenise fills toks in one pass.
func (s *source) tokenise(v *vocab) {
	s.toks = make([]token, 0, len(s.runes)/3+4)
	quoteEnd := -1
	for i := 0; i < len(s.runes); {
		if end := s.fence(i); end > i {
			s.mark(i, end, kindStop)
			i = end
			continue
		}
		r := s.runes[i]
		if i >= quoteEnd {
			if end := s.quote(i); end > 0 {
				quoteEnd, i = end, i+1
				continue
			}
		}
		from := len(s.toks)
		i = s.next(i, r, v)
		if i <= quoteEnd {
			for k := from; k < len(s.toks); k++ {
				s.toks[k].quoted = true
			}
		}
	}
}

// next reads the token at i and returns where the one after it starts.
func (s *source) next(i int, r rune, v *vocab) int {
	switch {
	case isHan(r):
		end := i + 1
		for end < len(s.runes) && isHan(s.runes[end]) {
			end++
		}
		s.toks = append(s.toks, token{start: int32(i), end: int32(end), kind: tokenHan})
		return end
	case isDigit(r) || r == '-' && isDigit(s.peek(i+1)) && !isWord(s.peek(i-1)):
		return s.number(i, v)
	case isWord(r) || s.opensName(i, r):
		return s.word(i, v)
	}
	s.punct(i, r)
	return i + 1
}

// opensName tells whether r begins an option, a dotted file or a path.
func (s *source) opensName(i int, r rune) bool {
	next := s.peek(i + 1)
	if isWord(s.peek(i-1)) || s.peek(i-1) == '-' {
		return false
	}
	switch r {
	case '-':
		return isWord(next) || next == '-' && isWord(s.peek(i+2))
	case '.', '/', '$', '@', '~', '\\':
		return isWord(next) || r == '~' && next == '/'
	}
	return false
}

// number reads digits with inner dots and commas; letters that follow are a token of their own,
// unless the whole is a known word.
func (s *source) number(i int, v *vocab) int {
	end := i + 1
	for isDigit(s.peek(end)) || (s.peek(end) == '.' || s.peek(end) == ',') && isDigit(s.peek(end+1)) {
		end++
	}
	if c := s.peek(end); c == ':' || c == '/' || c == '-' || c == '_' || c == 'x' && isDigit(s.peek(end+1)) {
		if isWord(s.peek(end + 1)) {
			return s.word(i, v)
		}
	}
	if tail := s.letters(end); tail > end {
		if s.known(i, tail, v) {
			return s.word(i, v)
		}
		if s.ordinal(end, tail) {
			s.toks = append(s.toks, token{start: int32(i), end: int32(end), kind: tokenNum})
			return tail
		}
	}
	s.toks = append(s.toks, token{start: int32(i), end: int32(end), kind: tokenNum})
	return end
}

func (s *source) letters(i int) int {
	for isWord(s.peek(i)) {
		i++
	}
	return i
}

func (s *source) ordinal(i, end int) bool {
	if end-i != 2 {
		return false
	}
	switch string(s.runes[i:end]) {
	case "st", "nd", "rd", "th":
		return true
	}
	return false
}

// punct turns a character outside words into a mark, if it divides.
func (s *source) punct(i int, r rune) {
	next := s.peek(i + 1)
	open := next == 0 || next == ' ' || next == '\n' || next == '\r' || next == '\t'
	switch r {
	case '?', '؟':
		if !isWord(next) || next >= 0x80 || isHan(s.peek(i-1)) {
			s.mark(i, i+1, kindQuery)
		}
	case '。', '!', '\n', '…':
		s.mark(i, i+1, kindStop)
	case '.':
		if open || isHan(next) {
			s.mark(i, i+1, kindStop)
		}
	case ',', ';', ':', '、', '—', '–', '(', ')', '~':
		s.mark(i, i+1, kindPause)
	case '-':
		if open && s.peek(i-1) == ' ' {
			s.mark(i, i+1, kindPause)
		}
	}
}

func (s *source) mark(start, end int, k kind) {
	s.toks = append(s.toks, token{start: int32(start), end: int32(end), kind: tokenMark, mark: k})
}
