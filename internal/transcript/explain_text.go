package transcript

import (
	"fmt"
	"strings"
)

// Lines is the explanation for people, a line for each thing.
func (e Explanation) Lines() []string {
	lines := []string{"read as " + strings.Join(append([]string{string(e.Read.Kind)}, e.flags()...), ", ")}
	for _, c := range e.Errors {
		lines = append(lines, "error "+c.text())
	}
	for _, m := range e.Masked {
		lines = append(lines, m.lines()...)
	}
	for _, c := range e.Questions {
		lines = append(lines, "question "+c.text())
	}
	for _, q := range e.Asked {
		lines = append(lines, "asked "+q)
	}
	if len(e.Sets) > 0 {
		lines = append(lines, "set by the coach before: "+strings.Join(e.Sets, ", "))
	}
	return append(lines, e.found()...)
}

// flags names what the reading says beside its kind.
func (e Explanation) flags() []string {
	var names []string
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"resolved", e.Read.Resolved},
		{"still the same", e.Read.StillSame},
		{"goes on", e.Read.GoesOn},
		{"off topic", e.Read.OffTopic},
		{"long", e.Read.Long},
	} {
		if f.set {
			names = append(names, f.name)
		}
	}
	if n := len(e.Read.Shows); n > 0 {
		names = append(names, fmt.Sprintf("outputs shown: %d", n))
	}
	return names
}

func (c Compared) text() string {
	if c.Known {
		return fmt.Sprintf("%s: one of the %d known", c.Key, len(c.With))
	}
	return fmt.Sprintf("%s: none of the %d known", c.Key, len(c.With))
}

func (m Masked) lines() []string {
	lines := []string{"  text " + m.Text, "  compared " + m.Class}
	if len(m.Values) > 0 {
		lines = append(lines, "  kept "+strings.Join(m.Values, ", "))
	}
	if len(m.Out) > 0 {
		lines = append(lines, "  masked "+strings.Join(m.Out, ", "))
	}
	return lines
}

// found is what the words and blocks of the message were taken for.
func (e Explanation) found() []string {
	var lines []string
	if len(e.Blocks) > 0 {
		lines = append(lines, "blocks "+strings.Join(e.Blocks, ", "))
	}
	for _, s := range e.Signs {
		lines = append(lines, fmt.Sprintf("%s %q", s.Sign, s.Words))
	}
	return lines
}
