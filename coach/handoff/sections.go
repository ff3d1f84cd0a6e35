package handoff

import (
	"fmt"
	"regexp"
	"strings"

	"tack/coach/course"
)

// part is one section as it stands in a document.
type part struct {
	name  string // the section; "" for one that is unknown
	title string // as it stands
	body  string
}

var (
	headingRE = regexp.MustCompile(`^ {0,3}(#{1,6})([ \t　]*)(.*)$`)
	endRE     = regexp.MustCompile(`(?i)^\s*<!--\s*CONTEXT_END\s*-->\s*$`)
	slashesRE = regexp.MustCompile(`^( {0,3})\\+(.*)$`)
)

// sectionLevel is the heading level of a section as it is written.
const sectionLevel = 2

// IsContext reports whether text is, or was meant to be, a CONTEXT.md, complete or not.
func (f *Forms) IsContext(text string) bool {
	if len(text) > 4*MaxContext {
		text = text[:4*MaxContext]
	}
	if !strings.Contains(text, "#") {
		return false
	}
	known, marked, end := map[string]bool{}, 0, false
	for _, line := range unwrap(text) {
		end = end || isEnd(line)
		name := f.section(line)
		if name == "" {
			continue
		}
		known[name] = true
		if strings.Contains(line, "【") {
			marked++
		}
	}
	return len(known) >= 4 || end && len(known) >= 1 || marked >= 2 && len(known) >= 2
}

// section is the section whose heading line is; "": none.
func (f *Forms) section(line string) string {
	m := headingOf(line)
	if m == nil {
		return ""
	}
	return f.sections[fold(m[3])]
}

// headingOf is headingRE on a line, which few lines come to.
func headingOf(line string) []string {
	if !strings.HasPrefix(strings.TrimLeft(line, " "), "#") {
		return nil
	}
	return headingRE.FindStringSubmatch(line)
}

// isEnd reports the end mark.
func isEnd(line string) bool { return strings.Contains(line, "<!--") && endRE.MatchString(line) }

// unwrap returns the lines of a paste: without byte order mark, carriage returns, a quotation mark
// before every line, and a code fence around the whole.
func unwrap(text string) []string {
	text = strings.TrimPrefix(strings.ToValidUTF8(text, "\uFFFD"), "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return unquote(strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n"))
}

// unquote takes "> " off every line if every line that is not blank has it.
func unquote(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if strings.TrimSpace(l) != "" && !strings.HasPrefix(l, ">") {
			return lines
		}
		out[i] = strings.TrimPrefix(strings.TrimPrefix(l, ">"), " ")
	}
	return out
}

// cut splits a CONTEXT.md into its sections. What stands before the first known section and after
// the end mark is no part of it.
func (f *Forms) cut(text string) ([]part, error) {
	lines := unwrap(text)
	first := -1
	for i, l := range lines {
		if f.section(l) != "" {
			first = i
			break
		}
	}
	if first < 0 {
		return nil, fmt.Errorf("no known section: %w", ErrNotContext)
	}
	lines = lines[first:]
	// A fence opened before the first section is around the whole: it is gone with what stood there.
	level := len(headingRE.FindStringSubmatch(lines[0])[1])
	kinds := fences(untilEnd(lines))
	var parts []part
	from, head := 0, lines[0]
	for i := 1; i < len(lines); i++ {
		end := i >= len(kinds)
		if !end && (kinds[i] != fenceNone || !f.starts(lines[i], level)) {
			continue
		}
		parts = append(parts, f.part(head, lines[from+1:i]))
		if end {
			return parts, nil
		}
		from, head = i, lines[i]
	}
	last := f.part(head, nil)
	return nil, fmt.Errorf("the end mark %s is missing; the last section that came is %q: %w", EndMark, last.title, ErrTruncated)
}

// untilEnd are the lines before the end mark; all of them if there is none.
func untilEnd(lines []string) []string {
	for i, l := range lines {
		if isEnd(l) {
			return lines[:i]
		}
	}
	return lines
}

// starts reports whether a line begins a section in a document whose sections have a level.
func (f *Forms) starts(line string, level int) bool {
	m := headingOf(line)
	if m == nil {
		return false
	}
	if f.sections[fold(m[3])] != "" {
		return true
	}
	return len(m[1]) <= level && m[2] != "" && strings.TrimSpace(m[3]) != ""
}

// part makes a section of its heading and its lines.
func (f *Forms) part(head string, lines []string) part {
	p := part{name: f.section(head), title: title(headingRE.FindStringSubmatch(head)[3])}
	if p.name == "" {
		lines = f.bare(lines)
	}
	p.body = strings.Trim(strings.Join(lines, "\n"), "\n")
	return p
}

// guard puts a backslash before the lines of an unknown section that would end it or open a code
// block without end; bare takes it off again, and off nothing else.
func (f *Forms) guard(s course.Section) []string {
	lines := unwrap(strings.Trim(s.Body, "\r\n"))
	kinds := fences(lines)
	for i, l := range lines {
		if f.ends(l, kinds[i]) {
			lines[i] = slash(l)
		}
	}
	return lines
}

func (f *Forms) bare(lines []string) []string {
	out := append([]string(nil), lines...)
	kinds := fences(lines)
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimLeft(l, " "), `\`) && f.ends(l, kinds[i]) {
			out[i] = strings.Replace(l, `\`, "", 1)
		}
	}
	return out
}

// ends reports whether a line, its leading backslashes aside, may not stand in a section.
func (f *Forms) ends(line string, kind int) bool {
	if m := slashesRE.FindStringSubmatch(line); m != nil {
		line = m[1] + m[2]
	}
	if isEnd(line) {
		return true
	}
	return kind == fenceNone && (fenceRE.MatchString(line) || f.starts(line, sectionLevel))
}

// slash puts a backslash before the first rune that is no blank.
func slash(line string) string {
	text := strings.TrimLeft(line, " ")
	return line[:len(line)-len(text)] + `\` + text
}
