package errs

import (
	"strings"

	"tack/coach/reading/segment"
)

// maxLines bounds the lines of one record behind its first.
const maxLines = 8

// records returns the error texts in shown text: for each, the line that names the deepest cause
// with the lines that belong to it.
func (x *lexicon) records(text string) []string {
	w := walker{lex: x}
	for rest := text; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		w.line(line)
		rest = after
	}
	w.close()
	return w.out
}

// whole returns a text as one record, without the lines that say nothing of the error.
func (x *lexicon) whole(text string) string {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		s := strings.TrimSpace(line)
		if s != "" && !frame(line) && !excerptLine(s) && !x.hinted(s) && len(kept) < maxLines {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return text
	}
	return strings.Join(kept, "\n")
}

// walker goes through shown text line by line.
type walker struct {
	lex     *lexicon
	out     []string
	cur     []string // the open record
	named   bool     // the open record names a target already
	trace   bool     // inside a Python traceback
	wrapper bool     // the next exception only wraps the last one
	causes  bool     // inside the numbered causes of a Rust error
	blank   int      // blank lines since the last line
}

// line takes one line.
func (w *walker) line(line string) {
	s := strings.TrimSpace(line)
	if s == "" {
		w.blank++
		return
	}
	defer func() { w.blank = 0 }()
	if t := strings.TrimSpace(strings.TrimPrefix(s, "npm ERR!")); t != s || strings.HasPrefix(s, "npm error ") {
		w.npm(strings.TrimSpace(strings.TrimPrefix(t, "npm error ")))
		return
	}
	switch {
	case strings.HasPrefix(s, "Traceback (most recent"):
		w.close()
		w.trace = true
	case w.chained(line, s):
	case frame(line):
		if t := behindFrame(s); t != "" {
			w.open(t)
		}
		w.causes = false
	case w.trace && indented(line) && !exceptionStart(s): // source of a frame
	case excerptLine(s), w.lex.hinted(s):
		w.lines(line, s)
	case w.lex.errorLine(s) && !(len(w.cur) > 0 && indented(line) && w.blank == 0 && !w.strong(s)):
		w.head(s)
	default:
		w.more(line, s)
	}
}

// lines takes a line that is noise; a summary still opens a record if nothing else does.
func (w *walker) lines(line, s string) {
	if w.lex.summed(s) && len(w.cur) == 0 && len(w.out) == 0 {
		w.head(s)
	}
}

// strong reports a line that begins an error whatever stands before it.
func (w *walker) strong(s string) bool { return segment.Head(s) == 0 }

// head opens a record, unless the exception only wraps the one before.
func (w *walker) head(s string) {
	w.trace = false
	if w.wrapper {
		w.wrapper = false
		w.close()
		return
	}
	w.close()
	w.open(s)
}

func (w *walker) open(s string) {
	w.cur = append(w.cur[:0], s)
	w.named = strings.ContainsAny(s, "'\"`‘“”/\\") || strings.ContainsAny(s, "0123456789") && !strings.HasPrefix(s, "thread '")
	if strings.HasPrefix(s, "thread '") || strings.HasPrefix(s, "error[E") {
		w.named = strings.Contains(s, "`") // the message stands on the next line
	}
}

// more takes a line that is no error by itself: it belongs to the open record if it is indented,
// or if that does not name its target yet.
func (w *walker) more(line, s string) {
	switch {
	case len(w.cur) == 0:
	case w.causes && indented(line):
		w.cur = append(w.cur[:0], causeText(s))
	case len(w.cur) >= maxLines || w.blank > 1:
		w.close()
	case indented(line) && w.blank == 0 && !progressLine(s):
		w.cur = append(w.cur, s)
	case !w.named && !progressLine(s):
		w.cur = append(w.cur, s)
		w.named = strings.ContainsAny(s, "'\"`‘“/") || strings.HasPrefix(w.cur[0], "thread '")
	default:
		w.close()
	}
}

// chained takes the lines that link a trace to its cause.
func (w *walker) chained(line, s string) bool {
	switch {
	case strings.HasPrefix(s, "The above exception was the direct cause"), strings.HasPrefix(s, "During handling of the above exception"):
		w.close()
		w.wrapper, w.trace = true, false
	case strings.HasPrefix(s, "Caused by:"):
		cause := strings.TrimSpace(strings.TrimPrefix(s, "Caused by:"))
		if cause == "" {
			w.causes = len(w.cur) > 0
			return len(w.cur) > 0
		}
		w.replace(cause)
	case strings.HasPrefix(s, "---> "), strings.HasPrefix(s, "[cause]: "), strings.HasPrefix(s, "{ [cause]: "):
		_, cause, _ := strings.Cut(s, " ")
		w.replace(strings.TrimPrefix(cause, "[cause]: "))
	case w.causes && indented(line) && numberedCause(s):
		w.cur = append(w.cur[:0], causeText(s))
	case w.wrapper && exceptionStart(s):
		w.wrapper = false
	case strings.Contains(s, " ---> ") && !strings.HasPrefix(s, "--->"):
		w.head(s[strings.LastIndex(s, " ---> ")+len(" ---> "):])
	default:
		return false
	}
	return true
}

// replace makes cause the open record in the place of what it caused.
func (w *walker) replace(cause string) {
	if len(w.cur) == 0 && len(w.out) > 0 && w.blank == 0 {
		w.out = w.out[:len(w.out)-1]
	}
	w.open(cause)
}

// npm joins the lines that npm writes of one error.
func (w *walker) npm(s string) {
	if s == "" || w.lex.hinted(s) || excerptLine(s) || frame(" "+s) {
		return
	}
	if len(w.cur) == 0 || !strings.HasPrefix(w.cur[0], "npm ") {
		w.close()
		w.cur = append(w.cur[:0], "npm "+s)
		return
	}
	if len(w.cur) < maxLines {
		w.cur = append(w.cur, s)
	}
}

// close ends the open record.
func (w *walker) close() {
	if len(w.cur) > 0 && len(w.out) < 4*maxErrors {
		w.out = append(w.out, strings.Join(w.cur, "\n"))
	}
	w.cur, w.causes = w.cur[:0], false
}

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
		case p.family != "":
			return true
		case p.failure:
			failure = failure || !zeroed(low, i)
		case p.harmless:
			harmless = true
			i += len(p.text) - 1
		}
	}
	if failure || placed(s) || accessFailed(s) || strings.HasPrefix(s, "● ") && strings.Contains(s, " › ") {
		return true
	}
	return !harmless && segment.Head(s) >= 0
}

// placed reports a compiler's message, which stands behind "file:line:column: ".
func placed(s string) bool {
	at := strings.Index(s, ": ")
	if at < 0 || at > 200 || strings.ContainsRune(s[:at], ' ') {
		return false
	}
	file, col, _ := cutLast(s[:at])
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

// failedStatus reports "status code 503" and "状态码 503".
func failedStatus(s string) bool {
	for _, w := range [...]string{"status code ", "statuscode: ", "状态码 ", "状态码"} {
		if _, n, ok := strings.Cut(s, w); ok && len(n) >= 3 && (n[0] == '4' || n[0] == '5') && digits(n[:3]) {
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
	low := lowerASCII(firstBytes(s, 80))
	for _, h := range x.summary {
		if strings.HasPrefix(low, h) {
			return true
		}
	}
	return false
}

// withoutSummaries drops the texts that only sum up when another one is there.
func (x *lexicon) withoutSummaries(list []string) []string {
	if len(list) < 2 {
		return list
	}
	kept := make([]string, 0, len(list))
	for _, s := range list {
		if !x.summed(s) {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return list[:1]
	}
	return kept
}
