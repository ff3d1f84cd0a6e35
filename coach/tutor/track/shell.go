package track

import "strings"

// manyCommands says why a command line is not one command, or "" if it is one. One pipeline is
// one command, since only its output as a whole can be judged; a list (; && || or lines) and a
// compound command are several. What stands in quotes is text, whatever it holds. A "&" at the end and
// redirections such as 2>&1 are allowed.
func manyCommands(line string) string {
	line = strings.TrimSpace(line)
	if line == "" {
		return "no command"
	}
	bare := unquote(line)
	switch {
	case strings.ContainsAny(bare, "\n"):
		return "more than one line outside quotes"
	case strings.Contains(bare, "&&"), strings.Contains(bare, "||"), strings.Contains(bare, ";"):
		return "more than one command: a list with ; && or ||"
	case background(bare):
		return "more than one command: & before the end"
	}
	return ""
}

// background finds an & that parts commands; those of redirections (>&, &>) and a last one do not.
func background(bare string) bool {
	bare = strings.TrimSuffix(bare, "&")
	for i := range len(bare) {
		if bare[i] != '&' {
			continue
		}
		if i > 0 && (bare[i-1] == '>' || bare[i-1] == '<') || i+1 < len(bare) && bare[i+1] == '>' {
			continue
		}
		return true
	}
	return false
}

// unquote takes quoted and escaped text out of a command line.
func unquote(line string) string {
	var b strings.Builder
	var quote rune
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
		case r == '\\' && quote != '\'':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
