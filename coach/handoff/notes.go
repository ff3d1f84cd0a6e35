package handoff

import (
	"fmt"
	"regexp"
	"strings"

	"tack/coach/course"
)

var pointRE = regexp.MustCompile(`^<!-- point: (.*) -->\s*$`)

// writeNotes returns old with the texts added that the learner agreed to keep; "" if there are none.
func (f *Forms) writeNotes(w *words, c course.State, old string) (string, error) {
	have, err := f.ParseNotes(old)
	if err != nil {
		return "", err
	}
	seen := map[course.Own]bool{}
	for _, o := range have {
		seen[o] = true
	}
	p := &page{w: w}
	p.b.WriteString(old)
	for _, o := range c.Own {
		kept := course.Own{Point: plain(o.Point), Text: ownText(o.Text), Consent: true}
		if !o.Consent || seen[kept] {
			continue
		}
		seen[kept] = true
		if p.b.Len() == 0 {
			p.line("# ", strings.ReplaceAll(w.Titles["notes"], "{topic}", esc(c.Topic, "")))
			p.line("\n", w.About["notes"])
		}
		p.line("\n## ", esc(pointTitle(c, o.Point), "#"))
		p.line("<!-- point: ", esc(o.Point, "->"), " -->")
		for _, l := range strings.Split(ownText(o.Text), "\n") {
			p.line("> ", l)
		}
	}
	return p.b.String(), nil
}

// ownText is a learner's text as it can stand in a document: line breaks and tabs stay, other
// control characters are shown as pictures.
func ownText(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(plain(s), "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' {
			return 0x2400 + r
		}
		return r
	}, s)
}

// pointTitle is the title of a knowledge point; its id if the course does not know it.
func pointTitle(c course.State, id string) string {
	for _, p := range c.Points {
		if p.ID == id && p.Title != "" {
			return p.Title
		}
	}
	return id
}

// ParseNotes reads a NOTES.md: every quotation is a text of the learner's, under its point's
// heading. What is in the file was agreed to.
func (f *Forms) ParseNotes(text string) ([]course.Own, error) {
	if len(text) > MaxNotes {
		return nil, fmt.Errorf("read %s: %d bytes, at most %d: %w", NotesName, len(text), MaxNotes, ErrTooLarge)
	}
	var out []course.Own
	point, open := "", false
	for _, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if quote, ok := strings.CutPrefix(line, ">"); ok {
			quote = strings.TrimPrefix(quote, " ")
			if open {
				out[len(out)-1].Text += "\n" + quote
			} else {
				out = append(out, course.Own{Point: point, Text: quote, Consent: true})
			}
			open = true
			continue
		}
		open = false
		if m := pointRE.FindStringSubmatch(line); m != nil {
			point = unesc(m[1])
		} else if m := headingOf(line); m != nil {
			point = unesc(strings.TrimSpace(m[3]))
		}
	}
	return out, nil
}
