package questions

import "strings"

// Explain tells in words how the text is read: aspect, polarity, and what it is about.
func (c *Catalog) Explain(text string) string {
	s := c.read(text)
	parts := c.parts(s, 2)
	if len(parts) != 1 {
		parts = []part{{0, len(s.syms)}}
	}
	f := c.form(s, parts[0])
	var b strings.Builder
	b.WriteString("asks " + f.aspect.String())
	if f.negs > 0 {
		b.WriteString(" not")
	}
	for _, l := range [...]struct{ mark, label string }{
		{"", "about"}, {"=", "named"}, {"%", "perhaps"}, {"#", "number"}, {">", "to"}, {">=", "to named"}, {">#", "to number"},
	} {
		f.list(&b, l.mark, l.label)
	}
	if !f.solid {
		b.WriteString("; no object of its own")
	}
	return b.String()
}

func (f *form) list(b *strings.Builder, mark, label string) {
	sep := "; " + label + " "
	for _, it := range f.items {
		if it.mark == mark {
			b.WriteString(sep + it.text)
			sep = ", "
		}
	}
}
