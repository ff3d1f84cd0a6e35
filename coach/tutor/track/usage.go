package track

import (
	"slices"
	"strings"
	"unicode"
)

// usage finds the command of the track whose subcommand ("commit" of git commit, "EXPIRE" of
// redis-cli EXPIRE) a question names. A name counts in capitals, in a code span, or behind the
// name of the program or topic, so that "how do I set up …" names no SET.
func (t *Track) usage(text string) (*Command, bool) {
	names := t.namedCommands(text)
	for _, c := range t.commands() {
		words := strings.Fields(c.it.Run)
		if len(words) > 1 && slices.Contains(names, fold(words[1])) {
			return c.it, true
		}
	}
	return nil, false
}

// namedCommands are the folded words of text that are named as commands.
func (t *Track) namedCommands(text string) []string {
	var names []string
	before := ""
	for _, word := range strings.FieldsFunc(text, between) {
		folded := fold(word)
		if len(folded) > 2 && (capitals(word) || word[0] == '`' || t.isProgram(before)) {
			names = append(names, folded)
		}
		before = folded
	}
	return names
}

// between tells what parts words in a question; code spans keep their marks.
func between(r rune) bool {
	return unicode.IsSpace(r) || wide(r) || r != '`' && r != '-' && r != '_' && (unicode.IsPunct(r) || unicode.IsSymbol(r))
}

// capitals tells a word of ASCII capitals, as commands of a protocol are written.
func capitals(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}

// isProgram reports whether a folded word is the topic or a program of the track.
func (t *Track) isProgram(folded string) bool {
	return folded != "" && (folded == fold(t.Topic) || slices.ContainsFunc(t.Needs, func(p string) bool { return fold(p) == folded }))
}
