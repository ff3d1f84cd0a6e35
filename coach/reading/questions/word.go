package questions

// word reads a Latin word, an option or a path at i and returns where it ends.
func (s *source) word(i int, v *vocab) int {
	end := i + 1
	for end < len(s.runes) && s.inWord(end) {
		end++
	}
	s.addWord(i, end, v)
	return end
}

// inWord tells whether the rune at i goes on with a word that began before it.
func (s *source) inWord(i int) bool {
	r, next := s.runes[i], s.peek(i+1)
	switch r {
	case '-', '.', '/', ':', '@', '=', '\\':
		return isWord(next) && (next < 0x80 || isWord(s.peek(i-1))) || r == '-' && next == '-' && isWord(s.peek(i+2))
	case '\'':
		return isWord(next)
	case '+':
		return s.peek(i-1) == 'c' || s.peek(i-1) == '+' || isWord(next)
	case '#':
		return s.peek(i-1) == 'c' || s.peek(i-1) == 'f'
	}
	return isWord(r)
}

// addWord appends the tokens of the word: one, or more for contractions and known compounds.
func (s *source) addWord(start, end int, v *vocab) {
	if end-start > maxWord {
		s.push(start, end, 0, 0)
		return
	}
	if s.contraction(start, end, v) {
		return
	}
	var buf [maxWord * 4]byte
	w := s.bytes(start, end, buf[:0])
	if len(w) <= maxWord {
		if words, ok := v.spelled[string(w)]; ok {
			for _, x := range words {
				s.push(start, end, v.words[x], v.words[x])
			}
			return
		}
		if exact := v.words[string(w)]; exact == 0 && (s.compound(start, end, v) || s.versioned(start, end, v)) {
			return
		}
	}
	s.pushWord(start, end, v)
}

func (s *source) push(start, end int, exact, lemma uint32) {
	s.toks = append(s.toks, token{start: int32(start), end: int32(end), exact: exact, lemma: lemma})
}

func (s *source) pushWord(start, end int, v *vocab) {
	exact, lemma := s.numbers(start, end, v)
	s.push(start, end, exact, lemma)
}

// numbers returns the numbers of the word itself and of its base form; 0: unknown.
func (s *source) numbers(start, end int, v *vocab) (exact, lemma uint32) {
	if end-start > maxWord {
		return 0, 0
	}
	var buf [maxWord * 4]byte
	w := s.bytes(start, end, buf[:0])
	if len(w) > maxWord {
		return 0, 0
	}
	exact = v.words[string(w)]
	lemma = v.lemma(w)
	if lemma == 0 {
		lemma = exact
	}
	return exact, lemma
}

func (s *source) known(start, end int, v *vocab) bool {
	exact, lemma := s.numbers(start, end, v)
	return exact != 0 || lemma != 0
}

func (s *source) bytes(start, end int, b []byte) []byte {
	for _, r := range s.runes[start:min(end, start+maxWord+1)] {
		b = putRune(b, r)
	}
	return b
}

// contraction splits "isn't", "what's", "I'm"; a possessive 's is left out.
func (s *source) contraction(start, end int, v *vocab) bool {
	at := end - 1
	for at > start && at > end-5 && s.runes[at] != '\'' {
		at--
	}
	if s.runes[at] != '\'' || at == start {
		return false
	}
	tail := string(s.runes[at+1 : end])
	if tail == "t" && s.runes[at-1] == 'n' {
		s.negated(start, at-1, v)
		return true
	}
	s.addWord(start, at, v)
	switch tail {
	case "s":
		if last := s.toks[len(s.toks)-1]; v.takesIs(last.exact) {
			s.push(at, end, v.words["is"], v.words["is"])
		}
	case "m", "re":
		s.push(at, end, v.words["is"], v.words["is"])
	case "ll", "d", "ve":
		s.push(at, end, v.words["will"], v.words["will"])
	}
	return true
}

// negated pushes the auxiliary before "n't" ("can't", "won't" have lost a letter) and "not".
func (s *source) negated(start, end int, v *vocab) {
	exact, lemma := s.numbers(start, end, v)
	if exact == 0 {
		exact = v.words["can"]
		lemma = exact
	}
	s.push(start, end, exact, lemma)
	s.push(end, end+3, v.words["not"], v.words["not"])
}

// takesIs tells whether 's after the word is "is": after question words and pronouns.
func (v *vocab) takesIs(word uint32) bool {
	next, ok := v.edges[uint64(word)]
	if word == 0 || !ok || !v.final[next] {
		return false
	}
	k := v.ends[next].kind
	return k == kindAsk || k == kindPronoun || k == kindWhen || k == kindArticle || k == kindDrop
}

// compound splits a hyphenated word all of whose parts are known.
func (s *source) compound(start, end int, v *vocab) bool {
	if s.runes[start] == '-' {
		return false
	}
	from, parts := start, 0
	for i := start; i <= end; i++ {
		if i < end && s.runes[i] != '-' {
			continue
		}
		if i == from || !s.known(from, i, v) {
			return false
		}
		from, parts = i+1, parts+1
	}
	if parts < 2 {
		return false
	}
	for i, from := start, start; i <= end; i++ {
		if i == end || s.runes[i] == '-' {
			s.pushWord(from, i, v)
			from = i + 1
		}
	}
	return true
}

// versioned splits a known word with digits behind it: python3, redis7.
func (s *source) versioned(start, end int, v *vocab) bool {
	at := end
	for at > start && (isDigit(s.runes[at-1]) || s.runes[at-1] == '.') {
		at--
	}
	if at == end || at-start < 3 || !isDigit(s.runes[at]) || !s.known(start, at, v) {
		return false
	}
	s.pushWord(start, at, v)
	s.toks = append(s.toks, token{start: int32(at), end: int32(end), kind: tokenNum})
	return true
}
