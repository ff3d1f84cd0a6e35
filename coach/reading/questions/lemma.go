package questions

// inflection says how forms with an ending may go back to their base.
type inflection struct {
	ending string
	least  int    // letters that the form has at least
	cuts   []base // likeliest first
}

// base is a form without its last cut letters, with tail instead. twice: only where the
// consonant before the ending is written twice ("stopped").
type base struct {
	cut   int
	tail  string
	twice int // letters of the ending behind that consonant; 0: no matter
}

// inflections are tried in this order; the first whose ending fits is the one.
var inflections = [...]inflection{
	{"ies", 5, []base{{cut: 3, tail: "y"}, {cut: 1}, {cut: 2}}},
	{"es", 4, []base{{cut: 1}, {cut: 2}, {cut: 2, tail: "is"}}},
	{"ss", 3, nil},
	{"s", 3, []base{{cut: 1}}},
	{"ied", 5, []base{{cut: 3, tail: "y"}, {cut: 1}}},
	{"ed", 4, []base{{cut: 2}, {cut: 1}, {cut: 3, twice: 2}}},
	{"ying", 5, []base{{cut: 3}, {cut: 4, tail: "ie"}}},
	{"ing", 5, []base{{cut: 3}, {cut: 3, tail: "e"}, {cut: 4, twice: 3}}},
	{"ier", 5, []base{{cut: 3, tail: "y"}}},
	{"er", 5, []base{{cut: 2}, {cut: 1}, {cut: 3, twice: 2}}},
	{"est", 6, []base{{cut: 3}, {cut: 2}, {cut: 4, twice: 3}}},
	{"ily", 5, []base{{cut: 3, tail: "y"}}},
	{"ly", 5, []base{{cut: 2}, {cut: 1, tail: "e"}}},
	{"ation", 7, []base{{cut: 3, tail: "e"}, {cut: 5}, {cut: 5, tail: "e"}}},
	{"ion", 6, []base{{cut: 3}, {cut: 3, tail: "e"}}},
	{"ment", 7, []base{{cut: 4}}},
}

// lemma returns the number of the known word that w is a form of; 0: none is known.
func (v *vocab) lemma(w []byte) uint32 {
	if base, ok := v.irregular[string(w)]; ok {
		return v.words[base]
	}
	for i := range inflections {
		if in := &inflections[i]; ends(w, in.ending) && len(w) >= in.least {
			return v.bases(w, in.cuts)
		}
	}
	return 0
}

// bases returns the number of the first base that is known.
func (v *vocab) bases(w []byte, cuts []base) uint32 {
	var buf [maxWord + 4]byte
	for _, c := range cuts {
		if c.twice > 0 && !doubled(w, c.twice) {
			continue
		}
		b := append(append(buf[:0], w[:len(w)-c.cut]...), c.tail...)
		if n := v.words[string(b)]; n != 0 {
			return n
		}
	}
	return 0
}

// stem is the form under which an unknown word is compared: without a plural s, -ing or -ed.
func stem(w []byte) []byte {
	for _, b := range w {
		if b < 'a' || b > 'z' {
			return w
		}
	}
	n := len(w)
	switch {
	case n > 4 && ends(w, "ies"):
		return append(w[:n-3:n-3], 'y')
	case n > 6 && ends(w, "ing"):
		return undouble(w[:n-3])
	case n > 5 && ends(w, "ed"):
		return undouble(w[:n-2])
	case n > 3 && ends(w, "s") && !ends(w, "ss") && !ends(w, "us") && !ends(w, "is"):
		return dropE(w[:n-1])
	}
	return dropE(w)
}

func undouble(w []byte) []byte {
	if doubled(w, 0) {
		w = w[:len(w)-1]
	}
	return dropE(w)
}

func dropE(w []byte) []byte {
	if n := len(w); n > 4 && w[n-1] == 'e' {
		return w[:n-1]
	}
	return w
}

func ends(w []byte, tail string) bool {
	return len(w) > len(tail) && string(w[len(w)-len(tail):]) == tail
}

// doubled tells whether the consonant before the last k bytes is written twice.
func doubled(w []byte, k int) bool {
	n := len(w) - k
	return n >= 3 && w[n-1] == w[n-2]
}
