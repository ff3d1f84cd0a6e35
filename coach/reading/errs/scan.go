package errs

import (
	"strings"
	"unicode/utf8"
)

// maxRecord is how much of an error text is looked at; what names the cause stands at its start.
const maxRecord = 4000

// scan turns text into tokens.
func (x *lexicon) scan(text string, note masked) []token {
	s := strings.TrimSpace(normal(firstBytes(text, maxRecord)))
	sc := scanner{lex: x, s: s, low: lowerASCII(s), note: note}
	sc.prefix()
	sc.dash()
	for sc.at < len(sc.s) {
		sc.step()
	}
	if n := len(sc.out); n > 0 && sc.out[n-1].kind == word {
		if fam, ok := x.last[sc.out[n-1].text]; ok {
			sc.out[n-1] = token{kind: system, text: fam}
		}
	}
	return sc.out
}

// step takes one token at sc.at.
func (sc *scanner) step() {
	c := sc.s[sc.at]
	switch {
	case c == ' ':
		sc.at++
		return
	case sc.phrase():
		return
	case c == ':' && sc.boundaryAt(sc.at+1):
		sc.at++
		sc.emit(colon, "")
		return
	case signs[sc.prev] && (c == '}' || c == '{' || c == ')' || c == '(' || c == ';' || c == ',' || c == ']' || c == '[') && sc.boundaryAt(sc.at+1):
		sc.at++
		sc.emit(value, string(c))
		return
	case c == '\'':
		sc.quote()
		return
	case c == '(' || c == ')':
		sc.paren(c)
		return
	case c == ';' || c == '?' || c == '!':
		sc.at++
		sc.emit(stop, "")
		return
	case c == '=' && strings.HasPrefix(sc.s[sc.at:], "=="):
		sc.atom()
		return
	case c == '|' || c == ',' || c == '{' || c == '}' || c == '=' && sc.boundaryAt(sc.at+1):
		sc.at++
		return
	case c == ']':
		sc.at++
		return
	case c == '[':
		sc.open()
		return
	}
	sc.atom()
}

// boundaryAt reports whether a word ends at i.
func (sc *scanner) boundaryAt(i int) bool {
	return i >= len(sc.s) || sc.s[i] == ' ' || sc.s[i] == '\'' || sc.s[i] == '(' || sc.s[i] >= 0x80
}

// phrase takes a known text at the start of a word.
func (sc *scanner) phrase() bool {
	if sc.at > 0 && wordByte(sc.s[sc.at-1]) && wordByte(sc.s[sc.at]) {
		return false
	}
	p := sc.lex.phraseAt(sc.low, sc.at)
	if p == nil || p.family == "" && p.wording == "" {
		return false
	}
	end := sc.at + len(p.text)
	if end < len(sc.s) && (sc.s[end] == '.' || sc.s[end] == '-' || sc.s[end] == '/' || sc.s[end] == '_') && end+1 < len(sc.s) && wordByte(sc.s[end+1]) && p.text[len(p.text)-1] < 0x80 {
		return false // the start of a longer name
	}
	sc.at = end
	if p.family != "" {
		sc.emit(system, p.family)
		if last := p.text[strings.LastIndexByte(p.text, ' ')+1:]; sc.lex.counter[last] {
			sc.prev = last // killed process 2210
		}
	} else {
		sc.emit(worded, p.wording)
		sc.prev = p.text[strings.LastIndexByte(p.text, ' ')+1:]
	}
	return true
}

