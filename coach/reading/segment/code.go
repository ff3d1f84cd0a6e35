package segment

import "strings"

var codeStarts = []string{
	"def ", "class ", "import ", "from ", "package ", "func ", "function ", "const ", "let ", "var ", "return ",
	"public ", "private ", "protected ", "static ", "#include", "#!/", "using ", "namespace ", "struct ", "type ",
	"impl ", "fn ", "use ", "module ", "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ", "ALTER ", "FROM ", "RUN ",
	"COPY ", "CMD ", "ENTRYPOINT ", "WORKDIR ", "EXPOSE ", "ENV ", "if ", "for ", "while ", "else", "elif ", "try:", "except", "catch",
	"finally", "with ", "async ", "await ", "export ", "throw ", "raise ", "diff --git", "@@ ", "+++ ", "--- a/", "index ", "<?php", "<!", "</", "@",
}

// codeShape tells source and configuration by their endings and first words.
func codeShape(line, s string) shape {
	last := s[len(s)-1]
	if hasHan(s) && last != '{' && last != ';' && last != '}' && !strings.HasPrefix(s, "#") {
		return unclear
	}
	switch last {
	case '{', '}', ';':
		if last == '}' && objectShown(s) {
			return unclear
		}
		if last == ';' && chatty(s) && !strings.ContainsAny(s, "=(){}") {
			return unclear
		}
		return code1
	}
	if len(s) < 3 {
		if strings.Trim(s, "[](){},") == "" {
			return code2
		}
		return unclear
	}
	for _, p := range codeStarts {
		if strings.HasPrefix(s, p) && codeEnd(p, s) {
			return code1
		}
	}
	switch {
	case s[0] == '<' && last == '>', strings.HasPrefix(s, "//"), strings.HasPrefix(s, "/*"):
		return code1
	case call(s):
		return code2
	case assignment(s):
		return code2
	case keyed(s):
		return code2
	case indented(line) && (strings.HasSuffix(s, ")") || last == ',' || strings.Contains(s, " = ")):
		return code2
	case strings.HasPrefix(s, "- ") && keyed(s[2:]):
		return code2
	case s[0] == '[' && last == ']' && !strings.ContainsRune(s, ' '):
		return code2
	}
	return unclear
}

// objectShown reports a sentence with an object behind its colon: "No element matches: {…}".
func objectShown(s string) bool {
	before, _, ok := strings.Cut(s, ": {")
	return ok && strings.Count(before, " ") >= 2 && !strings.ContainsAny(before, "={(")
}

// call reports a call alone on its line: console.log("a"). What has words behind the call is a
// message: open() "a" failed (2: …).
func call(s string) bool {
	i := strings.IndexByte(s, '(')
	return i > 0 && s[len(s)-1] == ')' && identifier(s[:i]) && !strings.HasPrefix(s[i:], "() ")
}

// codeEnd asks words that are English too for a sign of code behind them.
func codeEnd(start, s string) bool {
	rest := s[len(start):]
	switch start {
	case "def ", "class ", "if ", "for ", "while ", "elif ", "with ", "else", "except", "finally", "catch", "try:":
		return strings.HasSuffix(s, ":") && !strings.HasPrefix(rest, "I ") && (strings.ContainsAny(rest, "(=[._<>") || len(strings.Fields(s)) <= 3 || start == "for ") ||
			strings.HasSuffix(s, "{") || strings.HasPrefix(s, "else:")
	case "index ":
		return strings.Contains(rest, "..")
	case "import ", "package ", "namespace ", "using ", "use ", "module ", "type ", "struct ":
		return len(strings.Fields(rest)) <= 3 && !chatty(s) && strings.ContainsAny(rest+".", ".;\"'(") && !strings.HasSuffix(s, "?") && !strings.HasSuffix(s, ".") &&
			!(start == "package " && strings.ContainsRune(rest, '/'))
	case "from ":
		return strings.Contains(rest, " import ")
	case "return ", "let ", "public ", "private ", "static ", "protected ":
		return strings.ContainsAny(rest, "=(){}[];") && !chatty(s)
	case "throw ", "raise ":
		return strings.HasSuffix(s, ")") && !chatty(s)
	case "export ", "const ", "var ", "await ", "async ":
		return strings.ContainsAny(rest, "=({")
	case "@":
		return !strings.ContainsRune(rest, ' ') && strings.ContainsAny(rest, "(.")
	}
	return true
}

// assignment reports NAME=value and name = value.
func assignment(s string) bool {
	i := strings.IndexByte(s, '=')
	if i <= 0 || i+1 >= len(s) || s[i+1] == '=' || s[i+1] == '>' {
		return false
	}
	name := strings.TrimSpace(strings.TrimRight(s[:i], ":+ "))
	return identifier(name) && (s[i-1] == ' ') == (s[i+1] == ' ')
}

// errorCode reports ORA-00942, TS2304 and the like: capitals and three digits or more.
func errorCode(s string) bool {
	t := strings.TrimRight(s, "0123456789")
	return len(s)-len(t) >= 3 && len(t) >= 2 && strings.ToUpper(t) == t
}

// keyed reports the "key: value" and "key:" of YAML and JSON. A sentence behind the colon, or an
// error text, is what a tool says.
func keyed(s string) bool {
	i := strings.IndexByte(s, ':')
	if i <= 0 || i > 40 || i+1 < len(s) && s[i+1] != ' ' || Head(s) >= 0 {
		return false
	}
	if v := strings.TrimSpace(s[i+1:]); strings.Count(v, " ") >= 3 && !strings.ContainsRune("\"'[{|>", rune(v[0])) {
		return false
	}
	name := strings.Trim(s[:i], "\"'")
	return identifier(name) && !hasHan(name) && !errorCode(name)
}
