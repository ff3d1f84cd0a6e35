package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxCut is the longest line of speech that may carry an error text, in bytes.
const maxCut = 4000

// cut divides a line of speech that carries an error text: what is said before it, the error
// text, what is said behind it. shown is empty when there is none; then said is the line. An error
// text in a question about its meaning is only mentioned.
func cut(line string) (said, shown, tail string) {
	if len(line) > maxCut || Mentions(line) {
		return line, "", ""
	}
	asks := Asks(line)
	if strings.ContainsAny(line, "`\"“") {
		if from, to, in, out, ok := shownSpan(line); ok && (!asks || strings.ContainsAny(line[in:out], ":：")) {
			return strings.TrimSpace(line[:from]), line[in:out], strings.TrimSpace(line[to:])
		}
	}
	if at := Head(line); at > 0 && !Asks(line[:at]) && (!asks || strings.ContainsAny(line[at:], ":：")) {
		at = behindSpeech(line, withTool(line, at))
		if at == 0 || saidBefore(line[:at]) {
			shown, tail = saidBehind(line[at:])
			return strings.TrimSpace(line[:at]), strings.TrimSpace(shown), strings.TrimSpace(tail)
		}
	}
	if at := colonPaste(line); at > 0 {
		return strings.TrimSpace(line[:at]), strings.TrimSpace(line[at:]), ""
	}
	return line, "", ""
}

// Mentions reports speech that names an error without showing it: it asks what the text means, or
// says that the error is gone and nothing more.
func Mentions(line string) bool { return asksMeaning(line) || saysGone(line) }

// saysGone reports that the learner says of an error that it is gone. What comes behind "but" or
// "now" may show the next one.
func saysGone(line string) bool {
	for _, w := range [...]string{"but", "now", "但", "不过", "现在", "却", "又"} {
		if strings.Contains(line, w) && !strings.Contains(line, "know") {
			return false
		}
	}
	for _, w := range [...]string{" is gone", " are gone", "no longer", "went away", "disappeared", "不再", "没有再", "没再", "消失", "解决了"} {
		if _, behind, ok := strings.Cut(line, w); ok {
			return !reported(behind)
		}
	}
	return false
}

// reported reports the words with which programs, and not learners, go on behind "no longer" and
// "disappeared".
func reported(behind string) bool {
	for _, w := range [...]string{" unexpectedly", " available", " supported", " valid", " running", " active", " maintained", " compatible"} {
		if strings.HasPrefix(behind, w) {
			return true
		}
	}
	return false
}

