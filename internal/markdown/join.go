package markdown

import "strings"

// Join returns the text that Split cut into pieces.
func Join(pieces []string) string {
	var j joiner
	for i, piece := range pieces {
		j.add(strings.TrimPrefix(piece, j.added), i == len(pieces)-1)
	}
	return j.text.String()
}

// longestMarker is more than a fence's line has, in bytes. Of a line begun no more is kept: it is no
// marker any more, and copying a long one for each piece would take quadratic time.
const longestMarker = 64

// joiner reads pieces the way Split wrote them.
type joiner struct {
	text  strings.Builder
	fence fence  // around the end of text
	line  string // of text, begun and not ended: its first longestMarker bytes
	added string // that the next piece starts with
}

// add takes a piece without what Split put in front of it.
func (j *joiner) add(piece string, last bool) {
	if !last {
		piece = j.unmarked(piece)
	}
	j.text.WriteString(piece)
	j.fence, j.line = j.after(piece)
	j.added = j.fence.before(j.line)
}

// unmarked returns the piece without the marker that closes its fence, if Split added one.
func (j *joiner) unmarked(piece string) string {
	for _, quote := range []string{"", "> "} {
		for _, marker := range []string{"\n" + quote + "``` ", quote + "```"} {
			body, ok := strings.CutSuffix(piece, marker)
			if !ok {
				continue
			}
			f, line := j.after(body)
			if f.opened() && f.after(line) == marker {
				return body
			}
		}
	}
	return piece
}

// after returns the fence and the unfinished line after body.
func (j *joiner) after(body string) (fence, string) {
	f, line := j.fence, j.line
	for part := range strings.Lines(body) {
		line += part
		if whole, ok := strings.CutSuffix(line, "\n"); ok {
			f, line = f.next(whole), ""
		}
	}
	return f, line[:min(len(line), longestMarker)]
}
