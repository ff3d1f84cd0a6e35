package track

import (
	"slices"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/tutor"
)

func TestTutor_Commands(t *testing.T) {
	dims := func(want ...coach.Dimension) func(tutor.Reply) bool {
		return func(r tutor.Reply) bool {
			var got []coach.Dimension
			for _, d := range r.Directions {
				got = append(got, d.Dimension)
			}
			return slices.Equal(got, want)
		}
	}
	const missing = "$ wc --version\nbash: wc: command not found"
	playScenes(t, []scene{
		{name: "AckGetsReceipt", before: toSetup, lines: []line{
			{kind: coach.KindAck, text: "ok", asks: coach.AskNone, step: "M0/hands_on/check-version", says: []string{"Take your time", "!wc --version"}},
			{kind: coach.KindAck, text: "ok", asks: coach.AskAction, says: []string{"wc --version"}},
			{kind: coach.KindAck, text: "ok", asks: coach.AskNone},
		}},
		{name: "Busy", before: toSetup, lines: []line{{kind: coach.KindBusy, text: "installing", asks: coach.AskNone}}},
		{name: "ClaimWithoutOutput", before: toSetup, lines: []line{{kind: coach.KindChat, text: "done, it works", asks: coach.AskAction, says: []string{"!✅"}}}},
		{name: "EchoOfCommandIsNoSuccess", before: plus(toSetup, toM1[len(toSetup)]), lines: []line{
			{kind: coach.KindEvidence, text: "$ printf 'a b\\nc\\n' | tee log.txt", asks: coach.AskAction, says: []string{"!✅", "cannot see"}},
		}},
		{name: "KnownFault", before: toSetup, lines: []line{
			{kind: coach.KindError, text: missing, asks: coach.AskAction, other: dims(coach.DimDependency), says: []string{"The program is not there", "finds no program", "ls /usr/bin/wc"}},
			{kind: coach.KindError, text: missing, other: dims(coach.DimConfig), says: []string{"same error"}},
			{kind: coach.KindError, text: missing, other: dims(coach.DimVersion)},
			{kind: coach.KindError, text: missing, other: dims(coach.DimSymptom)},
			{kind: coach.KindEvidence, text: "wc (GNU coreutils) 9.1", step: "M0/hands_on/make-log", says: []string{"✅"}},
		}, after: func(t *testing.T, w *walker) {
			if w.course.Issue.Fault != "" || len(w.course.Issue.Tried) != 0 {
				t.Errorf("issue %+v", w.course.Issue)
			}
		}},
		{name: "TriedElsewhere", before: toSetup, lines: nil, after: func(t *testing.T, w *walker) {
			w.tried = []coach.Dimension{coach.DimDependency, coach.DimConfig}
			w.play([]line{{kind: coach.KindError, text: missing, other: dims(coach.DimVersion)}})
		}},
		{name: "ErrorThenSuccess", before: toSetup, lines: []line{
			{kind: coach.KindEvidence, text: missing + "\n$ sudo apt install coreutils\n$ wc --version\nwc (GNU coreutils) 9.1", says: []string{"✅"}},
		}},
		{name: "SuccessThenError", before: toSetup, lines: []line{
			{kind: coach.KindError, text: "wc (GNU coreutils) 9.1\n" + missing, other: dims(coach.DimDependency)},
		}},
		{name: "UnknownError", before: toSetup, lines: []line{
			{kind: coach.KindError, text: "wc: error while loading shared libraries: libx.so", other: dims(coach.DimSymptom), says: []string{"do not know the error `wc: error while", "will not guess"}},
			{kind: coach.KindError, text: "wc: error while loading shared libraries: libx.so", other: dims(coach.DimState)},
		}},
		{name: "StillTheSame", before: plus(toSetup, line{kind: coach.KindError, text: missing}), after: func(t *testing.T, w *walker) {
			in := tutor.Input{Reading: coach.Reading{Kind: coach.KindError, StillSame: true}}
			in.Message.Text = "still the same error"
			if r := w.step(in); len(r.Directions) != 1 || r.Directions[0].Dimension != coach.DimConfig || w.course.Issue.Fault != "not-found" {
				t.Errorf("reply %+v", r)
			}
		}},
		{name: "OutputOfDirection", before: toSetup, lines: []line{
			{kind: coach.KindError, text: missing},
			{kind: coach.KindEvidence, text: "/usr/bin/ls", asks: coach.AskAction, says: []string{"by itself", "wc --version"}, other: dims()},
			{kind: coach.KindEvidence, text: "/usr/bin/ls again", other: dims(coach.DimConfig)},
		}},
		{name: "OutputUnmatched", before: toSetup, lines: []line{
			{kind: coach.KindEvidence, text: "something else", asks: coach.AskAction, says: []string{"cannot see", "whole output"}},
			{kind: coach.KindEvidence, text: "something else still", other: dims(coach.DimSymptom)},
		}},
		{name: "QuestionIsAnsweredOnce", before: toSetup, lines: []line{
			{kind: coach.KindQuestion, text: "What is a byte?", asks: coach.AskNone, says: []string{"eight bits"}, other: func(r tutor.Reply) bool { return slices.Equal(r.Explains, []string{"byte"}) }},
			{kind: coach.KindQuestion, text: "what's a byte again?", asks: coach.AskNone, says: []string{"already", "!eight bits"}, other: func(r tutor.Reply) bool { return r.Explains == nil }},
			{kind: coach.KindQuestion, text: "how is it licensed?", asks: coach.AskNone, says: []string{"open questions"}},
			{kind: coach.KindQuestion, text: "what does 'wc: command not found' mean?", says: []string{"finds no program"}, other: dims()},
		}},
		{name: "WishToSkip", before: toSetup, lines: []line{
			{kind: coach.KindChat, text: "let's skip this step", asks: coach.AskAction, step: "M0/hands_on/make-log"},
			{kind: coach.KindEvidence, text: "a b\nc", other: completes("")},
		}, after: func(t *testing.T, w *walker) {
			if w.course.Modules[0].Status != "skipped" || len(w.course.Open) != 1 {
				t.Errorf("modules %v open %v", w.course.Modules, w.course.Open)
			}
		}},
		{name: "BreakOutDimension", before: plus(toSetup, line{kind: coach.KindError, text: missing}), lines: []line{
			{kind: "break_out", text: "version", other: dims(coach.DimVersion), says: []string{"uname -a"}},
			{kind: "break_out", text: "network", other: dims(coach.DimNetwork)},
		}},
		{name: "BreakOutReask", before: plus(toSetup, line{kind: coach.KindError, text: missing}), lines: []line{
			{kind: "break_out", text: "reask", asks: coach.AskAction, step: "M0/hands_on/check-version", other: dims()},
		}},
		{name: "BreakOutSkip", before: plus(toSetup, line{kind: coach.KindError, text: missing}), lines: []line{
			{kind: "break_out", text: "skip", asks: coach.AskAction, step: "M0/hands_on/make-log"},
		}, after: func(t *testing.T, w *walker) {
			if len(w.course.Past) != 1 || len(w.course.Open) != 1 || !strings.Contains(w.course.Open[0], "dependencies") {
				t.Errorf("past %v open %v", w.course.Past, w.course.Open)
			}
		}},
		{name: "BreakOutDowngrade", before: plus(toSetup, line{kind: coach.KindError, text: missing}), lines: []line{
			{kind: "break_out", text: "downgrade", asks: coach.AskStep, says: []string{"goal smaller", "command not found", "dependencies"}},
			{kind: coach.KindAck, text: "ok", asks: coach.AskAction, step: "M0/hands_on/make-log"},
		}},
		{name: "StageThenQuestion", before: toM1[:len(toM1)-1], lines: []line{
			{kind: coach.KindQuestion, text: "what is a byte?", asks: coach.AskStep},
			{kind: coach.KindAck, text: "ok", asks: coach.AskStep, step: "M1/scenario/0"},
		}},
	})
}

