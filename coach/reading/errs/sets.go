package errs

import (
	"slices"
	"strings"

	"tack/coach/reading/segment"
)

const (
	maxSets     = 16
	maxSetBytes = 64
)

// Sets returns the values that a direction of the coach or a command of the learner's sets: ports,
// hosts, paths, file names, flags and their arguments, versions, tags. At most 16, each at most 64
// bytes, each once, written as the values of an error are. Values in code spans come first.
func Sets(text string) []string {
	var s setter
	text = plainText(firstBytes(text, maxRecord))
	spans := codeSpans(text)
	for _, span := range spans {
		s.command(span)
	}
	s.command(text)
	if typed := segment.Typed(text); segment.IsCommand(typed) {
		s.foreign(typed)
	}
	if hanText(text) {
		s.foreign(text)
	}
	for _, span := range spans {
		s.foreign(span)
	}
	return s.out
}

// codeSpans are the insides of code spans and fences, without the info word of a fence.
func codeSpans(text string) []string {
	var out []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			if info, body, ok := strings.Cut(part, "\n"); ok && wordlike(info) {
				part = body
			}
			out = append(out, part)
		}
	}
	return out
}

// plainText is text without Markdown's marks of lists and headings, and without emphasis.
func plainText(text string) string {
	if !strings.ContainsAny(text, "*_#\n") && !listMarked(text) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimLeft(line, " \t#>")
		if listMarked(line) {
			_, line, _ = strings.Cut(line, " ")
		}
		lines[i] = line
	}
	return withoutEmphasis(strings.Join(lines, "\n"))
}

// listMarked reports the mark of a list item: "2. ", "2) ", "**2** ", "- ", "* ".
func listMarked(line string) bool {
	mark, _, ok := strings.Cut(line, " ")
	if !ok || mark == "" {
		return false
	}
	if mark == "-" || mark == "*" || mark == "+" {
		return true
	}
	number := strings.Trim(mark, "*.)")
	return len(number) < len(mark) && len(number) <= 2 && digits(number)
}

// withoutEmphasis takes out the asterisks and double underscores that stand at the edge of a word
// and come in pairs. One strong word is a name and becomes a code span.
func withoutEmphasis(text string) string {
	for _, mark := range [...]string{"**", "__", "*"} {
		for from := 0; ; {
			open := strings.Index(text[from:], mark)
			if open < 0 {
				break
			}
			open += from
			in := open + len(mark)
			n := strings.Index(text[in:], mark)
			if n <= 0 || strings.ContainsAny(text[in:in+n], "\n`") || text[in] == ' ' || text[in+n-1] == ' ' || open > 0 && wordByte(text[open-1]) {
				from = in
				continue
			}
			inside := text[in : in+n]
			if len(mark) == 2 && !strings.ContainsRune(inside, ' ') {
				inside = "`" + inside + "`"
			}
			text = text[:open] + inside + text[in+n+len(mark):]
			from = open + len(inside)
		}
	}
	return text
}

// setter collects values.
type setter struct{ out []string }

func (s *setter) add(v string) {
	v = strings.Trim(v, "'\"<>,;")
	if v != "" && len(v) <= maxSetBytes && len(s.out) < maxSets && !slices.Contains(s.out, v) {
		s.out = append(s.out, v)
	}
}

// foreign adds the ASCII words of Chinese text, and of a command, which are names there.
func (s *setter) foreign(text string) {
	for _, w := range strings.FieldsFunc(normal(text), func(r rune) bool { return r >= 0x80 || strings.ContainsRune(" '(),;", r) }) {
		if w = strings.Trim(w, ".:?!"); len(w) > 1 {
			s.add(w)
		}
	}
}

// announce are the words of a direction behind which a plain word is a name.
var announce = set([]string{"named", "called", "branch", "user", "database", "db", "host", "tag", "topic", "namespace", "profile", "container", "service", "image", "table", "schema"})

// command goes through the words. A word behind a flag is its argument, one behind a word that
// announces a name is that name.
func (s *setter) command(text string) {
	flag, before := false, ""
	for _, w := range strings.FieldsFunc(normal(text), func(r rune) bool {
		return r == ' ' || r == '\'' || r == '(' || r == ')' || r == ',' || r == ';' || han(r)
	}) {
		w = strings.TrimRight(w, ".:?!")
		if w == "" {
			continue
		}
		isFlag := w[0] == '-' && len(w) > 1 && !digit(w[1])
		if s.word(w); flag && !isFlag || announce[before] && wordlike(w) && !joiners[w] {
			s.add(w)
		}
		flag, before = isFlag, lowerASCII(w)
	}
}

// word adds the values in one word; plain words have none.
func (s *setter) word(w string) {
	if i := strings.Index(w, "://"); i > 0 {
		host, path, ok := strings.Cut(w[i+3:], "/")
		s.parts(host[strings.LastIndexByte(host, '@')+1:])
		if ok && path != "" {
			path, _, _ = strings.Cut(path, "?")
			s.add(cleanPath("/" + path))
			s.word1(path)
			s.add(path) // a database
		}
		return
	}
	if w[0] == '-' && len(w) > 1 {
		s.flag(w)
		return
	}
	if l, r, ok := strings.Cut(w, "="); ok && l != "" {
		s.add(strings.TrimLeft(r, "="))
		s.word1(strings.TrimLeft(r, "="))
		return
	}
	s.word1(w)
}

// flag adds a flag and the value joined to it: --port=80, -p6380.
func (s *setter) flag(w string) {
	name, v, ok := strings.Cut(w, "=")
	s.add(name)
	if ok && v != "" {
		s.add(v)
		s.word1(v)
		return
	}
	switch {
	case len(w) > 2 && w[1] != '-' && digit(w[2]):
		s.parts(w[2:])
	case len(w) > 2 && w[1] >= 'A' && w[1] <= 'Z': // -Pstage
		s.add(w[2:])
	}
}

// word1 adds a word without "=": a path, host:port, a version, a number, a name with signs.
func (s *setter) word1(w string) {
	switch {
	case w == "":
	case strings.ContainsAny(w, `/\`):
		s.add(cleanPath(w))
		if _, version, ok := strings.Cut(w, "@"); ok {
			s.add(version)
		}
		if i := strings.LastIndexByte(w, '/'); i >= 0 && strings.ContainsRune(w[i:], ':') {
			s.parts(w[i+1:])
		} else if i > 0 && nameByte(w[0]) && w[0] != '.' { // a chart, an image
			s.add(w[i+1:])
		}
	case strings.ContainsRune(w, ':'):
		s.parts(w)
	case strings.ContainsAny(w, "0123456789"), strings.ContainsRune(w[:len(w)-1], '.'), strings.ContainsRune(w, '_'):
		s.add(hostName(w))
		if user, host, ok := strings.Cut(w, "@"); ok {
			s.add(user)
			s.add(hostName(host))
		}
	case hostName(w) == "localhost":
		s.add("localhost")
	}
}

// parts adds host, port, name and tag of a:b.
func (s *setter) parts(w string) {
	if hostName(w) == "localhost" {
		s.add("localhost")
		return
	}
	if i := strings.LastIndexByte(w, ':'); i >= 0 && strings.Count(w, ":") > 2 {
		s.add(hostName(w[:i]))
		s.add(w[i+1:])
		return
	}
	for p := range strings.SplitSeq(w, ":") {
		s.add(hostName(p))
	}
}
