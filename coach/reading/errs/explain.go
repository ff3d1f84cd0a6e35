package errs

import "strings"

// Explanation says how an error text was read, for people.
type Explanation struct {
	Excerpt string
	Class   string   // what is compared, with "§" for each value
	Values  []string // in the order of the class; sorted for a system error
	Masked  []Masked // what was taken out
}

// Masked is a part of the text that does not count.
type Masked struct {
	Masker string // position, time, counter, …
	Text   string
}

// Explain reads text as Identify does and says why.
func (c *Catalog) Explain(text string) []Explanation {
	var out []Explanation
	for _, r := range c.texts(text) {
		e := Explanation{Excerpt: excerpt(r)}
		f := c.lex.form(r, func(masker, text string) { e.Masked = append(e.Masked, Masked{masker, strings.TrimSpace(text)}) })
		e.Class, e.Values = strings.Join(f.class, " "), f.values
		out = append(out, e)
	}
	return out
}
