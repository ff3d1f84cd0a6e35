package terminal

import "strings"

// named is the name of a command or value that a word of any language stands for, among the texts that
// begin with prefix; the word itself where it stands for none.
func (c *Chat) named(prefix, word string, names []string) string {
	for _, locale := range c.Voice.Languages() {
		for _, name := range names {
			for alias := range strings.SplitSeq(c.Voice.Say(locale, prefix+name, nil), "|") {
				if strings.EqualFold(alias, word) {
					return name
				}
			}
		}
	}
	return word
}
