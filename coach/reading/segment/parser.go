package segment

import "strings"

// parser collects the lines between two fences and resolves them together, since a line that is
// unclear alone is clear from its neighbours.
type parser struct {
	blocks []Block
	lines  []string
	gap    int // blank lines behind the last line of speech
}

// parseAll cuts clean text.
func parseAll(text string) []Block {
	var p parser
	for rest := text; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		if mark, lang := fence(line); mark != "" {
			p.flush()
			body, tail := untilFence(behindMark(line, after, rest, mark, lang), mark)
			p.fenced(body, lang)
			rest = tail
			continue
		}
		p.lines = append(p.lines, line)
		rest = after
	}
	p.flush()
	return p.blocks
}

// behindMark is the text in which a fence ends: the next lines, and what stands on the line of the
// opening mark when that is no info word.
func behindMark(line, after, rest, mark, lang string) string {
	info := strings.TrimSpace(strings.TrimLeft(line, " ")[len(mark):])
	if info == "" || lang != "" {
		return after
	}
	return rest[strings.Index(rest, mark)+len(mark):]
}

// flush resolves the lines collected and adds them.
func (p *parser) flush() {
	if len(p.lines) == 0 {
		return
	}
	shapes := shapesOf(p.lines)
	p.addRuns(p.lines, resolve(p.lines, shapes), shapes, "")
	p.lines = p.lines[:0]
}

// addRuns adds each run of lines of one kind as one block.
func (p *parser) addRuns(lines []string, kinds []Kind, shapes []shape, lang string) {
	for i := 0; i < len(lines); {
		if shapes[i] == blank {
			i++
			continue
		}
		j, end := i+1, i+1
		for j < len(lines) && kinds[i] != Command && (shapes[j] == blank || kinds[j] == kinds[i]) {
			j++
			if shapes[j-1] != blank {
				end = j
			}
		}
		p.addText(kinds[i], strings.Join(lines[i:end], "\n"), lang)
		i = end
	}
}

// addText adds a block; a line of speech with an error text behind it is cut in two, and an error
// text quoted in speech is shown, not said.
func (p *parser) addText(kind Kind, text, lang string) {
	if kind != Prose {
		p.blocks = append(p.blocks, Block{Kind: kind, Text: text, Lang: lang})
		return
	}
	for text != "" {
		line, rest, more := strings.Cut(text, "\n")
		said, shown, tail := cut(line)
		p.join(said)
		if shown = strings.TrimSpace(shown); shown != "" {
			p.blocks = append(p.blocks, Block{Kind: Output, Text: shown})
			p.gap = 0
			p.join(tail)
		}
		if !more {
			return
		}
		text = rest
	}
}

// join adds speech to the last block if that is speech. Blank lines are kept between two lines of
// speech only.
func (p *parser) join(text string) {
	if strings.TrimSpace(text) == "" {
		p.gap++
		return
	}
	if n := len(p.blocks); n > 0 && p.blocks[n-1].Kind == Prose {
		p.blocks[n-1].Text += strings.Repeat("\n", p.gap+1) + text
	} else {
		p.blocks = append(p.blocks, Block{Kind: Prose, Text: text})
	}
	p.gap = 0
}

// programming are the info words of fences that hold source or configuration.
var programming = map[string]bool{
	"bat": true, "c": true, "c++": true, "cpp": true, "cs": true, "csharp": true, "css": true,
	"dockerfile": true, "go": true, "golang": true, "html": true, "ini": true, "java": true,
	"javascript": true, "js": true, "json": true, "jsx": true, "kotlin": true, "lua": true,
	"makefile": true, "nginx": true, "php": true, "properties": true, "py": true, "python": true,
	"rb": true, "ruby": true, "rs": true, "rust": true, "sql": true, "swift": true, "toml": true,
	"ts": true, "tsx": true, "typescript": true, "xml": true, "yaml": true, "yml": true, "diff": true,
}

// fenced adds what stands in a fence: commands by their prompts; the rest is code when the info
// word or the look of most lines says so, and output else.
func (p *parser) fenced(body, lang string) {
	lines := strings.Split(body, "\n")
	shapes := shapesOf(lines)
	code, output := 0, 0
	for _, s := range shapes {
		switch s {
		case code1, code2:
			code++
		case output1, command:
			output++
		}
	}
	rest := Output
	if output == 0 && (programming[lang] || code*2 > len(lines)-countBlank(shapes)) {
		rest = Code
	} else if programming[lang] && code > output {
		rest = Code
	}
	kinds := make([]Kind, len(lines))
	for i, s := range shapes {
		kinds[i] = rest
		if s == command && rest == Output {
			kinds[i] = Command
		}
	}
	p.addRuns(lines, kinds, shapes, lang)
}

func countBlank(shapes []shape) int {
	n := 0
	for _, s := range shapes {
		if s == blank {
			n++
		}
	}
	return n
}