// paren takes a parenthesis. A position right behind a name, "(12,7)", is masked.
func (sc *scanner) paren(c byte) {
	start := sc.at
	sc.at++
	if c == '(' && start > 0 && sc.s[start-1] != ' ' {
		if n := numbersUntil(sc.s[sc.at:], ')'); n > 0 {
			sc.mask("position", sc.s[start:sc.at+n])
			sc.at += n
			return
		}
		if end := strings.IndexByte(sc.s[sc.at:], ')'); end > 0 && sc.lex.counter[sc.prev] { // Retry(total=3)
			sc.mask("counter", sc.s[start:sc.at+end+1])
			sc.at += end + 1
			return
		}
	}
	if n := numbersUntil(sc.s[sc.at:], ')'); c == '(' && n > 0 && sc.levelled() && strings.HasPrefix(sc.s[sc.at+n:], " : ") { // [ALERT] (1201) :
		sc.mask("pid", sc.s[start:sc.at+n])
		sc.at += n
		return
	}
	if n := numbersUntil(sc.s[sc.at:], ')'); c == '(' && n > 0 && strings.HasPrefix(sc.s[sc.at+n:], " - ") { // kill: (4120) - …
		sc.mask("pid", sc.s[start:sc.at+n])
		sc.at += n
		return
	}
	if rest := sc.s[sc.at:]; c == '(' && len(sc.out) == 0 { // (node:4120)
		name, number, ok := strings.Cut(rest[:max(0, strings.IndexByte(rest, ')'))], ":")
		if ok && wordlike(name) && digits(number) {
			sc.mask("pid", rest[:len(name)+1+len(number)])
			sc.at += len(name) + 1 + len(number) + 1
			return
		}
	}
	if c == '(' { // (13)Permission denied
		if n := numbersUntil(sc.s[sc.at:], ')'); n > 0 && sc.at+n < len(sc.s) && (letter(sc.s[sc.at+n]) || sc.s[sc.at+n] >= 0x80) {
			sc.at += n
			return
		}
	}
	if c == '(' && sc.errnoAtEnd() {
		return
	}
	if c == '(' && sc.s[sc.at:] != "" && sc.s[sc.at] == ')' { // a call: connect()
		sc.at++
		return
	}
	sc.emit(bracket, string(c))
}

// levelled reports that nothing but a level stands before.
func (sc *scanner) levelled() bool {
	return len(sc.out) == 0 || len(sc.out) == 1 && sc.out[0].kind == word && sc.lex.level[lowerASCII(sc.out[0].text)]
}

// numbersUntil is the length of "12,7)" at the start of s; 0: there is none.
func numbersUntil(s string, end byte) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == end:
			if i == 0 {
				return 0
			}
			return i + 1
		case !digit(s[i]) && s[i] != ',' && s[i] != ' ' && s[i] != ':':
			return 0
		}
	}
	return 0
}

// open takes "[": of an errno, of an IPv6 address, of a number of the process, or a mere bracket.
func (sc *scanner) open() {
	rest := sc.s[sc.at:]
	if strings.HasPrefix(rest, "[::") {
		sc.atom()
		return
	}
	if n := numbersUntil(rest[1:], ']'); n > 0 && len(sc.out) == 0 {
		sc.mask("pid", rest[:n+1])
		sc.job = true
		sc.at += n + 1
		return
	}
	if end := strings.IndexByte(rest, ']'); end > 1 && len(sc.out) < 2 && (sc.timed > 0 && threadName(rest[1:end]) || workerName(rest[1:end])) {
		sc.mask("thread", rest[:end+1])
		sc.at += end + 1
		return
	}
	sc.at++
}

// threadName reports the name of a thread in the front of a log line: qtp-22, http-nio-exec-3.
func threadName(s string) bool {
	t := strings.TrimRight(s, "0123456789")
	return len(t) > 1 && len(t) < len(s) && t[len(t)-1] == '-' && s[0] >= 'a' && s[0] <= 'z' && !strings.ContainsRune(s, ' ')
}

// workerName reports the name of one of many workers, wherever it stands in brackets: gw0, worker-3.
func workerName(s string) bool {
	t := strings.TrimRight(strings.TrimRight(lowerASCII(s), "0123456789"), "-_ #")
	return len(t) < len(s) && workers[t]
}

var workers = map[string]bool{"gw": true, "worker": true, "thread": true, "job": true, "task": true, "proc": true, "process": true, "attempt": true, "try": true, "run": true, "build": true, "step": true, "线程": true}

