package errs

import (
	"strings"
	"unicode"
)

// tallied reports a text that only counts what failed: "1 failed, 6 passed in 0.14s", "FAIL".
func (x *lexicon) tallied(text string) bool {
	words := strings.FieldsFunc(lowerASCII(firstBytes(text, maxRecord)), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, w := range words {
		if !x.tally[w] {
			return false
		}
	}
	return len(words) > 0
}

// tied gives each tally the errors beside it as a value, or the next test that fails would be the same
// error by its "1 failed". A tally alone stays as it is, and another count of the same errors is news.
func (x *lexicon) tied(texts []string, forms []form) {
	var beside strings.Builder
	for i, f := range forms {
		if !x.tallied(texts[i]) {
			beside.WriteString(f.identity().Key)
		}
	}
	for i := range forms {
		if beside.Len() > 0 && x.tallied(texts[i]) {
			forms[i].values = append(forms[i].values, hash(beside.String()))
		}
	}
}
