package model

import (
	"strings"
	"unicode/utf8"
)

// Tokens estimates how many tokens a text is, without the model's own vocabulary, so that the same
// text is the same size everywhere. The rule of thumb is one token for four characters of English
// (OpenAI help centre, "What are tokens and how to count them?"); signs and digits, of which code and
// logs are full, are counted by two, and every other letter, a Han character for one, as one token of
// its own. It errs on the large side: a prompt that fits by this count fits.
func Tokens(text string) int {
	quarters := 0
	for _, r := range text {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == ' ':
			quarters++
		case r < utf8.RuneSelf:
			quarters += 2
		default:
			quarters += 4
		}
	}
	return (quarters + 3) / 4
}

// cutMark stands where the middle of a text was cut out.
const cutMark = "\n[…]\n"

// fit cuts the middle out of a text that is more than n tokens: a third is kept from its beginning,
// where a command stands, and the rest from its end, where an error does.
func fit(text string, n int) string {
	if Tokens(text) <= n {
		return text
	}
	room := n - Tokens(cutMark)
	if room <= 0 {
		return ""
	}
	head := prefix(text, room/3)
	return head + cutMark + suffix(text, room-Tokens(head))
}

// prefix is the longest beginning of text of at most n tokens.
func prefix(text string, n int) string {
	low, high := 0, min(len(text), 4*n)
	for low < high {
		mid := (low + high + 1) / 2
		if Tokens(text[:start(text, mid)]) <= n {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return text[:start(text, low)]
}

// suffix is the longest end of text of at most n tokens.
func suffix(text string, n int) string {
	low, high := max(0, len(text)-4*n), len(text)
	for low < high {
		mid := (low + high) / 2
		if Tokens(text[start(text, mid):]) <= n {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return strings.ToValidUTF8(text[min(len(text), low):], "")
}

// start moves a place in a text back to the beginning of its rune.
func start(text string, i int) int {
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}
