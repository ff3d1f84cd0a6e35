package markdown

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"
)

// parts are what rendered texts are made of, and what could trip Split up.
var parts = []string{
	"word ", "字。", "Sentence. ", "\n", "\n\n", "```\n", "\n```go\n", "\n```\n", "> ", "\n> ```\n", "\n> ```sql\n", "``` ", "```",
	"\r\n", "\t", "    ◦ ", "• ", "1. ", "&amp;", "&lt;", "<https://example.com/a|label>", "[x](<https://example.com>)",
	`\*`, `\`, "👩‍👩‍👧‍👦", "🇨🇳🇩🇪", "e\u0301", "👍🏽", "\u200b", "𝄞", "x", "&", "<", ">", "[", "](<", "¶",
}

func drawRendered(t *rapid.T) string {
	n := rapid.IntRange(0, 60).Draw(t, "parts")
	var b strings.Builder
	for range n {
		s := rapid.SampledFrom(parts).Draw(t, "part")
		b.WriteString(strings.Repeat(s, rapid.IntRange(1, 12).Draw(t, "times")))
	}
	return b.String()
}

// Ensure pieces fit, lose nothing, and have something to see, for any text and limit.
func TestSplit_Property(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.Custom(drawRendered), rapid.String()).Draw(t, "text")
		limit := rapid.IntRange(64, 200).Draw(t, "limit")
		checkSplit(t, text, limit, rapid.SampledFrom([]Unit{Runes, UTF16}).Draw(t, "unit"))
	})
}

func FuzzSplit(f *testing.F) {
	f.Add("```go\nfunc main() {}\n```\n> quote\n> ```\n> x\n> ```", 64, true)
	f.Add(strings.Repeat("字", 200), 70, false)
	f.Add("\n```\n``` \n```\n"+strings.Repeat("```x", 60), 64, false)
	f.Fuzz(func(t *testing.T, text string, limit int, wide bool) {
		unit := Runes
		if wide {
			unit = UTF16
		}
		checkSplit(t, text, limit%5000, unit)
	})
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkSplit holds Split to what its comment promises.
func checkSplit(t failer, text string, limit int, unit Unit) {
	t.Helper()
	pieces := Split(text, limit, unit)
	if strings.TrimSpace(text) == "" {
		if pieces != nil {
			t.Fatalf("pieces of nothing: %q", pieces)
		}
		return
	}
	limit = max(limit, minLimit)
	if got := Join(pieces); got != text {
		t.Fatalf("joined %q\nwant   %q\npieces %q", got, text, pieces)
	}
	for _, p := range pieces {
		if n := unit.Length(p); n > limit {
			t.Fatalf("piece of %d, limit %d: %q", n, limit, p)
		}
		if strings.TrimSpace(p) == "" && longestSpace(text) < (limit-maxMarkup)/4 {
			t.Fatalf("nothing to see in %q\nall: %q", p, pieces)
		}
		if utf8.ValidString(text) && !utf8.ValidString(p) {
			t.Fatalf("rune cut: %q", p)
		}
	}
	if utf8.ValidString(text) {
		checkCuts(t, text, pieces, limit, unit)
	}
}

// checkCuts finds the places of the cuts in text, and that they are at the borders of graphemes and
// not inside of entities.
func checkCuts(t failer, text string, pieces []string, limit int, unit Unit) {
	t.Helper()
	borders := graphemeBorders(text, limit, unit)
	for _, at := range cutsOf(pieces) {
		if !borders[at] {
			t.Fatalf("cut inside of a grapheme at %d: %q | %q", at, text[:at], text[at:])
		}
		for _, entity := range []string{"&amp;", "&lt;", "&gt;"} {
			for k := 1; k < len(entity); k++ {
				if strings.HasSuffix(text[:at], entity[:k]) && strings.HasPrefix(text[at:], entity[k:]) {
					t.Fatalf("cut inside of %s", entity)
				}
			}
		}
	}
}

// cutsOf returns where in the text the pieces end, but for the last.
func cutsOf(pieces []string) []int {
	var j joiner
	var out []int
	for _, p := range pieces[:len(pieces)-1] {
		j.add(strings.TrimPrefix(p, j.added), false)
		out = append(out, j.text.Len())
	}
	return out
}

func graphemeBorders(text string, limit int, unit Unit) map[int]bool {
	out := map[int]bool{}
	at := 0
	g := graphemes.FromString(text)
	for g.Next() {
		out[at] = true
		if unit.Length(g.Value()) > limit-maxMarkup { // may be cut, at any rune
			for i := range g.Value() {
				out[at+i] = true
			}
		}
		at += len(g.Value())
	}
	return out
}

func longestSpace(text string) int {
	longest, now := 0, 0
	for _, r := range text {
		now++
		if !unicode.IsSpace(r) {
			now = 0
		}
		longest = max(longest, now)
	}
	return longest
}
