package markdown

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

var (
	slackLink   = regexp.MustCompile(`<(?:(?i:https?://)|(?i:mailto:))[^<>|\n]*(?:\|[^<>\n]*)?>`)
	slackQuote  = regexp.MustCompile(`(?m)^> `)
	slackEntity = regexp.MustCompile(`&(?:amp|lt|gt);`)
	atWord      = regexp.MustCompile(`(?i)@(?:everyone|here|channel)`)
	angleSign   = regexp.MustCompile(`<[@#!]`)
)

// pieces of Markdown, of markup of either platform, and of tricks to hide it.
var tricks = []string{
	"@everyone", "@here", "@Channel", "@\u200beveryone", "@e\u2060veryone", "@", "everyone", "here", "<!channel>", "<!here|x>", "<@U123>",
	"<@!1>", "<@&2>", "<#3>", "<!subteam^S1>", "&lt;!channel&gt;", "&#60;@U1&#62;", "&#64;here", "&commat;everyone", "&", "&amp;", "&amp;lt;", "<", ">",
	"<\u200b@U1>", "`", "``", "```", "\n```\n", "*", "**", "_", "~~", "~", "[", "](", ")", "](https://x.com/@here)", "](<!channel>)", "![",
	"<https://x.com/|@here>", "<https://a.b|c>", "https://x.com/a_b@here?c=d&e|f", "me@here.com", "|", "\n|a|b|\n|-|-|\n|", "\\", "\n", "\n\n", "\n> ", "\n- ", "\n1. ",
	"\n# ", "\n    ", "\n---\n", "a", "b ", "字", "，", " ", "\t", "\r", "\x00", "\xff", "🇨🇳", "<b>", "</", "<!--", "-->", "<?", "[a]: <!here>\n", "[a]",
}

func drawTricks(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(tricks), 0, 30).Draw(t, "tricks"), "")
}

// Ensure nothing in a text pings or is markup of the platform's own, whatever the text.
func TestRender_Safe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		checkSafe(t, rapid.OneOf(rapid.Custom(drawTricks), rapid.String()).Draw(t, "md"))
	})
}

func FuzzRender(f *testing.F) {
	for _, s := range tricks {
		f.Add(s + "x" + s)
	}
	f.Add("@**everyone**, @`here`, @[here](https://x.com), <@*U1*>, <!**channel**>")
	f.Fuzz(func(t *testing.T, md string) { checkSafe(t, md) })
}

func checkSafe(t failer, md string) {
	t.Helper()
	slack, discord, plain := ToSlack(md, Mention{}), ToDiscord(md), ToPlain(md)
	for _, out := range []string{slack, discord, plain} {
		if m := atWord.FindString(seen(out)); m != "" {
			t.Fatalf("live %s in %q", m, out)
		}
		if again := disarm(out, false); again != out {
			t.Fatalf("disarmed again: %q, before %q", again, out)
		}
	}
	for _, out := range []string{discord, plain} {
		if m := angleSign.FindString(seen(out)); m != "" {
			t.Fatalf("live %s in %q", m, out)
		}
	}
	rest := slackEntity.ReplaceAllString(slackQuote.ReplaceAllString(slackLink.ReplaceAllString(slack, ""), ""), "")
	if strings.ContainsAny(rest, "<>&") {
		t.Fatalf("not escaped: %q\nin %q", rest, slack)
	}
}

// seen drops what hides a ping from a search, but not the gap that disarms it.
func seen(s string) string {
	return strings.Map(func(r rune) rune {
		if ignorable(r) && string(r) != gap {
			return -1
		}
		return r
	}, s)
}

// Ensure text is escaped once: what Slack shows is the text, and rendering it again changes nothing.
func TestToSlack_EscapesOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := []string{"a", "b ", " ", "&", "<", ">", "&amp;", "&lt;", "&amp;amp;", "amp;", "字"}
		md := "x" + strings.Join(rapid.SliceOf(rapid.SampledFrom(words)).Draw(t, "md"), "")
		once := ToSlack(md, Mention{})
		if got, want := html.UnescapeString(once), ToPlain(md); got != want {
			t.Fatalf("shown %q, want %q", got, want)
		}
		if again := ToSlack(once, Mention{}); again != once {
			t.Fatalf("again %q, before %q", again, once)
		}
	})
}

// Ensure only the argument mentions, and only a well-formed one.
func TestToSlack_Mention(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, user, md, want string }{
		{"Nobody", "", "hi <@U1>", "hi &lt;@U1&gt;"},
		{"Learner", "U012", "hi <@U1>", "<@U012> hi &lt;@U1&gt;"},
		{"Malformed", "U1> <!channel", "hi", "hi"},
		{"NotAUser", "S012", "hi", "hi"},
		{"BeforeList", "U012", "- a", "<@U012>\n• a"},
		{"BeforeNumbers", "U012", "3. a", "<@U012>\n3. a"},
		{"BeforeCode", "U012", "```\na\n```", "<@U012>\n```\na\n```"},
		{"BeforeQuote", "U012", "> a", "<@U012>\n> a"},
		{"Alone", "U012", "", "<@U012>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := ToSlack(tt.md, Mention{User: tt.user}); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// letters returns only what carries the words of a text.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}
