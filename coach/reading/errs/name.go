package errs

import "strings"

// name takes a name, a number, or another atom without spaces: it masks what varies from run to
// run and emits what stays. The first rule that fits decides.
func (sc *scanner) name(a string) {
	if !hasWord(a) {
		if sc.quoted || signs[sc.prev] { // unexpected token }
			sc.emit(value, a)
		}
		return
	}
	if a[0] == '<' && strings.Trim(a, "<>0123456789.") == "" { // an Erlang process: <0.211.0>
		sc.mask("pid", a)
		return
	}
	a = strings.Trim(a, "<>#,")
	if fam, ok := sc.lex.codes[a]; ok || a[0] == 'e' && len(a) > 4 && sc.lex.lowCode(a, &fam) {
		sc.emit(system, fam)
		return
	}
	if sc.varies(a) || sc.target(a) {
		return
	}
	sc.plainWord(a)
}

// varies takes what is known by its form to vary from run to run, and numbers.
func (sc *scanner) varies(a string) bool {
	return sc.errno(a) || sc.counted(a) || sc.numbered(a) || sc.time(a) || sc.afterIdent(a) || sc.number(a) || sc.duration(a) || sc.size(a) ||
		sc.counters(a) || sc.address(a)
}

// target takes what names where something failed.
func (sc *scanner) target(a string) bool {
	return sc.url(a) || sc.sockets(a) || sc.bundle(a) || sc.filePlace(a) || sc.path(a) || sc.hostPort(a) || sc.login(a) || sc.jobRun(a) || sc.pod(a) || sc.randomID(a) ||
		sc.pair(a) || sc.exception(a)
}

// signs are the words before a sign that a parser complains of.
var signs = map[string]bool{
	"token": true, "near": true, "expected": true, "unexpected": true, "character": true, "symbol": true, "operator": true,
	"error": true, // syntax error }
}

func hasWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if wordByte(s[i]) || s[i] >= 0x80 {
			return true
		}
	}
	return strings.HasPrefix(s, "::")
}

// plainWord emits a word, or a value if it is the name of something: quoted, or with signs,
// digits or inner capitals, or behind a word that announces a name.
func (sc *scanner) plainWord(a string) {
	if !sc.quoted && !upperASCII(a) && sc.lex.filler[lowerASCII(a)] {
		sc.emit(word, lowerASCII(a))
		return
	}
	if sc.quoted || !wordlike(a) || sc.lex.subject[sc.prev] && !joiners[a] {
		sc.emit(value, strings.TrimRight(a, "."))
		return
	}
	if upperASCII(a) && len(a) > 1 && !sc.lex.level[lowerASCII(a)] {
		sc.emit(word, a)
		return
	}
	sc.emit(word, lowerASCII(a))
}

// joiners are words that name nothing behind a word that announces a name.
var joiners = map[string]bool{
	"is": true, "does": true, "not": true, "in": true, "on": true, "already": true, "has": true, "was": true,
	"providing": true, "for": true, "from": true, "at": true, "named": true, "name": true,
}

// wordlike reports a word of a language: letters, an apostrophe, a hyphen between letters, capital
// at the start only or all capitals.
func wordlike(a string) bool {
	inner := false
	for i := 0; i < len(a); i++ {
		c := a[i]
		switch {
		case letter(c):
			if i > 0 && c >= 'A' && c <= 'Z' {
				inner = true
			}
		case (c == '\'' || c == '-' || c == '/') && i > 0 && i+1 < len(a) && letter(a[i-1]) && letter(a[i+1]):
		default:
			return false
		}
	}
	return !inner || upperASCII(a)
}

func upperASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'a' && s[i] <= 'z' {
			return false
		}
	}
	return true
}

// errno takes [Errno 111], [WinError 10061], "os error 2" and "Error 111 connecting".
func (sc *scanner) errno(a string) bool {
	low := lowerASCII(a)
	win := low == "winerror" || low == "wsaerror"
	plain := low == "error" && (sc.prev == "os" || sc.followedBy(" connecting", " while"))
	if !win && low != "errno" && !plain {
		return false
	}
	n, size := sc.numberAhead()
	if size == 0 {
		return false
	}
	fam, ok := sc.lex.errno[n]
	if other, is := sc.lex.windows[n]; win || !ok && is {
		fam, ok = other, is
	}
	if !ok {
		return false
	}
	sc.at += size
	sc.emit(system, fam)
	sc.out[len(sc.out)-1].num = win
	return true
}

