package guard

import "strings"

// blockCommands are the commands of a code block; continued lines, here-documents and compound
// commands are one each.
func (g *Guard) blockCommands(b block) []asked {
	all := has(g.shell.Fences, b.lang)
	for _, l := range b.lines {
		if g.shell.prompt.MatchString(l.text) {
			all = false // with prompts, what has none is output
		}
	}
	if !all && b.lang != "" && !has(g.shell.Fences, b.lang) && !has(g.shell.Sessions, b.lang) {
		return nil // program code, not commands
	}
	var out []asked
	for i := 0; i < len(b.lines); {
		n := commandLen(b.lines[i:])
		text := b.lines[i].text
		typed, isOne := g.command(text)
		if all {
			typed, isOne = strings.TrimSpace(text), !blankOrComment(text)
		}
		if isOne {
			for _, more := range b.lines[i+1 : i+n] {
				typed += "\n" + more.text
			}
			out = append(out, asked{typed, span{b.lines[i].from, b.lines[i+n-1].to}})
		}
		i += n
	}
	return out
}

func blankOrComment(s string) bool {
	s = strings.TrimSpace(s)
	return s == "" || strings.HasPrefix(s, "#")
}

// command reports whether a line by itself is a command, and what of it is typed.
func (g *Guard) command(s string) (string, bool) {
	if m := g.shell.prompt.FindStringSubmatch(s); m != nil {
		return strings.TrimSpace(m[1]), true
	}
	s = strings.TrimSpace(s)
	words := strings.Fields(s)
	for len(words) > 1 && strings.Contains(words[0], "=") && !strings.HasPrefix(words[0], "-") {
		words = words[1:] // NAME=value before the command
	}
	if len(words) == 0 {
		return "", false
	}
	return s, g.shell.programs[words[0]] || strings.HasPrefix(words[0], "./") && len(words[0]) > 2
}

// commandLen is how many lines the command at the start of lines takes.
func commandLen(lines []line) int {
	const longest = 400 // lines looked at for the end of one command
	lines = lines[:min(len(lines), longest)]
	end := ""
	if _, after, ok := strings.Cut(lines[0].text, "<<"); ok {
		end = strings.Trim(strings.Fields(strings.TrimLeft(after, "-~ ") + " x")[0], `'"`)
	}
	depth := 0
	for i, l := range lines {
		text := strings.TrimSpace(l.text)
		if end != "" {
			if i > 0 && text == end {
				return i + 1
			}
			continue
		}
		depth += compound(text)
		if depth <= 0 && !strings.HasSuffix(text, `\`) && !strings.HasSuffix(text, "|") && !strings.HasSuffix(text, "&&") {
			return i + 1
		}
	}
	if end != "" {
		return 1 // a here-document without its end: the line alone
	}
	return len(lines)
}

// compound is by how much a line opens (or closes) compound commands.
func compound(s string) int {
	n := 0
	for i, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ';' || r == '\t' }) {
		switch w {
		case "for", "while", "until", "if", "case":
			if i == 0 {
				n++
			}
		case "done", "fi", "esac":
			n--
		}
	}
	return n
}
