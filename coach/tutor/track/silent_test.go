package track

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tack/coach"
	"tack/coach/reading"
	"tack/coach/tutor"
)

// TestTrack_SilenceIn: a paste of commands without output is told from one with output, whatever
// the prompt.
func TestTrack_SilenceIn(t *testing.T) {
	const run = `git config --global --get-regexp "^user.name"`
	for _, tt := range []struct{ name, text, last string }{
		{"Prompt", "$ " + run, run},
		{"NextPrompt", "ada@box:~$ " + run + "\nada@box:~$", run},
		{"Zsh", "ada@mac ~ % " + run + "\nada@mac ~ %", run},
		{"GitBash", "Ada@PC MINGW64 ~ (main)\n$ " + run + "\n\nAda@PC MINGW64 ~ (main)\n$ ", run},
		{"Fence", "```\n$ " + run + "\n```", run},
		{"Bare", run, run},
		{"OtherQuotes", "$ git config --global --get-regexp '^user.name'", "git config --global --get-regexp '^user.name'"},
		{"Another", `$ git config --global user.name "Ada"`, `git config --global user.name "Ada"`},
		{"LastCounts", "$ git config --global user.name \"Ada\"\n$ " + run, run},
		{"Output", "$ " + run + "\nuser.name Ada", ""},
		{"Arrow", "main -> origin/main", ""},
		{"Words", "it prints nothing", ""},
		{"Nothing", " ", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if s := gitTrack(t).silenceIn(tt.text, run); s.last != tt.last || s.ran != (tt.last != "") {
				t.Errorf("silence %+v, want %q", s, tt.last)
			}
		})
	}
}

// atStep is a walker of a shipped track that waits for the output of a setup step.
func atStep(t *testing.T, topic, locale, id string) *walker {
	t.Helper()
	track, ok := shipped(t).Topic(topic)
	if !ok {
		t.Fatalf("no track %s", topic)
	}
	w := atCommand(t, New(shipped(t), texts(t)), track, locale)
	for i, c := range track.Setup.Steps {
		if c.ID == id {
			w.course.Position.Index = i
		}
	}
	return w
}

// TestGit_NothingSetYet: on a new machine the checks of the setup print nothing. That is recognized,
// and the first direction is the command that sets it.
func TestGit_NothingSetYet(t *testing.T) {
	for step, set := range map[string]string{
		"setup-name": "git config --global user.name", "setup-email": "git config --global user.email",
		"setup-branch": "git config --global init.defaultBranch main",
	} {
		for _, locale := range []string{"en", "zh"} {
			for _, how := range []string{"$ RUN", "me@box:~$ RUN\nme@box:~$", "nothing at all", "什么都没有"} {
				w := atStep(t, "git", locale, step)
				u := w.tutor.newTurn(tutor.Input{Course: w.course}, gitTrack(t))
				text := strings.Replace(how, "RUN", u.command().Run, 1)
				w.play([]line{
					{kind: coach.KindEvidence, text: text, asks: coach.AskAction, says: []string{set}},
					{kind: coach.KindEvidence, text: "$ " + set + ` "x"`, asks: coach.AskAction, says: []string{u.command().Run}},
				})
			}
		}
	}
}

// TestTutor_Silence: no output is an answer of its own kind.
func TestTutor_Silence(t *testing.T) {
	t.Run("StepsOwnWordsFirst", func(t *testing.T) {
		w := newWalker(t, "en")
		w.play(plus(toSetup,
			line{kind: coach.KindEvidence, text: "some other output", asks: coach.AskAction, says: []string{"Install coreutils", "wc (GNU coreutils) 9.1"}, other: func(r tutor.Reply) bool { return len(r.Directions) == 0 }},
			line{kind: coach.KindEvidence, text: "yet another output", other: func(r tutor.Reply) bool { return len(r.Directions) == 1 }},
		))
	})
	t.Run("QuietIsSuccess", func(t *testing.T) {
		w := atStep(t, "redis", "en", "setup-folder")
		w.play([]line{{kind: coach.KindEvidence, text: "$ mkdir -pv ~/redis-lab\n$ ", other: advanced, says: []string{"✅"}}})
	})
	t.Run("DirectionFoundNothing", func(t *testing.T) {
		w := atStep(t, "redis", "en", "setup-start")
		w.play([]line{
			{kind: coach.KindError, text: "Could not connect to Redis at 127.0.0.1:6379: Connection refused", says: []string{"ps -ef"}},
			{kind: coach.KindEvidence, text: "$ ps -ef | grep '[r]edis-server'", asks: coach.AskAction, says: []string{"prints nothing", "!cannot judge"}},
		})
	})
}

