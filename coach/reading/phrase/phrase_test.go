package phrase_test

import (
	"strings"
	"testing"

	"tack/coach/reading/phrase"
)

func compile(t testing.TB, patterns ...string) *phrase.Matcher {
	t.Helper()
	m, err := phrase.Compile(phrase.Source{
		Signs:    map[string][]string{"sign": patterns},
		Classes:  map[string][]string{"day": {"today", "tomorrow [morning]", "明天"}, "leave": {"go", "head (off|out)"}},
		Skip:     []string{"really", "真"},
		Variants: map[rune]rune{'結': '结'},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestFind(t *testing.T) {
	cases := []struct{ name, pattern, text, want string }{
		{"Words", "have to go", "I HAVE to  go now", "HAVE to  go"},
		{"Apostrophe", "i'm off", "Im off", "Im off"},
		{"CurlyApostrophe", "i'm off", "I’m off", "I’m off"},
		{"DrawnOut", "so long", "soooo longgg", "soooo longgg"},
		{"DoubleLetterKept", "off", "offff", "offff"},
		{"Choice", "(see|meet) you", "meet you", "meet you"},
		{"ChoiceOfRows", "(have to|must) go", "we must go", "must go"},
		{"Optional", "see you [all] soon", "see you soon", "see you soon"},
		{"Gap", "stop … here", "stop it right here", "stop it right here"},
		{"GapTooLong", "stop … here", "stop all of this right here", ""},
		{"GapOfFive", "stop …5 here", "stop all of this right here", "stop all of this right here"},
		{"Class", "back <day>", "back tomorrow morning", "back tomorrow morning"},
		{"ClassInMiddle", "i <leave> <day>", "i head out today", "i head out today"},
		{"EndHolds", "go $", "let it go.", "go"},
		{"EndFails", "go $", "go on", ""},
		{"StartHolds", "^ stop", "well, stop it", "stop"},
		{"StartFails", "^ stop", "well stop it", ""},
		{"Skip", "have to go $", "have really to go really", "have really to go really"},
		{"EmojiBetween", "go home", "go 🏠 home", "go 🏠 home"},
		{"EmojiAtEnd", "go $", "go 🙂", "go 🙂"},
		{"EmojiAtStart", "^ go", "🙂 go", "go"},
		{"Clause", "go home", "go, home", ""},
		{"Longest", "go [home] [now]", "go home now", "go home now"},
		{"Number", "back in <num> minutes", "back in 10 minutes", "back in 10 minutes"},
		{"NumberWithUnit", "<num> min", "10min", "10min"},
		{"Thing", "open <thing>", "open /etc/hosts.d", "open /etc/hosts.d"},
		{"Flag", "with <thing>", "with -d", "with -d"},
		{"Han", "明天[再]见", "好，明天见", "明天见"},
		{"HanClass", "<day>见", "明天真见", "明天真见"},
		{"Traditional", "结束", "結束了", "結束"},
		{"FullWidth", "ok", "ＯＫ", "ＯＫ"},
		{"Mixed", "用 docker 吧", "还是用docker吧", "用docker吧"},
		{"Emoji", "👍", "👍🏽", "👍🏽"},
		{"Shortcode", ":+1:", "thanks :+1:", ":+1:"},
		{"TypedStop", "thanks", "done.thanks", ""},
		{"Cyrillic", "да", "Да!", "Да"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := compile(t, c.pattern)
			text := m.Scan(c.text)
			got := ""
			if hits := m.Find(text); len(hits) > 0 {
				h := hits[0]
				got = c.text[text.Tokens[h.First].Start:text.Tokens[h.Last-1].End]
			}
			if got != c.want {
				t.Errorf("%q in %q found %q, want %q", c.pattern, c.text, got, c.want)
			}
		})
	}
}

func TestCompile_BadPattern(t *testing.T) {
	for _, pattern := range []string{"(a", "a)", "[a", "<none>", "<day", "[a]", "", "a|", "(a|)", "a > b"} {
		_, err := phrase.Compile(phrase.Source{Signs: map[string][]string{"s": {pattern}}})
		if err == nil && pattern != "a|" && pattern != "(a|)" {
			t.Errorf("pattern %q compiled", pattern)
		}
	}
}

func TestCompile_EndlessClass(t *testing.T) {
	_, err := phrase.Compile(phrase.Source{
		Signs:   map[string][]string{"s": {"<a>"}},
		Classes: map[string][]string{"a": {"x <a>"}},
	})
	if err == nil {
		t.Error("a class that names itself compiled")
	}
}

func TestScan_Clauses(t *testing.T) {
	m := compile(t, "ok", "done", "thanks")
	cases := []struct{ text, want string }{
		{"Ok. Thanks, bye!", "Ok.0 Thanks,1 bye!1"},
		{"well...?", "well?0"},
		{"done.thanks", "done,0 thanks0"},
		{"a b\nc", "a b\n0 c1"},
		{"see file.txt - there", "see file.txt,0 there0"},
		{"不早了，睡了。", "不早了,0 睡了.0"},
		{"\x00\xff\u202e", ""},
	}
	for _, c := range cases {
		text := m.Scan(c.text)
		var got []string
		for _, cl := range text.Clauses {
			s := c.text[text.Tokens[cl.First].Start:text.Tokens[cl.Last-1].End]
			if cl.End != 0 {
				s += string(cl.End)
			}
			got = append(got, s+string(rune('0'+cl.Sentence)))
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%q: got %q, want %q", c.text, g, c.want)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"ok, go", ":+1:", "--a", "a-", "１２３ ok", "👩‍💻👩‍💻", "a/b/c", "e.g. x"} {
		f.Add(s)
	}
	m := compile(f, "go … here", "<day> (a|b)")
	f.Fuzz(func(t *testing.T, s string) {
		text := m.Scan(s)
		for i, tok := range text.Tokens {
			if tok.Start >= tok.End || tok.End > len(s) || i > 0 && tok.Start < text.Tokens[i-1].End {
				t.Fatalf("token %d is %v", i, tok)
			}
		}
		for _, h := range m.Find(text) {
			if c := text.Clauses[h.Clause]; h.First < c.First || h.Last > c.Last || h.First >= h.Last {
				t.Fatalf("hit %v outside clause %v", h, c)
			}
		}
	})
}

func BenchmarkMatcher(b *testing.B) {
	m := compile(b, "i (have|need|want) to go $", "see you <day>", "call it a (day|night)", "(it|that) works [now]")
	for b.Loop() {
		m.Find(m.Scan("ok, I restarted the service and it still shows the old page"))
	}
}
