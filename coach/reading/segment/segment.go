// Package segment cuts a learner's message into what the learner says and what the learner shows.
//
// Goals: pasted output, code, commands and quotes never pass for speech, fenced or not, English or
// Chinese; no content is lost; work linear in the text; any bytes are taken. Non-goals: saying what
// a block means, colouring code, a full Markdown parser.
package segment

import "strings"

// Kind says what a block is.
type Kind uint8

// The kinds of blocks.
const (
	Prose   Kind = iota // what the learner says
	Output              // pasted terminal output, a log, an error text
	Code                // source or configuration
	Quote               // somebody's words behind "> "
	Command             // a line behind a shell or tool prompt, with the prompt
)

var kindNames = [...]string{"prose", "output", "code", "quote", "command"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Block is a run of lines of one kind. Text has no carriage returns, colours, NULs or invalid
// UTF-8, and neither starts nor ends with a line break. Lang is the info word of a fence, lower
// case, and empty without one.
type Block struct {
	Kind Kind
	Text string
	Lang string
}

// Parse cuts text into blocks in the order of the text. The texts of the blocks, joined, hold
// everything of the text but white space, fence lines and control characters. An empty text has
// no blocks.
func Parse(text string) []Block {
	text = Clean(text)
	if b, ok := oneLiner(text); ok {
		return b
	}
	return parseAll(text)
}

// oneLiner is the short way for the usual chat line: one line without a mark that could make it
// anything but speech.
func oneLiner(text string) ([]Block, bool) {
	if text == "" {
		return nil, true
	}
	if len(text) > 400 || marked(text) {
		return nil, false
	}
	if strings.TrimSpace(text) == "" {
		return nil, true
	}
	if !humble(text) {
		if sh := shapeOf(text); sh != chat && sh != unclear {
			return nil, false
		}
	}
	if Head(text) >= 0 {
		return nil, false
	}
	return []Block{{Kind: Prose, Text: text}}, true
}

// marks are the ASCII signs of output, code, quotes and spans.
var marks = func() (t [256]bool) {
	for _, c := range []byte("\n\t`~:>$#%(){}[]=;|\\/\"") {
		t[c] = true
	}
	return t
}()

// marked reports a sign of marks, or one of “ ： （ ❯ ➜.
func marked(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case marks[c]:
			return true
		case c == 0xe2 || c == 0xef:
			if i+2 < len(s) {
				switch s[i : i+3] {
				case "“", "：", "（", "❯", "➜":
					return true
				}
			}
		}
	}
	return false
}

// humble reports a line that begins as speech does and output and code mostly do not: with a small
// letter that opens no keyword, or in Chinese.
func humble(s string) bool {
	if s[0] < 'a' && !strings.HasPrefix(s, "I ") && !strings.HasPrefix(s, "I'") || s[0] > 'z' && s[0] < 0xe3 {
		return false
	}
	if strings.Contains(s, "  ") || s[len(s)-1] == ',' {
		return false
	}
	word, _, _ := strings.Cut(s, " ")
	switch word {
	case "import", "package", "use", "def", "class", "for", "while", "else", "total", "added", "commit", "npm", "drwx", "with", "if":
		return false
	}
	return true
}

// fence returns the mark that opens a fence on the line ("```" or longer, "~~~" or longer) and its
// info word, or "".
func fence(line string) (mark, lang string) {
	s := strings.TrimLeft(line, " ")
	if len(s) < 3 || len(line)-len(s) > 8 || (s[0] != '`' && s[0] != '~') {
		return "", ""
	}
	n := 0
	for n < len(s) && s[n] == s[0] {
		n++
	}
	info := strings.TrimSpace(s[n:])
	if n < 3 || strings.ContainsRune(info, '`') {
		return "", ""
	}
	lang, rest, _ := strings.Cut(info, " ")
	if rest != "" || len(lang) > 20 {
		// Chat users type text right behind the mark; it is content, not an info word.
		return "", ""
	}
	return s[:n], strings.ToLower(lang)
}

// untilFence returns the lines before the closing mark and those behind it. A fence without an end
// takes all.
func untilFence(text, mark string) (body, rest string) {
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += at
		}
		s := strings.TrimSpace(text[at:end])
		if strings.HasPrefix(s, mark) && strings.Trim(s, mark[:1]) == "" {
			return text[:at], strings.TrimPrefix(text[end:], "\n")
		}
		if strings.HasSuffix(s, mark) && len(s) > len(mark) { // closed behind the last words
			cut := at + strings.LastIndex(text[at:end], mark)
			return text[:cut], strings.TrimPrefix(text[end:], "\n")
		}
		at = end + 1
	}
	return text, ""
}
