package markdown

import (
	"regexp"
	"strings"
)

// fence is an open code fence: the line that opened it, without its line end. The zero value is none.
type fence struct {
	line string
}

// fenceLine is what Split takes for a fence; ToSlack and ToDiscord write no other. Longer names of a
// language are text, so that reopening a fence always leaves room in a piece.
var fenceLine = regexp.MustCompile("^(> )?```([a-zA-Z0-9_+.#-]{0,20})$")

// next returns the fence after line, which has no line end: opened, closed or the same.
func (f fence) next(line string) fence {
	m := fenceLine.FindStringSubmatch(line)
	switch {
	case m == nil:
		return f
	case f.line == "":
		return fence{line: line}
	case m[2] == "":
		return fence{}
	}
	return f
}

// opened reports whether text behind f is inside of a fence.
func (f fence) opened() bool { return f.line != "" }

// closing returns the line that closes f.
func (f fence) closing() string {
	return quotePrefix(f.line) + "```"
}

// before returns what a piece starts with that goes on at a cut: the fence again, and the quote mark
// if the line was cut. line is the line of the cut up to there; empty if the cut is at a line's end.
func (f fence) before(line string) string {
	prefix := quotePrefix(line)
	if f.opened() {
		prefix = f.line + "\n" + prefix
	}
	return prefix
}

// after returns what is added to a piece that ends at a cut, given as for before. The space tells
// Join that the line end before it is not the text's own.
func (f fence) after(line string) string {
	switch {
	case !f.opened():
		return ""
	case line == "":
		return f.closing()
	}
	return "\n" + f.closing() + " "
}

func quotePrefix(line string) string {
	if strings.HasPrefix(line, "> ") {
		return "> "
	}
	return ""
}
