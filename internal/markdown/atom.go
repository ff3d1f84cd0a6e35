package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// maxMarkup is the most that Split adds to a piece, in either unit: "> ```" with a language of 20, a
// line end and "> " before it, a line end, "> ```" and a space after it.
const maxMarkup = 2 + 3 + 20 + 1 + 2 + 1 + 2 + 3 + 1

// atom is a part of the text that is not cut: a grapheme, an entity, an escape, a link.
type atom struct {
	text  string
	size  int  // in the unit of the limit
	space bool // white space; a line end is one of its own
}

func (a atom) lineEnd() bool { return strings.HasSuffix(a.text, "\n") }

// scanner cuts a text into atoms. Links are looked for ahead; where the next one could end is kept, so
// that the search takes linear time.
type scanner struct {
	text string
	unit Unit
	most int // size of the largest atom
	link int // where the next "](<" starts, len(text) if nowhere; valid if ≥ the position
}

// atoms returns text as atoms of at most limit in size.
func atoms(text string, limit int, unit Unit) []atom {
	s := scanner{text: text, unit: unit, most: limit, link: -1}
	var out []atom
	for pos := 0; pos < len(text); {
		n := s.markup(pos)
		if n == 0 || unit.Length(text[pos:pos+n]) > limit {
			n = s.grapheme(pos)
		}
		part := text[pos : pos+n]
		r, _ := utf8.DecodeRuneInString(part)
		out = append(out, atom{text: part, size: unit.Length(part), space: unicode.IsSpace(r)})
		pos += n
	}
	return out
}

// markup returns the length of the link, entity or escape at pos; 0: there is none.
func (s *scanner) markup(pos int) int {
	rest := s.text[pos:]
	switch rest[0] {
	case '&':
		return entityLength(rest)
	case '\\':
		return s.escape(pos)
	case '<':
		if n := strings.IndexAny(rest[1:], "<>\n"); n >= 0 && rest[n+1] == '>' {
			return n + 2
		}
	case '[':
		return s.masked(pos)
	}
	return 0
}

// escape returns the length of the escape at pos. To Slack a backslash is text: what follows counts.
func (s *scanner) escape(pos int) int {
	rest := s.text[pos+1:]
	switch {
	case rest == "" || !isPunct(rest[0]):
		return 0
	case rest[0] == '&' || rest[0] == '<':
		return 1 + max(1, s.markup(pos+1))
	}
	return 2
}

// entityLength returns the length of the entity that s starts with; 0: it does not.
func entityLength(s string) int {
	for _, entity := range []string{"&amp;", "&lt;", "&gt;"} {
		if strings.HasPrefix(s, entity) {
			return len(entity)
		}
	}
	return 0
}

// masked returns the length of the "[label](<url>)" at pos; 0: there is none that fits.
func (s *scanner) masked(pos int) int {
	if s.link < pos {
		s.link = len(s.text)
		if n := strings.Index(s.text[pos:], "](<"); n >= 0 {
			s.link = pos + n
		}
	}
	// A rune has at most four bytes; nothing longer than that could be an atom.
	if s.link == len(s.text) || s.link-pos > 4*s.most {
		return 0
	}
	tail := s.text[s.link:min(len(s.text), s.link+4*s.most)]
	n := strings.Index(tail, ">)")
	if n < 0 || strings.Contains(s.text[pos:s.link+n], "\n") {
		return 0
	}
	return s.link + n + 2 - pos
}

// grapheme returns the length of the grapheme at pos, or of its start if it is too large for an atom.
func (s *scanner) grapheme(pos int) int {
	g := graphemes.FromString(s.text[pos:])
	g.Next()
	part := g.Value()
	if !utf8.ValidString(part) { // what is not UTF-8 may drag a line end along
		_, n := utf8.DecodeRuneInString(part)
		return n
	}
	if s.unit.Length(part) <= s.most {
		return len(part)
	}
	size := 0
	for i, r := range part {
		size += s.unit.Length(string(r))
		if size > s.most {
			return i
		}
	}
	return len(part)
}
