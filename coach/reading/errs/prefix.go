package errs

import "strings"

// dash takes the way in which dash says that it does not find a command: "sh: 1: jq: not found".
func (sc *scanner) dash() {
	rest, ok := strings.CutSuffix(sc.low[sc.at:], ": not found")
	if !ok {
		return
	}
	if i := strings.Index(rest, "sh: "); i >= 0 && i < 10 {
		number, name, ok := strings.Cut(rest[i+4:], ": ")
		if ok && digits(number) && !strings.ContainsRune(name, ' ') {
			sc.emit(value, sc.s[sc.at+len(rest)-len(name):sc.at+len(rest)])
			sc.emit(system, "no-command")
			sc.at = len(sc.s)
		}
	}
}

// prefix masks what log collectors put before a line: "web-1  | ", "E1104 09:01:12.33 20817 f.go:2] ".
func (sc *scanner) prefix() {
	if i := strings.Index(sc.s, " | "); i > 0 && i < 40 && !strings.ContainsAny(sc.s[:i], " ':") {
		sc.mask("log prefix", sc.s[:i])
		sc.at = i + 3
	}
	rest := sc.s[sc.at:]
	if strings.HasPrefix(rest, "curl: (") { // its exit code says what the text says
		sc.at += len("curl: (")
		_, size := sc.numberAhead()
		sc.at += size
		return
	}
	if strings.HasPrefix(rest, "[ ") { // the clock of a kernel log
		if n := numbersUntil(strings.Replace(rest[2:min(len(rest), 20)], ".", ",", 1), ']'); n > 0 {
			sc.mask("time", rest[:n+2])
			sc.at += n + 2
			return
		}
	}
	if len(rest) > 6 && strings.IndexByte("IWEF", rest[0]) >= 0 && digits(rest[1:5]) && rest[5] == ' ' {
		if i := strings.IndexByte(rest, ']'); i > 0 && i < 100 {
			sc.mask("log prefix", rest[:i+1])
			sc.at += i + 1
		}
	}
}