func TestTutor_Assess(t *testing.T) {
	w := newWalker(t, "en")
	w.play(toSetup)
	for _, tt := range []struct {
		kind coach.Kind
		text string
		want string
	}{
		{coach.KindEvidence, "wc (GNU coreutils) 9.1", "true"},
		{coach.KindError, "wc: command not found", "false"},
		{coach.KindEvidence, "something", "false"},
		{coach.KindAck, "ok", "unknown"},
		{coach.KindQuestion, "why?", "unknown"},
	} {
		in := tutor.Input{Course: w.course, Last: w.last, Locale: "en"}
		in.Message.Text, in.Reading.Kind = tt.text, tt.kind
		got := "unknown"
		if b := w.tutor.Assess(in); b != nil && *b {
			got = "true"
		} else if b != nil {
			got = "false"
		}
		if got != tt.want {
			t.Errorf("%s %q: %s, want %s", tt.kind, tt.text, got, tt.want)
		}
	}
}

// TestTutor_LongPaste: what stands at the end of a long paste is seen.
func TestTutor_LongPaste(t *testing.T) {
	w := newWalker(t, "en")
	w.play(plus(toSetup, line{kind: coach.KindEvidence, text: strings.Repeat("noise\n", 40000) + "wc (GNU coreutils) 9.1", says: []string{"✅"}}))
}
