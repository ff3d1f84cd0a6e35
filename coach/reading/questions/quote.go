package questions

// maxQuote is how far, in runes, the end of a quotation may be from its start.
const maxQuote = 400

// closers maps what opens a quotation to what ends it.
var closers = map[rune]rune{
	'"': '"', '“': '”', '「': '」', '『': '』', '«': '»', '`': '`', '《': '》',
}

// closing tells whether r ends a quotation.
func closing(r rune) bool {
	switch r {
	case '"', '”', '」', '』', '»', '`', '》':
		return true
	}
	return false
}

// quote returns the index of the mark that closes the quotation opened at i; 0: none opens.
func (s *source) quote(i int) int {
	r := s.runes[i]
	if r != '"' && r != '`' && r < 0xAB {
		return 0
	}
	end, ok := closers[r]
	if !ok {
		return 0
	}
	for k := i + 1; k < len(s.runes) && k < i+maxQuote; k++ {
		switch s.runes[k] {
		case end:
			return k
		case '\n':
			return 0
		}
	}
	return 0
}

// fence returns the end of the fenced code or of the quoted line that starts at i; i: none does.
func (s *source) fence(i int) int {
	r := s.runes[i]
	if r == '`' && s.peek(i+1) == '`' && s.peek(i+2) == '`' {
		for k := i + 3; k < len(s.runes); k++ {
			if s.runes[k] == '`' && s.peek(k+1) == '`' && s.peek(k+2) == '`' {
				return k + 3
			}
		}
		return len(s.runes)
	}
	if r == '>' && (i == 0 || s.runes[i-1] == '\n') {
		for i < len(s.runes) && s.runes[i] != '\n' {
			i++
		}
	}
	return i
}
