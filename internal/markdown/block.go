package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// maxIndent is how far list items are indented, in columns; deeper ones line up. Nested quotes are
// shown as one, since neither platform nests them. Both keep the result linear in the input.
const maxIndent = 24

// dialect is how one platform writes what a message is made of.
type dialect interface {
	text(s string, prev rune) string // s so that nothing in it is markup; prev is the rune before, 0 at a line's start
	code(s string) string            // inline code
	link(label, url string) string   // label may be empty
	mark(st style) string            // the marker on either side of one style; empty: not shown
	keep(s span) style               // the styles of s that can be shown
	parts(last, next rune) bool      // whether a gap is needed where a marker meets text or another marker
	heading(level int, spans []span) (prefix string, shown []span)
	fence(lang string, lines []string) []string
	bullet(depth int) string // depth counts from 0
	rule() string
	table(g grid) []string
}

// walker writes the blocks of a tree line by line.
type walker struct {
	d      dialect
	src    []byte
	lines  []string
	quoted bool
	marker string // of a list item whose first line is still to come
	indent string // of the lines after it
	depth  int    // of lists around
	blank  bool   // a blank line comes before the next line
	within bool   // and belongs to a quote
}

// render returns md in d.
func render(d dialect, md string) string {
	md = normal(md)
	w := walker{d: d, src: []byte(md)}
	if tree := parse(md); tree != nil {
		w.children(tree)
	} else {
		w.paragraph([]span{{text: md}})
	}
	return strings.Join(w.lines, "\n")
}

func (w *walker) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.separate(c)
		w.block(c)
	}
}

// separate keeps the blank line before n. A table's is not known, so it always gets one.
func (w *walker) separate(n ast.Node) {
	if n.PreviousSibling() != nil && (n.HasBlankPreviousLines() || n.Kind() == extast.KindTable) {
		w.blank, w.within = true, w.quoted
	}
}

func (w *walker) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n)
	case *ast.Paragraph, *ast.TextBlock:
		w.paragraph(inlines(n, w.src))
	case *ast.FencedCodeBlock:
		w.fence(string(n.Language(w.src)), n)
	case *ast.CodeBlock:
		w.fence("", n)
	case *ast.HTMLBlock:
		w.html(n)
	case *ast.Blockquote:
		outer := w.quoted
		w.quoted = true
		w.children(n)
		w.quoted = outer
	case *ast.List:
		w.list(n)
	case *ast.ThematicBreak:
		w.line(w.d.rule())
	case *extast.Table:
		w.table(newGrid(n, w.src))
	default:
		w.children(n)
	}
}

// maxTable is how wide a table may be, in columns of a terminal, that is shown as one. A wider one breaks its
// lines on a phone, where a list can be read.
const maxTable = 60

// table writes a table as the dialect has it; one that is too wide for that as a list of its rows.
func (w *walker) table(g grid) {
	if _, spoken := w.d.(plain); spoken || len(g.rows) < 2 || g.width() <= maxTable {
		w.whole(w.d.table(g))
		return
	}
	for _, row := range g.listed() {
		w.line(w.d.bullet(w.depth) + renderLine(w.d, row))
	}
}

func (w *walker) heading(n *ast.Heading) {
	prefix, spans := w.d.heading(n.Level, inlines(n, w.src))
	for _, line := range splitLines(spans) {
		if s := renderLine(w.d, line); s != "" {
			w.line(prefix + s)
		}
	}
}

func (w *walker) paragraph(spans []span) {
	for _, line := range splitLines(spans) {
		w.line(renderLine(w.d, line))
	}
}

func (w *walker) html(n *ast.HTMLBlock) {
	text := blockText(n, w.src)
	if n.HasClosure() {
		text += string(n.ClosureLine.Value(w.src))
	}
	w.paragraph([]span{{text: strings.TrimRight(text, "\n")}})
}

func (w *walker) fence(lang string, n ast.Node) {
	body := strings.TrimRight(blockText(n, w.src), "\n")
	w.whole(w.d.fence(lang, strings.Split(body, "\n")))
}

func blockText(n ast.Node, src []byte) string {
	return string(n.Lines().Value(src))
}

func (w *walker) list(n *ast.List) {
	number := n.Start
	w.depth++
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		marker := w.d.bullet(w.depth - 1)
		if n.IsOrdered() {
			marker = strconv.Itoa(number) + ". "
			number++
		}
		w.separate(c)
		w.item(c, marker)
	}
	w.depth--
}

// item writes a list item. An item that starts with a list puts both markers on one line.
func (w *walker) item(n ast.Node, marker string) {
	outer := w.indent
	if w.marker == "" {
		w.marker = outer
	}
	w.marker += marker
	if len(outer) < maxIndent {
		w.indent = outer + strings.Repeat(" ", utf8.RuneCountInString(marker))
	}
	w.children(n)
	if w.marker != "" {
		w.line("")
	}
	w.indent = outer
}

// line writes one line behind the quote mark and the list marker or its indent.
func (w *walker) line(s string) {
	start := w.indent
	if w.marker != "" {
		start, w.marker = w.marker, ""
	}
	w.put(start + s)
}

// whole writes lines that stand at the margin also in a list: code would be shown with the indent.
func (w *walker) whole(lines []string) {
	if w.marker != "" {
		w.line("")
	}
	for _, s := range lines {
		w.put(s)
	}
}

func (w *walker) put(s string) {
	if w.blank && len(w.lines) > 0 {
		w.lines = append(w.lines, quoteMark(w.within))
	}
	w.blank = false
	w.lines = append(w.lines, quoteMark(w.quoted)+s)
}

func quoteMark(quoted bool) string {
	if quoted {
		return "> "
	}
	return ""
}
