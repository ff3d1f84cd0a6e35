package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word reads a word, a number or a thing.
func (s *scanner) word() {
	rest := s.t.Source[s.pos:]
	n := wordEnd(rest)
	if n == 0 { // a bare slash
		s.pos++
		return
	}
	word := rest[:n]
	if i := strings.IndexByte(word, '-'); i > 0 && lettersOnly(word, '-') {
		n, word = i, word[:i]
	}
	if i := s.joined(word); i > 0 {
		s.plain(s.pos, s.pos+i)
		s.pos += i + 1
		if !strings.ContainsAny(word[:i], "'’") { // "i'm.done" is a slip, "done.thanks" is two clauses
			s.mark(',')
		}
		return
	}
	s.plain(s.pos, s.pos+n)
	s.pos += n
}

// joined finds a full stop or slash between two known words ("done.thanks", "yes/no").
func (s *scanner) joined(word string) int {
	i := strings.IndexAny(word, "./")
	if i <= 0 || !lettersOnly(word[:i], '\'') {
		return 0
	}
	next := word[i+1:]
	if j := strings.IndexAny(next, "./"); j >= 0 {
		next = next[:j]
	}
	if next == "" || s.lookup(word[:i]) == 0 || s.lookup(next) == 0 {
		return 0
	}
	return i
}

// plain adds the token for source[start:end]. Digits before letters are a number of their own
// ("10min").
func (s *scanner) plain(start, end int) {
	word := s.t.Source[start:end]
	t := Token{Start: start, End: end, Caps: isCaps(word), id: s.lookup(word)}
	switch digits := leadingDigits(word); {
	case digits == len(word):
		t.Type, t.alt = Number, idNumber
	case t.id == 0 && digits > 0 && lettersOnly(word[digits:], 0) && s.lookup(word[digits:]) != 0:
		s.plain(start, start+digits)
		s.plain(start+digits, end)
		return
	case t.id == 0 && strings.ContainsAny(word, "0123456789_./\\=@:+$#%*"):
		t.Type, t.alt = Thing, idThing
	case t.Caps:
		t.Type, t.alt = Word, idCaps
	case len(word) > 4 && strings.HasSuffix(word, "ed"):
		t.Type, t.alt = Word, idPast
	case t.id == 0 && len(word) > 4 && strings.HasSuffix(word, "ing"): // "nothing" is known
		t.Type, t.alt = Word, idIng
	default:
		t.Type, t.alt = Word, idWord
	}
	s.add(t)
}

// lookup finds a word in the vocabulary: folded, and where that fails with its drawn-out letters
// shortened to two and to one.
func (s *scanner) lookup(word string) int32 {
	if len(word) > len(s.buf) {
		word = shortenTo(word, 1)
		if len(word) > len(s.buf) {
			return 0
		}
	}
	b := s.folded(word)
	if id := s.m.id(b); id != 0 || !drawnOut(b) {
		return id
	}
	if id := s.m.id([]byte(shortenTo(string(b), 2))); id != 0 {
		return id
	}
	return s.m.id([]byte(shortenTo(string(b), 1)))
}

func (s *scanner) folded(word string) []byte {
	b := s.buf[:0]
	for _, r := range word {
		if r = s.m.fold.rune(r); r == '\'' {
			continue
		}
		if len(b)+utf8.UTFMax > cap(b) {
			break
		}
		b = utf8.AppendRune(b, r)
	}
	return b
}

func drawnOut(b []byte) bool {
	for i := 2; i < len(b); i++ {
		if b[i] == b[i-1] && b[i] == b[i-2] {
			return true
		}
	}
	return false
}

// shortenTo cuts runs of three or more equal bytes to n.
func shortenTo(word string, n int) string {
	var b strings.Builder
	for i := 0; i < len(word); {
		j := i
		for j < len(word) && word[j] == word[i] {
			j++
		}
		if run := j - i; run > 2 {
			b.WriteString(word[i : i+n])
		} else {
			b.WriteString(word[i:j])
		}
		i = j
	}
	return b.String()
}

// wordEnd returns the length of the word at the start of s: letters and digits, and the marks of
// machine names where more of the word follows them.
func wordEnd(s string) int {
	end := 0
	for i, r := range s {
		switch {
		case isHan(r):
			return end
		case isLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '_':
			end = i + utf8.RuneLen(r)
		case !strings.ContainsRune("'’`´-./:@=+\\#%$", r) || i > end+2 || r == '.' && i > end:
			return end
		}
	}
	return end
}

func leadingDigits(s string) int {
	for i, r := range s {
		if (r < '0' || r > '9') && !(i > 0 && (r == '.' || r == ',') && i+1 < len(s)) {
			return i
		}
	}
	return len(s)
}

func lettersOnly(s string, also rune) bool {
	for _, r := range s {
		if !isLetter(r) && r != also && r != '\'' && r != '’' {
			return false
		}
	}
	return s != ""
}

func isCaps(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n > 1
}

func isAlnum(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
