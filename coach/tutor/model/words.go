package model

import (
	"regexp"
	"strings"

	"tack/coach/voice"
)

// wordings are what the tutor knows of phrases. The words are data: texts of messages/model whose keys
// begin with "find_" hold an RE2 pattern on each line. Those of every language count in every session.
type wordings map[string][]*regexp.Regexp

// wordingsOf compiles the patterns of all languages. One that is no RE2 is a programmer's error.
func wordingsOf(v *voice.Voice) wordings {
	w := wordings{}
	for _, key := range v.Keys() {
		if !strings.HasPrefix(key, "find_") {
			continue
		}
		for _, tag := range v.Languages() {
			for _, line := range strings.Split(v.Say(tag, key, nil), "\n") {
				if line = strings.TrimSpace(line); line != "" {
					w[key] = append(w[key], regexp.MustCompile("(?i)"+line))
				}
			}
		}
	}
	return w
}

// hears reports whether a text has one of the phrases of messages/tutor that stand under key, in any
// language.
func (t *Tutor) hears(key, text string) bool {
	text = folded(text)
	for _, tag := range t.Words.Languages() {
		for _, phrase := range strings.Split(t.Words.Say(tag, key, nil), "\n") {
			if phrase = folded(phrase); phrase != "" && strings.Contains(text, phrase) {
				return true
			}
		}
	}
	return false
}

// finds reports whether a pattern of the key matches.
func (w wordings) finds(key, text string) bool {
	for _, re := range w[key] {
		if re.MatchString(text) {
			return true
		}
	}
	return false
}

// sentence ends where a claim does.
var sentence = regexp.MustCompile(`[^.!?。！？\n]*[.!?。！？\n]?`)

// claims reports whether a sentence of a text says what the patterns of a key find, and those of the key
// with _unless do not excuse.
func (w wordings) claims(key, text string) bool {
	for _, s := range sentence.FindAllString(text, -1) {
		if w.finds(key, s) && !w.finds(key+"_unless", s) {
			return true
		}
	}
	return false
}
