package errs

import (
	"strings"

	"tack/coach/reading/segment"
)

// errorLine reports whether a line of output is an error line.
func (x *lexicon) errorLine(s string) bool {
	s = firstBytes(s, 600)
	if mildLevel(s) {
		return false
	}
	n := normal(s)
	low := lowerASCII(n)
	failure, harmless := false, false
	for i := 0; i < len(low); i++ {
		if i > 0 && wordByte(low[i-1]) && wordByte(low[i]) || !x.first[low[i]] && low[i] != 'e' {
			continue
		}
		p := x.phraseAt(low, i)
		switch {
		case p == nil:
			if n[i] == 'E' && x.codeAt(n[i:]) {
				return true
			}
		case negated(low[:i]):
			i += len(p.text) - 1
		case p.family != "":
			return true
		case p.failure:
			failure = failure || !zeroed(low, i)
		case p.harmless:
			harmless = true
			i += len(p.text) - 1
		}
	}
	if failure || placed(s) || crossed(s) || unready(s) || accessFailed(s) || statusLine(s) || absent(n) || strings.HasPrefix(s, "● ") && strings.Contains(s, " › ") {
		return true
	}
	return !harmless && segment.Head(s) >= 0
}

// crossed reports a test that its runner marks as failed.
func crossed(s string) bool {
	for _, mark := range [...]string{"✕ ", "✗ ", "✘ ", "× ", "not ok "} {
		if strings.HasPrefix(s, mark) {
			return true
		}
	}
	return false
}

// unready reports a row of a table of pods whose reason is a failure: "web-x2x4q 0/1 InvalidImageName 0 5m".
func unready(s string) bool {
	if !strings.ContainsRune(s, '/') {
		return false
	}
	counts := false
	for f := range strings.FieldsSeq(s) {
		if counts {
			return exceptionName(f) || strings.HasPrefix(f, "Invalid") || strings.HasPrefix(f, "Init:Err") || f == "Unknown" || f == "Evicted"
		}
		l, r, ok := strings.Cut(f, "/")
		counts = ok && digits(l) && digits(r)
	}
	return false
}

// placed reports a compiler's message, which stands behind "file:line:column: ".
func placed(s string) bool {
	at := strings.Index(s, ": ")
	if at < 0 || at > 200 || strings.ContainsRune(s[:at], ' ') {
		return false
	}
	file, col, _ := cutLast(s[:at])
	if digits(col) && strings.ContainsRune(file, '.') && strings.Contains(s[at:], " got ") && strings.Contains(s[at:], " want ") {
		return true // a test's own message
	}
	file, line, ok := cutLast(file)
	low := lowerASCII(firstBytes(s[at+2:], 10))
	return ok && digits(col) && digits(line) && strings.ContainsRune(file, '.') && !strings.HasPrefix(low, "warning") && !strings.HasPrefix(low, "note")
}

// cutLast divides s at its last colon.
func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// accessFailed reports a line of an access log with a status of 400 or more: GET /cart 404.
func accessFailed(s string) bool {
	if failedStatus(s) {
		return true
	}
	if _, in, quoted := strings.Cut(s, "\""); quoted {
		if request, behind, ok := strings.Cut(in, "\" "); ok && strings.HasSuffix(request, " HTTP/1.1") {
			method, _, _ := strings.Cut(request, " ")
			s = method + " " + firstBytes(behind, 4)
		}
	}
	if s != "" && s[0] == '[' { // the id of the request
		if _, behind, ok := strings.Cut(s, "] "); ok {
			s = behind
		}
	}
	method, rest, ok := strings.Cut(s, " ")
	if !ok || method != "GET" && method != "POST" && method != "PUT" && method != "DELETE" && method != "PATCH" && method != "HEAD" {
		return false
	}
	for f := range strings.FieldsSeq(rest) {
		if len(f) == 3 && (f[0] == '4' || f[0] == '5') && digits(f) {
			return true
		}
	}
	return false
}

// absent reports a line that says that something named is not there: no exchange 'orders'.
func absent(s string) bool {
	rest, ok := strings.CutPrefix(lowerASCII(firstBytes(s, 40)), "no ")
	i := strings.IndexByte(rest, '\'')
	return ok && i > 1 && rest[i-1] == ' ' && wordlike(rest[:i-1])
}

// failedStatus reports "status code 503" and "状态码 503".
func failedStatus(s string) bool {
	for _, w := range [...]string{"status code ", "statuscode: ", "状态码 ", "状态码"} {
		if _, n, ok := strings.Cut(s, w); ok && len(n) >= 3 && (n[0] == '4' || n[0] == '5') && digits(n[:3]) {
			return true
		}
	}
	return false
}

// negated reports Chinese that takes back what comes next: 端口没被占用.
func negated(before string) bool {
	for _, no := range [...]string{"没", "没有", "没再", "不再", "并未"} {
		if strings.HasSuffix(before, no) {
			return true
		}
	}
	return false
}

// zeroed reports a failure word with a count of 0 before it.
func zeroed(low string, i int) bool {
	return strings.HasSuffix(low[:i], " 0 ") || low[:i] == "0 " || strings.HasSuffix(low[:i], " no ")
}

// codeAt reports a symbolic errno at the start of s.
func (x *lexicon) codeAt(s string) bool {
	n := 0
	for n < len(s) && n < 40 && wordByte(s[n]) {
		n++
	}
	_, ok := x.codes[s[:n]]
	return ok
}

// mildLevel reports a log line of a level below warning.
func mildLevel(s string) bool {
	head := firstBytes(s, 60)
	for _, l := range []string{"INFO", "DEBUG", "TRACE", "[info]", "[debug]", "level=info", "LOG: "} {
		if i := strings.Index(head, l); i >= 0 && (i == 0 || !wordByte(head[i-1])) {
			return !strings.Contains(head[:i], ": ") && (i+len(l) == len(s) || !wordByte(s[i+len(l)]))
		}
	}
	return false
}

// hinted reports a line of advice or of the frame around an error.
func (x *lexicon) hinted(s string) bool {
	low := lowerASCII(firstBytes(s, 80))
	for _, h := range x.hint {
		if strings.HasPrefix(low, h) {
			return true
		}
	}
	return false
}

// summed reports a line that only sums up.
func (x *lexicon) summed(s string) bool {
	if strings.HasPrefix(s, "thread '") && strings.HasSuffix(s, ":") {
		return true // a Rust panic whose message is an error line of its own
	}
	low := lowerASCII(normal(firstBytes(s, 80)))
	for _, h := range x.summary {
		if strings.HasPrefix(low, h) {
			return true
		}
	}
	return false
}

// withoutSummaries drops the texts that only sum up or advise when another one is there.
func (x *lexicon) withoutSummaries(list []string) []string {
	if len(list) < 2 {
		return list
	}
	kept := make([]string, 0, len(list))
	for _, s := range list {
		if !x.summed(s) && !x.hinted(s) {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return list[:1]
	}
	return kept
}
