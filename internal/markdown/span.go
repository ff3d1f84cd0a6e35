package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// style is a set of ways to show text.
type style uint8

const (
	bold style = 1 << iota
	italic
	strike
	code // never together with a url
)

// span is a run of text of one style. Text is what the reader sees: nothing in it is escaped.
// A span with a url is a link; its text has no line end. "\n" in text is a line break.
type span struct {
	text  string
	style style
	url   string // empty: no link
}

// inliner collects the spans of inline nodes.
type inliner struct {
	src   []byte
	spans []span
}

// inlines returns the spans of what is inside n, neighbours of one style merged.
func inlines(n ast.Node, src []byte) []span {
	r := inliner{src: src}
	r.children(n, 0)
	return merge(r.spans)
}

func (r *inliner) children(n ast.Node, st style) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.node(c, st)
	}
}

func (r *inliner) add(text string, st style) {
	r.spans = append(r.spans, span{text: text, style: st})
}

func (r *inliner) node(n ast.Node, st style) {
	switch n := n.(type) {
	case *ast.Text:
		r.text(n, st)
	case *ast.String:
		r.add(string(n.Value), st)
	case *ast.CodeSpan:
		r.add(raw(n, r.src), st|code)
	case *ast.RawHTML:
		r.add(string(n.Segments.Value(r.src)), st)
	case *ast.Emphasis:
		r.children(n, st|emphasis(n.Level))
	case *extast.Strikethrough:
		r.children(n, st|strike)
	case *extast.TaskCheckBox:
		r.add(checkBox(n.IsChecked), st)
	case *ast.Link:
		r.link(n, string(n.Destination), st)
	case *ast.Image:
		r.link(n, string(n.Destination), st)
	case *ast.AutoLink:
		r.spans = append(r.spans, span{text: string(n.Label(r.src)), style: st, url: autoURL(n, r.src)})
	default:
		r.children(n, st)
	}
}

func (r *inliner) text(n *ast.Text, st style) {
	value := string(n.Value(r.src))
	if !n.IsRaw() {
		value = unescape(value)
	}
	r.add(value, st)
	if n.SoftLineBreak() || n.HardLineBreak() {
		r.add("\n", st)
	}
}

// link adds one span for a link or image, of the style that all of its text has.
func (r *inliner) link(n ast.Node, url string, st style) {
	inner := inliner{src: r.src}
	inner.children(n, st)
	label, all := strings.Builder{}, bold|italic|strike
	for _, s := range inner.spans {
		label.WriteString(s.text)
		all &= s.style
	}
	text := strings.Join(strings.Fields(label.String()), " ")
	r.spans = append(r.spans, span{text: text, style: all | st, url: cleanURL(unescape(url))})
}

func emphasis(level int) style {
	if level >= 2 {
		return bold
	}
	return italic
}

func checkBox(checked bool) string {
	if checked {
		return "☑ "
	}
	return "☐ "
}

// raw returns the text of a code span, line ends as spaces.
func raw(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(src))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// merge joins neighbours of one style, so that a ping cut in two by the parser is seen as one.
func merge(spans []span) []span {
	var out []span
	for i := 0; i < len(spans); {
		first, j := spans[i], i+1
		var b strings.Builder
		b.WriteString(first.text)
		for ; j < len(spans) && mergeable(first, spans[j]); j++ {
			b.WriteString(spans[j].text)
		}
		first.text = b.String()
		out, i = append(out, first), j
	}
	return out
}

func mergeable(a, b span) bool {
	return a.url == "" && b.url == "" && a.style == b.style && a.style&code == 0
}

// splitLines cuts spans at their line breaks.
func splitLines(spans []span) [][]span {
	lines := [][]span{nil}
	for _, s := range spans {
		for i, part := range strings.Split(s.text, "\n") {
			if i > 0 {
				lines = append(lines, nil)
			}
			if part != "" || s.url != "" {
				last := len(lines) - 1
				lines[last] = append(lines[last], span{text: part, style: s.style, url: s.url})
			}
		}
	}
	return lines
}
