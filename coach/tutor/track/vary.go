package track

import (
	"slices"
	"strings"
)

// paragraph is one part of a reply. key is the text that it was made of; empty: it is none of the
// tutor's own, but the track's.
type paragraph struct {
	text string
	key  string
	data data
}

// joined is the reply's text.
func joined(parts []paragraph) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.text
	}
	return strings.Join(texts, "\n\n")
}

// varied is the reply's text, in other words if the last message was the same to the letter: nobody
// reads a sentence twice in a row. Texts named "other_" and a key are that key in other words; where
// no part has any, a few words before it say that it comes again.
func (u *turn) varied() string {
	text := joined(u.parts)
	if text == "" || text != u.in.Last.Text {
		return text
	}
	keys, parts := u.voice.Keys(), slices.Clone(u.parts)
	for i, p := range parts {
		if p.key != "" && slices.Contains(keys, "other_"+p.key) {
			parts[i].text = strings.TrimSpace(u.words("other_"+p.key, p.data))
		}
	}
	if other := joined(parts); other != text {
		return other
	}
	return u.words("say_again", nil) + "\n\n" + text
}
