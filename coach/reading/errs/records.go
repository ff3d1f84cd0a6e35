package errs

import (
	"strings"

	"tack/coach/reading/segment"
)

// maxLines bounds the lines of one record behind its first.
const maxLines = 8

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

// walker goes through shown text line by line and collects the error texts: for each, the line that
// names the deepest cause with the lines that belong to it.
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

// text takes a block of shown text. It goes on with the record of the block before only where it
// begins with its cause.
func (w *walker) text(text string) {
	if !links(strings.TrimLeft(text, " \t")) {
		w.close()
	}
	for rest := text; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		w.line(line)
		rest = after
	}
	w.blank = 0
}

// links reports a line that names the cause of what stands before.
func links(s string) bool {
	for _, l := range [...]string{"Caused by:", "---> ", "[cause]: ", "{ [cause]: "} {
		if strings.HasPrefix(s, l) {
			return true
		}
	}
	return false
}

// line takes one line.
func (w *walker) line(line string) {
	line = unboxed(unstepped(line))
	s := unmarked(strings.TrimSpace(line))
	if s == "" {
		w.blank++
		return
	}
	defer func() { w.blank = 0 }()
	if t := strings.TrimSpace(strings.TrimPrefix(s, "npm ERR!")); t != s || strings.HasPrefix(s, "npm error ") {
		if w.lex.summed(s) {
			w.lines(s)
			return
		}
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
	case w.trace: // a traceback ends with its exception, whatever that is called
		w.head(s)
	case excerptLine(s), w.lex.hinted(s):
		w.lines(s)
	case w.lex.errorLine(s) && !(len(w.cur) > 0 && indented(line) && w.blank == 0 && !w.strong(s)):
		w.head(s)
	default:
		w.more(line, s)
	}
}

// lines takes a line that is noise; a summary, or advice that tells of a failure, still opens a
// record if nothing else does.
func (w *walker) lines(s string) {
	if (w.lex.summed(s) || w.lex.hinted(s) && w.lex.errorLine(s)) && len(w.cur) == 0 && len(w.out) == 0 {
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
		where := strings.HasPrefix(s, "on ") && strings.Contains(s, " line ") // Terraform says what is wrong behind it
		w.named = !where && strings.ContainsAny(s, "'\"`‘“/") || strings.HasPrefix(w.cur[0], "thread '")
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
