package segment

import (
	"strings"
	"unicode/utf8"
)

// heads begin an error text wherever they stand at the start of a word.
var heads = []string{
	"Traceback (most recent", "npm ERR!", "npm error", "(error)", "error:", "error[E", "error TS", "error CS", "Error:", "ERROR:", "ERROR ", "ERROR\t", "Error response from", "Error from server",
	"fatal:", "FATAL:", "FATAL ", "Fatal error", "fatal error", "panic:", "[Errno ", "[WinError ", "[ERROR]", "[error]", "[FATAL]", "[emerg]", "--- FAIL", "CONFLICT (",
	"CMake Error", "PHP Fatal", "PHP Parse", "PHP Warning", "E: ", "ERR!", "Exception in thread", "Unhandled exception", "Uncaught ",
	"Segmentation fault", "Bus error", "Killed", "Aborted (core", "core dumped", "Connection refused", "connection refused",
	"Permission denied", "permission denied", "command not found", "docker: ", "make: ***", "make[", "curl: (", "bash: ", "zsh: ", "sh: ", "-bash: ", "fish: ",
	"thread '", "ERR_", "SQLSTATE[", "CrashLoopBackOff", "ImagePullBackOff", "OOMKilled", "MISCONF ", "NOAUTH ", "WRONGPASS ", "WRONGTYPE ",
	"错误：", "错误:", "错误！", "致命错误", "段错误", "拒绝连接", "连接被拒绝", "權限不足", "錯誤：", "錯誤:", "异常：", "fatal：", "error：", "Error：", "ERROR：",
}

// headsBy are the heads by their first byte, so that most words cost one look.
var headsBy = func() (t [256][]string) {
	for _, h := range heads {
		t[h[0]] = append(t[h[0]], h)
	}
	return t
}()

// Head returns where in line the first text begins that is an error text by its form: a known
// prefix, an exception class with its colon, a tool's name before a failure; -1: nowhere.
func Head(line string) int {
	wordStart := true
	for i := 0; i < len(line); {
		c := line[i]
		if wordStart || c >= 0x80 {
			if (headsBy[c] != nil || c >= 'A' && c <= 'Z') && headAt(line[i:]) && !handled(line[:i]) {
				return i
			}
			if c < 0x80 && isWordByte(c) {
				n, ok := exceptionAt(line[i:])
				if ok && !handled(line[:i]) {
					return i
				}
				if n > 0 {
					i += n
					wordStart = false
					continue
				}
			}
		}
		if c < 0x80 {
			wordStart = !isWordByte(c) && c != '.' && c != '-' && c != '/'
			i++
			continue
		}
		_, n := utf8.DecodeRuneInString(line[i:])
		i += n
		wordStart = true
	}
	return -1
}

// handled reports source that catches or throws what comes next.
func handled(before string) bool {
	for _, w := range [...]string{"except ", "raise ", "throw new ", "catch (", "catch ", "throws "} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

func headAt(s string) bool {
	if codeHead(s) {
		return true
	}
	for _, h := range headsBy[s[0]] {
		if strings.HasPrefix(s, h) {
			return headFits(h, s)
		}
	}
	return false
}

// codeHead reports a tool's numbered message: ORA-00942: …, LNK2019: …, MSB3073: ….
func codeHead(s string) bool {
	n := 0
	for n < len(s) && n < 8 && s[n] >= 'A' && s[n] <= 'Z' {
		n++
	}
	letters, dash := n, n < len(s) && s[n] == '-'
	if dash {
		n++
	}
	from := n
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	enough := n-from >= 4 && !dash || n-from == 5 // SHOP-1234 is a ticket
	return letters >= 2 && enough && strings.HasPrefix(s[n:], ": ")
}

// headFits asks heads that are words of English too to stand where a program puts them.
func headFits(h, s string) bool {
	switch h {
	case "Killed":
		return len(s) == len(h)
	case "ERROR ", "FATAL ", "E: ", "docker: ", "sh: ":
		return len(s) > len(h)
	case "Connection refused", "connection refused", "Permission denied", "permission denied", "command not found", "core dumped":
		return len(s) < len(h)+3
	case "thread '":
		return strings.Contains(s, "panicked")
	}
	return true
}

// exceptionAt reads a class name with Error, Exception, Failure or Warning at its end and a colon
// behind it. The length of the name is returned also when it is none.
func exceptionAt(s string) (int, bool) {
	n := 0
	for n < len(s) && (isWordByte(s[n]) && s[n] < 0x80 || (s[n] == '.' || s[n] == '\\' || s[n] == '$' || s[n] == ':' && n+2 < len(s) && s[n+1] == ':') && n+1 < len(s) && n > 0) {
		if s[n] == ':' {
			n++
		}
		n++
	}
	name := strings.TrimRight(s[:n], ".")
	if len(name) < 6 || name[0] >= '0' && name[0] <= '9' {
		return n, false
	}
	if !strings.HasSuffix(name, "Error") && !strings.HasSuffix(name, "Exception") && !strings.HasSuffix(name, "NotFound") && !strings.HasSuffix(name, "Failure") {
		return n, false
	}
	rest := s[n:]
	if strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "：") {
		return n, true
	}
	return n, rest == "" && len(name) > 9 && strings.ContainsAny(name[1:], ".ABCDEFGHIJKLMNOPQRSTUVWXYZ") && !strings.HasPrefix(name, "Any")
}
