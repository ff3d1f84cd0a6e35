package track

import (
	"strings"
	"unicode/utf8"

	"tack/coach/reading/segment"
)

// quoted is the part of a line that a program printed, where the learner speaks in the same line: "I
// installed it. Redis server v=7.0" is quoted from the R on. [from, to) is what is known to be output.
func quoted(line string, from, to int) string {
	from, to = min(max(from, 0), len(line)), min(max(to, from), len(line))
	begin, end := spokenBefore(line[:from]), to+len(line[to:])
	if at := spokenBehind(line[to:]); at >= 0 {
		end = to + at
	}
	return oneLine(strings.Trim(line[begin:end], " \t`“”\"「」"))
}

// clauseEnds are the signs behind which another speaker may go on.
const clauseEnds = ".!?:;,。！？：；，、…"

// spokenBefore is the length of the words of a learner's at the beginning of what stands before an
// output: the part up to the last sign between clauses, if it is speech.
func spokenBefore(head string) int {
	at := strings.LastIndexAny(head, clauseEnds)
	if at < 0 {
		return 0
	}
	_, n := utf8.DecodeRuneInString(head[at:])
	at += n
	ascii := head[at-1] < utf8.RuneSelf
	if ascii && at < len(head) && head[at] != ' ' && head[at] != '`' { // 7.0, 127.0.0.1
		return 0
	}
	if !speech(head[:at]) {
		return 0
	}
	return at
}

// spokenBehind is where the learner's words begin behind an output; -1: nowhere.
func spokenBehind(tail string) int {
	at := strings.IndexAny(tail, clauseEnds)
	for at >= 0 {
		_, n := utf8.DecodeRuneInString(tail[at:])
		rest := tail[at+n:]
		if (n > 1 || strings.HasPrefix(rest, " ")) && speech(rest) {
			return at
		}
		next := strings.IndexAny(rest, clauseEnds)
		if next < 0 {
			return -1
		}
		at += n + next
	}
	return -1
}

// minSpoken is how many words, or CJK characters, a clause of speech has at least.
const minSpoken = 2

// speech reports whether text is what people say: a clause of several words without a sign of a terminal,
// and nothing that begins an error text.
func speech(text string) bool {
	if strings.ContainsAny(text, terminalMarks) || strings.IndexFunc(text, digit) >= 0 || segment.Head(text) >= 0 {
		return false
	}
	for _, clause := range strings.FieldsFunc(text, parting) {
		if len(strings.Fields(clause)) >= minSpoken || wideRunes(clause) >= minSpoken {
			return true
		}
	}
	return false
}
