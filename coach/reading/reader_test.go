package reading_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tack/coach"
	"tack/coach/reading"
)

var coaching = reading.Context{State: coach.Coaching, Asks: coach.AskAction, Phase: coach.PhaseModule}

func TestReader_Learner_KnownErrorKeepsItsName(t *testing.T) {
	r := newReader(t)
	first := r.Learner(coaching, reading.Message{Text: "ModuleNotFoundError: No module named 'flask'"})
	if len(first.Errors) != 1 {
		t.Fatalf("errors %v", first.Errors)
	}
	ctx := coaching
	ctx.Errors = first.Errors
	again := r.Learner(ctx, reading.Message{Text: "10:22:31 ModuleNotFoundError: No module named 'flask'"})
	if !slices.Equal(again.Errors, first.Errors) {
		t.Errorf("again %v, first %v", again.Errors, first.Errors)
	}
	other := r.Learner(ctx, reading.Message{Text: "ModuleNotFoundError: No module named 'click'"})
	if slices.Equal(other.Errors, first.Errors) {
		t.Error("another module is the same error")
	}
}

func TestReader_Learner_OwnCommandSetsValues(t *testing.T) {
	r := newReader(t)
	first := r.Learner(coaching, reading.Message{Text: "nc: connect to 10.1.1.9 port 7001 (tcp) failed: Connection refused"})
	ctx := coaching
	ctx.Errors = first.Errors
	again := r.Learner(ctx, reading.Message{Text: "$ nc -vz 10.1.1.9 7002\nnc: connect to 10.1.1.9 port 7002 (tcp) failed: Connection refused"})
	if !slices.Equal(again.Errors, first.Errors) {
		t.Errorf("again %v, first %v", again.Errors, first.Errors)
	}
}

func TestReader_Learner_KnownQuestionKeepsItsName(t *testing.T) {
	r := newReader(t)
	first := r.Learner(coaching, reading.Message{Text: "how do I rename a branch?"})
	ctx := coaching
	ctx.Questions = first.Questions
	again := r.Learner(ctx, reading.Message{Text: "ok, but how do I rename a branch, please?"})
	if len(first.Questions) != 1 || !slices.Equal(again.Questions, first.Questions) {
		t.Errorf("again %v, first %v", again.Questions, first.Questions)
	}
}

func TestReader_Learner_Shows(t *testing.T) {
	const output = "```\nNAME   STATE\nalpha  up 3s\n```"
	r := newReader(t)
	shows := func(text string) []string { return r.Learner(coaching, reading.Message{Text: text}).Shows }
	if a, b := shows(output), shows(strings.Replace(output, "3s", "9s", 1)); len(a) != 1 || !slices.Equal(a, b) {
		t.Errorf("other duration: %v and %v", a, b)
	}
	if a, b := shows(output), shows(strings.Replace(output, "alpha", "beta", 1)); slices.Equal(a, b) {
		t.Error("another name is the same output")
	}
	if got := shows("KeyError: 'size'"); len(got) != 0 {
		t.Errorf("an error alone shows %v", got)
	}
	if got := shows("still the same error"); len(got) != 0 {
		t.Errorf("nothing new shows %v", got)
	}
	if a, b := shows("it prints 4 rows"), shows("ok, it prints 4 rows"); len(a) != 1 || !slices.Equal(a, b) {
		t.Errorf("a result told: %v and %v", a, b)
	}
	file := reading.Message{Files: []reading.File{{Name: "shot.png"}}}
	if got := r.Learner(coaching, file); got.Kind != coach.KindEvidence || len(got.Shows) != 1 {
		t.Errorf("a picture is %v", got)
	}
}