// errnoAtEnd takes the errno in parentheses with which MySQL's client ends its messages. It names
// the reason, not the error, so it is a value.
func (sc *scanner) errnoAtEnd() bool {
	n, size := sc.numberAhead()
	end := sc.at + size
	if size == 0 || end >= len(sc.s) || sc.s[end] != ')' || end+1 != len(sc.s) || !strings.Contains(sc.low, "connect") {
		return false
	}
	fam, ok := sc.lex.errno[n]
	if !ok {
		fam, ok = sc.lex.windows[n]
	}
	if !ok {
		return false
	}
	sc.at = end + 1
	sc.emit(value, fam)
	return true
}

// followedBy reports whether the number ahead is followed by one of the texts.
func (sc *scanner) followedBy(texts ...string) bool {
	_, size := sc.numberAhead()
	for _, t := range texts {
		if size > 0 && strings.HasPrefix(sc.low[sc.at+size:], t) {
			return true
		}
	}
	return false
}

// numberAhead reads the number of at most six digits that comes next, behind spaces, a colon or a
// minus sign, and the length up to its end.
func (sc *scanner) numberAhead() (n, size int) {
	i := sc.at
	for i < len(sc.s) && (sc.s[i] == ' ' || sc.s[i] == ':' || sc.s[i] == '-' || sc.s[i] == '=') {
		i++
	}
	start := i
	for i < len(sc.s) && digit(sc.s[i]) && i-start < 6 {
		n = n*10 + int(sc.s[i]-'0')
		i++
	}
	if i == start {
		return 0, 0
	}
	return n, i - sc.at
}

// afterIdent masks what stands behind a word that announces an id of the run.
func (sc *scanner) afterIdent(a string) bool {
	key := sc.prev
	if key == "" && len(sc.out) >= 2 && sc.out[len(sc.out)-1].kind == colon && sc.out[len(sc.out)-2].kind == word {
		key = lowerASCII(sc.out[len(sc.out)-2].text) + ":"
		if len(sc.out) >= 3 && sc.out[len(sc.out)-3].kind == word && sc.lex.ident[lowerASCII(sc.out[len(sc.out)-3].text)+" "+key[:len(key)-1]] {
			sc.mask("id", a)
			sc.emit(word, "")
			return true
		}
	}
	if key == "" {
		return false
	}
	if !sc.lex.ident[key] && !sc.lex.ident[sc.prev2+" "+sc.prev] {
		return false
	}
	if (key == "job" || key == "id:") && !strings.ContainsAny(a, "0123456789") {
		return false
	}
	sc.mask("id", a)
	sc.processName()
	sc.emit(word, "")
	return true
}

// exception emits an exception class without its package.
func (sc *scanner) exception(a string) bool {
	if !exceptionName(a) && !sc.classAhead(a) {
		return false
	}
	if i := strings.LastIndexAny(a, ".\\$"); i >= 0 {
		a = a[i+1:]
	}
	if i := strings.LastIndex(a, "::"); i >= 0 {
		a = a[i+2:]
	}
	sc.emit(class, a)
	return true
}

// classAhead reports a class before a colon that does not say that it is an error: the first name of
// the record, in camel case, with or without its package.
func (sc *scanner) classAhead(a string) bool {
	if sc.at >= len(sc.s) || sc.s[sc.at] != ':' || len(sc.out) > 0 {
		return false
	}
	last := a[strings.LastIndexByte(a, '.')+1:]
	return len(last) > 4 && last[0] >= 'A' && last[0] <= 'Z' && !wordlike(last) && strings.Trim(a, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == ""
}

// exceptionName reports a name that ends as the names of exceptions do.
func exceptionName(a string) bool {
	for _, end := range []string{"Error", "Exception", "Warning", "Failure", "NotFound", "Interrupt"} {
		if strings.HasSuffix(a, end) && len(a) > len(end)+1 && strings.Trim(a, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.\\$:") == "" {
			return true
		}
	}
	return false
}