// quote takes a quotation mark: a quoted name is a value; of longer quoted text, only the marks go.
func (sc *scanner) quote() {
	rest := sc.s[sc.at+1:]
	if sc.at > 0 && sc.at == sc.closes {
		sc.at++
		return
	}
	end := strings.IndexByte(rest, '\'')
	if end < 0 || end > 200 {
		sc.at++
		return
	}
	in := rest[:end]
	if sc.keyed(end) {
		return
	}
	if in == "" || strings.TrimSpace(in) == "" {
		sc.at += end + 2
		return
	}
	if strings.ContainsRune(in, ' ') && !sc.spaced(in) {
		if in[len(in)-1] != ' ' { // else it opens a quotation inside this one
			sc.closes = sc.at + 1 + end
		}
		sc.at++
		return
	}
	if sc.lex.ident[sc.prev] {
		sc.mask("id", in)
		sc.at += end + 2
		sc.prev = ""
		return
	}
	sc.quoted = true
	sc.name(in)
	sc.quoted = false
	sc.at += end + 2
}

// keyed takes a key of a JSON object, whose closing mark stands end bytes behind the opening one.
// The key stays the word before its value.
func (sc *scanner) keyed(end int) bool {
	before := strings.TrimRight(sc.s[:sc.at], " ")
	after := sc.at + end + 2
	if before == "" || before[len(before)-1] != '{' && before[len(before)-1] != ',' || after >= len(sc.s) || sc.s[after] != ':' {
		return false
	}
	key := sc.s[sc.at+1 : sc.at+1+end]
	sc.at = after + 1
	sc.emit(word, lowerASCII(key))
	return true
}

// spaced reports whether a quoted text with spaces is one name: a path.
func (sc *scanner) spaced(s string) bool {
	return len(s) > 3 && (s[0] == '/' || s[1] == ':' && s[2] == '\\')
}

// atom takes the text up to the next space or closing sign.
func (sc *scanner) atom() {
	start := sc.at
	if sc.s[start] >= 0x80 {
		sc.hanRun()
		return
	}
	if n := checkerPID(sc.s[start:]); n > 0 {
		sc.mask("pid", sc.s[start:start+n])
		sc.at += n
		return
	}
	i := start
	for i < len(sc.s) {
		c := sc.s[i]
		if c == ',' && i > start && i+1 < len(sc.s) && digit(sc.s[i-1]) && digit(sc.s[i+1]) && strings.ContainsAny(sc.s[start:i], ":[") {
			i++ // 10:02:11,871 and [14,9]
			continue
		}
		if c == ' ' || c == '(' || c == ')' || c == ';' || c == ',' || c == '|' || c == '{' || c == '}' || c >= 0x80 ||
			c == ':' && sc.boundaryAt(i+1) || c == '=' && sc.boundaryAt(i+1) && i > start {
			break
		}
		if c == '\'' && !(i > start && i+1 < len(sc.s) && letter(sc.s[i-1]) && letter(sc.s[i+1])) {
			break // no apostrophe
		}
		if c == ']' && !strings.Contains(sc.s[start:i], "[") {
			break
		}
		i++
	}
	if i == start {
		i++
	}
	sc.at = i
	a := sc.s[start:i]
	if t := strings.TrimRight(a, ".?!<>\"*"); t != "" && len(t) < len(a) {
		ends := strings.HasSuffix(a, ".") && !strings.HasSuffix(a, "..") || strings.ContainsAny(a[len(t):], "?!")
		sc.name(t)
		if ends && (i >= len(sc.s) || sc.s[i] == ' ') {
			sc.emit(stop, "")
		}
		return
	}
	sc.name(a)
}

// checkerPID is the length of "==4411==", which memory checkers put before their lines.
func checkerPID(s string) int {
	if len(s) < 5 || s[0] != '=' || s[1] != '=' {
		return 0
	}
	i := 2
	for i < len(s) && digit(s[i]) {
		i++
	}
	if i == 2 || !strings.HasPrefix(s[i:], "==") {
		return 0
	}
	return i + 2
}

// hanRun takes a run of Chinese up to the next known text in it.
func (sc *scanner) hanRun() {
	start := sc.at
	_, n := utf8.DecodeRuneInString(sc.s[sc.at:])
	i := sc.at + n
	for i < len(sc.s) && sc.s[i] >= 0x80 {
		if p := sc.lex.phraseAt(sc.low, i); p != nil && (p.family != "" || p.wording != "") {
			break
		}
		_, n := utf8.DecodeRuneInString(sc.s[i:])
		i += n
	}
	sc.at = i
	sc.hanWord(sc.s[start:i])
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