func TestReader_Learner_Flags(t *testing.T) {
	r := newReader(t)
	open := coaching
	open.Errors = []coach.Identity{{Key: "k"}}
	closing := reading.Context{State: coach.Closing, Asks: coach.AskConfirm}
	edit, stopping := closing, closing
	edit.YesMeans, stopping.YesMeans = coach.YesEdit, coach.YesStop
	stop := reading.Context{State: coach.Coaching, Asks: coach.AskYesNo, YesMeans: coach.YesStop}
	cases := []struct {
		name, text string
		ctx        reading.Context
		want       func(coach.Reading) bool
	}{
		{"StillSame", "no luck, still the same error", open, func(r coach.Reading) bool { return r.StillSame }},
		{"StillSameZh", "还是一样的报错", open, func(r coach.Reading) bool { return r.StillSame }},
		{"FailsPlainly", "it still doesn't work", open, func(r coach.Reading) bool { return r.StillSame && len(r.Shows) == 0 }},
		{"FailsPlainlyZh", "还是不行", open, func(r coach.Reading) bool { return r.StillSame && len(r.Shows) == 0 }},
		{"FailsOtherwise", "it still hangs after 10 seconds at step 3", open, func(r coach.Reading) bool { return !r.StillSame && len(r.Shows) == 1 }},
		{"Resolved", "great, it works now", open, func(r coach.Reading) bool { return r.Resolved && !r.StillSame }},
		{"NotResolvedElsewhere", "it works on my other machine", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedHope", "I hope it works now", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedOnce", "it worked once, then it broke again", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedRun", "I ran redis-cli ping in my terminal", open, func(r coach.Reading) bool { return !r.Resolved && r.Kind == coach.KindEvidence }},
		{"NotResolvedExpected", "I ran redis-cli ping in my terminal and expected PONG", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedStarted", "started the server", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedThought", "I thought that it would print that the server is up", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedRunZh", "我在终端跑了 redis-cli ping", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedShouldZh", "我运行了 redis-cli ping，应该返回 PONG", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedExpectedZh", "我运行 redis-cli ping，以为能连上了", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"NotResolvedWantedZh", "跑 redis-cli ping 本来想着能看到 PONG", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"ResolvedRun", "I ran it again and it works now", open, func(r coach.Reading) bool { return r.Resolved }},
		{"ResolvedRanFine", "it ran fine this time", open, func(r coach.Reading) bool { return r.Resolved }},
		{"ResolvedAsExpected", "it works now, as I expected", open, func(r coach.Reading) bool { return r.Resolved }},
		{"ResolvedRunZh", "我又跑了一遍，能连上了", open, func(r coach.Reading) bool { return r.Resolved }},
		{"NotResolvedStartedZh", "我启动了 redis-server", open, func(r coach.Reading) bool { return !r.Resolved }},
		{"ResolvedStartsZh", "好的，改完就能启动了，谢谢", open, func(r coach.Reading) bool { return r.Resolved }},
		{"ResolvedRanZh", "跑通了", open, func(r coach.Reading) bool { return r.Resolved }},
		{"GoesOn", "ok, save it and let's go on", closing, func(r coach.Reading) bool { return r.Kind == coach.KindConfirm && r.GoesOn }},
		{"GoesOnPolite", "Correct, thank you! But I'd like to continue, please.", closing, func(r coach.Reading) bool { return r.Kind == coach.KindConfirm && r.GoesOn }},
		{"GoesOnZh", "确认，存完接着学", closing, func(r coach.Reading) bool { return r.Kind == coach.KindConfirm && r.GoesOn }},
		{"GoesNotOn", "fine, go ahead and save", closing, func(r coach.Reading) bool { return r.Kind == coach.KindConfirm && !r.GoesOn }},
		{"NoToEdit", "nope", edit, func(r coach.Reading) bool { return r.Kind == coach.KindConfirm }},
		{"NoToConfirm", "nope", closing, func(r coach.Reading) bool { return r.Kind == coach.KindVague }},
		{"NoToEditAndFix", "no, the port is 8443", edit, func(r coach.Reading) bool { return r.Kind == coach.KindCorrection }},
		{"YesToStopWhileClosing", "yes please, bye", stopping, func(r coach.Reading) bool { return r.Kind == coach.KindStop }},
		{"OffTopic", "do you like pizza?", coaching, func(r coach.Reading) bool { return r.Kind == coach.KindQuestion && r.OffTopic }},
		{"OnTopic", "do you need the flag here?", coaching, func(r coach.Reading) bool { return r.Kind == coach.KindQuestion && !r.OffTopic }},
		{"YesToStop", "yes please", stop, func(r coach.Reading) bool { return r.Kind == coach.KindStop }},
		{"NoToStop", "no", stop, func(r coach.Reading) bool { return r.Kind == coach.KindAnswer }},
		{"Long", strings.Repeat("字", 41), coaching, func(r coach.Reading) bool { return r.Long }},
		{"Short", strings.Repeat("字", 40), coaching, func(r coach.Reading) bool { return !r.Long }},
		{"QuotedStop", "> let's stop for today\nwho wrote that?", coaching, func(r coach.Reading) bool { return r.Kind == coach.KindQuestion }},
		{"CodeStop", "`let's stop for today`", coaching, func(r coach.Reading) bool { return r.Kind != coach.KindStop }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := r.Learner(c.ctx, reading.Message{Text: c.text}); !c.want(got) {
				t.Errorf("%q is %+v", c.text, got)
			}
		})
	}
}

func TestReader_Coach(t *testing.T) {
	r := newReader(t)
	cases := []struct {
		text string
		asks coach.Ask
		yes  coach.YesMeans
	}{
		{"Run `ls -l` and paste the output.", coach.AskAction, ""},
		{"请执行 `ls -l`，把结果贴出来。", coach.AskAction, ""},
		{"What do you expect the loop to print?", coach.AskQuestion, ""},
		{"Explain in your own words what a pointer is.", coach.AskQuestion, ""},
		{"指针和引用有什么区别，用自己的话说说？", coach.AskQuestion, ""},
		{"Do you have Docker on this machine?", coach.AskYesNo, ""},
		{"The app did not start. Does it start now?", coach.AskYesNo, coach.YesGone},
		{"Do you still get that error?", coach.AskYesNo, coach.YesOpen},
		{"现在还报错吗？", coach.AskYesNo, coach.YesOpen},
		{"之前连不上。现在能连上了吗？", coach.AskYesNo, coach.YesGone},
		{"Do you want to stop here for today?", coach.AskYesNo, coach.YesStop},
		{"今天要不要先到这里？", coach.AskYesNo, coach.YesStop},
		{"That was the first part. Ready for the second?", coach.AskStep, ""},
		{"这一步完成了，可以的话我们继续下一步。", coach.AskStep, ""},
		{"Here is the summary. Anything to add or correct?", coach.AskConfirm, coach.YesEdit},
		{"Here is the summary. Is it right?", coach.AskConfirm, ""},
		{"总结如上，需要修改吗？", coach.AskConfirm, coach.YesEdit},
		{"以上内容对吗？确认后我就保存。", coach.AskConfirm, ""},
		{"A branch is a name for a commit.", coach.AskNone, ""},
		{"分支就是提交的名字。", coach.AskNone, ""},
	}
	for _, c := range cases {
		if got := r.Coach(reading.Context{}, c.text); got.Asks != c.asks || got.YesMeans != c.yes {
			t.Errorf("%q asks %s %q, want %s %q", c.text, got.Asks, got.YesMeans, c.asks, c.yes)
		}
	}
}

func TestReader_Coach_Directions(t *testing.T) {
	r := newReader(t)
	open := reading.Context{Errors: []coach.Identity{{Key: "k"}}}
	cases := []struct {
		text string
		want coach.Dimension
	}{
		{"Please look at the logs and paste the last lines.", coach.DimSymptom},
		{"Check whether the process is running.", coach.DimState},
		{"Try another port in the config.", coach.DimConfig},
		{"Ping the host and look at the firewall.", coach.DimNetwork},
		{"Run chmod 600 on the key file.", coach.DimPermission},
		{"Upgrade to a newer version.", coach.DimVersion},
		{"请安装缺少的依赖包。", coach.DimDependency},
		{"检查一下磁盘空间。", coach.DimResource},
	}
	for _, c := range cases {
		if got := r.Coach(open, c.text).Directions; !slices.Contains(got, c.want) {
			t.Errorf("%q gives %v, want %s", c.text, got, c.want)
		}
	}
	if got := r.Coach(reading.Context{}, "Open the config and write the port down.").Directions; len(got) != 0 {
		t.Errorf("an instruction of the course gives %v", got)
	}
}

func TestNew_BadLexicon(t *testing.T) {
	for name, text := range map[string]string{
		"NoSigns":     "language: xx\n",
		"UnknownSign": "language: xx\nsigns:\n  nonsense: |\n    a\n",
		"NoYAML":      "language: [\n",
		"BadVariants": "language: xx\nvariants: abc\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := reading.New(fstest.MapFS{"xx.yaml": {Data: []byte(text)}}); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestReader_Explain(t *testing.T) {
	e := newReader(t).Explain(coaching, reading.Message{Text: "let's call it a day\n```\nKeyError: 'size'\n```"})
	if !slices.ContainsFunc(e.Signs, func(s reading.Said) bool { return s.Sign == "stop" }) {
		t.Errorf("no stop among %v", e.Signs)
	}
	if len(e.Errors) != 1 || len(e.Blocks) != 1 {
		t.Errorf("errors %v, blocks %v", e.Errors, e.Blocks)
	}
}

// Any text has a kind of the table, twice the same one.
func checkAny(t interface{ Fatalf(string, ...any) }, r *reading.Reader, ctx reading.Context, text string) {
	one := r.Learner(ctx, reading.Message{Text: text})
	if !slices.Contains(coach.Kinds[:], one.Kind) {
		t.Fatalf("kind %q for %q", one.Kind, text)
	}
	if two := r.Learner(ctx, reading.Message{Text: text}); two.Kind != one.Kind || !slices.Equal(two.Shows, one.Shows) {
		t.Fatalf("%q read as %v and %v", text, one, two)
	}
	for _, id := range slices.Concat(one.Errors, one.Questions) {
		if id.Key == "" || len(id.Key) > 256 || len(id.Sketch) > 256 {
			t.Fatalf("identity %v for %q", id, text)
		}
	}
	c := r.Coach(ctx, text)
	if !slices.Contains([]coach.Ask{coach.AskAction, coach.AskQuestion, coach.AskYesNo, coach.AskStep, coach.AskConfirm, coach.AskNone}, c.Asks) {
		t.Fatalf("asks %q for %q", c.Asks, text)
	}
}

func TestReader_Learner_Anything(t *testing.T) {
	r := newReader(t)
	rapid.Check(t, func(t *rapid.T) {
		ctx := reading.Context{
			State: rapid.SampledFrom([]coach.State{coach.Coaching, coach.Closing, coach.Closed, coach.Parked}).Draw(t, "state"),
			Asks:  rapid.SampledFrom([]coach.Ask{"", coach.AskAction, coach.AskYesNo, coach.AskConfirm, coach.AskStep}).Draw(t, "asks"),
		}
		word := rapid.SampledFrom([]string{"ok", "stop", "here", "可以", "今天", "?", "。", "error:", "`", "👍", "\n", "it", "works", "not", "if", "-d", ":+1:"})
		checkAny(t, r, ctx, strings.Join(rapid.SliceOfN(word, 0, 30).Draw(t, "words"), " "))
	})
}

func TestReader_Learner_Hostile(t *testing.T) {
	r := newReader(t)
	for name, text := range map[string]string{
		"Emoji":      strings.Repeat("👍🏽", 10_000),
		"Bidi":       strings.Repeat("\u202e\u2066ok\u2069", 2_000),
		"NUL":        strings.Repeat("\x00", 10_000),
		"Invalid":    strings.Repeat("\xff\xfe", 10_000),
		"Skips":      strings.Repeat("really ", 20_000),
		"Backticks":  strings.Repeat("`", 10_000),
		"LongWord":   strings.Repeat("o", 200_000),
		"Commas":     strings.Repeat(",", 100_000),
		"Zalgo":      "o" + strings.Repeat("\u0301", 10_000),
		"ManyStarts": strings.Repeat("i have to ", 10_000),
	} {
		t.Run(name, func(t *testing.T) { checkAny(t, r, coaching, text) })
	}
	if !utf8.ValidString(strings.Join(r.Learner(coaching, reading.Message{Text: "\xffit prints 3\xfe"}).Shows, "")) {
		t.Error("invalid fingerprint")
	}
}

func FuzzReader_Learner(f *testing.F) {
	for _, s := range []string{"ok", "let's stop here", "今天到这", "```\nx\n", "> q\n", "$ ls\na b", "👍🏽", "\xff", "a?b!c"} {
		f.Add(s)
	}
	r := newReader(f)
	f.Fuzz(func(t *testing.T, s string) { checkAny(t, r, coaching, s) })
}
