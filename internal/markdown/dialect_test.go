package markdown

import (
	"strings"
	"testing"
)

// Ensure the peculiarities of each dialect; the golden files show whole messages. · stands for a gap.
func TestDialects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, md, slack, discord, plain string }{
		{"InsideWord", "a**b**c", "a·*b*·c", "a**b**c", "abc"},
		{"Chinese", "把**提交（commit）**隔开", "把·*提交（commit）*·隔开", "把**提交（commit）**隔开", "把提交（commit）隔开"},
		{"ChineseCode", "用`ls`看", "用·`ls`·看", "用`ls`看", "用ls看"},
		{"Touching", "**a***b*", "*a*·_b_", "**a**·*b*", "ab"},
		{"Nested", "***a** b*", "*_a_* _b_", "***a*** *b*", "a b"},
		{"OwnMarkerInside", `**a\*b**`, "a*b", `**a\*b**`, "a*b"},
		{"BoldOverLines", "**a\nb**", "*a*\n*b*", "**a**\n**b**", "a\nb"},
		{"SpaceInside", "**a&#32;** b", "*a*  b", "**a**  b", "a  b"},
		{"Literal", `\*a\* \_b\_ \~c\~`, "*·a·* _·b·_ ~·c·~", `\*a\* \_b\_ \~c\~`, "*a* _b_ ~c~"},
		{"LiteralInWord", "snake_case 2 * 3", "snake_case 2 * 3", `snake\_case 2 \* 3`, "snake_case 2 * 3"},
		{"LiteralTick", "\\`a\\`", "ˋaˋ", "\\`a\\`", "`a`"},
		{"CodeWithTick", "`` a`b ``", "`aˋb`", "`` a`b ``", "a`b"},
		{"FenceInFence", "~~~~\n```\n~~~~", "```\n`·`·`\n```", "```\n`·`·`\n```", "```"},
		{"EmptyFence", "```\n```", "```\n \n```", "```\n \n```", ""},
		{"Language", "```go run\nx\n```", "```\nx\n```", "```go\nx\n```", "x"},
		{"BadLanguage", "```<b>\nx\n```", "```\nx\n```", "```\nx\n```", "x"},
		{"Headings", "# a\n#### b `c`", "*a*\n*b `c`*", "# a\n**b `c`**", "a\nb c"},
		{"LineStarts", "\\> a\n\\# b\n\\- c\n1\\. d\n\\-# e", "·&gt; a\n# b\n- c\n1. d\n-# e", "\\> a\n\\# b\n\\- c\n1\\. d\n\\-# e", "> a\n# b\n- c\n1. d\n-# e"},
		{"Link", "[a & b](https://x.com?a=1&b=2)", "<https://x.com?a=1&amp;b=2|a &amp; b>", "[a & b](<https://x.com?a=1&b=2>)", "a & b (https://x.com?a=1&b=2)"},
		{"LinkSpecials", "[a|b](<https://x.com/|> \"t\")", "<https://x.com/%7C|a¦b>", `[a\|b](<https://x.com/%7C>)`, "a|b (https://x.com/%7C)"},
		{"LinkNamedAsLink", "[https://a.com](https://b.com)", "<https://b.com|https://a.com>", "https://a.com (<https://b.com>)", "https://a.com (https://b.com)"},
		{"BadScheme", "[a](javascript:alert)", "a (javascript:alert)", "a (javascript:alert)", "a (javascript:alert)"},
		{"Relative", "[a](docs/a_b.md)", "a (docs/a_b.md)", `a (docs/a\_b.md)`, "a (docs/a_b.md)"},
		{"Bare", "http://localhost:6379/a_b。", "<http://localhost:6379/a_b>。", "<http://localhost:6379/a_b>。", "http://localhost:6379/a_b。"},
		{"Image", "![alt](https://x.com/a.png)", "<https://x.com/a.png|alt>", "[alt](<https://x.com/a.png>)", "alt (https://x.com/a.png)"},
		{"Mail", "<kim@example.com>", "<mailto:kim@example.com|kim@example.com>", "kim@example.com", "kim@example.com"},
		{"HTML", "<b>x</b><br>", "&lt;b&gt;x&lt;/b&gt;&lt;br&gt;", `\<b>x\</b>\<br>`, "<b>x</b><br>"},
		{"CodeEntity", "`&lt; <`", "`&amp;lt; &lt;`", "`&lt; <`", "&lt; <"},
		{"Everyone", "@everyone `@here`", "@·everyone `@·here`", "@·everyone `@·here`", "@·everyone @·here"},
		{"Hidden", "@\u2060eve\u200bryone &#64;here", "@·eve\u200bryone @·here", "@·eve\u200bryone @·here", "@·eve\u200bryone @·here"},
		{"Mentions", "<@1> <#2> `<@&3>`", "&lt;@1&gt; &lt;#2&gt; `&lt;@&amp;3&gt;`", `\<·@1> \<·#2> ` + "`<·@&3>`", "<·@1> <·#2> <·@&3>"},
		{"Markers", "- - a\n- \n- b", "• ◦ a\n• \n• b", "- - a\n- \n- b", "• • a\n• \n• b"},
		{"CodeInList", "- a\n  ```\n  b\n  ```", "• a\n```\nb\n```", "- a\n```\nb\n```", "• a\nb"},
		{"Break", "a\\\nb  \nc", "a\nb\nc", "a\nb\nc", "a\nb\nc"},
		{"Emoji", "✅ 👩‍👩‍👧‍👦 :+1:", "✅ 👩‍👩‍👧‍👦 :+1:", "✅ 👩‍👩‍👧‍👦 :+1:", "✅ 👩‍👩‍👧‍👦 :+1:"},
		{"HeadingOnlyTable", "|a|b|\n|-|-|", "```\na | b\n--+--\n```", "```\na | b\n--+--\n```", "a, b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			same(t, "slack", ToSlack(tt.md, Mention{}), tt.slack)
			same(t, "discord", ToDiscord(tt.md), tt.discord)
			same(t, "plain", ToPlain(tt.md), tt.plain)
		})
	}
}

func same(t *testing.T, name, got, want string) {
	t.Helper()
	if want = strings.ReplaceAll(want, "·", gap); got != want {
		t.Errorf("%s: got %q, want %q", name, got, want)
	}
}

// Ensure a table that is too wide for a phone becomes a list, in which nothing is lost and nothing becomes
// live, and a narrow one stays a table.
func TestWideTable(t *testing.T) {
	t.Parallel()
	wide := "|模块|通过标准|Note|\n|-|-|-|\n|M1 Keys|" + strings.Repeat("看到 `PONG` 一行。", 5) + "|@everyone <!channel> *x*|\n|M2||-|"
	const want = "- **M1 Keys** · 通过标准：看到 PONG 一行。"
	if got := ToDiscord(wide); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n- **M2**") || strings.Contains(got, "@everyone") || strings.Contains(got, "```") {
		t.Errorf("on Discord:\n%s", got)
	}
	if got := ToSlack(wide, Mention{}); strings.Contains(got, "<!channel>") || !strings.HasPrefix(got, "• *M1 Keys*") {
		t.Errorf("on Slack:\n%s", got)
	}
	if got := ToSlack("|a|b|\n|-|-|\n|1|2|", Mention{}); !strings.HasPrefix(got, "```") {
		t.Errorf("a narrow one:\n%s", got)
	}
}
