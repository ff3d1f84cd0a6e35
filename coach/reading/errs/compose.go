package errs

import (
	"slices"
	"strings"
)

// form returns the canonical form of a record.
func (x *lexicon) form(text string, note masked) form {
	tokens := x.scan(text, note)
	last := -1
	for i, t := range tokens {
		if t.kind == system {
			last = i
		}
	}
	if last >= 0 {
		return x.systemForm(tokens, last)
	}
	return x.plainForm(tokens)
}

// systemForm is the form of a system error: the family, the words that belong to it, and all
// values. What tried it, and in which program, does not count.
func (x *lexicon) systemForm(tokens []token, last int) form {
	f := form{class: []string{"!" + tokens[last].text}}
	from := partStart(tokens, last)
	subject := x.subjectBehind(tokens, last)
	if subject == "" {
		subject = x.subjectBefore(tokens, from)
	}
	if !x.bare[tokens[last].text] && !byNumber(tokens) {
		f.addWords(x, tokens, from, last)
	}
	if subject != "" {
		f.values = append(f.values, subject)
	}
	for _, t := range tokens {
		if t.kind == value {
			f.addValue(t.text)
		}
	}
	f.class = append(f.class, strings.Repeat(hole, len(f.values)))
	slices.Sort(f.values)
	return f
}

// byNumber reports that a number named the error, in whatever language its text is.
func byNumber(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.num })
}

// addWords adds the words before the system error in its part of the chain, and behind it.
func (f *form) addWords(x *lexicon, tokens []token, from, last int) {
	for i := from; i < last; i++ {
		f.addWord(x, tokens[i])
	}
	for i := last + 1; i < len(tokens) && tokens[i].kind != colon && tokens[i].kind != stop && tokens[i].kind != bracket; i++ {
		f.addWord(x, tokens[i])
	}
}

// subjectBehind is the target behind a system error and a colon, where it is one plain word: "zsh:
// command not found: jq".
func (x *lexicon) subjectBehind(tokens []token, last int) string {
	if last+1 == len(tokens)-1 && tokens[last+1].kind == word && x.bare[tokens[last].text] {
		return tokens[last+1].text
	}
	if last+2 == len(tokens)-1 && tokens[last+1].kind == colon && tokens[last+2].kind == word {
		return tokens[last+2].text
	}
	return ""
}

// partStart is where the part of the chain begins in which token i stands.
func partStart(tokens []token, i int) int {
	for i > 0 && tokens[i-1].kind != colon && tokens[i-1].kind != bracket && tokens[i-1].kind != stop {
		i--
	}
	return i
}

// addWord adds a word beside a system error if it says something.
func (f *form) addWord(x *lexicon, t token) {
	if (t.kind == word || t.kind == worded) && t.text != "" && !x.filler[lowerASCII(t.text)] && !x.level[lowerASCII(t.text)] {
		f.class = append(f.class, t.text)
	}
}

// subjectBefore is the target before a system error where it is a plain word: "bash: jq: command
// not found", "open data: permission denied". Words that are a part of a chain alone are commands
// or targets; the one next to the error is the target.
func (x *lexicon) subjectBefore(tokens []token, from int) string {
	end := from - 1
	if end < 1 || tokens[end].kind != colon {
		return ""
	}
	start := partStart(tokens, end)
	var words []string
	for _, t := range tokens[start:end] {
		switch {
		case t.kind == value:
			return ""
		case t.kind == word && t.text != "":
			words = append(words, t.text)
		}
	}
	switch {
	case len(words) == 1 && words[0][0] < 0x80 && !x.filler[words[0]] && !x.level[words[0]] && !x.position[words[0]]:
		return words[0]
	case len(words) == 2 && x.filler[words[0]] && !x.filler[words[1]]:
		return words[1]
	}
	return ""
}

// addValue adds a value unless it is there already.
func (f *form) addValue(v string) {
	if v != "" && !slices.Contains(f.values, v) {
		f.values = append(f.values, v)
	}
}

// plainForm is the form of any other error: the exception class nearest to the cause, the last
// part of each chain that says something, and the values of all parts.
func (x *lexicon) plainForm(tokens []token) form {
	tokens = x.unlevelled(tokens)
	if code := translatedCode(tokens); code != "" {
		return codeForm(code, tokens)
	}
	var f form
	for len(tokens) > 0 {
		end := 0
		for end < len(tokens) && tokens[end].kind != stop {
			end++
		}
		x.sentence(&f, tokens[:end])
		tokens = tokens[min(end+1, len(tokens)):]
	}
	if known := slices.IndexFunc(f.class, func(s string) bool { return strings.HasPrefix(s, "=") }); known >= 0 {
		f = x.inOneOrder(f)
	}
	return f
}

