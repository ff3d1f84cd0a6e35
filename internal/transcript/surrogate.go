package transcript

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// loneSurrogate reports whether a JSON string has a \u escape of half a surrogate pair, which
// encoding/json would replace without a word.
func loneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		if raw[i] != 'u' {
			continue
		}
		r := escaped(raw[i-1:])
		i += 4
		if utf16.IsSurrogate(r) {
			if utf16.DecodeRune(r, escaped(raw[i+1:])) == utf8.RuneError {
				return true
			}
			i += 6
		}
	}
	return false
}

// escaped is the code unit of a \uXXXX at the start of raw; -1 if there is none.
func escaped(raw []byte) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return -1
	}
	v, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(v)
}
