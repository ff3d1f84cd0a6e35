package handoff

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tack/coach"
	"tack/coach/course"
)

// hostile draws texts made of what Markdown, YAML, chats and terminals trip over.
var hostile = rapid.Custom(func(t *rapid.T) string {
	pieces := []string{
		"|", "`", "```", "~~", "**", "\n", "\n## ", "# ", "- ", "1. ", "> ", "<!-- CONTEXT_END -->", "<!-- ", "-->", "<br>", `\`, `\n`, `\u{41}`,
		":", "：", ": ", ",", "，", "、", "(", ")", "[", "]", "→", "none", "无", "Stack", "## Stack", "## 【待办锁定】", "---", " ", "\t", "\r", "\x00", "\x1b[31m",
		"🙂", "👩‍👩‍👧", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "␊", "␦", "word", "学习", "Problem: ", "Tried (state): ", "~~~", "é", "　",
	}
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "text"), "")
})

// name draws an identifier: not empty, and hostile inside.
var name = rapid.Custom(func(t *rapid.T) string {
	return "m" + hostile.Draw(t, "name") + "x"
})

func drawIssue(t *rapid.T) course.Issue {
	i := course.Issue{Fault: hostile.Draw(t, "fault"), Excerpt: hostile.Draw(t, "excerpt"), Step: hostile.Draw(t, "step")}
	for range rapid.IntRange(0, 3).Draw(t, "tried") {
		i.Tried = append(i.Tried, course.Tried{
			Dimension: rapid.SampledFrom(coach.Dimensions[:]).Draw(t, "dimension"), Text: hostile.Draw(t, "direction"), Done: rapid.Bool().Draw(t, "done"),
		})
	}
	for range rapid.IntRange(0, 2).Draw(t, "left") {
		i.Left = append(i.Left, course.Tried{Dimension: rapid.SampledFrom(coach.Dimensions[:]).Draw(t, "dimension"), Text: hostile.Draw(t, "left over")})
	}
	return i
}

// drawCourse draws a course that a session could hold: names are not empty, terms are unique.
func drawCourse(t *rapid.T) course.State {
	texts := rapid.SliceOfN(hostile, 0, 3)
	count := rapid.IntRange(0, 9)
	c := course.State{
		Version: course.Version, Topic: hostile.Draw(t, "topic"), Title: hostile.Draw(t, "title"),
		Locale: rapid.SampledFrom([]string{"", "en", "zh", "zh-TW"}).Draw(t, "locale"), Window: count.Draw(t, "window"),
		Phase: rapid.SampledFrom([]coach.Phase{"", coach.PhaseDiagnosis, coach.PhaseNegotiation, coach.PhaseSetup, coach.PhaseModule}).Draw(t, "phase"),
		Diagnosis: course.Diagnosis{
			Goal: hostile.Draw(t, "goal"), Level: rapid.SampledFrom([]string{"", "beginner", "basics", "working", "solid"}).Draw(t, "level"),
			LevelProof: texts.Draw(t, "proof"), Time: hostile.Draw(t, "time"), Preferences: hostile.Draw(t, "pref"), Deliverable: hostile.Draw(t, "deliverable"),
			Asked: hostile.Draw(t, "asked"), Tries: count.Draw(t, "tries"), Scenario: count.Draw(t, "scenario"), Right: count.Draw(t, "right"),
		},
		Route: course.Route{
			Modules: rapid.SliceOfN(name, 0, 3).Draw(t, "route"), Confirmed: rapid.Bool().Draw(t, "confirmed"), Asked: rapid.Bool().Draw(t, "asked back"),
			Depth: hostile.Draw(t, "depth"), Rhythm: hostile.Draw(t, "rhythm"),
		},
		Position: course.Position{Module: hostile.Draw(t, "module"), Step: rapid.SampledFrom([]string{"", "scenario", "hands_on", "interview"}).Draw(t, "at"), Index: count.Draw(t, "index"), Tries: count.Draw(t, "checks"), Waiting: hostile.Draw(t, "waiting")},
		Stack:    hostile.Draw(t, "stack"), Preferences: texts.Draw(t, "preferences"), Constraints: texts.Draw(t, "constraints"), Files: texts.Draw(t, "files"),
		Known: texts.Draw(t, "known"), Open: texts.Draw(t, "open"), Closed: texts.Draw(t, "closed"), Todo: course.Todo{Text: hostile.Draw(t, "todo"), Was: hostile.Draw(t, "was")},
		Issue: drawIssue(t),
	}
	for range rapid.IntRange(0, 2).Draw(t, "n") {
		c.Modules = append(c.Modules, course.Progress{ID: hostile.Draw(t, "id"), Title: hostile.Draw(t, "title"), Status: rapid.SampledFrom([]string{"open", "running", "done", "skipped"}).Draw(t, "status")})
		c.Points = append(c.Points, course.Point{ID: hostile.Draw(t, "id"), Module: hostile.Draw(t, "module"), Title: hostile.Draw(t, "title"), Status: rapid.SampledFrom([]string{"explained", "confirmed", "unclear"}).Draw(t, "status")})
		c.Environment = append(c.Environment, course.Fact{Name: hostile.Draw(t, "name"), Value: hostile.Draw(t, "value"), From: hostile.Draw(t, "from")})
		c.Past = append(c.Past, drawIssue(t))
		c.Extra = append(c.Extra, drawExtra(t))
	}
	drawTrace(t, &c)
	return c
}

func drawTrace(t *rapid.T, c *course.State) {
	module := rapid.SampledFrom([]string{"", "M0", "M1", "m|]x", "M1: x"})
	seen := map[string]bool{}
	for i := range rapid.IntRange(0, 4).Draw(t, "trace") {
		e := course.Trace{Module: module.Draw(t, "module"), Command: hostile.Draw(t, "command"), Effect: hostile.Draw(t, "effect"), Undone: hostile.Draw(t, "undone")}
		if rapid.Bool().Draw(t, "timed") || i > 0 {
			e.At = time.Unix(int64(1e9+i), int64(i)).UTC()
		}
		c.Trace = append(c.Trace, e)
		term := course.Term{Term: name.Draw(t, "term"), Module: module.Draw(t, "module"), Line: hostile.Draw(t, "line")}
		if !seen[term.Term] {
			seen[term.Term] = true
			c.Terms = append(c.Terms, term)
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "own") {
		o := course.Own{Point: name.Draw(t, "point"), Text: ownText(hostile.Draw(t, "own")), Consent: rapid.Bool().Draw(t, "consent")}
		if len(c.Own) == 0 || c.Own[0].Point != o.Point {
			c.Own = append(c.Own, o)
		}
	}
}

// drawExtra draws a section that Tack does not know: any lines, as unwrap leaves them.
func drawExtra(t *rapid.T) course.Section {
	body := strings.Join(unwrap("x\n"+hostile.Draw(t, "body")+"\n"+hostile.Draw(t, "body")), "\n")
	return course.Section{Title: title("Own " + strings.ReplaceAll(hostile.Draw(t, "heading"), "\n", " ") + " part"), Body: strings.Trim(body, "\n")}
}

// What documents carry is read back as it was, whatever the texts hold, in both languages.
func TestWrite_ReadBackAnything(t *testing.T) {
	f := forms(t)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		locale := rapid.SampledFrom([]string{"en", "zh"}).Draw(t, "document locale")
		docs, err := f.Write(c, Session{Locale: locale, At: noon}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.Read(docs)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, carried(c), got.Into(course.State{}), docs)
		if !f.IsContext(docs.Get(ContextName)) {
			t.Fatalf("not recognised:\n%s", docs.Get(ContextName))
		}
		again, err := f.Write(got.Into(course.State{}), Session{Locale: locale, At: noon}, docs)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			if again.Get(d.Name) != d.Body {
				t.Fatalf("%s changes when it is written again:\n%s\n---\n%s", d.Name, d.Body, again.Get(d.Name))
			}
		}
	})
}

// One text through each escape.
func TestEscapes_ReadBackAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := plain(rapid.OneOf(hostile, rapid.String()).Draw(t, "text"))
		for _, also := range []string{"", "|", ":：", ",，、", "~*", "]"} {
			e := esc(s, also)
			if strings.ContainsAny(e, "\n\r") || strings.TrimSpace(e) != e {
				t.Fatalf("not one clean line: %q", e)
			}
			if also != "" && indexPlain(e, also) >= 0 {
				t.Fatalf("%q is not escaped in %q", also, e)
			}
			if got := unesc(e); got != s {
				t.Fatalf("%q became %q by %q", s, got, e)
			}
		}
		if got := uncodeLine(codeLine(s)); got != s {
			t.Fatalf("%q became %q by %q", s, got, codeLine(s))
		}
		if got, rest, ok := cutCodeSpan(codeSpan(s) + " → x"); !ok || got != s || rest != " → x" {
			t.Fatalf("%q became %q by %q", s, got, codeSpan(s))
		}
	})
}

func FuzzParse(f *testing.F) {
	forms := forms(f)
	docs, _ := forms.Write(sample(), Session{Locale: "zh"}, nil)
	for _, d := range docs {
		f.Add(d.Body)
	}
	f.Add("```\n## Stack\n~~~\n" + EndMark)
	f.Fuzz(func(t *testing.T, text string) {
		forms.IsContext(text)
		forms.ParseTrace(text)
		forms.ParseNotes(text)
		c, err := forms.ParseContext(text)
		if err != nil {
			return
		}
		// What was read is written, and then nothing changes any more.
		first := c.Into(course.State{})
		docs, err := forms.Write(first, Session{Locale: "en"}, nil)
		if err != nil {
			return // grown past the limit
		}
		again, err := forms.Read(docs)
		if err != nil {
			t.Fatalf("own document refused: %v\n%s", err, docs.Get(ContextName))
		}
		equal(t, carried(first), again.Into(course.State{}), docs)
	})
}