// TestTutor_SilentCommand: only of a command that is known to print nothing it is said that this is a good sign.
func TestTutor_SilentCommand(t *testing.T) {
	for locale, good := range map[string]string{"en": "good sign", "zh": "好事"} {
		for ran, quiet := range map[string]bool{
			"cd redis-lab": true, "sudo mkdir /srv/lab": true, "export A=1": true, "mkdir -pv lab": false,
			"sudo apt install redis": false, "ps -ef": false, "sudo": false, "cd lab && ls": false,
		} {
			w := atStep(t, "redis", locale, "setup-version")
			w.last = tutor.Last{Asks: coach.AskAction, Step: "M0/hands_on/setup-version"}
			r := w.turn(coach.KindEvidence, "$ "+ran)
			if said := strings.Contains(r.Text, good); said != quiet || r.Asks != coach.AskAction || !quiet && !strings.Contains(r.Text, "`"+ran+"`") {
				t.Errorf("%s: %q gets %q", locale, ran, r.Text)
			}
		}
	}
}

// TestTutor_NoOutput: words in place of an output are not taken for one, and who is lost gets the
// step explained.
func TestTutor_NoOutput(t *testing.T) {
	playScenes(t, []scene{
		{name: "Lost", before: toSetup, lines: []line{
			{kind: coach.KindChat, text: "I don't understand", asks: coach.AskAction, says: []string{"other words", "Install coreutils", "!waiting for"}},
		}},
		{name: "LostChinese", before: toSetup, lines: []line{
			{kind: coach.KindChat, text: "我不懂", asks: coach.AskAction, says: []string{"other words", "Install coreutils"}},
		}},
		{name: "LostQuestion", before: toSetup, lines: []line{
			{kind: coach.KindQuestion, text: "what should I do now?", asks: coach.AskAction, says: []string{"other words"}},
		}},
		{name: "ProseReadAsEvidence", before: plus(toSetup, line{kind: coach.KindError, text: "wc: command not found"}), lines: []line{
			{kind: coach.KindEvidence, text: "改动先放进暂存区，再提交进仓库里", asks: coach.AskAction, says: []string{"not by a description", "!cannot judge"}},
		}},
		{name: "LogAsked", before: plus(toSetup, line{kind: coach.KindError, text: "frob: failed with error 17"}), lines: []line{
			{kind: coach.KindChat, text: "it is a quiet evening here", asks: coach.AskAction, says: []string{"I still need", "error text", "!wc --version"}},
			{kind: coach.KindContinue, text: "go on", asks: coach.AskAction, says: []string{"error text", "!wc --version"}},
			{kind: coach.KindEvidence, text: "10:00 frob starts\n10:01 frob reads its map\n10:02 frob gives up", asks: coach.AskAction, says: []string{"I have read it", "**Direction:", "!wc --version"}},
		}},
		{name: "Repeated", before: toSetup, lines: []line{
			{kind: coach.KindContinue, text: "go on", says: []string{"waiting for"}},
			{kind: coach.KindContinue, text: "go on", says: []string{"!waiting for", "wc --version"}},
		}},
		{name: "BreakOutHolds", before: plus(toSetup, line{kind: "break_out", text: "reask"}), after: func(t *testing.T, w *walker) {
			in := tutor.Input{Budget: 1, Message: reading.Message{Text: "hm"}, Reading: coach.Reading{Kind: coach.KindChat}}
			first, second := w.step(in).Text, w.step(in).Text
			if !strings.Contains(first, "last line") || !strings.Contains(second, "a single word") {
				t.Errorf("%q and %q", first, second)
			}
		}},
	})
}

// TestTutor_NeverTwice: no two messages in a row are the same, whatever the learner says.
func TestTutor_NeverTwice(t *testing.T) {
	same := []string{"", "ok", "hm", "继续", "go on", "我不懂", "I don't understand", "什么都没有", "what is a newline?", "why?", "不知道", "each of them", "跳过这一步"}
	kinds := []coach.Kind{coach.KindChat, coach.KindAck, coach.KindContinue, coach.KindQuestion, coach.KindEvidence, coach.KindBusy, coach.KindError, coach.KindAnswer, coach.KindVague}
	rapid.Check(t, func(rt *rapid.T) {
		w := newWalker(t, rapid.SampledFrom([]string{"en", "zh"}).Draw(rt, "locale"))
		w.hostile = true
		starts := [][]line{toSetup[:1], toSetup[:2], toSetup[:5], toSetup[:len(toSetup)-1], toSetup, toM1, plus(toM1, line{kind: coach.KindAck, text: "ok"})}
		locale := w.locale
		w.locale = "en"
		w.play(rapid.SampledFrom(starts).Draw(rt, "start"))
		w.locale, w.course.Locale = locale, locale
		for range rapid.IntRange(1, 12).Draw(rt, "turns") {
			in := tutor.Input{Budget: rapid.IntRange(0, 2).Draw(rt, "budget")}
			in.Message.Text = rapid.SampledFrom(same).Draw(rt, "text")
			in.Reading.Kind = rapid.SampledFrom(kinds).Draw(rt, "kind")
			in.Reading.OffTopic = rapid.IntRange(0, 5).Draw(rt, "off") == 0
			for range rapid.IntRange(1, 4).Draw(rt, "times") {
				before := w.last.Text
				if r := w.step(in); r.Text == before {
					rt.Fatalf("%q twice in a row", r.Text)
				}
			}
		}
	})
}
