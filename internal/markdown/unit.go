package markdown

import "unicode/utf8"

// Unit is what a platform's limit counts.
type Unit uint8

// Slack counts runes ("characters" in its documentation of chat.postMessage). Discord counts runes
// too, says its staff (discord-api-docs issue 1315: the API is Python 3 and counts code points), while
// twilight checks "UTF-16 characters" and JavaScript clients measure in them. A text never has fewer
// UTF-16 units than runes: within 2,000 of them, a message is accepted whoever is right.
const (
	Runes Unit = iota
	UTF16
)

// Length returns how long text is in u.
func (u Unit) Length(text string) int {
	n := utf8.RuneCountInString(text)
	if u == UTF16 {
		for _, r := range text {
			if r > 0xFFFF {
				n++
			}
		}
	}
	return n
}
