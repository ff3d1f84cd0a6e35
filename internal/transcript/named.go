package transcript

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"tack/coach"
)

// named gives what an annotated kind stands for a name by its words where neither an annotation nor
// the reading of the text gave one: the annotator knows that it is a question, an error or an
// output, and the same words are the same one.
func named(r coach.Reading, l Learner) coach.Reading {
	name := byWords(l)
	switch {
	case l.Kind == coach.KindQuestion && len(r.Questions) == 0:
		r.Questions = []coach.Identity{{Key: name}}
	case r.StillSame:
	case l.Kind == coach.KindError && l.Errors == nil && len(r.Errors) == 0:
		r.Errors = []coach.Identity{{Key: name}}
	case l.Kind == coach.KindEvidence && l.New == nil && len(r.Shows) == 0:
		r.Shows = []string{name}
	}
	return r
}

// byWords is equal for messages with the same words and files, whatever their case and punctuation.
func byWords(l Learner) string {
	words := strings.FieldsFunc(strings.ToLower(l.Text), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
	h := sha256.New()
	h.Write([]byte(strings.Join(words, " ")))
	for _, f := range l.Files {
		h.Write([]byte("\x00" + f.Name + "\x00" + f.Text))
	}
	return "words-" + hex.EncodeToString(h.Sum(nil)[:8])
}
