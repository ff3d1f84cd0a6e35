package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lineWriter writes the spans of one line in a dialect: it opens and closes markers, keeps white
// space outside of them, and puts gaps where markers would otherwise not count.
type lineWriter struct {
	d     dialect
	b     strings.Builder
	open  []style // markers open now, outermost first
	space string  // seen and not yet written
	last  rune    // written last; 0 at the start of the line
	state state   // what last was
}

// state says what was written last.
type state uint8

const (
	written state = iota // text, or nothing yet
	opened               // an opening marker
	closed               // a closing marker or inline code
)

// renderLine returns the spans, which hold no line break, as one line of d.
func renderLine(d dialect, spans []span) string {
	w := lineWriter{d: d}
	for _, s := range spans {
		w.span(s)
	}
	w.close(0)
	return w.b.String()
}

func (w *lineWriter) span(s span) {
	if s.style&code != 0 || s.url != "" {
		w.body(s, s.text)
		return
	}
	body := strings.TrimLeftFunc(s.text, unicode.IsSpace)
	w.space += s.text[:len(s.text)-len(body)]
	body = strings.TrimRightFunc(body, unicode.IsSpace)
	if body == "" {
		return
	}
	w.body(s, body)
	_, w.space, _ = strings.Cut(s.text, body)
}

// body writes text that neither starts nor ends with white space, in the style of s.
func (w *lineWriter) body(s span, text string) {
	st := w.d.keep(s)
	w.close(st)
	w.flush()
	for _, one := range []style{bold, italic, strike} {
		if st&one != 0 && !w.has(one) {
			w.mark(one)
		}
	}
	switch {
	case s.style&code != 0:
		w.before('`')
		w.write(w.d.code(text))
		w.state = closed
	case s.url != "":
		w.write(w.d.link(text, s.url))
	default:
		first, _ := utf8.DecodeRuneInString(text)
		if w.state == closed {
			w.before(first)
		}
		w.write(w.d.text(text, w.last))
	}
}

func (w *lineWriter) has(st style) bool {
	for _, open := range w.open {
		if open == st {
			return true
		}
	}
	return false
}

// close closes the outermost open marker that is not in keep, and all inside of it.
func (w *lineWriter) close(keep style) {
	n := 0
	for n < len(w.open) && keep&w.open[n] != 0 {
		n++
	}
	for i := len(w.open) - 1; i >= n; i-- {
		if m := w.d.mark(w.open[i]); m != "" {
			w.write(m)
			w.state = closed
		}
	}
	w.open = w.open[:n]
}

// mark opens st.
func (w *lineWriter) mark(st style) {
	w.open = append(w.open, st)
	m := w.d.mark(st)
	if m == "" {
		return
	}
	first, _ := utf8.DecodeRuneInString(m)
	w.before(first)
	w.write(m)
	w.state = opened
}

// before writes a gap if next, an opening marker or what follows a closing one, needs it.
func (w *lineWriter) before(next rune) {
	if w.last != 0 && w.state != opened && w.d.parts(w.last, next) {
		w.write(gap)
	}
}

// flush writes the white space seen; at the start of a line there is none.
func (w *lineWriter) flush() {
	if w.b.Len() > 0 {
		w.write(w.space)
	}
	w.space = ""
}

func (w *lineWriter) write(s string) {
	if s == "" {
		return
	}
	w.b.WriteString(s)
	w.last, _ = utf8.DecodeLastRuneInString(s)
	w.state = written
}
