package handoff

import (
	"strings"
	"unicode"

	"tack/coach/course"
)

// writeModule writes the notes of a module in four layers. A layer that nobody wrote is made from
// what the course knows: terms, knowledge points, commands.
func writeModule(w *words, c course.State, m Module) Document {
	p := &page{w: w}
	p.line("# ", title(c.Topic+" "+m.ID+" "+m.Title))
	for _, layer := range [...]struct{ name, body string }{
		{"what", orElse(m.What, moduleTerms(c, m.ID))},
		{"links", orElse(m.Links, modulePoints(w, c, m.ID))},
		{"work", orElse(m.Work, moduleCommands(w, c, m.ID))},
		{"interview", m.Interview},
	} {
		p.line("\n## ", w.ModuleNotes[layer.name], "\n")
		p.line(orElse(strings.Trim(plainLong(layer.body), "\n"), w.None))
	}
	return Document{Name: moduleName(c.Topic, m), Body: p.b.String()}
}

func orElse(s, other string) string {
	if strings.TrimSpace(s) == "" {
		return other
	}
	return s
}

// plainLong is Markdown that somebody wrote, as valid text.
func plainLong(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func moduleTerms(c course.State, id string) string {
	var b strings.Builder
	for _, t := range c.Terms {
		if t.Module == id {
			b.WriteString("- **" + esc(t.Term, "*") + "**: " + esc(t.Line, "") + "\n")
		}
	}
	return b.String()
}

func modulePoints(w *words, c course.State, id string) string {
	var b strings.Builder
	for _, p := range c.Points {
		if p.Module == id {
			b.WriteString("- " + esc(p.Title, "") + " (" + esc(w.word("point", p.Status), "") + ")\n")
		}
	}
	return b.String()
}

func moduleCommands(w *words, c course.State, id string) string {
	p := &page{w: w}
	for _, e := range c.Trace {
		if e.Module == id {
			p.line("- ", codeSpan(e.Command), " → ", esc(e.Effect, ""))
		}
	}
	return p.b.String()
}

// maxName is the longest file name of a module's notes, in runes, without its ending.
const maxName = 80

// moduleName is "docs/<topic> M<n> <title>.md" with nothing in it that a file system may refuse or
// take for a folder.
func moduleName(topic string, m Module) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case invisible(r) || r == utf8Error:
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '-'
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(strings.Join([]string{topic, m.ID, m.Title}, " "), ""))
	name = strings.Join(strings.Fields(name), " ")
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[:maxName])
	}
	name = strings.Trim(name, ". ")
	if name == "" {
		name = "module"
	}
	return "docs/" + name + ".md"
}

const utf8Error = '\uFFFD'
