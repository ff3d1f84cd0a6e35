// Package errs finds the error texts in a message and names each so that the same error has the
// same name in every run, language and system.
//
// Goals: what varies from run to run is masked by typed maskers and what names the cause is kept;
// the deepest cause of a trace decides; system errors are one in English and Chinese, on Linux,
// macOS and Windows; the texts it knows are data (templates/lexicon/errors); linear work; a chat
// line costs next to nothing. Non-goals: explaining errors to learners, judging how bad one is.
//
// An identity has two parts. The class is the wording with every value taken out; the values are
// hosts, ports, paths, names, numbers, versions. Two errors are one when both parts are equal, or,
// by the knob rule, when the class is equal and every value that differs was just set on purpose.
package errs

import (
	"io/fs"
	"strings"

	"tack/coach"
	"tack/coach/reading/segment"
)

// Error is one error text found in a message.
type Error struct {
	Identity coach.Identity
	Excerpt  string // the text as shown, at most 200 runes, for people
}

// Catalog finds and compares errors. It is read-only and safe for concurrent use.
type Catalog struct {
	lex *lexicon
}

// New reads the error texts from errors/*.yaml under fsys. It fails on a file that is no valid
// catalogue, and when there is none.
func New(fsys fs.FS) (*Catalog, error) {
	lex, err := load(fsys)
	if err != nil {
		return nil, err
	}
	return &Catalog{lex: lex}, nil
}

// maxErrors bounds the errors of one message; a log of thousands of failures is one problem.
const maxErrors = 16

// Find returns the error texts of a message, each distinct error once, in the order of the
// message. Errors that are only mentioned (in a question, as a file name, in source code, in a
// quote) are none.
func (c *Catalog) Find(blocks []segment.Block) []Error { return c.named(c.found(blocks)) }

// Identify returns the errors of a text that is known to be an error text: those that Find finds,
// or else the whole text as one error. Only a blank text has none.
func (c *Catalog) Identify(text string) []Error { return c.named(c.texts(text)) }

// found returns the error texts in a message. A trace may stand in several of its blocks.
func (c *Catalog) found(blocks []segment.Block) []string {
	w := walker{lex: c.lex}
	for i, b := range blocks {
		switch b.Kind {
		case segment.Output:
			w.text(b.Text)
		case segment.Quote: // a quote that something is said about is none of now
			if t := strings.TrimLeft(b.Text, "> "); i == len(blocks)-1 && t != "" && segment.Head(t) == 0 {
				w.text(b.Text)
			}
		case segment.Prose:
			w.trace = false
			for _, text := range c.lex.told(b.Text) {
				w.text(text)
			}
		}
	}
	w.close()
	return c.lex.withoutSummaries(w.out)
}

// texts returns the error texts in a text that is known to be one.
func (c *Catalog) texts(text string) []string {
	blocks := segment.Parse(text)
	if out := c.found(blocks); len(out) > 0 {
		return out
	}
	var shown strings.Builder
	for _, b := range blocks {
		if b.Kind != segment.Command {
			shown.WriteString(b.Text)
			shown.WriteByte('\n')
		}
	}
	if strings.TrimSpace(shown.String()) == "" {
		return nil
	}
	return []string{c.lex.whole(shown.String())}
}

// named gives each distinct error its identity, in order.
func (c *Catalog) named(texts []string) []Error {
	var distinct []string
	var forms []form
	seen := map[string]bool{}
	for _, text := range texts {
		if len(forms) == maxErrors {
			break
		}
		f := c.lex.form(text, nil)
		if key := f.identity().Key; len(f.class) > 0 && !seen[key] {
			seen[key] = true
			distinct, forms = append(distinct, text), append(forms, f)
		}
	}
	c.lex.tied(distinct, forms)
	var out []Error
	for i, f := range forms {
		out = append(out, Error{Identity: f.identity(), Excerpt: excerpt(distinct[i])})
	}
	return out
}

// excerpt is the first 200 runes of text on one line.
func excerpt(text string) string {
	n := 0
	text = strings.Join(strings.Fields(firstBytes(text, 2000)), " ")
	for i := range text {
		if n == 200 {
			return text[:i]
		}
		n++
	}
	return text
}
