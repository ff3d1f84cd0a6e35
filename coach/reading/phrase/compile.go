package phrase

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The ids of token types; words of the vocabulary come after them.
const (
	idUnknown int32 = iota
	idWord
	idCaps // a word in capitals
	idPast // a word that ends in -ed
	idIng  // a word that ends in -ing and stands in no pattern
	idHan
	idNumber
	idThing
	idEmoji
	idFirst
)

var typeIDs = map[string]int32{
	"word": idWord, "caps": idCaps, "past": idPast, "ing": idIng, "han": idHan, "num": idNumber, "thing": idThing, "emoji": idEmoji,
}

// Source is what a matcher is compiled from.
//
// A pattern is a row of words; Han characters need no spaces between them. (a|b c) is a choice,
// [a|b] may be left out, … stands for up to three tokens and …5 for up to five, ^ and $ for the ends
// of a clause. <name> stands for a class, or for a type: <word>, <caps> (a word in capitals), <past>
// (a word in -ed), <ing> (a word in -ing that stands in no pattern), <han>, <num>, <thing>, <emoji>.
type Source struct {
	Signs    map[string][]string
	Classes  map[string][]string // name to patterns; a class may name others
	Skip     []string            // words that may stand between the words of any pattern
	Variants map[rune]rune       // characters read as others
}

// Matcher finds the patterns it was compiled from. It is never changed and safe for concurrent use.
type Matcher struct {
	fold  folding
	vocab map[string]int32
	skip  []bool // by id
	nodes []node
	start [2][]int32 // by id: the node after a first token, 0 none; [1] at the start of a clause only
	signs []string
}

type node struct {
	edges  []edge // by id
	any    []int32
	accept []Sign
	atEnd  []Sign // accepted only at the end of a clause
}

type edge struct{ id, to int32 }

// Compile builds a matcher. Errors name the sign and the pattern.
func Compile(src Source) (*Matcher, error) {
	m := &Matcher{fold: newFolding(src.Variants), vocab: map[string]int32{}, nodes: make([]node, 0, 1<<14)}
	b := builder{m: m, classes: src.Classes, roots: [2]int32{m.newNode(), m.newNode()}}
	for _, name := range sortedKeys(src.Signs) {
		sign := Sign(len(m.signs))
		m.signs = append(m.signs, name)
		for _, pattern := range src.Signs[name] {
			if err := b.add(sign, pattern); err != nil {
				return nil, fmt.Errorf("sign %s: pattern %q: %w", name, pattern, err)
			}
		}
	}
	m.finish(b.roots, src.Skip)
	return m, nil
}

// Sign returns the number of a sign, or -1.
func (m *Matcher) Sign(name string) Sign {
	i, ok := slices.BinarySearch(m.signs, name)
	if !ok {
		return -1
	}
	return Sign(i)
}

// Name returns the name of a sign.
func (m *Matcher) Name(s Sign) string { return m.signs[s] }

func (m *Matcher) newNode() int32 {
	m.nodes = append(m.nodes, node{})
	return int32(len(m.nodes) - 1)
}

func (m *Matcher) id(folded []byte) int32 { return m.vocab[string(folded)] }

func (m *Matcher) intern(word string) int32 {
	var b strings.Builder
	for _, r := range word {
		if r = m.fold.rune(r); r != '\'' {
			b.WriteRune(r)
		}
	}
	id, ok := m.vocab[b.String()]
	if !ok {
		id = idFirst + int32(len(m.vocab))
		m.vocab[b.String()] = id
	}
	return id
}

// finish turns the roots into tables by id and sorts the edges.
func (m *Matcher) finish(roots [2]int32, skip []string) {
	for _, w := range skip {
		m.intern(w)
	}
	m.skip = make([]bool, int(idFirst)+len(m.vocab))
	for _, w := range skip {
		m.skip[m.intern(w)] = true
	}
	mg := merger{m: m, made: map[string]int32{}}
	for i, root := range roots {
		m.start[i] = make([]int32, len(m.skip))
		for _, e := range mg.edges(slices.Clone(m.nodes[root].edges), mergeDepth) {
			m.start[i][e.id] = e.to
		}
	}
	for i := range m.nodes {
		slices.SortFunc(m.nodes[i].edges, func(a, b edge) int { return int(a.id - b.id) })
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// letters cuts a word of a pattern into the tokens that Scan would make of it.
func (m *Matcher) letters(word string) []int32 {
	var ids []int32
	rest := word
	for rest != "" {
		r, n := utf8.DecodeRuneInString(rest)
		if !isHan(r) && !isEmoji(r) {
			n = strings.IndexFunc(rest, func(r rune) bool { return isHan(r) || isEmoji(r) })
			if n < 0 {
				n = len(rest)
			}
		}
		if !isModifier(r) {
			ids = append(ids, m.intern(rest[:n]))
		}
		rest = rest[n:]
	}
	return ids
}
