package errs

import (
	"strings"
	"unicode/utf8"

	"tack/coach/reading/segment"
)

// maxTold is how much of a line of speech is looked at; longer ones are no speech.
const maxTold = 2000

// told returns the error texts in speech: quoted in a sentence, behind a colon, or a line of
// program text among the speech. A question that mentions an error tells none.
func (x *lexicon) told(prose string) []string {
	var out []string
	for rest := prose; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		t := ""
		line = firstBytes(line, maxTold)
		if hanText(line) && !segment.Asks(line) && !segment.Mentions(line) {
			t = x.foreign(line)
		}
		if t == "" && !idle(line) && !segment.Mentions(line) {
			t = x.toldIn(withoutAdvice(line))
		}
		if t == "" && len(line) <= maxBare && !segment.Asks(line) && !segment.Mentions(line) && x.dominated(line) {
			t = line
		}
		if t != "" {
			out = append(out, t)
		}
		rest = after
	}
	return out
}

// maxBare is the longest line that is looked at for being a system error and little more, in bytes.
const maxBare = 60

// minSentence is from how many bytes on the wording of a tool's is a sentence and no words of everyday.
const minSentence = 20

// foreignWords is from how many words on English inside Chinese speech may be a program's.
const foreignWords = 5

// foreign returns a failure in English with which Chinese speech, or a clause of it, ends, or "". A known error text in
// Chinese is no speech.
func (x *lexicon) foreign(line string) string {
	han := func(r rune) bool { return r >= 0x2e80 }
	for from := strings.IndexFunc(line, han); from >= 0 && from < len(line); {
		run := line[from:]
		if end := strings.IndexFunc(run, han); end == 0 {
			_, n := utf8.DecodeRuneInString(run)
			from += n
			continue
		} else if end > 0 {
			run = run[:end]
		}
		text := strings.TrimSpace(run)
		if (from+len(run) == len(line) || stopped(line[from+len(run):])) && strings.Count(text, " ")+1 >= foreignWords && !strings.Contains(text, " it ") && !segment.Spoken(text) && x.programText(text) && !x.knows(line[:from]) {
			return text
		}
		from += len(run)
	}
	return ""
}

// stopped reports that a Chinese clause ends before s.
func stopped(s string) bool {
	return strings.HasPrefix(s, "，") || strings.HasPrefix(s, "。") || strings.HasPrefix(s, "；")
}

// knows reports a known error text in text.
func (x *lexicon) knows(text string) bool {
	low := lowerASCII(normal(text))
	for i := range len(low) {
		if p := x.phraseAt(low, i); p != nil && !negated(low[:i]) && (p.family != "" || p.wording != "" && p.failure) {
			return true
		}
	}
	return false
}

// advice are the beginnings of questions that programs ask behind an error.
var advice = [...]string{"Is the ", "Are you ", "Did you ", "did you ", "Does the ", "Do you have ", "Is it "}

// withoutAdvice is a line without the question of the program's at its end, or nothing if the
// learner asks.
func withoutAdvice(line string) string {
	if !segment.Asks(line) {
		return line
	}
	i := max(strings.LastIndex(line, ". "), strings.LastIndex(line, " - ")+1) + 2
	if i < 10 {
		return ""
	}
	for _, a := range advice {
		if strings.HasPrefix(line[i:], a) {
			return line[:i]
		}
	}
	return ""
}

// dominated reports a short line of which a system error, or a tool's whole sentence, makes most.
func (x *lexicon) dominated(line string) bool {
	if segment.Spoken(line) {
		return false
	}
	low := strings.TrimSpace(lowerASCII(normal(line)))
	for i := 0; i < len(low); i++ {
		if p := x.phraseAt(low, i); p != nil && (p.family != "" || p.wording != "" && p.failure && len(p.text) >= minSentence) {
			return len(p.text)*5 >= len(low)*3
		}
	}
	return false
}

// idle is the cheap look: the line begins small and has no sign of a quoted text, of a chain, of a
// path, of a code in capitals, or of a number in text that is not spoken.
func idle(line string) bool {
	if startsUpper(line) {
		return false
	}
	capitals, chinese, number := 0, false, false
	for i := 0; i < len(line); i++ {
		c := line[i]
		if c >= 'A' && c <= 'Z' {
			if capitals++; capitals >= 4 || i >= 4 && digits(line[i-4:i-1]) && line[i-1] == ' ' {
				return false
			}
			continue
		}
		capitals = 0
		switch {
		case toldMarks[c]:
			return false
		case c == 0xe3 || c == 0xef && i+2 < len(line) && (line[i:i+3] == "：" || line[i:i+3] == "（"):
			return false // 「《 and the like
		case c >= 0xe4:
			chinese = true
		case digit(c):
			number = true
		}
	}
	return !number || !chinese && segment.Spoken(line)
}

// toldMarks are the signs of a quoted text, a chain, a path or a program's line. 0xe2 begins “.
var toldMarks = func() (t [256]bool) {
	for _, c := range []byte("'`\":/[]=>(\xe2") {
		t[c] = true
	}
	return t
}()

func startsUpper(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }

