package questions

import (
	"fmt"
	"unicode/utf8"
)

// entry is what a word or phrase of the vocabulary is.
type entry struct {
	kind kind
	id   uint16 // aspect, concept or value, by kind
	zh   bool
}

// vocab holds every known phrase as a path of words (English) or characters (Chinese).
type vocab struct {
	words map[string]uint32 // word → its number, from 1
	edges map[uint64]uint32 // node<<32 | word number or hanBit+rune → node
	ends  []entry           // by node; meaningful where final
	final []bool
	split map[uint32]bool // first words of phrases that an object may part ("shut … down")

	irregular map[string]string
	spelled   map[string][]string
	folds     []rune          // simplified form of each character from foldFrom on; 0: itself
	runes     map[rune][]rune // characters that stand for a word of several: dialect
	digits    map[rune]int
	fillers   map[rune]bool // what may follow 不 as the complement of a verb
}

const hanBit = 1 << 31

// foldFrom and foldTo bound the block of common Chinese characters.
const (
	foldFrom = 0x4E00
	foldTo   = 0xA000
)

func newVocab() vocab {
	return vocab{
		words: map[string]uint32{}, edges: map[uint64]uint32{},
		ends: make([]entry, 1), final: make([]bool, 1), split: map[uint32]bool{},
		irregular: map[string]string{}, spelled: map[string][]string{},
		folds: make([]rune, foldTo-foldFrom), runes: map[rune][]rune{}, digits: map[rune]int{}, fillers: map[rune]bool{},
	}
}

func (v *vocab) word(w string) uint32 {
	n, ok := v.words[w]
	if !ok {
		n = uint32(len(v.words) + 1)
		v.words[w] = n
	}
	return n
}

func (v *vocab) step(node, label uint32) uint32 {
	key := uint64(node)<<32 | uint64(label)
	next, ok := v.edges[key]
	if !ok {
		next = uint32(len(v.ends))
		v.edges[key] = next
		v.ends = append(v.ends, entry{})
		v.final = append(v.final, false)
	}
	return next
}

// addWords adds an English phrase; a phrase has one meaning.
func (v *vocab) addWords(phrase []string, e entry) error {
	node := uint32(0)
	for _, w := range phrase {
		node = v.step(node, v.word(w))
	}
	return v.finish(node, fmt.Sprint(phrase), e)
}

// addHan adds a Chinese phrase, in simplified characters.
func (v *vocab) addHan(phrase string, e entry) error {
	node := uint32(0)
	for _, r := range phrase {
		node = v.step(node, hanBit|uint32(r))
	}
	e.zh = true
	return v.finish(node, phrase, e)
}

func (v *vocab) finish(node uint32, phrase string, e entry) error {
	if node == 0 {
		return fmt.Errorf("an empty phrase")
	}
	if v.final[node] && v.ends[node] != e {
		return fmt.Errorf("%s means two things", phrase)
	}
	v.ends[node], v.final[node] = e, true
	return nil
}

// han returns the phrase at the start of rs, and its length in runes; 0: none.
//
// Of several phrases there, the one wins that reaches farthest together with the longest after
// it; then the longer question word decides, then the longer of the shorter words.
func (v *vocab) han(rs []rune) (e entry, n int) {
	var best score
	node := uint32(0)
	for i, r := range rs {
		next, ok := v.edges[uint64(node)<<32|hanBit|uint64(uint32(r))]
		if !ok {
			break
		}
		if node = next; !v.final[node] {
			continue
		}
		if n == 0 {
			e, n = v.ends[node], i+1
			continue
		}
		if best == (score{}) {
			best = v.score(e, n, rs)
		}
		if s := v.score(v.ends[node], i+1, rs); !s.less(best) {
			e, n, best = v.ends[node], i+1, s
		}
	}
	return e, n
}

// score rates a phrase by what it leaves to the phrase after it.
type score struct{ reach, ask, short int }

func (s score) less(t score) bool {
	if s.reach != t.reach {
		return s.reach < t.reach
	}
	if s.ask != t.ask {
		return s.ask < t.ask
	}
	return s.short < t.short
}

func (v *vocab) score(e entry, n int, rs []rune) score {
	after, k := v.longest(rs[n:])
	s := score{reach: n + k, short: n}
	if k > 0 {
		s.short = min(n, k)
	}
	if e.kind == kindAsk {
		s.ask = n
	}
	if k > 0 && after.kind == kindAsk {
		s.ask = max(s.ask, k)
	}
	return s
}

// longest returns the longest phrase at the start of rs.
func (v *vocab) longest(rs []rune) (e entry, n int) {
	node := uint32(0)
	for i, r := range rs {
		next, ok := v.edges[uint64(node)<<32|hanBit|uint64(uint32(r))]
		if !ok {
			break
		}
		if node = next; v.final[node] {
			e, n = v.ends[node], i+1
		}
	}
	return e, n
}

// match returns the longest English phrase at the start of toks, and its length in tokens.
func (v *vocab) match(toks []token, node uint32) (e entry, n int) {
	if len(toks) == 0 || toks[0].kind != tokenWord {
		return entry{}, 0
	}
	labels := [...]uint32{toks[0].exact, toks[0].lemma}
	for i, label := range labels {
		if label == 0 || i == 1 && label == labels[0] {
			continue
		}
		next, ok := v.edges[uint64(node)<<32|uint64(label)]
		if !ok {
			continue
		}
		if got, more := v.match(toks[1:], next); more > 0 && more+1 > n {
			e, n = got, more+1
		} else if v.final[next] && n == 0 {
			e, n = v.ends[next], 1
		}
	}
	return e, n
}

// parted returns the phrase of two words whose second stands up to 4 tokens after the first,
// and the place of that second word; 0: none.
func (v *vocab) parted(toks []token) (e entry, at int) {
	first := toks[0].lemma
	if !v.split[first] {
		return entry{}, 0
	}
	node := v.edges[uint64(first)]
	for i := 1; i < len(toks) && i <= 5; i++ {
		if toks[i].kind == tokenMark {
			break
		}
		next, ok := v.edges[uint64(node)<<32|uint64(toks[i].exact)]
		if ok && toks[i].exact != 0 && v.final[next] {
			return v.ends[next], i
		}
	}
	return entry{}, 0
}

// concept returns the concept of a word alone, 0 if it names none.
func (v *vocab) concept(w string) uint16 {
	node, ok := v.edges[uint64(v.words[w])]
	if !ok || !v.final[node] || v.ends[node].kind != kindConcept {
		return 0
	}
	return v.ends[node].id
}

// maxWord is the longest word, in bytes, that is looked up.
const maxWord = 40

func putRune(b []byte, r rune) []byte { return utf8.AppendRune(b, r) }
