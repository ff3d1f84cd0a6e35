package segment

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// show writes blocks as "kind:text" lines.
func show(blocks []Block) string {
	var out []string
	for _, b := range blocks {
		out = append(out, b.Kind.String()+":"+strings.ReplaceAll(b.Text, "\n", "⏎"))
	}
	return strings.Join(out, "\n")
}

func TestParse(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"Empty", "", ""},
		{"Chat", "ok, I tried the second one", "prose:ok, I tried the second one"},
		{"ChatChinese", "好的，我试试", "prose:好的，我试试"},
		{"Fence", "look:\n```\nKeyError: 'a'\n```\nwhy?", "prose:look:\noutput:KeyError: 'a'\nprose:why?"},
		{"FenceUnclosed", "look:\n~~~\nKeyError: 'a'", "prose:look:\noutput:KeyError: 'a'"},
		{"FenceCode", "```python\nprint(1)\n```", "code:print(1)"},
		{"FenceSession", "```console\n$ ls\na.txt\n```", "command:$ ls\noutput:a.txt"},
		{"SpanError", "now this: `zsh: command not found: jq`", "prose:now this:\noutput:zsh: command not found: jq"},
		{"SpanWord", "is `ECONNREFUSED` bad?", "prose:is `ECONNREFUSED` bad?"},
		{"ChineseThenError", "还报 TypeError: x is not iterable", "prose:还报\noutput:TypeError: x is not iterable"},
		{"ToolBefore", "but: mkdir: cannot: Permission denied", "prose:but:\noutput:mkdir: cannot: Permission denied"},
		{"Quote", "> try again\nI did", "quote:> try again\nprose:I did"},
		{"Gradle", "> Task :test FAILED", "output:> Task :test FAILED"},
		{"PowerShell", `PS C:\app> npm start`, `command:PS C:\app> npm start`},
		{"Cmd", `C:\app>dir`, `command:C:\app>dir`},
		{"Bash", "kim@box:~/app$ make\ncc -o a a.c", "command:kim@box:~/app$ make\noutput:cc -o a a.c"},
		{"Redis", "127.0.0.1:6379> GET a\n(nil)", "command:127.0.0.1:6379> GET a\noutput:(nil)"},
		{"Psql", "shop=> select 1;", "command:shop=> select 1;"},
		{"Python", ">>> 1 + 1\n2", "command:>>> 1 + 1\noutput:2"},
		{"Table", "NAME    STATUS    AGE\nweb     Up        3m", "output:NAME    STATUS    AGE⏎web     Up        3m"},
		{"BlanksInQuestion", "where does  npm put  its cache", "prose:where does  npm put  its cache"},
		{"BlanksBeforeMark", "container  ports  show where ?", "prose:container  ports  show where ?"},
		{"BlanksChinese", "怎么  看  进程   占用", "prose:怎么  看  进程   占用"},
		{"Row", "web  Up  3m", "output:web  Up  3m"},
		{"Yaml", "services:\n  web:\n    image: nginx", "code:services:⏎  web:⏎    image: nginx"},
		{"Json", "{\n  \"a\": 1\n}", "code:{⏎  \"a\": 1⏎}"},
		{"SpeechBehindOutput", "Error: x failed\nok that was it", "output:Error: x failed\nprose:ok that was it"},
		{"Carriage", "a\r\nb", "prose:a⏎b"},
		{"Colour", "\x1b[31mError: bad\x1b[0m", "output:Error: bad"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := show(Parse(c.text)); got != c.want {
				t.Errorf("Parse(%q)\n got %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}

func TestStrip(t *testing.T) {
	cases := []struct{ name, prose, want string }{
		{"None", "I don't know", "I don't know"},
		{"Code", "run `docker stop a` now", "run " + Hole + " now"},
		{"Quotes", `she said "stop here" to me`, "she said " + Hole + " to me"},
		{"Chinese", "我说的“停”是容器", "我说的" + Hole + "是容器"},
		{"Lone", `5" disk`, `5" disk`},
		{"Apostrophes", "it's what I'm doing, isn't it", "it's what I'm doing, isn't it"},
		{"Single", "type 'quit' there", "type " + Hole + " there"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Strip(c.prose); got != c.want {
				t.Errorf("Strip(%q) = %q, want %q", c.prose, got, c.want)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	got := Spans("I ran `make` and it said “没有规则” twice")
	if strings.Join(got, "|") != "make|没有规则" {
		t.Errorf("Spans = %q", got)
	}
}

// content is the text without what Parse may drop: white space, fence marks, control characters.
func content(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == '`' || r == '~' || r == '"' || r == '“' || r == '”' || r == '\'' || r == '‘' || r == '’' || strings.ContainsRune("「」『』《》", r) {
			return -1
		}
		return r
	}, s)
}

// lossless holds Parse to its promise on a text without info words.
func lossless(t interface{ Fatalf(string, ...any) }, text string) {
	var b strings.Builder
	for _, x := range Parse(text) {
		b.WriteString(x.Lang)
		b.WriteString(x.Text)
		if strings.HasPrefix(x.Text, "\n") || strings.HasSuffix(x.Text, "\n") || strings.TrimSpace(x.Text) == "" {
			t.Fatalf("Parse(%q): block %q", text, x.Text)
		}
	}
	text = Clean(text)
	got, want := content(b.String()), content(text)
	if len(got) < len(want) && !strings.Contains(text, "```") && !strings.Contains(text, "~~~") {
		t.Fatalf("Parse(%q) lost content\n got %q\nwant %q", text, got, want)
	}
}

func TestParse_Lossless(t *testing.T) {
	pieces := []string{"ok ", "Error: x", "\n", "\n\n", "> a", "$ ls", "`", "\"", "：", "又", "  at f(x)", "```", "~~~\n", "x = 1;", "\r\n", "\x1b[1m", "\x00", ": ", "KeyError: 'a'", "? "}
	rapid.Check(t, func(t *rapid.T) {
		lossless(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces"), ""))
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"ok", "```\na\n", "> q\n$ x", "错误：“a", "\xff\x00\x1b[", "a: b: Permission denied"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { lossless(t, s); Strip(s); Spans(s) })
}