// translated are the beginnings of the codes of compilers that speak many languages.
var translated = [...]string{"TS", "CS", "LNK", "MSB", "NU", "NETSDK", "BC", "FS", "C"}

// translatedCode is the code, such as TS2304, of a message whose words its compiler translates, or "".
func translatedCode(tokens []token) string {
	for i, t := range tokens {
		if t.kind != value || i+1 == len(tokens) || tokens[i+1].kind != colon {
			continue
		}
		for _, p := range translated {
			if number, ok := strings.CutPrefix(t.text, p); ok && len(number) >= 4 && digits(number) {
				return t.text
			}
		}
	}
	return ""
}

// codeForm is the form of a message that its code names: the code and the values.
func codeForm(code string, tokens []token) form {
	f := form{class: []string{code}}
	for _, t := range tokens {
		if t.kind == value && t.text != code {
			f.values = append(f.values, t.text)
			f.class = append(f.class, hole)
		}
	}
	return f
}

// inOneOrder makes forms with known wordings independent of the order that a language gives to the
// parts of a message.
func (x *lexicon) inOneOrder(f form) form {
	slices.Sort(f.class)
	kept := f.class[:0]
	for _, c := range f.class {
		if !x.filler[c] && (len(kept) == 0 || c == hole || kept[len(kept)-1] != c) {
			kept = append(kept, c)
		}
	}
	f.class = kept
	slices.Sort(f.values)
	return f
}

// unlevelled drops the parts at the front that are levels and the like.
func (x *lexicon) unlevelled(tokens []token) []token {
	i := 0
	for i < len(tokens) {
		t := tokens[i]
		switch {
		case t.kind == word && (t.text == "" || x.level[lowerASCII(t.text)]), t.kind == colon && i > 0, t.kind == bracket, t.kind == stop:
			i++
			continue
		}
		break
	}
	if i == len(tokens) {
		return tokens
	}
	return tokens[i:]
}

// sentence adds one sentence: in "outer: inner: cause", the words of the cause and all values.
func (x *lexicon) sentence(f *form, tokens []token) {
	cut := x.causeStart(tokens)
	if n := len(tokens); n > 1 && tokens[n-2].kind == colon && tokens[n-1].kind == word && !x.tail[tokens[n-1].text] {
		tokens = slices.Clone(tokens)
		tokens[n-1].kind = value // a last word alone is a name: "undefined: total"
	}
	if cut < len(tokens) && tokens[cut].kind == worded && x.behind[tokens[cut].text] {
		if subject := x.subjectBefore(tokens, cut); subject != "" { // HOST: unbound variable
			f.values = append(f.values, subject)
			f.class = append(f.class, hole)
		}
	}
	lastClass := -1
	for i, t := range tokens[:cut] {
		switch {
		case t.kind == class:
			lastClass = i
		case t.kind == word && (t.text == "FATAL" || t.text == "fatal" || t.text == "ERROR"): // the server's own error inside the client's
			lastClass = -1
		}
	}
	for i, t := range tokens {
		switch t.kind {
		case value:
			if !digits(t.text) && slices.Contains(f.values, t.text) {
				continue // a name that a chain repeats
			}
			f.values = append(f.values, t.text)
			f.class = append(f.class, hole)
		case class:
			if i >= cut || i == lastClass && !hasClass(tokens[cut:]) {
				f.class = append(f.class, t.text)
			}
		case worded:
			f.class = append(f.class, "="+t.text)
		case word:
			if i >= cut && t.text != "" && t.text != "the" && t.text != "a" && t.text != "an" {
				f.class = append(f.class, t.text)
			}
		}
	}
}

func hasClass(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.kind == class })
}

// causeStart is where the cause begins: behind the last colon that has at least two words, or a
// known wording, behind it and no mere closing remark.
func (x *lexicon) causeStart(tokens []token) int {
	for i := len(tokens) - 1; i > 0; i-- {
		if tokens[i].kind == colon && x.says(tokens[i+1:]) {
			return i + 1
		}
	}
	return 0
}

func (x *lexicon) says(tokens []token) bool {
	var words []string
	for _, t := range tokens {
		switch t.kind {
		case word, worded:
			if t.text != "" {
				words = append(words, t.text)
			}
			if t.kind == worded || t.text != "" && t.text[0] >= 0x80 {
				words = append(words, "")
			}
		}
	}
	return len(words) >= 2 && !x.tail[strings.TrimSpace(strings.Join(words, " "))]
}
