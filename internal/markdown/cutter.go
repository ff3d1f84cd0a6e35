package markdown

import "strings"

// cutter cuts a text into pieces, one after the other.
type cutter struct {
	unit    Unit
	limit   int
	atoms   []atom
	borders []border // before each atom
	pos     int      // atom that the next piece starts with
}

func newCutter(text string, limit int, unit Unit) *cutter {
	all := atoms(text, limit-maxMarkup, unit)
	return &cutter{unit: unit, limit: limit, atoms: all, borders: borders(text, all)}
}

// piece returns the next piece and goes on behind it.
func (c *cutter) piece() string {
	start := ""
	if c.pos > 0 {
		b := c.borders[c.pos]
		start = b.fence.before(b.line)
	}
	end := c.end(c.unit.Length(start))
	var b strings.Builder
	b.WriteString(start)
	for _, a := range c.atoms[c.pos:end] {
		b.WriteString(a.text)
	}
	if end < len(c.atoms) {
		b.WriteString(c.borders[end].fence.after(c.borders[end].line))
	}
	c.pos = end
	return b.String()
}

// end returns the atom before which the next piece ends, given how much the piece holds already.
func (c *cutter) end(size int) int {
	var found cuts
	for i := c.pos; i < len(c.atoms); i++ {
		if i > c.pos {
			c.note(&found, i, size)
		}
		found.seen = found.seen || !c.atoms[i].space || c.borders[i].fence.opened()
		size += c.atoms[i].size
		if size > c.limit {
			return found.choose()
		}
	}
	return len(c.atoms)
}

// note adds the border before atom i to the cuts found, if a piece of that size can end there.
func (c *cutter) note(found *cuts, i, size int) {
	b := c.borders[i]
	size += c.unit.Length(b.fence.after(b.line))
	if b.rank == nowhere || size > c.limit {
		return
	}
	found.any = i
	if b.blank || !found.seen || b.rank == atFence {
		return
	}
	found.good = i
	// A better place too near to the start would make many small pieces.
	if size >= c.limit/4 {
		found.best[b.rank] = i
	}
}

// cuts are the last places found where a piece can end, 0 for none.
type cuts struct {
	best [atAtom + 1]int // of each rank
	good int             // of any of them, also near the start
	any  int             // also where white space or an empty fence stays alone
	seen bool            // the piece has something to see
}

func (c cuts) choose() int {
	for _, i := range c.best {
		if i > 0 {
			return i
		}
	}
	if c.good > 0 {
		return c.good
	}
	return c.any
}