// toldIn returns the error text on a line of speech, or "".
func (x *lexicon) toldIn(line string) string {
	for _, span := range segment.Spans(line) {
		if (strings.ContainsRune(span, ' ') || hanText(span)) && x.programText(span) {
			return span
		}
	}
	if t := x.named(line); t != "" {
		return t
	}
	trimmed := strings.TrimSpace(line)
	if reasonWord(trimmed) && x.programText(trimmed) {
		return trimmed
	}
	spoken := segment.Spoken(line) || strings.HasSuffix(trimmed, ":") || strings.HasSuffix(trimmed, "：")
	if !spoken && !spokenTail(line) && x.structured(line) && x.programText(line) && (x.formal(line) || x.strong(line)) {
		return line
	}
	for i, from := 0, 0; ; {
		i = strings.IndexAny(line[from:], ":：")
		if i < 0 {
			return ""
		}
		i += from
		n := 1
		if line[i] != ':' {
			if !strings.HasPrefix(line[i:], "：") {
				from = i + 1
				continue
			}
			n = len("：")
		}
		from = i + n
		tail := strings.TrimSpace(line[from:])
		if tail == "" || n == 1 && from < len(line) && line[from] != ' ' {
			continue
		}
		if !segment.Spoken(tail) && x.programText(tail) {
			if segment.Spoken(line[:i]) {
				return tail
			}
			return line
		}
	}
}

// reasonWord reports one word as programs name reasons: ErrImagePull.
func reasonWord(s string) bool {
	return startsUpper(s) && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !wordlike(s)
}

// named returns an HTTP status with its reason, or a symbolic error code with its target, from the
// middle of a sentence.
func (x *lexicon) named(line string) string {
	for i := 0; i < len(line); i++ {
		if i > 0 && wordByte(line[i-1]) {
			continue
		}
		switch c := line[i]; {
		case (c == '4' || c == '5') && statusLine(line[i:]):
			return statusText(line[i:])
		case c == 'E' && x.codeAt(line[i:]):
			code, rest, _ := strings.Cut(line[i:], " ")
			if target, _, _ := strings.Cut(rest, " "); strings.ContainsAny(target, ".:/0123456789") {
				return code + " " + target
			}
		}
	}
	return ""
}

// statusText is the status and the words of its reason, which begin with capitals.
func statusText(s string) string {
	n := 3
	for n+1 < len(s) && s[n] == ' ' && s[n+1] >= 'A' && s[n+1] <= 'Z' {
		for n++; n < len(s) && (letter(s[n]) || s[n] == '-'); n++ {
		}
	}
	return s[:n]
}

// spokenTail reports speech behind the first colon: "add: the conflict is in a.py".
func spokenTail(line string) bool {
	_, tail, ok := strings.Cut(line, ": ")
	return ok && segment.Spoken(tail)
}

// formal reports a line with a sign that chat hardly has: it begins with a capital, a mark or a
// failure, or has a colon, a quotation mark or a bracket, or a number or an exception in parentheses.
func (x *lexicon) formal(line string) bool {
	if startsUpper(line) || line[0] == 0xe2 || strings.ContainsAny(line, "'\"`:[]=") || hanText(line) {
		return true
	}
	if _, in, ok := strings.Cut(line, "("); ok && in != "" && (digit(in[0]) || exceptionName(strings.TrimRight(in, ").:"))) {
		return true
	}
	if x.printed(line) {
		return true
	}
	for _, w := range [...]string{"cannot ", "can't ", "could not ", "couldn't ", "unable to ", "failed to ", "no such ", "invalid ", "unknown ", "undefined ", "unexpected ", "missing ", "requires "} {
		if strings.HasPrefix(line, w) {
			return true
		}
	}
	return false
}

// printed reports a remark in parentheses and a place, as programs write both: "(type mismatch) for
// row 12".
func (x *lexicon) printed(line string) bool {
	if !strings.Contains(line, "(") {
		return false
	}
	before := ""
	for w := range strings.FieldsSeq(line) {
		if x.position[lowerASCII(before)] && digit(w[0]) {
			return true
		}
		before = strings.TrimLeft(w, "(")
	}
	return false
}

// strong reports a system error, or a program that ended with a code.
func (x *lexicon) strong(line string) bool {
	for _, t := range x.scan(line, nil) {
		if t.kind == system {
			return true
		}
	}
	return strings.Contains(line, " code ") || strings.Contains(line, " status ")
}

// programText reports text that a program may have written of a failure.
func (x *lexicon) programText(s string) bool {
	return len(s) > 6 && x.errorLine(s) || statusLine(s)
}

// structured reports the signs of a program's line: a chain, a quoted name, a number, a code.
func (x *lexicon) structured(s string) bool {
	return strings.ContainsAny(s, "'\"`:[]()=/>0123456789") || strings.Contains(s, "：") || startsUpper(s) && strings.Count(s, " ") >= 2
}

// statusLine is an HTTP status of failure with its reason: 502 Bad Gateway.
func statusLine(s string) bool {
	return len(s) > 6 && (s[0] == '4' || s[0] == '5') && digits(s[:3]) && s[3] == ' ' && s[4] >= 'A' && s[4] <= 'Z'
}

// hanText reports Chinese in s, or another script of three bytes a letter.
func hanText(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xe3 {
			return true
		}
	}
	return false
}
