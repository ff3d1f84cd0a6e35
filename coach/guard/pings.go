package guard

import (
	"slices"
	"strings"

	"tack/coach/tutor"
)

// zeroWidth are the runes that a chat may drop, so that what they part comes together again.
const zeroWidth = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

// pings is rule 8. Code and quotations are no shelter: some platforms ping from there too.
func (g *Guard) pings(d *doc, _ tutor.Reply, c Context) []finding {
	n := 0
	g.eachPing(d.text, c, func(int, int, string) { n++ })
	if n == 0 {
		return nil
	}
	return []finding{found(RulePings, "ping", nil, "%d pings of groups or of other people", n)}
}

// eachPing calls f with the place of each ping and the word to put there instead.
func (g *Guard) eachPing(text string, c Context, f func(from, to int, word string)) {
	if !strings.ContainsAny(text, "@＠<") {
		return
	}
	bare, back := strip(text)
	l := g.langs["en"]
	if own := g.langs[c.Locale]; own != nil {
		l = own
	}
	done := 0
	for _, p := range merge(g.shell.groups.FindAllStringIndex(bare, -1), g.shell.people.FindAllStringIndex(bare, -1)) {
		s := bare[p[0]:p[1]]
		if p[0] < done || slices.Contains(c.Learner, s) || !strings.HasPrefix(s, "<") && midWord(bare[:p[0]]) {
			continue
		}
		done = p[1]
		word := l.everyone
		if strings.HasPrefix(s, "<@") {
			word = l.someone
		}
		f(back[p[0]], back[p[1]], word)
	}
}

// strip takes the zero-width runes out; back gives each byte's old place.
func strip(text string) (bare string, back []int) {
	var b strings.Builder
	for i, r := range text {
		if strings.ContainsRune(zeroWidth, r) {
			continue
		}
		n := b.Len()
		if r == '\uFFFD' {
			b.WriteByte('?') // as invalid UTF-8 is one byte long
		} else {
			b.WriteRune(r)
		}
		for range b.Len() - n {
			back = append(back, i)
		}
	}
	return b.String(), append(back, len(text))
}

// midWord reports whether a text ends in a word, as an address does before its "@".
func midWord(s string) bool {
	if s == "" {
		return false
	}
	c := s[len(s)-1]
	return c < 0x80 && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("._-+/", c) >= 0)
}

// merge puts two sorted lists of places into one, by their beginnings.
func merge(a, b [][]int) [][]int {
	out := append(slices.Clone(a), b...)
	slices.SortFunc(out, func(x, y []int) int { return x[0] - y[0] })
	return out
}

// neutral is text without pings. What is left may make a new one, so it is looked at again; each
// round takes at least one "@" or "<" away.
func (g *Guard) neutral(text string, c Context) string {
	for {
		var b strings.Builder
		last := 0
		g.eachPing(text, c, func(from, to int, word string) {
			b.WriteString(text[last:from])
			b.WriteString(word)
			last = to
		})
		if last == 0 {
			return text
		}
		b.WriteString(text[last:])
		text = b.String()
	}
}
