package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scan cuts a text into tokens and clauses. Invalid UTF-8, control and format characters separate
// words and are no tokens.
func (m *Matcher) Scan(text string) *Text {
	t := &Text{Source: text, Tokens: make([]Token, 0, len(text)/4+4), Clauses: make([]Clause, 0, 4)}
	s := scanner{m: m, t: t}
	for s.pos < len(text) {
		s.next()
	}
	s.closeClause(0)
	return t
}

type scanner struct {
	m        *Matcher
	t        *Text
	pos      int
	first    int // first token of the open clause
	sentence int
	buf      [64]byte
}

func (s *scanner) next() {
	text := s.t.Source
	r, n := utf8.DecodeRuneInString(text[s.pos:])
	r = s.m.fold.rune(r)
	switch {
	case r == ' ' || r == '\t' || r == '\r':
		s.pos += n
	case r == ':' && n > 1:
		s.pos += n
		s.mark(',')
	case r == ':' && s.shortcode():
	case r == '-' && n == 1 && s.flag():
	case isMark(r):
		s.pos += n
		s.mark(r)
	case isHan(r):
		s.add(Token{Start: s.pos, End: s.pos + n, Type: Han, id: s.m.id(runeBytes(&s.buf, r)), alt: idHan})
		s.pos += n
	case isLetter(r) || unicode.IsDigit(r) || r == '/' || r == '_':
		s.word()
	case isEmoji(r):
		s.emoji(n, r)
	default:
		s.pos += n
	}
}

func (s *scanner) add(t Token) { s.t.Tokens = append(s.t.Tokens, t) }

// mark ends the clause. A clause without tokens is none, but a later, stronger mark ("...?") still
// counts for the clause before it.
func (s *scanner) mark(r rune) {
	if s.first == len(s.t.Tokens) {
		if n := len(s.t.Clauses); n > 0 && strength(r) > strength(s.t.Clauses[n-1].End) {
			s.endSentence(s.t.Clauses[n-1].End, r)
			s.t.Clauses[n-1].End = r
		}
		return
	}
	s.closeClause(r)
	s.endSentence(',', r)
}

func (s *scanner) endSentence(was, now rune) {
	if was == ',' && now != ',' {
		s.sentence++
	}
}

func (s *scanner) closeClause(end rune) {
	if n := len(s.t.Tokens); n > s.first {
		s.t.Clauses = append(s.t.Clauses, Clause{First: s.first, Last: n, End: end, Sentence: s.sentence})
		s.first = n
	}
}

func strength(r rune) int { return strings.IndexRune(",\n.!?", r) }

// isMark reports whether a folded rune separates clauses; folding has mapped its relatives to it.
func isMark(r rune) bool {
	switch r {
	case ',', '.', '!', '?', '\n':
		return true
	}
	return false
}

// shortcode reads an emoji written as a name between colons.
func (s *scanner) shortcode() bool {
	rest := s.t.Source[s.pos+1:]
	end := strings.IndexByte(rest[:min(len(rest), 40)], ':')
	if end < 2 || strings.ContainsAny(rest[:end], " \t\n") || !strings.ContainsFunc(rest[:end], isShortcode) {
		s.pos++
		if end := s.pos; end < len(s.t.Source) && isSpace(s.t.Source[end]) || end == len(s.t.Source) {
			s.mark(',')
		}
		return true
	}
	s.add(Token{Start: s.pos, End: s.pos + end + 2, Type: Emoji, id: s.m.id([]byte(s.t.Source[s.pos : s.pos+end+2])), alt: idEmoji})
	s.pos += end + 2
	return true
}

func isShortcode(r rune) bool { return r == '+' || r >= 'a' && r <= 'z' }

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// flag reads "-d" or "--name" as a thing; a dash between spaces is a comma.
func (s *scanner) flag() bool {
	rest := strings.TrimLeft(s.t.Source[s.pos:], "-")
	dashes := len(s.t.Source) - s.pos - len(rest)
	free := s.pos == 0 || isSpace(s.t.Source[s.pos-1])
	if free && rest != "" && isAlnum(rest[0]) && dashes <= 2 {
		end := s.pos + dashes + wordEnd(rest)
		s.add(Token{Start: s.pos, End: end, Type: Thing, alt: idThing})
		s.pos = end
		return true
	}
	s.pos += dashes
	if free || dashes > 1 {
		s.mark(',')
	}
	return true
}

// emoji reads one emoji with its modifiers; equal ones in a row are one token each.
func (s *scanner) emoji(n int, r rune) {
	start := s.pos
	s.pos += n
	for s.pos < len(s.t.Source) {
		r, n := utf8.DecodeRuneInString(s.t.Source[s.pos:])
		if !isModifier(r) {
			break
		}
		s.pos += n
	}
	s.add(Token{Start: start, End: s.pos, Type: Emoji, id: s.m.id(runeBytes(&s.buf, r)), alt: idEmoji})
}

func runeBytes(buf *[64]byte, r rune) []byte { return utf8.AppendRune(buf[:0], r) }
