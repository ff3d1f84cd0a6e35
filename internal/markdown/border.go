package markdown

import "strings"

// rank orders where a text may be cut, the best first.
type rank uint8

const (
	atBlank    rank = iota // behind a blank line
	atLine                 // behind a line
	atCodeLine             // behind a line of code
	atSentence             // behind a sentence and its space
	atSpace                // behind white space
	atAtom                 // inside of a word
	atFence                // so that a fence around nothing stays behind
	nowhere                // inside or right behind of a fence's marker
)

// border is the place before an atom.
type border struct {
	fence fence
	line  string // of the text up to here; empty at a line's start
	rank  rank
	blank bool // outside of fences: nothing to see in the rest of the line
}

// borders returns the borders before each of the atoms, which are those of text.
func borders(text string, atoms []atom) []border {
	out := make([]border, 0, len(atoms))
	var state fence
	last := border{rank: nowhere}
	for line := range strings.Lines(text) {
		n := lineAtoms(atoms[len(out):])
		next := state.next(strings.TrimSuffix(line, "\n"))
		out = append(out, lineBorders(line, atoms, len(out), n, state, state != next)...)
		first := &out[len(out)-n]
		if state != next && !next.opened() || state.opened() && last.fence != state {
			first.rank = atFence
		}
		last, state = *first, next
	}
	return out
}

// lineAtoms returns how many of the atoms are on the first line.
func lineAtoms(atoms []atom) int {
	for i, a := range atoms {
		if a.lineEnd() {
			return i + 1
		}
	}
	return len(atoms)
}

// lineBorders returns the n borders of one line, of which the atoms start at from. marker: the line
// opens or closes a fence.
func lineBorders(line string, atoms []atom, from, n int, state fence, marker bool) []border {
	out := make([]border, n)
	at := 0
	for i := range out {
		out[i] = border{fence: state, line: line[:at], rank: nowhere}
		if i == 0 || !marker && !likeMarker(line[:at]) {
			out[i].rank = rankOf(atoms, from+i, state.opened())
		}
		at += len(atoms[from+i].text)
	}
	for i := n - 1; i >= 0 && atoms[from+i].space && !state.opened(); i-- {
		out[i].blank = true
	}
	return out
}

// likeMarker reports whether a cut behind line would look to Join like one of Split's markers.
func likeMarker(line string) bool {
	return strings.TrimSuffix(strings.TrimPrefix(line, "> "), " ") == "```"
}

// rankOf returns the rank of the border before atom i, by the atoms before it.
func rankOf(atoms []atom, i int, inCode bool) rank {
	switch {
	case i == 0:
		return nowhere
	case !atoms[i-1].lineEnd():
		return rankInLine(atoms[:i])
	case inCode:
		return atCodeLine
	case i > 1 && atoms[i-2].lineEnd():
		return atBlank
	}
	return atLine
}

// rankInLine returns the rank of a border inside of a line, behind these atoms.
func rankInLine(before []atom) rank {
	last := before[len(before)-1]
	switch {
	case last.space && len(before) > 1 && strings.Contains(".!?…", before[len(before)-2].text):
		return atSentence
	case last.space:
		return atSpace
	case strings.Contains("。！？；", last.text):
		return atSentence
	}
	return atAtom
}
