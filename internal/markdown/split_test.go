package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure the cut is at the best place that the piece has room for.
func TestSplit(t *testing.T) {
	t.Parallel()
	w := func(n int) string { return strings.Repeat("w", n) }
	for _, tt := range []struct {
		name, text string
		unit       Unit
		want       []string
	}{
		{"Fits", w(64), Runes, []string{w(64)}},
		{"Nothing", " \n ", Runes, nil},
		{"BlankLine", w(20) + "\n\n" + w(20) + "\n" + w(30), Runes, []string{w(20) + "\n\n", w(20) + "\n" + w(30)}},
		{"LineEnd", w(20) + ". " + w(20) + "\n" + w(30), Runes, []string{w(20) + ". " + w(20) + "\n", w(30)}},
		{"Sentence", w(20) + ". " + w(20) + " " + w(30), Runes, []string{w(20) + ". ", w(20) + " " + w(30)}},
		{"ChineseSentence", strings.Repeat("字", 40) + "。" + strings.Repeat("文", 40), Runes, []string{strings.Repeat("字", 40) + "。", strings.Repeat("文", 40)}},
		{"Space", w(30) + " " + w(40), Runes, []string{w(30) + " ", w(40)}},
		{"Word", w(70), Runes, []string{w(64), w(6)}},
		{"NotTooEarly", "w\n\n" + w(30) + " " + w(40), Runes, []string{"w\n\n" + w(30) + " ", w(40)}},
		{"NoWhiteSpaceAlone", w(64) + "\n", Runes, []string{w(63), "w\n"}},
		{"Runes", strings.Repeat("𝄞", 64), Runes, []string{strings.Repeat("𝄞", 64)}},
		{"UTF16", strings.Repeat("𝄞", 64), UTF16, []string{strings.Repeat("𝄞", 32), strings.Repeat("𝄞", 32)}},
		{"Emoji", w(60) + "👩‍👩‍👧‍👦" + w(5), Runes, []string{w(60), "👩‍👩‍👧‍👦" + w(5)}},
		{"Entity", w(62) + "&amp;" + w(5), Runes, []string{w(62), "&amp;" + w(5)}},
		{"Escape", w(63) + `\*` + w(5), Runes, []string{w(63), `\*` + w(5)}},
		{"Link", w(50) + "<https://x.com|a b>" + w(5), Runes, []string{w(50), "<https://x.com|a b>" + w(5)}},
		{"MaskedLink", w(50) + "[a b](<https://x.com>)" + w(5), Runes, []string{w(50), "[a b](<https://x.com>)" + w(5)}},
		{"Fence", "```go\n" + w(30) + "\n" + w(30) + "\n```", Runes, []string{"```go\n" + w(30) + "\n```", "```go\n" + w(30) + "\n```"}},
		{"FenceLine", "```go\n" + w(60) + "\n```", Runes, []string{"```go\n" + w(53) + "\n``` ", "```go\n" + w(7) + "\n```"}},
		{"BeforeFence", w(20) + "\n```\n" + w(20) + "\n" + w(30) + "\n```", Runes, []string{w(20) + "\n", "```\n" + w(20) + "\n" + w(30) + "\n```"}},
		{"Quote", "> " + w(40) + " " + w(30), Runes, []string{"> " + w(40) + " ", "> " + w(30)}},
		{"QuotedFence", "> ```\n> " + w(30) + "\n> " + w(30) + "\n> ```", Runes, []string{"> ```\n> " + w(30) + "\n> ```", "> ```\n> " + w(30) + "\n> ```"}},
		{"ListIndent", "• " + w(30) + "\n  ◦ " + w(40), Runes, []string{"• " + w(30) + "\n", "  ◦ " + w(40)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Split(tt.text, 64, tt.unit)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("pieces (-want +got):\n%s", diff)
			}
			if tt.want != nil && Join(got) != tt.text {
				t.Errorf("joined %q", Join(got))
			}
		})
	}
}

// Ensure a limit too small for the fence markers is raised.
func TestSplit_SmallLimit(t *testing.T) {
	t.Parallel()
	if got := Split(strings.Repeat("w", 64), 1, Runes); len(got) != 1 {
		t.Errorf("%d pieces", len(got))
	}
}
