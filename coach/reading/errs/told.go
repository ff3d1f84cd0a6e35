package errs

import (
	"strings"

	"tack/coach/reading/segment"
)

// told returns the error texts in speech: quoted in a sentence, behind a colon, or a line of
// program text among the speech. A question that mentions an error tells none.
func (x *lexicon) told(prose string) []string {
	var out []string
	for rest := prose; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		if !idle(line) && !segment.Asks(line) {
			if t := x.toldIn(line); t != "" {
				out = append(out, t)
			}
		}
		rest = after
	}
	return out
}

// idle is the cheap look: no sign of a quoted text, a chain, a code or a class in the line.
func idle(line string) bool {
	return !strings.ContainsAny(line, "'`\":“：「《") && !upperRun(line) && !hanText(line) && !startsUpper(line)
}

func startsUpper(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }

// upperRun reports four capitals in a row.
func upperRun(s string) bool {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			if n++; n >= 4 {
				return true
			}
		} else {
			n = 0
		}
	}
	return false
}

func hanText(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xe3 {
			return true
		}
	}
	return false
}

// toldIn returns the error text on a line of speech, or "".
func (x *lexicon) toldIn(line string) string {
	for _, span := range segment.Spans(line) {
		if strings.ContainsRune(span, ' ') && x.programText(span) {
			return span
		}
	}
	spoken := segment.Spoken(line) || strings.HasSuffix(strings.TrimSpace(line), ":") || strings.HasSuffix(strings.TrimSpace(line), "：")
	if !spoken && x.programText(line) && (x.structured(line)) {
		return line
	}
	for i, from := 0, 0; ; {
		i = strings.IndexAny(line[from:], ":：")
		if i < 0 {
			return ""
		}
		i += from
		n := 1
		if line[i] != ':' {
			if !strings.HasPrefix(line[i:], "：") {
				from = i + 1
				continue
			}
			n = len("：")
		}
		from = i + n
		tail := strings.TrimSpace(line[from:])
		if tail == "" || n == 1 && from < len(line) && line[from] != ' ' {
			continue
		}
		if !segment.Spoken(tail) && x.programText(tail) {
			if segment.Spoken(line[:i]) {
				return tail
			}
			return line
		}
	}
}

// programText reports text that a program may have written of a failure.
func (x *lexicon) programText(s string) bool {
	return len(s) > 6 && x.errorLine(s) || statusLine(s)
}

// structured reports the signs of a program's line: a chain, a quoted name, a number, a code.
func (x *lexicon) structured(s string) bool {
	return strings.ContainsAny(s, "'\"`:：[]()=") || strings.ContainsAny(s, "0123456789") || startsUpper(s) && strings.Count(s, " ") >= 2
}

// statusLine is an HTTP status of failure with its reason: 502 Bad Gateway.
func statusLine(s string) bool {
	return len(s) > 6 && (s[0] == '4' || s[0] == '5') && digits(s[:3]) && s[3] == ' ' && s[4] >= 'A' && s[4] <= 'Z'
}
