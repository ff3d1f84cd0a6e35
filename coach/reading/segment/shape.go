package segment

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shape is what a line looks like by itself.
type shape uint8

const (
	blank   shape = iota
	unclear       // as its neighbours are
	chat          // speech, for sure
	quote
	command // behind a prompt, with something typed
	prompt  // a prompt alone
	output1 // output, for sure
	output2 // output beside output or a command
	code1   // code, for sure
	code2   // code beside code
)

func shapesOf(lines []string) []shape {
	out := make([]shape, len(lines))
	for i, l := range lines {
		out[i] = shapeOf(l)
	}
	return out
}

// shapeOf looks at one line alone. Long lines are judged by their start.
func shapeOf(line string) shape {
	s := strings.TrimSpace(line)
	if s == "" {
		return blank
	}
	if len(line) > 600 {
		line = line[:600]
		s = strings.TrimSpace(line)
	}
	if s[0] == '>' {
		if sh := angle(s); sh != unclear {
			return sh
		}
	}
	if n := Prompt(line); n > 0 {
		if strings.TrimSpace(line[n:]) == "" {
			return prompt
		}
		return command
	}
	if Head(s) == 0 || jsonLog(s) || framed(line) || logged(s) || resultLine(s) && !Asks(s) {
		return output1
	}
	if sh := codeShape(line, s); sh != unclear {
		return sh
	}
	if framedRow(s) || columns(s) && !Asks(s) && !opensSpeech(s) {
		return output2
	}
	if chatty(s) {
		return chat
	}
	return unclear
}

// angle tells a quoted line from the lines that Gradle and npm begin with "> ".
func angle(s string) shape {
	if strings.HasPrefix(s, ">>> ") {
		return unclear
	}
	t := strings.TrimLeft(s, "> ")
	if strings.HasPrefix(t, "Task :") || strings.HasPrefix(t, "Could not ") || strings.HasPrefix(t, "Configure project") ||
		strings.HasPrefix(t, "Failed to ") || strings.HasPrefix(t, "Compilation failed") || npmBanner(t) {
		return output1
	}
	return quote
}

// npmBanner is "shop@1.0.0 start".
func npmBanner(s string) bool {
	at := strings.IndexByte(s, '@')
	return at > 0 && !strings.ContainsRune(s[:at], ' ') && at+1 < len(s) && s[at+1] >= '0' && s[at+1] <= '9'
}

// resolve gives each line its kind.
func resolve(lines []string, shapes []shape) []Kind {
	kinds := make([]Kind, len(lines))
	prev, typed := Prose, false // typed: the last line that was no output is a command
	for i, s := range shapes {
		next := blank
		if i+1 < len(shapes) {
			next = shapes[i+1]
		}
		k := Prose
		switch s {
		case blank:
			k = prev
			if prev == Code || prev == Prose {
				k = Prose
			}
		case quote:
			k = Quote
		case command, prompt:
			k = Command
			typed = s == command
		case output1:
			k = Output
		case code1:
			k = Code
			if prev == Output && i > 0 && sourceOfFrame(lines[i-1], lines[i]) {
				k = Output
			}
		case code2:
			k = weakCode(prev, next, lines[i], typed)
		case output2:
			k = Output
		case chat:
			if indented(lines[i]) && (prev == Output || prev == Code) {
				k = prev
			}
		case unclear:
			k = inherit(prev, lines[i], typed)
			if k == Prose && next == code2 && details(lines[i], lines[i+1]) {
				k = Output
			}
		}
		kinds[i] = k
		if s != blank {
			prev = k
		}
		if k == Prose && s != blank {
			typed = false
		}
	}
	return kinds
}

// sourceOfFrame reports the source line that Python prints below a frame.
func sourceOfFrame(frame, line string) bool {
	return indented(line) && strings.HasPrefix(strings.TrimSpace(frame), "File \"")
}

// details reports a program's line with its details indented below: "assertion failed",
// "  left: 2". A line that introduces what is below ends with a colon.
func details(line, below string) bool {
	s := strings.TrimSpace(line)
	return indented(below) && !strings.HasSuffix(s, ":") && !hasHan(s) && strings.ContainsRune(s, ' ')
}

func weakCode(prev Kind, next shape, line string, typed bool) Kind {
	switch {
	case prev == Code || next == code1 || next == code2:
		if prev == Output {
			return Output
		}
		return Code
	case prev == Output || prev == Command && typed:
		return Output
	case call(strings.TrimSpace(line)):
		return Code
	}
	return Prose
}

