package segment

import "strings"

// framed reports a stack frame or another line that only a dump has.
func framed(line string) bool {
	s := strings.TrimLeft(line, " \t")
	switch {
	case strings.HasPrefix(s, "at ") && len(s) < len(line):
		return strings.ContainsAny(s, "(:")
	case strings.HasPrefix(s, "File \"") && strings.Contains(s, "\", line "):
		return true
	case strings.HasPrefix(s, "Caused by"), strings.HasPrefix(s, "--> "), strings.HasPrefix(s, "goroutine ") && strings.Contains(s, "["):
		return true
	case strings.HasPrefix(s, "... ") && strings.HasSuffix(s, " more"), strings.HasPrefix(s, "---> "), strings.HasPrefix(s, "[cause]: "):
		return true
	case strings.HasPrefix(s, "The above exception was"), strings.HasPrefix(s, "During handling of the above"):
		return true
	}
	return strings.HasPrefix(s, "● ") || strings.Contains(s, " +0x")
}

// logged reports a line that starts with a time, a level, or a position in a file.
func logged(s string) bool {
	t := strings.TrimLeft(s, "[(")
	if n := clock(t); n > 0 {
		return true
	}
	if s[0] == '[' {
		if end := strings.IndexByte(s, ']'); end > 1 && end < 40 && end+1 < len(s) && s[end+1] == ' ' && !strings.ContainsAny(s[1:end], " .,") {
			return true
		}
	}
	return located(s)
}

// jsonLog reports a log line in JSON.
func jsonLog(s string) bool {
	if s[0] != '{' || len(s) < 20 || s[1] != '"' {
		return false
	}
	return strings.Contains(s, `"level":`) || strings.Contains(s, `"msg":`) || strings.Contains(s, `"message":`)
}

// clock returns the length of a date or time of day at the start of s; 0: none.
func clock(s string) int {
	digits, seps := 0, 0
	for i := 0; i < len(s) && i < 30; i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			digits++
		case (c == '-' || c == ':' || c == '/' || c == '.' || c == ',' || c == 'T' || c == 'Z') && digits > 0:
			seps++
		default:
			if digits >= 6 && seps >= 2 {
				return i
			}
			return 0
		}
	}
	return 0
}

// located reports "path/file.ext:12:" and "file.ext(12,7):" at the start of s.
func located(s string) bool {
	i := 0
	for i < len(s) && i < 200 && s[i] != ':' && s[i] != '(' && s[i] != ' ' {
		i++
	}
	if i == 1 && i+1 < len(s) && s[i] == ':' && s[i+1] == '\\' { // C:\
		for i++; i < len(s) && i < 200 && s[i] != ':' && s[i] != '('; i++ {
		}
	}
	if i < 3 || i+2 >= len(s) || i >= 200 || !strings.ContainsAny(s[:i], "./\\") {
		return false
	}
	if s[i+1] < '0' || s[i+1] > '9' {
		return false
	}
	j := i + 1
	for j < len(s) && s[j] >= '0' && s[j] <= '9' {
		j++
	}
	if j >= len(s) || hostLike(s[:i]) {
		return false
	}
	return s[j] == ':' || s[j] == ',' || s[j] == ')' || s[j] == '-'
}

// hostLike tells 127.0.0.1 from a file name.
func hostLike(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '.' && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

var resultStarts = []string{
	"PONG", "(nil)", "(integer) ", "(empty ", "Ran ", "BUILD ", "FAILED ", "PASSED ", "PASS", "ok  \t", "test result:",
	"CONTAINER ID", "REPOSITORY ", "NAME ", "NAMESPACE ", "On branch ", "commit ", "HTTP/1.", "HTTP/2 ", "> Task ",
	"Successfully ", "Collecting ", "Unable to find image", "Pulling from", "Status: Downloaded", "added ", "npm WARN",
	"psql (", "Type \"help\"", "total ", "drwx", "-rw-", "Hit:", "Get:", "Reading package lists", "正在读取软件包列表",
	"Compiling ", "Finished ", "Running `", "=== RUN", "--- PASS", "=====", "-----", "INFO:", "INFO ", "WARN:", "WARN ", "WARNING:", "DEBUG:", "LOG: ",
}

// resultLine reports the usual lines of tools that are no errors.
func resultLine(s string) bool {
	for _, p := range resultStarts {
		if len(s) >= len(p) && s[:len(p)] == p {
			switch p {
			case "PONG", "PASS":
				return len(s) == len(p)
			case "Ran ":
				return strings.Contains(s, " tests in ") || strings.Contains(s, " test in ")
			case "added ", "total ", "commit ", "NAME ", "Finished ", "Running `", "Compiling ", "Successfully ", "Collecting ":
				return len(strings.Fields(s)) < 12 && !chatty(s)
			}
			return true
		}
	}
	if s[0] >= '0' && s[0] <= '9' {
		rest := strings.TrimLeft(s, "0123456789")
		for _, p := range []string{" passed", " failed", " error", " warning", " tests", ") \""} {
			if strings.HasPrefix(rest, p) {
				return true
			}
		}
	}
	return false
}
