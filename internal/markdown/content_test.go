package markdown

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// writer draws documents in which every word is numbered, so that a lost or moved one shows.
type writer struct {
	t     *rapid.T
	words []string
}

func (w *writer) word() string {
	kind := rapid.SampledFrom([]string{"word", "字", "Ünï", "7"}).Draw(w.t, "kind")
	s := fmt.Sprintf("%sq%dq", kind, len(w.words))
	w.words = append(w.words, s)
	return s
}

func (w *writer) inline() string {
	form := rapid.SampledFrom([]string{
		"%s", "**%s**", "*%s*", "~~%s~~", "`%s`", "***%s***", "[%s](https://example.com/?)", "[**%s**](https://example.com/?)",
		"![%s](https://example.com/?)", "\\*%s\\*", "<%s", "&lt;%s&gt;", "%s & ", "(%s)", "“%s”。", "%s  \n", "%s_", "%s\n",
	}).Draw(w.t, "form")
	return fmt.Sprintf(form, w.word())
}

func (w *writer) line() string {
	parts := make([]string, rapid.IntRange(1, 6).Draw(w.t, "inlines"))
	for i := range parts {
		parts[i] = w.inline()
	}
	sep := rapid.SampledFrom([]string{" ", "", "，"}).Draw(w.t, "sep")
	return strings.TrimSpace(strings.Join(parts, sep))
}

func (w *writer) block(depth int) string {
	kinds := []string{"para", "code", "table", "heading"}
	if depth > 0 {
		kinds = append(kinds, "quote", "list", "numbers")
	}
	switch rapid.SampledFrom(kinds).Draw(w.t, "block") {
	case "code":
		return "```go\n" + w.word() + "\n\n  " + w.word() + "\n```"
	case "table":
		return fmt.Sprintf("| %s | %s |\n|---|--:|\n| %s | `%s` |", w.word(), w.word(), w.word(), w.word())
	case "heading":
		return "## " + w.word() + " *" + w.word() + "*"
	case "quote":
		return inset("> ", "> ", w.blocks(depth-1))
	case "list":
		return inset("- ", "  ", w.blocks(depth-1)) + "\n" + inset("- ", "  ", w.blocks(depth-1))
	case "numbers":
		return inset("1. ", "   ", w.blocks(depth-1))
	}
	return w.word() + " " + w.line()
}

func (w *writer) blocks(depth int) string {
	parts := make([]string, rapid.IntRange(1, 3).Draw(w.t, "blocks"))
	for i := range parts {
		parts[i] = w.block(depth)
	}
	return strings.Join(parts, "\n\n")
}

func inset(first, rest, text string) string {
	return first + strings.ReplaceAll(text, "\n", "\n"+rest)
}

// Ensure every word comes through, in order, in every dialect.
func TestRender_KeepsContent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := writer{t: t}
		md := w.blocks(3)
		inOrder(t, "slack", html.UnescapeString(ToSlack(md, Mention{})), w.words)
		inOrder(t, "discord", ToDiscord(md), w.words)
		for _, word := range w.words {
			if !strings.Contains(ToPlain(md), word) {
				t.Fatalf("plain lost %s of %q:\n%s", word, md, ToPlain(md))
			}
		}
	})
}

func inOrder(t failer, name, out string, words []string) {
	t.Helper()
	rest := out
	for _, word := range words {
		_, after, ok := strings.Cut(rest, word)
		if !ok {
			t.Fatalf("%s lost or moved %s of %q\n%s", name, word, words, out)
		}
		rest = after
	}
}

// Ensure text without markup comes through letter by letter in every dialect.
func TestRender_KeepsLetters(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		md := rapid.StringMatching(`[a-z字，。!?(){}+=*_~ <>\n\\]*`).Draw(t, "md")
		want := letters(md)
		for name, got := range map[string]string{
			"slack": html.UnescapeString(ToSlack(md, Mention{})), "discord": ToDiscord(md), "plain": ToPlain(md),
		} {
			if letters(got) != want {
				t.Fatalf("%s: letters %q of %q, want %q", name, letters(got), got, want)
			}
		}
	})
}

// Ensure input that takes a naive or a nested parser quadratic time is done, and the result no
// multiple of it. At this size what is not linear exceeds go test's own time limit.
func TestRender_Adversarial(t *testing.T) {
	t.Parallel()
	const n = maxBytes
	fill := func(s string) string { return strings.Repeat(s, n/len(s)) }
	for name, md := range map[string]string{
		"quotes": fill(">"), "lists": fill("- "), "brackets": fill("["), "links": fill("[a]("), "images": fill("![[]()"),
		"stars": fill("*a **a "), "ticks": fill("e``` `"), "tildes": fill("~~a "), "comments": fill("<!--"), "angles": fill("<"), "ats": fill("@\u200b"),
		"amps": fill("&"), "backslashes": fill("\\"), "refs": strings.Repeat("[a]: b\n", n/14) + strings.Repeat("[a]", n/8),
		"lazy": strings.Repeat(">", 32) + fill("b\n"), "lazy list": strings.Repeat("- ", 32) + fill("b\n"),
		"table": fill("|a")[:n/3] + "|\n" + fill("|-")[:n/3] + "|\n" + fill("|\n")[:n/3], "wide cell": "|a|b|\n|-|-|\n|" + fill("w")[:n/2] + "|\n" + fill("|\n")[:n/2],
		"open links": fill("(")[:n/2] + fill("[a](b")[:n/2], "lines": fill("a\n"), "star lines": fill("*\n"), "too long": fill("*a* ") + fill("*a* "), "much": strings.Repeat(fill("@e"), 8),
		"cjk stars": fill("字*"), "hash": fill("# "), "fences": fill("```\n"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, out := range []string{ToSlack(md, Mention{}), ToDiscord(md), ToPlain(md)} {
				if len(out) > 16*len(md)+maxBytes {
					t.Errorf("%d bytes of %d", len(out), len(md))
				}
				if got := Join(Split(out, 3500, Runes)); strings.TrimSpace(out) != "" && got != out {
					t.Error("pieces do not give the text")
				}
			}
		})
	}
}