// inherit is the kind of a line that says nothing of itself.
func inherit(prev Kind, line string, typed bool) Kind {
	switch {
	case prev == Output, prev == Command && typed:
		return Output
	case prev == Code && indented(line):
		return Code
	}
	return Prose
}

func indented(line string) bool {
	return line != "" && (line[0] == ' ' && len(line) > 1 && line[1] == ' ' || line[0] == '\t')
}

// framedRow reports a row of a table with an ASCII frame, or its rule.
func framedRow(s string) bool {
	return s[0] == '|' && s[len(s)-1] == '|' || s[0] == '+' && strings.HasPrefix(s, "+--")
}

// columns reports a tab, or two gaps of two spaces or more. People leave such gaps by accident too.
func columns(s string) bool {
	gaps := 0
	for i := 1; i+1 < len(s); i++ {
		if s[i] == '\t' {
			return true
		}
		if s[i] == ' ' && s[i+1] == ' ' && s[i-1] != ' ' && s[i-1] != '.' && s[i-1] != '!' && s[i-1] != '?' {
			gaps++
		}
	}
	return gaps >= 2
}

// chatWords are the words that a learner uses and a program hardly does.
var chatWords = map[string]bool{
	"i": true, "i'm": true, "i'll": true, "i've": true, "i'd": true, "my": true, "me": true, "ok": true,
	"okay": true, "thanks": true, "thx": true, "let's": true, "lol": true, "haha": true, "hmm": true,
}

// firstWords are chat words at the start of a line only, and in lower case: programs begin
// sentences with the same words.
var firstWords = map[string]bool{
	"so": true, "but": true, "now": true, "still": true, "then": true, "and": true, "what": true,
	"why": true, "how": true, "it": true, "it's": true, "that": true, "that's": true, "same": true,
	"yes": true, "no": true, "can": true, "should": true, "do": true, "does": true,
	"done": true, "wait": true, "got": true, "btw": true, "any": true, "is": true, "here": true,
	"this": true, "after": true, "also": true, "yep": true, "well": true, "the": true, "when": true,
}

// zhChat are signs of speech that Chinese program messages do not carry.
var zhChat = []string{"我", "吧", "吗", "呢", "啊", "谢谢", "怎么", "为什么", "那今天", "好的", "明天", "然后", "还是", "又", "是不是", "呀"}

// chatty reports whether s is speech for sure.
func chatty(s string) bool {
	if s == "OK" { // a program's
		return false
	}
	first := true
	for word := range strings.FieldsSeq(s) {
		w := strings.ReplaceAll(strings.Trim(word, ",.!?:;…"), "’", "'")
		if first && firstWords[w] && (w != "no" || w != word || word == s) || len(w) < 8 && chatWords[strings.ToLower(w)] {
			return true
		}
		first = false
	}
	if hasHan(s) {
		for _, z := range zhChat {
			if strings.Contains(s, z) {
				return true
			}
		}
	}
	return false
}

// askWords open questions and what leads up to one, in any letter case.
var askWords = map[string]bool{
	"how": true, "how's": true, "what": true, "what's": true, "why": true, "where": true, "where's": true,
	"which": true, "who": true, "when": true, "can": true, "could": true, "should": true, "is": true, "are": true,
	"does": true, "do": true, "did": true, "will": true, "would": true,
	"i": true, "so": true, "but": true, "and": true, "ok": true, "please": true, "sorry": true,
}

var zhAsks = []string{"怎么", "怎样", "如何", "为什么", "什么", "哪", "多少", "多久", "吗", "呢", "请问", "我"}

// opensSpeech reports whether a line begins as questions do, or asks in Chinese.
func opensSpeech(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	if askWords[strings.ToLower(strings.TrimRight(word, ",.:"))] {
		return true
	}
	return hasHan(s) && slices.ContainsFunc(zhAsks, func(z string) bool { return strings.Contains(s, z) })
}

func hasHan(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < 0x80 {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.Is(unicode.Han, r) {
			return true
		}
		i += n
	}
	return false
}

// Spoken reports whether a line is speech for sure, by the words that people use and programs do
// not.
func Spoken(line string) bool { return chatty(strings.TrimSpace(line)) }
