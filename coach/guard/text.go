package guard

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is a piece of a text, by byte offsets.
type span struct{ from, to int }

// doc is a reply's text taken apart.
type doc struct {
	text      string
	sentences []sentence
	blocks    []block
}

// sentence is one sentence of prose, outside code blocks and block quotes.
type sentence struct {
	span
	plain  string   // folded; code is ⌷, quotations are ▯, the last mark is gone
	asked  string   // plain with "?" behind it if it is a question
	open   string   // folded, with code and quotations as they stand
	codes  []code   // its code spans, in order
	inner  []string // the insides of its code spans and quotations, in order
	paren  bool     // it ends inside parentheses
	table  bool     // a row of a table
	module bool     // a module in the list of a route: its number in bold and what passes it
	bullet bool     // an item of a list
	label  bool     // it stands under a bold label, as a part of a command does
}

// code is the inside of a code span.
type code struct {
	span
	text string
}

// block is a code block with its fence lines.
type block struct {
	span
	lang  string
	lines []line
	lead  int // the sentence before it; -1: none
}

// line is a line of a code block, its line break included in the span.
type line struct {
	span
	text string
}

const (
	codeHole  = '⌷'
	quoteHole = '▯'
)

var (
	fenceRE   = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})([^`]*)$")
	markerRE  = regexp.MustCompile(`^(?:\s|>)*(?:#{1,6}\s+|[-*+•]\s+|\d{1,3}[.)、]\s*)?`)
	tableRE   = regexp.MustCompile(`^\s*\|`)
	moduleRE  = regexp.MustCompile(`^\s*[-*+]\s+\*\*M\d{1,2}[ \pZ]`)
	labelRE   = regexp.MustCompile(`^\*\*[^*]{1,60}(?:\*\*\s*[:：]|[:：]\s*\*\*)`)
	quotedRE  = regexp.MustCompile(`^\s{0,3}>`)
	docNameRE = regexp.MustCompile(`(?i)^(CONTEXT|TRACE|NOTES)(\.md)?$`)
)

// read takes a text apart, in time linear in it.
func (g *Guard) read(text string) *doc {
	d := &doc{text: text}
	var open *block
	mark := ""
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:], '\n') + 1
		if end == at {
			end = len(text)
		}
		l := line{span{at, end}, strings.TrimRight(text[at:end], "\r\n")}
		at = end
		m := fenceRE.FindStringSubmatch(l.text)
		switch {
		case open != nil:
			open.to = end
			if m != nil && strings.HasPrefix(m[1], mark) && strings.TrimSpace(m[2]) == "" {
				d.blocks = append(d.blocks, *open)
				open = nil
				continue
			}
			open.lines = append(open.lines, l)
		case m != nil:
			word, _, _ := strings.Cut(strings.TrimSpace(m[2]), " ")
			open, mark = &block{span: l.span, lang: strings.ToLower(word), lead: len(d.sentences) - 1}, m[1]
		case !quotedRE.MatchString(l.text):
			d.prose(l)
		}
	}
	if open != nil {
		d.blocks = append(d.blocks, *open)
	}
	return d
}

// prose cuts a line into sentences.
func (d *doc) prose(l line) {
	start := len(markerRE.FindString(l.text))
	holes := findHoles(l.text, start)
	from, depth, next := start, 0, 0
	for i := start; i < len(l.text); {
		if next < len(holes) && holes[next].from == i {
			i = holes[next].to
			next++
			continue
		}
		r, n := utf8.DecodeRuneInString(l.text[i:])
		i += n
		switch r {
		case '(', '（':
			depth++
		case ')', '）':
			depth = max(0, depth-1)
		}
		if !ends(r, l.text, i) {
			continue
		}
		stop := len(l.text)
		if next < len(holes) {
			stop = holes[next].from
		}
		i += closers(l.text[i:stop])
		d.sentence(l, from, i, holes, depth > 0, start)
		from = i
	}
	d.sentence(l, from, len(l.text), holes, depth > 0, start)
}

// ends reports whether the rune before i ends a sentence.
func ends(r rune, s string, i int) bool {
	switch r {
	case '。', '！', '？', '；', '?', '!', ';':
		return true
	case '.':
		next, _ := utf8.DecodeRuneInString(s[i:])
		return (i == len(s) || unicode.IsSpace(next) || strings.ContainsRune("*_)\"'”’", next)) && !abbreviated(s[:i])
	}
	return false
}

// abbreviated reports whether a text ends in an abbreviation or a lone initial.
func abbreviated(s string) bool {
	s = strings.ToLower(s)
	for _, a := range [...]string{"e.g.", "i.e.", "vs.", "cf.", "approx.", "no."} {
		if strings.HasSuffix(s, " "+a) || strings.HasSuffix(s, "("+a) {
			return true
		}
	}
	return false
}

// closers is the length of the marks that still belong to the sentence that has just ended.
func closers(s string) int {
	return len(s) - len(strings.TrimLeft(s, "?!？！。.…*_~\"'”’」』）)✅👋🎉 "))
}

func (d *doc) sentence(l line, from, to int, holes []hole, paren bool, start int) {
	if strings.TrimSpace(l.text[from:to]) == "" {
		return
	}
	s := sentence{span: span{l.from + from, l.from + to}, paren: paren, table: tableRE.MatchString(l.text)}
	s.module = moduleRE.MatchString(l.text)
	s.bullet = strings.ContainsAny(l.text[:start], "-*+•0123456789")
	s.label = labelRE.MatchString(l.text[start:])
	var plain, open strings.Builder
	at := from
	for _, h := range holes {
		if h.to <= from || h.from >= to {
			continue
		}
		plain.WriteString(l.text[at:h.from])
		open.WriteString(l.text[at:h.from] + h.inner)
		plain.WriteString(h.sign())
		if sign := h.sign(); sign != h.inner {
			s.inner = append(s.inner, h.inner)
		}
		if !h.quote {
			s.codes = append(s.codes, code{span{l.from + h.from, l.from + h.to}, h.inner})
		}
		at = h.to
	}
	plain.WriteString(l.text[at:to])
	open.WriteString(l.text[at:to])
	var question bool
	s.plain, question = foldSentence(plain.String())
	s.open, _ = foldSentence(open.String())
	s.asked = s.plain
	if question {
		s.asked += "?"
	}
	d.sentences = append(d.sentences, s)
}

// naming is the sentence with those holes filled that hold just the term.
func (s sentence) naming(term string) string {
	if len(s.inner) == 0 {
		return s.plain
	}
	var b strings.Builder
	i := 0
	for _, r := range s.plain {
		if r != codeHole && r != quoteHole || i >= len(s.inner) {
			b.WriteRune(r)
			continue
		}
		if inner := strings.Trim(s.inner[i], "*"); strings.EqualFold(inner, term) {
			b.WriteString(strings.ToLower(inner))
		} else {
			b.WriteRune(r)
		}
		i++
	}
	return b.String()
}

var straight = strings.NewReplacer("’", "'", "‘", "'", "*", "", "~~", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "", "\u00ad", "")

// foldSentence makes a sentence comparable and says whether it ended as a question.
func foldSentence(s string) (string, bool) {
	s = strings.Join(strings.Fields(strings.ToLower(straight.Replace(s))), " ")
	bare := strings.TrimFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != codeHole && r != quoteHole && r != '-'
	})
	tail := s[strings.LastIndex(s, bare)+len(bare):]
	return bare, strings.ContainsAny(tail, "?？")
}

// isQuestion reports whether the sentence ends in a question mark.
func (s sentence) isQuestion() bool { return strings.HasSuffix(s.asked, "?") }
