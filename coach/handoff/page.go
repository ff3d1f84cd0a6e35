package handoff

import (
	"strings"

	"tack/coach/course"
)

// page is a document as it is written, line by line.
type page struct {
	w *words
	b strings.Builder
}

func (p *page) line(parts ...string) {
	for _, s := range parts {
		p.b.WriteString(s)
	}
	p.b.WriteByte('\n')
}

func (p *page) heading(section string) {
	p.line("\n## ", strings.ReplaceAll(p.w.Heading, "{name}", p.w.Sections[section]))
}

func (p *page) none() { p.line(p.w.None) }

// label starts a part of a section.
func (p *page) label(name string) { p.line("\n", p.w.Labels[name], strings.TrimSpace(p.w.Colon), "\n") }

// list writes texts as bullets.
func (p *page) list(items []string) {
	for _, s := range items {
		p.line("- ", esc(s, ""))
	}
}

// pair writes "- key: value" unless the value is empty.
func (p *page) pair(key, value string) {
	if value != "" {
		p.line("- ", p.w.Keys[key], p.w.Colon, esc(value, ""))
	}
}

// table writes rows under a header of column names.
func (p *page) table(columns []string, rows [][]string) {
	head := make([]string, len(columns))
	for i, c := range columns {
		head[i] = p.w.Columns[c]
	}
	p.line("| ", strings.Join(head, " | "), " |")
	p.line(strings.Repeat("|---", len(columns)), "|")
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, s := range row {
			cells[i] = cell(s)
		}
		p.line("| ", strings.Join(cells, " | "), " |")
	}
}

// cell writes s so that it neither ends a cell nor looks like the rule under a header.
func cell(s string) string {
	s = esc(s, "|")
	if s != "" && strings.Trim(s, "-:") == "" {
		return `\` + s
	}
	return s
}

// fence writes lines as a code block.
func (p *page) fence(lines []string, lang string) {
	out := make([]string, len(lines))
	for i, s := range lines {
		out[i] = codeLine(s)
	}
	body := strings.Join(out, "\n")
	mark := ticks(body, 3)
	p.line(mark, lang)
	p.line(body)
	p.line(mark)
}

// issue writes a problem with every direction tried, and those only suggested, by dimension.
func (p *page) issue(i course.Issue) {
	p.line("- ", p.w.Keys["problem"], p.w.Colon, esc(i.Excerpt, ""))
	for _, kv := range [...][2]string{{"fault", i.Fault}, {"at_step", i.Step}} {
		if kv[1] != "" {
			p.line("  - ", p.w.Keys[kv[0]], p.w.Colon, esc(kv[1], ""))
		}
	}
	p.directions("tried", i.Done())
	p.directions("suggested", i.Suggested())
}

func (p *page) directions(key string, list []course.Tried) {
	for _, t := range list {
		side := strings.Replace(p.w.Paren, "{}", esc(p.w.word("dimension", string(t.Dimension)), ":：()（）"), 1)
		p.line("  - ", p.w.Keys[key], side, p.w.Colon, esc(t.Text, ""))
	}
}
