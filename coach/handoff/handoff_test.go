package handoff

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tack/coach"
	"tack/coach/course"
)

func forms(t testing.TB) *Forms {
	t.Helper()
	f, err := New(os.DirFS("../../templates"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// sample is a course in the middle of things, stuck.
func sample() course.State {
	return course.State{
		Version: 1, Topic: "redis", Title: "Redis", Locale: "en", Window: 2, Phase: coach.PhaseModule,
		Diagnosis: course.Diagnosis{Goal: "run a cache", Level: "basics", LevelProof: []string{"named two uses of a cache"}, Time: "1 h a day", Preferences: "none", Deliverable: "a rate limiter"},
		Route:     course.Route{Modules: []string{"M1", "M2"}, Confirmed: true, Depth: "no cluster", Rhythm: "3 days, 1 h each"},
		Position:  course.Position{Module: "M1", Step: "hands_on", Index: 2, Waiting: "output"},
		Modules:   []course.Progress{{ID: "M0", Title: "Set up", Status: "done"}, {ID: "M1", Title: "Strings", Status: "running"}},
		Points:    []course.Point{{ID: "ttl", Module: "M1", Title: "Expiry", Status: "confirmed"}},
		Stack:     "Redis 7, redis-cli", Preferences: []string{"commands first", "short answers"},
		Environment: []course.Fact{{Name: "redis-server", Value: "7.0.15", From: "redis-server --version"}},
		Files:       []string{"lab/", "  redis.conf"}, Known: []string{"shell"},
		Terms: []course.Term{{Term: "TTL", Module: "M1", Line: "seconds a key still has"}},
		Trace: []course.Trace{{Module: "M0", Command: "redis-server --port 6390 --daemonize yes", Effect: "starts a private server", Undone: "the server is gone", At: noon}},
		Todo:  course.Todo{Text: "run DBSIZE", Was: "run PING"},
		Open:  []string{"why 6379?"},
		Past: []course.Issue{{Fault: "refused", Excerpt: "Could not connect to Redis at 127.0.0.1:6390: Connection refused", Step: "m1.set", Tried: []course.Tried{
			{Dimension: coach.DimState, Text: "look whether the process runs"}, {Dimension: coach.DimConfig, Text: "compare the ports"},
		}}},
		Constraints: []string{"no docker"}, Closed: []string{"Sentinel"},
		Own:   []course.Own{{Point: "ttl", Text: "a key dies\n\nwhen its time is over", Consent: true}},
		Extra: []course.Section{{Title: "My notes", Body: "### sub\ntext"}},
	}
}

// carried is the part of a course that documents carry.
func carried(c course.State) course.State {
	c.Version = course.Version
	var own []course.Own
	for _, o := range c.Own {
		if o.Consent {
			own = append(own, o)
		}
	}
	c.Own = own
	c.Issue, c.Past = c.Issue.Reopened(), slices.Clone(c.Past) // what was only suggested may be given again
	for i, past := range c.Past {
		c.Past[i] = past.Reopened()
	}
	return c
}

func equal(t interface {
	Fatalf(string, ...any)
	Helper()
}, want, got course.State, docs Documents,
) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateApproxTime(0)); d != "" {
		t.Fatalf("(-want +got)\n%s\n%s", d, docs.Get(ContextName)+docs.Get(TraceName)+docs.Get(NotesName))
	}
}

func TestWrite_ReadBack(t *testing.T) {
	f := forms(t)
	for _, locale := range []string{"en", "zh"} {
		t.Run(locale, func(t *testing.T) {
			s := Session{Locale: locale, At: noon, Mark: Unconfirmed, Reason: coach.RuleStuck, Summary: []string{"learned SET", "stuck at the port"}}
			docs, err := f.Write(sample(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			c, err := f.Read(docs)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, carried(sample()), c.Into(course.State{}), docs)
			if d := cmp.Diff(Session{At: noon, Mark: Unconfirmed, Reason: coach.RuleStuck, Summary: s.Summary}, c.Session); d != "" {
				t.Error(d)
			}
		})
	}
}

// The sections, their order and their names are fixed, and empty ones say so.
func TestWrite_EmptyCourse(t *testing.T) {
	f := forms(t)
	for locale, want := range map[string][]string{
		"en": {"Stack", "Learner", "Preferences", "Route decision", "Environment", "Module progress", "Current progress", "Project tree", "Known already", "Trace and terms", "Locked to-do", "Open questions", "Constraints", "Session state"},
		"zh": {"【技术栈配置】", "【学员画像】", "【教学偏好】", "【路线决议】", "【环境快照】", "【模块进度】", "【当前进度】", "【项目文件树】", "【已有知识】", "【留痕与术语指针】", "【待办锁定】", "【遗留疑问】", "【严格约束】", "【会话状态】"},
	} {
		docs, err := f.Write(course.State{}, Session{Locale: locale}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range strings.Split(docs.Get(ContextName), "\n") {
			if h, ok := strings.CutPrefix(l, "## "); ok {
				got = append(got, h)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		none := map[string]string{"en": "\nnone\n", "zh": "\n无\n"}[locale]
		if n := strings.Count(docs.Get(ContextName), none); n != 13 {
			t.Errorf("%s: %d sections say none, want all but the one with the format", locale, n)
		}
		if !strings.HasSuffix(docs.Get(ContextName), EndMark+"\n") || len(docs) != 1 {
			t.Errorf("%s: no end mark, or more than CONTEXT.md: %d", locale, len(docs))
		}
	}
}

func TestParseContext_AsPeoplePasteIt(t *testing.T) {
	f := forms(t)
	docs, err := f.Write(sample(), Session{Locale: "zh", At: noon}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := docs.Get(ContextName)
	want, _ := f.ParseContext(whole)
	for name, change := range map[string]func(string) string{
		"CRLF":           func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"ByteOrderMark":  func(s string) string { return "\ufeff" + s },
		"Fenced":         func(s string) string { return "```markdown\n" + s + "```\n" },
		"FencedAfterHi":  func(s string) string { return "继续学 redis，这是我的文件：\n````\n" + s + "````" },
		"Quoted":         func(s string) string { return "> " + strings.ReplaceAll(s, "\n", "\n> ") },
		"DeeperHeadings": func(s string) string { return strings.ReplaceAll(s, "\n#", "\n##") },
		"NoSpace":        func(s string) string { return strings.ReplaceAll(s, "## 【", "##【") },
		"MoreBlankLines": func(s string) string { return strings.ReplaceAll(s, "\n", "\n\n") },
		"TrailingBlanks": func(s string) string { return strings.ReplaceAll(s, "\n", "  \n") },
		"TextAfter":      func(s string) string { return s + "\n## 别的\n接着学吧" },
		"MarkSpacing":    func(s string) string { return strings.Replace(s, EndMark, "<!--context_end-->", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			got, err := f.ParseContext(change(whole))
			if err != nil {
				t.Fatal(err)
			}
			a, b := want.Into(course.State{}), got.Into(course.State{})
			if name == "MoreBlankLines" || name == "TrailingBlanks" {
				a.Extra, b.Extra, a.Files, b.Files = nil, nil, nil, nil // verbatim, so they differ
			}
			if name == "DeeperHeadings" {
				a.Extra, b.Extra = nil, nil
			}
			equal(t, a, b, docs)
			if !f.IsContext(change(whole)) {
				t.Error("not recognised")
			}
		})
	}
}

func TestParseContext_Refused(t *testing.T) {
	f := forms(t)
	docs, _ := f.Write(sample(), Session{}, nil)
	whole := docs.Get(ContextName)
	cut := whole[:strings.Index(whole, "## Locked")]
	for name, tc := range map[string]struct {
		text string
		want error
		says string
	}{
		"CutShort": {cut, ErrTruncated, `end mark <!-- CONTEXT_END --> is missing; the last section that came is "Trace and terms"`},
		"NoMark":   {strings.Replace(whole, EndMark, "", 1), ErrTruncated, "My notes"},
		"Empty":    {"", ErrNotContext, "no known section"},
		"Chat":     {"continue redis\n# hello", ErrNotContext, "no known section"},
		"TooLarge": {whole + strings.Repeat("x", MaxContext), ErrTooLarge, "at most 262144"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.ParseContext(tc.text)
			if !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("got %v", err)
			}
		})
	}
	if !f.IsContext(cut) {
		t.Error("one cut short must be recognised, to be refused")
	}
	for _, text := range []string{"", "## Stack\n- Go", "my Open questions", "# Constraints\n## Environment\ntext"} {
		if f.IsContext(text) {
			t.Errorf("taken for a CONTEXT.md: %q", text)
		}
	}
}

// A person's own hand: other bullets, missing and unknown sections, words of both languages.
func TestParseContext_HandWritten(t *testing.T) {
	f := forms(t)
	text := strings.Join([]string{
		"# Stack", "Go 1.26", "PostgreSQL 16", "# 学员画像", "* 目标：写一个队列", "* Level: 能上手", "# Locked to-do", "~~read~~ → **write the consumer**",
		"# Environment", "- go: 1.26.1", "# Team", "Ask **Ana**", "```", "# not a heading", "```", "# 模块进度", "|模块|标题|状态|", "|:--|---|--:|", "|M1|队列|进行中|",
		"# Open questions", "none.", "<!-- CONTEXT_END -->",
	}, "\n")
	c, err := f.ParseContext(text)
	if err != nil {
		t.Fatal(err)
	}
	base := course.State{Topic: "kafka", Preferences: []string{"short"}, Open: []string{"old"}, Terms: []course.Term{{Term: "lag", Line: "how far behind"}}}
	got := c.Into(base)
	want := course.State{
		Version: 1, Topic: "kafka", Stack: "Go 1.26\nPostgreSQL 16", Preferences: []string{"short"},
		Diagnosis: course.Diagnosis{Goal: "写一个队列", Level: "working"}, Todo: course.Todo{Text: "write the consumer", Was: "read"},
		Environment: []course.Fact{{Name: "go", Value: "1.26.1"}}, Modules: []course.Progress{{ID: "M1", Title: "队列", Status: "running"}},
		Terms: base.Terms, Extra: []course.Section{{Title: "Team", Body: "Ask **Ana**\n```\n# not a heading\n```"}},
	}
	equal(t, want, got, nil)
	docs, _ := f.Write(got, Session{Locale: "zh"}, nil)
	if !strings.Contains(docs.Get(ContextName), "## Team\n\nAsk **Ana**\n```\n# not a heading\n```\n") {
		t.Errorf("the unknown section is not written back as it stood:\n%s", docs.Get(ContextName))
	}
}

// What somebody adds to a section of ours is not lost.
func TestParseContext_StrangeLines(t *testing.T) {
	f := forms(t)
	c, err := f.ParseContext("## 【学员画像】\n- 目标：队列\n- 职业：护士\n夜班\n\n## Session state\n- Topic: kafka\n" + EndMark)
	if err != nil {
		t.Fatal(err)
	}
	got := c.Into(course.State{})
	want := course.State{
		Version: 1, Topic: "kafka", Diagnosis: course.Diagnosis{Goal: "队列"},
		Extra: []course.Section{{Title: "【学员画像】 +", Body: "- 职业：护士\n- 夜班"}},
	}
	equal(t, want, got, nil)
	docs, _ := f.Write(got, Session{Locale: "zh"}, nil)
	again, err := f.Read(docs)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, want, again.Into(course.State{}), docs)
}

// A pasted CONTEXT.md alone is enough not to explain a term again.
func TestParseContext_TermsWithoutTrace(t *testing.T) {
	f := forms(t)
	docs, _ := f.Write(sample(), Session{}, nil)
	c, err := f.ParseContext(docs.Get(ContextName))
	if err != nil {
		t.Fatal(err)
	}
	got := c.Into(course.State{}).Terms
	if len(got) != 1 || got[0].Term != "TTL" || got[0].Module != "M1" {
		t.Errorf("got %v", got)
	}
	full := c.Into(sample()).Terms
	if len(full) != 1 || full[0].Line == "" {
		t.Errorf("the explanation known before is lost: %v", full)
	}
}

func TestNew_Refused(t *testing.T) {
	if _, err := New(os.DirFS(t.TempDir())); err == nil {
		t.Error("no words, no error")
	}
}

// A pasted CONTEXT.md takes the place of the stored one; TRACE.md and NOTES.md stay.
func TestDocuments_With(t *testing.T) {
	f := forms(t)
	docs, _ := f.Write(sample(), Session{}, nil)
	c := sample()
	c.Todo = course.Todo{Text: "another"}
	pasted, _ := f.Write(c, Session{Locale: "zh"}, nil)
	got, err := f.Read(docs.With(ContextName, pasted.Get(ContextName)))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, carried(c), got.Into(course.State{}), docs)
	if len(docs.With("x.md", "y")) != len(docs)+1 || docs.Get("x.md") != "" {
		t.Error("not added, or added to the documents given")
	}
}

// TestParseContext_Version: documents that say no format are of the first; a newer one is refused.
func TestParseContext_Version(t *testing.T) {
	t.Parallel()
	f := forms(t)
	for _, locale := range []string{"en", "zh"} {
		docs, err := f.Write(course.State{Topic: "redis"}, Session{Locale: locale}, nil)
		if err != nil {
			t.Fatal(err)
		}
		body := docs.Get(ContextName)
		line := regexp.MustCompile(`(?m)^(- \S+?[:：] ?)1$`)
		if n := len(line.FindAllString(body, -1)); n != 1 {
			t.Fatalf("%s: %d lines say a format:\n%s", locale, n, body)
		}
		if _, err := f.ParseContext(line.ReplaceAllString(body, "")); err != nil {
			t.Errorf("%s, without a format: %v", locale, err)
		}
		_, err = f.ParseContext(line.ReplaceAllString(body, "${1}2"))
		if !errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), "format 2, this program knows 1") {
			t.Errorf("%s, of a newer format: %v", locale, err)
		}
	}
}
