package phrase

import "slices"

// Find returns the hits of all patterns, by clause and place. Of one sign that starts at one token
// the longest hit is given. A hit never goes over the end of a clause.
func (m *Matcher) Find(t *Text) []Hit {
	w := walk{m: m, t: t, hits: make([]Hit, 0, 16)}
	for i, c := range t.Clauses {
		fresh := true
		for p := c.First; p < c.Last; p++ {
			w.from(i, c, p, fresh)
			fresh = fresh && m.skips(t.Tokens[p])
		}
	}
	return w.hits
}

// maxSpan bounds the tokens of a hit, skipped words included, which keeps the work linear.
const maxSpan = 40

// maxActive bounds the nodes followed at once; patterns that need more are not found, which keeps
// the work per token constant.
const maxActive = 256

type walk struct {
	m        *Matcher
	t        *Text
	hits     []Hit
	now, nxt []int32
}

// from follows all patterns that start at token p.
func (w *walk) from(clause int, c Clause, p int, fresh bool) {
	tok := w.t.Tokens[p]
	w.now = w.now[:0]
	w.begin(0, tok)
	if fresh {
		w.begin(1, tok)
	}
	first := len(w.hits)
	for q := p + 1; len(w.now) > 0; q++ {
		w.accept(first, Hit{First: p, Last: q, Clause: clause}, q == c.Last)
		if q == c.Last || q == p+maxSpan {
			return
		}
		w.step(w.t.Tokens[q])
	}
}

func (w *walk) begin(root int, tok Token) {
	if n := w.m.start[root][tok.id]; n != 0 {
		w.now = append(w.now, n)
	}
	if n := w.m.start[root][tok.alt]; n != 0 && tok.id != tok.alt {
		w.now = append(w.now, n)
	}
}

func (w *walk) accept(first int, h Hit, end bool) {
	for _, n := range w.now {
		for _, sign := range w.m.nodes[n].accept {
			h.Sign = sign
			w.add(first, h)
		}
		if !end {
			continue
		}
		for _, sign := range w.m.nodes[n].atEnd {
			h.Sign = sign
			w.add(first, h)
		}
	}
}

func (w *walk) add(first int, h Hit) {
	for i := first; i < len(w.hits); i++ {
		if w.hits[i].Sign == h.Sign {
			w.hits[i] = h
			return
		}
	}
	w.hits = append(w.hits, h)
}

func (w *walk) step(tok Token) {
	w.nxt = w.nxt[:0]
	skip := w.m.skips(tok)
	for _, n := range w.now {
		nd := &w.m.nodes[n]
		w.nxt = nd.follow(w.nxt, tok.id)
		w.nxt = nd.follow(w.nxt, tok.alt)
		w.nxt = append(w.nxt, nd.any...)
		if skip {
			w.nxt = append(w.nxt, n)
		}
	}
	if len(w.nxt) > maxActive {
		slices.Sort(w.nxt)
		w.nxt = slices.Compact(w.nxt)
		w.nxt = w.nxt[:min(len(w.nxt), maxActive)]
	}
	w.now, w.nxt = w.nxt, w.now
}

// follow adds the nodes that a token leads to.
func (n *node) follow(to []int32, id int32) []int32 {
	if id == idUnknown || len(n.edges) == 0 {
		return to
	}
	lo, hi := 0, len(n.edges)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if n.edges[mid].id < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for ; lo < len(n.edges) && n.edges[lo].id == id; lo++ {
		to = append(to, n.edges[lo].to)
	}
	return to
}

// skips tells whether a token may stand inside any pattern: a skip word, or an emoji.
func (m *Matcher) skips(t Token) bool { return m.skip[t.id] || t.Type == Emoji }
