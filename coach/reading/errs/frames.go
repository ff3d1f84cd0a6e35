package errs

import (
	"strings"

	"tack/coach/reading/segment"
)

// frame reports a line of a stack trace that is no message.
func frame(line string) bool {
	s := strings.TrimLeft(line, " \t")
	deep := len(s) < len(line)
	switch {
	case strings.HasPrefix(s, "at "):
		return strings.Contains(s, "(") || strings.Contains(s, ":") || deep
	case strings.HasPrefix(s, "File \""):
		return strings.Contains(s, ", line ")
	case strings.HasPrefix(s, "from ") && deep, strings.HasPrefix(s, "... ") && strings.HasSuffix(s, " more"):
		return true
	case strings.HasPrefix(s, "goroutine "), strings.HasPrefix(s, "created by "), strings.HasPrefix(s, "--> "), strings.HasPrefix(s, "--- End of "):
		return true
	case strings.Contains(s, " +0x"):
		return !strings.Contains(s, ": ")
	case s[0] == '#' && len(s) > 1 && digit(s[1]):
		return true
	case goCall(s), property(s) && deep:
		return true
	}
	return strings.HasPrefix(s, "in ") && deep && strings.Contains(s, ", line ") || strings.HasPrefix(s, "::: ")
}

// goCall is "main.pick(0xc000, 0x1)" or "main.main()" of a goroutine.
func goCall(s string) bool {
	i := strings.IndexByte(s, '(')
	return i > 0 && s[len(s)-1] == ')' && !strings.ContainsRune(s[:i], ' ') && strings.ContainsRune(s[:i], '.') && (strings.Contains(s, "(0x") || strings.HasSuffix(s, "()") || strings.HasSuffix(s, "(...)"))
}

// property is a line of the object that Node prints behind an error: "code: 'ECONNREFUSED',".
func property(s string) bool {
	for _, p := range []string{"errno:", "code:", "syscall:", "address:", "port:", "path:", "requireStack:", "cause:", "stack:", "spawnargs:"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// behindFrame is the error text on the line of a frame: "at f (a.js:3:9) TypeError: …".
func behindFrame(s string) string {
	if at := segment.Head(s); at > 0 {
		return s[at:]
	}
	return ""
}

// unstepped is a line without the number of the step and the seconds with three decimals that an
// image build puts before what a step prints: "#12 0.412 E: …", "2.811 npm ERR! …".
func unstepped(line string) string {
	s := line
	if strings.HasPrefix(s, "#") {
		step, rest, ok := strings.Cut(s[1:], " ")
		if !ok || !digits(step) {
			return line
		}
		s = rest
	}
	whole, rest, ok := strings.Cut(s, ".")
	if ok && digits(whole) && len(rest) > 3 && digits(rest[:3]) && rest[3] == ' ' {
		return rest[4:]
	}
	return line
}

// unboxed is a line without the left edge that Terraform draws beside its messages. A box with a right
// edge, too, shows a trace and stays.
func unboxed(line string) string {
	if t, ok := strings.CutPrefix(line, "│"); ok && !strings.HasSuffix(t, "│") {
		return strings.TrimPrefix(t, " ")
	}
	return line
}

// unmarked is a line without the mark of a quote and strong marks around it.
func unmarked(s string) string {
	if t := strings.TrimLeft(s, "> "); t != s && segment.Head(t) == 0 {
		s = t
	}
	if t, ok := strings.CutPrefix(s, "**"); ok && strings.HasSuffix(t, "**") {
		return t[:len(t)-2]
	}
	return s
}

// excerptLine reports a line of source that a compiler shows: "12 | let x", "| ^^^", "~~~^".
func excerptLine(s string) bool {
	if strings.Trim(s, "^~|-=_ ./+*→>│╭╰─") == "" {
		return true
	}
	t := strings.TrimLeft(s, "> ")
	t = strings.TrimLeft(t, "0123456789")
	if len(t) < len(s) && len(t) > 2 && t[:3] == ":  " {
		return true
	}
	t = strings.TrimLeft(t, " ")
	return strings.HasPrefix(t, "|") && (len(t) < len(s) || len(t) < 3 || t[1] == ' ') || strings.HasPrefix(s, "| ")
}

// progressLine reports ordinary output that belongs to no error.
func progressLine(s string) bool {
	return strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "- /") || strings.HasPrefix(s, "> ") || strings.HasPrefix(s, "✔") || strings.HasPrefix(s, "✓")
}

func numberedCause(s string) bool {
	n := strings.TrimLeft(s, "0123456789")
	return n != s && strings.HasPrefix(n, ": ")
}

// causeText is a cause without its number.
func causeText(s string) string {
	if numberedCause(s) {
		_, s, _ = strings.Cut(s, ": ")
	}
	return s
}

// exceptionStart reports "package.SomeError: …".
func exceptionStart(s string) bool {
	name, _, _ := strings.Cut(s, ":")
	return exceptionName(name)
}

func indented(line string) bool {
	return line != "" && (line[0] == '\t' || line[0] == ' ')
}
