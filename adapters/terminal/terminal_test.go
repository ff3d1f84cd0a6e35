package terminal

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tack/coach/voice"
	"tack/internal/engine"
	"tack/templates"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]input{
		"hello":                  {rest: "hello"},
		"hello\r\n":              {rest: "hello"},
		"/help":                  {command: "help"},
		"/HELP  ":                {command: "help"},
		"/react 👍  [3] ":         {command: "react", rest: "👍  [3]"},
		" /help":                 {rest: " /help"},
		"/":                      {rest: "/"},
		"/etc/redis.conf: no":    {rest: "/etc/redis.conf: no"},
		"/edit one\ntwo":         {command: "edit", rest: "one\ntwo"},
		"/status\nof the server": {rest: "/status\nof the server"},
		"/usr: not found":        {rest: "/usr: not found"},
		"/状态":                    {command: "状态"},
		"/语言　中文":                 {command: "语言", rest: "中文"},
		"/修改 一\n二":               {command: "修改", rest: "一\n二"},
		"/路径/文件: 没有":             {rest: "/路径/文件: 没有"},
	} {
		if got := parse(line); got != want {
			t.Errorf("parse(%q) = %+v, want %+v", line, got, want)
		}
	}
}

// TestNamed: every command has a word in each language, and no word stands for two.
func TestNamed(t *testing.T) {
	t.Parallel()
	v, err := voice.New(templates.FS, "messages/terminal")
	if err != nil {
		t.Fatal(err)
	}
	c, names := &Chat{Voice: v}, slices.Sorted(maps.Keys(commands))
	for _, name := range names {
		for _, locale := range v.Languages() {
			for word := range strings.SplitSeq(v.Say(locale, "word."+name, nil), "|") {
				if in := parse("/" + word); c.named("word.", in.command, names) != name {
					t.Errorf("/%s is %s, want %s", word, c.named("word.", in.command, names), name)
				}
			}
		}
	}
	for word, want := range map[string]string{"中文": "zh", "英文": "en", "ZH": "zh", "fr": "fr"} {
		if got := c.named("word.lang.", word, []string{"en", "zh"}); got != want {
			t.Errorf("language %s is %s, want %s", word, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"halp": "help", "stauts": "status", "stat": "status", "sttus": "status", "unraect": "unreact", "topic": "topics",
		"doc": "docs", "pin": "pins", "wrp": "wrap", "langs": "lang", "x": "", "xyzzy": "", "redis": "", "bye": "",
	} {
		if got := near(word); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestScript_LongLine(t *testing.T) {
	t.Parallel()
	s := NewScript(strings.NewReader("one\r\n" + strings.Repeat("x", maxMessage+1) + "\n\nlast"))
	for _, want := range []string{"one", "!", "", "last"} {
		got, err := s.Next("")
		if want == "!" {
			if !errors.Is(err, errTooLong) {
				t.Errorf("a long line gives %d bytes, %v", len(got), err)
			}
		} else if got != want || err != nil {
			t.Errorf("line %q, %v, want %q", got, err, want)
		}
	}
	if _, err := s.Next(""); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// TestScript_Stop: a Next that waits for a pipe returns.
func TestScript_Stop(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	defer w.Close()
	s := NewScript(r)
	go s.Stop()
	if _, err := s.Next(""); !errors.Is(err, io.EOF) {
		t.Errorf("stopped: %v", err)
	}
	s.Stop()
}

func TestThreadOf(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		learner, topic := rapid.String().Draw(t, "learner"), rapid.String().Draw(t, "topic")
		other := rapid.String().Draw(t, "other")
		if (ThreadOf(learner, topic) == ThreadOf(other, topic)) != (learner == other) {
			t.Fatalf("learners %q and %q", learner, other)
		}
		if lobby := string(ThreadOf(learner, "")); !strings.HasPrefix(string(ThreadOf(learner, topic)), lobby) {
			t.Fatalf("%q is no prefix of the learner's threads", lobby)
		}
	})
}

// TestClean: nothing that is shown drives the terminal.
func TestClean(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		for _, r := range clean(text) {
			if r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
				t.Fatalf("%U is left", r)
			}
		}
	})
	if got := clean("a\x1b[31mb\u202ec\td\n"); got != "a[31mbc\td\n" {
		t.Errorf("clean: %q", got)
	}
}

func TestScreen_Deliver(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		m       engine.Outgoing
		columns int
		want    string
	}{
		{name: "Plain", m: engine.Outgoing{Op: engine.OpPost, ID: "c3", Text: "**hi**"}, want: "\n[3] **hi**\n"},
		{name: "Pinned", m: engine.Outgoing{Op: engine.OpPost, ID: "c3", Pin: true, Text: "a\n\nb"}, want: "\n[3]\n> a\n>\n> b\n"},
		{name: "PinnedChanged", m: engine.Outgoing{Op: engine.OpEdit, ID: "c7", Target: "c3", Pin: true, Text: "a"}, want: "\n[3]\n> a\n"},
		{name: "Unpinned", m: engine.Outgoing{Op: engine.OpUnpin, ID: "c8", Target: "c3", Text: "saved"}, want: "\n[3] saved\n"},
		{name: "Terminal", columns: 40, m: engine.Outgoing{Op: engine.OpPost, ID: "c3", Text: "one\ntwo"}, want: "\n[3]\n  one\n  two\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			s := NewScreen(&out, t.TempDir(), nil)
			if c.columns > 0 {
				s.columns = func() int { return c.columns }
			}
			if _, err := s.Deliver(t.Context(), c.m); err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(stripped(out.String()), " \n", "\n")
			if got != c.want {
				t.Errorf("shown %q, want %q", got, c.want)
			}
		})
	}
}

// stripped is a text without colours and without the blanks that fill a line.
func stripped(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		if strings.HasPrefix(s, "\x1b[") {
			s = s[strings.IndexByte(s, 'm')+1:]
			continue
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// TestScreen_File: a document is written below its folder and nowhere else.
func TestScreen_File(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var out strings.Builder
	s := NewScreen(&out, dir, nil)
	m := engine.Outgoing{Op: engine.OpFile, Topic: "redis", Name: "notes/M1.md", Text: "body"}
	if _, err := s.Deliver(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "redis", "notes", "M1.md")
	if body, err := os.ReadFile(path); string(body) != "body" || !strings.Contains(out.String(), path) {
		t.Errorf("%v, %q, shown %q", err, body, out.String())
	}
	m.Name = "../../outside.md"
	if _, err := s.Deliver(t.Context(), m); err == nil {
		t.Error("a document was written outside its folder")
	}
}

// TestTexts: each key that the code builds is there, in every language.
func TestTexts(t *testing.T) {
	t.Parallel()
	words, err := voice.New(templates.FS, "messages/terminal")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range builtKeys() {
		for _, tag := range words.Languages() {
			if got := words.Say(tag, key, map[string]any{"Topic": "redis", "N": 3}); got == "" || strings.Contains(got, "⟪") {
				t.Errorf("%s: %s: %q", tag, key, got)
			}
		}
	}
}
