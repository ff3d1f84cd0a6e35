package handoff

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// item is one piece of a section as it is read.
type item struct {
	label string // the part of the section that it stands in; "": before any label
	deep  bool   // a bullet under a bullet
	text  string // still escaped
	cells []string
	code  bool // a line of a code block; text as it stands
}

var (
	bulletRE = regexp.MustCompile(`^(\s*)(?:[-*+•]|\d{1,3}[.)])(?:\s+(.*))?$`)
	ruleRE   = regexp.MustCompile(`^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-+:?\s*)*\|?\s*$`)
)

// items reads the lines of a section. A paragraph that says "none" is no item.
func (f *Forms) items(body string) []item {
	var out []item
	label := ""
	lines := strings.Split(body, "\n")
	kinds := fences(lines)
	for i, line := range lines {
		switch {
		case kinds[i] == fenceMark:
		case kinds[i] == fenceInside:
			out = append(out, item{label: label, code: true, text: line})
		case strings.TrimSpace(line) == "":
		case strings.HasPrefix(strings.TrimSpace(line), "|"):
			out = f.row(out, label, line)
		default:
			if it := f.line(line, &label); it != nil {
				it.label = label
				out = append(out, *it)
			}
		}
	}
	return out
}

// row adds a table row; the rule under a header takes the header away.
func (f *Forms) row(out []item, label, line string) []item {
	if ruleRE.MatchString(line) {
		if n := len(out); n > 0 && out[n-1].cells != nil {
			return out[:n-1]
		}
		return out
	}
	line = strings.TrimSpace(line)
	line = line[1:]
	if i := lastPlain(line, '|'); i == len(line)-1 && i >= 0 {
		line = line[:i]
	}
	return append(out, item{label: label, cells: splitPlain(line, "|")})
}

// lastPlain is where the last unescaped c stands in s; -1: nowhere.
func lastPlain(s string, c rune) int {
	at, from := -1, 0
	for {
		i := indexPlain(s[from:], string(c))
		if i < 0 {
			return at
		}
		at = from + i
		from = at + 1
	}
}

// line reads a bullet or a paragraph line; nil: it is a label (then *label is set) or says "none".
func (f *Forms) line(line string, label *string) *item {
	if m := bulletRE.FindStringSubmatch(line); m != nil {
		return &item{deep: len(strings.ReplaceAll(m[1], "\t", "  ")) >= 2, text: strings.TrimSpace(m[2])}
	}
	text := strings.TrimSpace(line)
	if l, ok := f.labels[fold(text)]; ok {
		*label = l
		return nil
	}
	if f.nones[strings.TrimRight(fold(text), ".。")] {
		return nil
	}
	return &item{text: text}
}

// pair reads "key: value"; ok is false if the key is unknown.
func (f *Forms) pair(text string) (key, value string, ok bool) {
	i := indexPlain(text, ":：")
	if i < 0 {
		return "", "", false
	}
	key, ok = f.keys[fold(text[:i])]
	_, n := utf8.DecodeRuneInString(text[i:])
	return key, unesc(strings.TrimSpace(text[i+n:])), ok
}

// texts are the texts of the bullets and lines under a label.
func texts(items []item, label string) []string {
	var out []string
	for _, it := range items {
		if it.label == label && it.cells == nil {
			if it.code {
				out = append(out, it.text)
				continue
			}
			out = append(out, unesc(it.text))
		}
	}
	return out
}

// rows are the rows of the tables under a label, each filled up to n cells.
func rows(items []item, label string, n int) [][]string {
	var out [][]string
	for _, it := range items {
		if it.label != label || it.cells == nil {
			continue
		}
		for len(it.cells) < n {
			it.cells = append(it.cells, "")
		}
		out = append(out, it.cells)
	}
	return out
}