// asksMeaning reports a question about what a text means, and a wish to have it explained.
func asksMeaning(line string) bool {
	if !Asks(line) {
		return false
	}
	for _, w := range []string{" mean", "meaning", "explain", "what is ", "What is ", "什么意思", "是什么", "是啥", "解释"} {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}

// shownSpan is the first span of the line whose inside begins as an error text does.
func shownSpan(line string) (from, to, in, out int, ok bool) {
	eachSpan(line, func(f, t, i, o int) {
		if !ok && strings.ContainsRune(line[i:o], ' ') {
			if at := Head(line[i:o]); at >= 0 {
				from, to, in, out, ok = f, t, i, o, true
			}
		}
	})
	return from, to, in, out, ok
}

// withTool moves the start of an error text back over what a program puts before it: "psql: ",
// "cat: /etc/x: ", "Could not connect to db:5432: ". What is chat stays out.
func withTool(line string, at int) int {
	if before := positionless(line[:at]); !chatty(before) && !hasHan(before) {
		return 0
	}
	for at > 0 {
		t := strings.TrimRight(line[:at], " ")
		if !strings.HasSuffix(t, ":") {
			return at
		}
		i := strings.LastIndexAny(t, " `\"，：。") + 1
		for i > 0 && i < len(t) && t[i] >= 0x80 && t[i] < 0xc0 {
			i++ // behind a mark of several bytes
		}
		word := strings.ToLower(t[i : len(t)-1])
		if before := strings.TrimRight(t[:i], " "); number(word) && (strings.HasSuffix(before, " line") || strings.HasSuffix(before, " 行")) {
			at = len(before) - len("line")
			if strings.HasSuffix(before, "行") {
				at = len(before) - len("行")
			}
			continue
		}
		if word == "" || firstWords[word] || chatWords[word] || hasHan(word) || spoken[word] {
			return at
		}
		at = i
	}
	return at
}

func number(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// behindSpeech moves the start of an error text back to where the Chinese before it ends, if what
// stands between is a program's: a chain, or more words than a command has.
func behindSpeech(line string, at int) int {
	han := lastHan(line[:at])
	if han < 0 {
		return at
	}
	between := strings.TrimLeft(line[han:at], " :：")
	if chatty(between) || !strings.Contains(between, ": ") && strings.Count(between, " ") < 4 || between[0] >= 0x80 {
		return at
	}
	return at - len(between)
}

// positionless is the front of a shell's message without its Chinese words for a position.
func positionless(s string) string {
	if !strings.HasPrefix(s, "./") && !strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "bash: ") {
		return s
	}
	return strings.NewReplacer("第", "", "行", "").Replace(s)
}

// spoken are the words that people put before the colon with which a paste begins.
var spoken = map[string]bool{
	"this": true, "says": true, "said": true, "following": true, "error": true, "message": true, "get": true,
	"got": true, "output": true, "result": true, "line": true, "log": true, "prints": true, "shows": true,
	"again": true, "yet": true, "is": true, "was": true, "see": true, "with": true, "fails": true,
}

// saidBehind cuts speech off the end of an error text: a question of the learner's, or a clause that
// begins as only people do.
func saidBehind(s string) (shown, tail string) {
	asks := Asks(s)
	for i := 0; i < len(s); i++ {
		n := stopLen(s[i:])
		if n == 0 || i == 0 {
			continue
		}
		rest := s[i+n:]
		if hasHan(rest) && !hasHan(s[:i]) && (chatty(rest) || asks || s[i] >= 0x80) || person(rest) || asks && rest != "" && rest[0] >= 'a' && chatty(rest) {
			return s[:i], rest
		}
	}
	return s, ""
}

// stopLen is the length of the stop between two clauses at the start of s; 0: there is none.
func stopLen(s string) int {
	for _, stop := range [...]string{". ", ", ", "; ", "! ", "。", "，", "；", "！"} {
		if strings.HasPrefix(s, stop) {
			return len(stop)
		}
	}
	return 0
}

// person reports a clause that begins with the learner, perhaps behind a conjunction.
func person(s string) bool {
	for _, c := range [...]string{"but ", "and ", "so ", "what do ", "what should ", "even though ", "because ", "although "} {
		s = strings.TrimPrefix(s, c)
	}
	word, _, _ := strings.Cut(s, " ")
	return len(word) < 8 && chatWords[strings.ToLower(strings.ReplaceAll(word, "’", "'"))] && word != "OK"
}

// saidBefore reports whether a prefix is speech and not the front of a log line.
func saidBefore(s string) bool {
	if len(s) > 1 && s[0] == '(' && s[1] >= '0' && s[1] <= '9' { // (98)Address already in use: AH00072:
		return false
	}
	return hasHan(s) || chatty(s) || strings.Contains(s, " ") && !strings.ContainsAny(s, "[]/|(")
}

// colonPaste finds output behind a Chinese clause: at least three words without Chinese, behind a
// colon or with one in them.
func colonPaste(line string) int {
	at := lastHan(line)
	if at < 0 || line[0] == '(' || line[0] == '[' {
		return -1
	}
	rest := strings.TrimLeft(line[at:], " ")
	colon := strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "：")
	rest = strings.TrimLeft(rest, ": ：")
	if strings.Count(strings.TrimSpace(rest), " ") < 2 || !colon && !strings.Contains(rest, ": ") || rest[0] >= 0x80 {
		return -1
	}
	return len(line) - len(rest)
}

// lastHan is where the last Chinese letter ends; -1: there is none.
func lastHan(s string) int {
	for i := len(s); i > 0; {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if unicode.Is(unicode.Han, r) {
			return i
		}
		i -= n
	}
	return -1
}

// Asks reports whether a line asks about what it names: it ends with a question mark or begins
// with a word that asks.
func Asks(line string) bool {
	s := strings.TrimRight(line, " \t)\"'`”")
	if strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "吗") {
		return true
	}
	return strings.Contains(s, "是什么意思") || strings.HasPrefix(strings.ToLower(s), "what does ") || strings.HasPrefix(strings.ToLower(s), "what is ")
}
