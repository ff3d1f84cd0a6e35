package markdown

import "strings"

// minLimit is the smallest limit that leaves room for text beside the fence markers.
const minLimit = 64

// Split cuts text, which ToSlack, ToDiscord or ToPlain returned, into pieces of at most limit, counted in
// unit. A limit below 64 counts as 64. The result is nil for text with nothing to see.
//
// A cut is best at a blank line, then at a line's end, a sentence's end, a space; never inside of a
// grapheme, an entity, an escape or a link, unless it alone is too large for a piece. A fence that is
// cut is closed and opened again with its language, a quoted line that is cut goes on as a quote. The
// list's indent stays with the lines that have it. But for these additions, which Join takes out,
// the pieces hold every byte of text. Each piece has something to see, unless a run of white space
// outside of fences takes up a quarter of the room for text: its remains may stand alone.
func Split(text string, limit int, unit Unit) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	limit = max(limit, minLimit)
	c := newCutter(text, limit, unit)
	var pieces []string
	for c.pos < len(c.atoms) {
		pieces = append(pieces, c.piece())
	}
	return pieces
}
