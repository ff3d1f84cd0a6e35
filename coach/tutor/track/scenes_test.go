package track

import (
	"slices"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

// A scene is a prefix of turns and the turns that matter.
type scene struct {
	name   string
	locale string // empty: "en"
	before []line
	lines  []line
	after  func(*testing.T, *walker)
}

func playScenes(t *testing.T, scenes []scene) {
	t.Helper()
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			w := newWalker(t, s.locale)
			if s.locale == "" {
				w.locale = "en"
			}
			w.play(s.before)
			w.play(s.lines)
			if s.after != nil {
				s.after(t, w)
			}
		})
	}
}

func plus(before []line, more ...line) []line { return append(slices.Clone(before), more...) }

func TestTutor_Diagnosis(t *testing.T) {
	opened := toSetup[:1]
	playScenes(t, []scene{
		{name: "SaidAlready", lines: []line{
			{kind: "open", text: "I want to learn tally for a job interview, one hour a day", key: "diagnosis:level:lv-line"},
			{kind: coach.KindAnswer, text: "wc -l", key: "diagnosis:level:lv-pipe"},
			{kind: coach.KindAnswer, text: "with a pipe", key: "diagnosis:language"},
		}, after: func(t *testing.T, w *walker) {
			d := w.course.Diagnosis
			if !strings.Contains(d.Goal, "job interview") || d.Time != "one hour a day" || d.Level != "working" {
				t.Errorf("diagnosis %+v", d)
			}
		}},
		{name: "SaidAlreadyChinese", locale: "zh", lines: []line{
			{kind: "open", text: "我想学 tally，准备面试，每天一小时，零基础", key: "diagnosis:language"},
			{kind: coach.KindAnswer, text: "默认", key: "diagnosis:deliverable", says: []string{"一步一确认", "先原理", "中文"}},
			{kind: coach.KindVague, text: "都行", asks: coach.AskConfirm, says: []string{"一行日志大小报告", "准备面试", "每天一小时", "零基础", "| M1 行 |"}},
		}},
		{name: "DigressionQuestion", before: opened, lines: []line{
			{kind: coach.KindQuestion, text: "what is a newline?", key: "diagnosis:goal", says: []string{"!ends a line"}},
			{kind: coach.KindQuestion, text: "and who wrote it?", key: "diagnosis:goal"},
			{kind: coach.KindError, text: "wc: command not found", key: "diagnosis:goal"},
		}},
		{name: "NoSkipping", before: opened, lines: []line{
			{kind: coach.KindChat, text: "skip the diagnosis, just start", key: "diagnosis:goal", phase: coach.PhaseDiagnosis},
		}},
		{name: "AckThenDefault", before: opened, lines: []line{
			{kind: coach.KindAck, text: "ok", key: "diagnosis:goal"},
			{kind: coach.KindAck, text: "ok", key: "diagnosis:level:lv-line", says: []string{"default"}},
		}},
		{name: "Vague", before: opened, lines: []line{
			{kind: coach.KindAnswer, text: "whatever", key: "diagnosis:level:lv-line", says: []string{"I take the default", "everyday work"}},
		}},
		{name: "Busy", before: opened, lines: []line{
			{kind: coach.KindBusy, text: "one moment", asks: coach.AskNone},
			{kind: coach.KindAnswer, text: "for fun", key: "diagnosis:level:lv-line"},
		}},
		{name: "AnswerReadAsBusy", before: opened, lines: []line{
			{kind: coach.KindBusy, text: "a report I can show to my boss", key: "diagnosis:level:lv-line"},
		}},
		{name: "TimeInPlaceOfGoal", before: opened, lines: []line{
			{kind: coach.KindAnswer, text: "an hour a day", key: "diagnosis:goal"},
			{kind: coach.KindAnswer, text: "logs at work", key: "diagnosis:level:lv-line"},
			{kind: coach.KindAnswer, text: "idk", key: "diagnosis:language"},
		}},
		{name: "LevelStopsAtFirstUnknown", before: toSetup[:2], lines: []line{
			{kind: coach.KindAnswer, text: "no idea, I would open it", key: "diagnosis:time", says: []string{"!wrong"}},
		}, after: func(t *testing.T, w *walker) {
			if w.course.Diagnosis.Level != "beginner" || len(w.course.Diagnosis.LevelProof) != 1 {
				t.Errorf("diagnosis %+v", w.course.Diagnosis)
			}
		}},
		{name: "LevelByCode", before: toSetup[:2], lines: []line{
			{kind: coach.KindEvidence, text: "```\nwc -l app.log\n```", key: "diagnosis:level:lv-pipe"},
		}},
		{name: "OtherLanguage", before: toSetup[:5], lines: []line{
			{kind: coach.KindAnswer, text: "Chinese please", key: "diagnosis:order", says: []string{"先看例子"}},
			{kind: coach.KindAnswer, text: "例子", key: "diagnosis:pace"},
			{kind: coach.KindAnswer, text: "连续", key: "diagnosis:deliverable"},
		}, after: func(t *testing.T, w *walker) {
			if w.course.Locale != "zh" || w.course.Diagnosis.Preferences != "中文, 先例子, 连续" {
				t.Errorf("locale %q preferences %q", w.course.Locale, w.course.Diagnosis.Preferences)
			}
		}},
		{name: "BreakOut", before: opened, lines: []line{
			{kind: "break_out", text: "reask", key: "diagnosis:goal"},
			{kind: "break_out", text: "skip", key: "diagnosis:level:lv-line"},
			{kind: "break_out", text: "skip", key: "diagnosis:time"},
		}},
		{name: "GoOn", before: opened, lines: []line{{kind: "go_on", key: "diagnosis:goal"}}},
	})
}

func TestTutor_Route(t *testing.T) {
	drafted := toSetup[:len(toSetup)-1]
	confirmAsked := line{asks: coach.AskConfirm, phase: coach.PhaseNegotiation}
	with := func(kind coach.Kind, text string, says ...string) line {
		l := confirmAsked
		l.kind, l.text, l.says = kind, text, says
		return l
	}
	playScenes(t, []scene{
		{name: "Vague", before: drafted, lines: []line{
			with(coach.KindVague, "whatever", "unsure"),
			with(coach.KindVague, "whatever", "!unsure", "clear yes"),
			with(coach.KindContinue, "go on", "clear yes"),
			{kind: coach.KindConfirm, text: "yes, confirm", asks: coach.AskAction, phase: coach.PhaseSetup},
		}},
		{name: "Reaction", before: drafted, lines: []line{{kind: "go", asks: coach.AskAction, phase: coach.PhaseSetup}}},
		{name: "TeachFirst", before: drafted, lines: []line{with(coach.KindChat, "teach me a bit first, then I'll decide", "begin to teach")}},
		{name: "TeachFirstChinese", locale: "zh", before: drafted, lines: []line{with(coach.KindChat, "先讲一点再决定")}},
		{name: "LeaveOutLast", before: drafted, lines: []line{
			with(coach.KindAnswer, "leave out M2 please", "M2 left out", "| M1 Lines", "!| M2", "0.25 days", "What I understood"),
			with(coach.KindAnswer, "put M2 back in, add it", "| M1 Lines", "| M2 Words"),
		}},
		{name: "LeaveOutByTitle", before: drafted, lines: []line{with(coach.KindAnswer, "can we skip words?", "M2 left out")}},
		{name: "LeaveOutByTerm", before: drafted, lines: []line{with(coach.KindAnswer, "去掉词元那部分", "M2 left out")}},
		{name: "LeaveOutNeeded", before: drafted, lines: []line{with(coach.KindAnswer, "skip M1, I already know it", "M2 builds on M1", "!| M1")}},
		{name: "LeaveOutAll", before: drafted, lines: []line{with(coach.KindAnswer, "skip M1 and M2", "no module")}},
		{name: "OnlyTakesPrerequisites", before: drafted, lines: []line{with(coach.KindAnswer, "only M2", "M1, M2", "| M1 Lines")}},
		{name: "OnlyLeaveOut", before: drafted, lines: []line{with(coach.KindAnswer, "no, I only want to leave out M2", "M2 left out")}},
		{name: "OnlyOne", before: drafted, lines: []line{with(coach.KindAnswer, "only M1, skip the rest", "!| M2", "| M1")}},
		{name: "NotSkipped", before: drafted, lines: []line{with(coach.KindAnswer, "don't skip M2", "What should change")}},
		{name: "ChineseAfter", before: drafted, lines: []line{with(coach.KindAnswer, "把 M2 去掉", "M2 left out")}},
		{name: "OrderRefused", before: drafted, lines: []line{with(coach.KindAnswer, "M2 before M1", "builds on M1")}},
		{name: "Shorter", before: drafted, lines: []line{with(coach.KindAnswer, "that is too long", "M2 left out"), with(coach.KindAnswer, "still too long", "no module")}},
		{name: "NewTime", before: drafted, lines: []line{with(coach.KindAnswer, "make it two hours a day", "two hours a day", "| M1 Lines")}},
		{name: "Question", before: drafted, lines: []line{with(coach.KindQuestion, "what is a newline?", "open questions", "!ends a line")},
			after: func(t *testing.T, w *walker) {
				if len(w.course.Open) != 1 {
					t.Errorf("open %v", w.course.Open)
				}
			}},
		{name: "Unclear", before: drafted, lines: []line{with(coach.KindChat, "hmm, no", "What should change")}},
		{name: "Busy", before: drafted, lines: []line{with(coach.KindBusy, "brb")}},
		{name: "GoOn", before: drafted, lines: []line{with("go_on", "", "Route draft")}},
		{name: "BreakOut", before: drafted, lines: []line{with("break_out", "reask", "in circles")}},
	})
}

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
			{kind: "break_out", text: "reask", asks: coach.AskQuestion, step: "M0/hands_on/check-version", other: dims()},
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

func TestTutor_Checks(t *testing.T) {
	atPoint := plus(toM1, line{kind: coach.KindAck, text: "ok"})
	unclear := func(t *testing.T, w *walker) {
		if w.course.Points[0].Status != "unclear" || len(w.course.Open) != 1 {
			t.Errorf("points %v open %v", w.course.Points, w.course.Open)
		}
	}
	playScenes(t, []scene{
		{name: "MissedThenOtherThenModel", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "it prints one since every line counts", key: "point:what-is-counted:other", says: []string{"❌", "does not count what is between", "fence posts", "two breaks"}},
			{kind: coach.KindAnswer, text: "still no good thought about that", asks: coach.AskStep, says: []string{"❌", "It prints 0, since", "open questions"}},
		}, after: unclear},
		{name: "PartlyNamesMissing", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "it prints 0", key: "point:what-is-counted:other", says: []string{"⚠️", "that it prints 0", "Still missing: that line breaks are counted"}},
			{kind: coach.KindAnswer, text: "0 again, newline only", asks: coach.AskStep, says: []string{"✅"}},
		}},
		{name: "Unknown", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "I don't know", key: "point:what-is-counted:other", says: []string{"!❌", "fence posts"}},
		}},
		{name: "AckTwice", before: atPoint, lines: []line{
			{kind: coach.KindAck, text: "ok", key: "point:what-is-counted"},
			{kind: coach.KindAck, text: "ok", says: []string{"A good answer"}, asks: coach.AskStep},
		}, after: unclear},
		{name: "CannotJudgeYes", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo, key: "self:what-is-counted", says: []string{"cannot judge", "It prints 0, since"}},
			{kind: coach.KindAnswer, text: "yes", asks: coach.AskStep, other: advanced},
		}},
		{name: "CannotJudgeNo", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo},
			{kind: coach.KindAnswer, text: "no, not the same", asks: coach.AskStep},
		}, after: unclear},
		{name: "CannotJudgeAboutTheSame", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo},
			{kind: coach.KindAnswer, text: "差不多", asks: coach.AskStep, other: advanced},
		}},
		{name: "CannotJudgeNoChinese", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo},
			{kind: coach.KindAnswer, text: "不是", asks: coach.AskStep},
		}, after: unclear},
		{name: "QuestionsBetween", before: atPoint, lines: []line{
			{kind: coach.KindQuestion, text: "how long is the longest line?", asks: coach.AskQuestion, key: "point:what-is-counted", says: []string{"wc -L", "Back to the question"}},
			{kind: coach.KindQuestion, text: "who invented it?", asks: coach.AskQuestion, key: "-"},
			{kind: coach.KindQuestion, text: "what's a newline?", asks: coach.AskQuestion, key: "-", says: []string{"already", "!ends a line"}},
			{kind: coach.KindAnswer, text: "zero, only a newline counts", asks: coach.AskStep, says: []string{"✅"}},
		}},
		{name: "BreakOutOtherWay", before: atPoint, lines: []line{
			{kind: "break_out", text: "symptom", key: "point:what-is-counted:other"},
			{kind: "break_out", text: "state", asks: coach.AskStep, says: []string{"A good answer"}},
		}, after: unclear},
		{name: "BreakOutSkip", before: atPoint, lines: []line{{kind: "break_out", text: "skip", key: "point:streaming"}}, after: unclear},
		{name: "ErrorInBetween", before: atPoint, lines: []line{
			{kind: coach.KindError, text: "wc: x: No such file or directory", asks: coach.AskAction},
			{kind: coach.KindEvidence, text: "total 0", key: "point:what-is-counted"},
		}},
		{name: "GoOnPutsAgainOnce", before: atPoint, lines: []line{
			{kind: "go_on", key: "point:what-is-counted"},
			{kind: "go_on", key: "point:what-is-counted:other"},
			{kind: "go_on", key: "point:what-is-counted:other"},
			{kind: "go_on", asks: coach.AskStep, says: []string{"A good answer"}},
		}},
		{name: "ConsentOnlyOnce", before: atPoint, lines: []line{
			{kind: coach.KindAnswer, text: "it prints 0, because it only counts newline characters", asks: coach.AskYesNo},
			{kind: coach.KindAnswer, text: "rather not", key: "point:streaming", says: []string{"leave it out"}},
			{kind: coach.KindAnswer, text: "it keeps only one number, a counter, nothing more than that", asks: coach.AskStep},
		}},
		{name: "ScenarioWaits", before: toM1, lines: []line{
			{kind: coach.KindChat, text: "not yet, wait", asks: coach.AskNone},
			{kind: coach.KindQuestion, text: "what is a byte?", asks: coach.AskStep, says: []string{"eight bits"}},
			{kind: coach.KindChat, text: "the weather is lovely over here today, is it not", asks: coach.AskStep, step: "M1/concept/what-is-counted"},
			{kind: "go", key: "point:what-is-counted"},
		}},
	})
}

func TestTutor_Pace(t *testing.T) {
	w := newWalker(t, "zh")
	w.play([]line{
		{kind: "open", text: "学 tally"},
		{kind: coach.KindAnswer, text: "看日志"},
		{kind: coach.KindAnswer, text: "不会"},
		{kind: coach.KindAnswer, text: "每天半小时"},
		{kind: coach.KindAnswer, text: "中文"},
		{kind: coach.KindAnswer, text: "先看例子"},
		{kind: coach.KindAnswer, text: "连续"},
		{kind: coach.KindAnswer, text: "默认", asks: coach.AskConfirm},
		{kind: coach.KindConfirm, text: "就这么学"},
		{kind: coach.KindEvidence, text: "wc (GNU coreutils) 9.1"},
		{kind: coach.KindEvidence, text: "a b\nc", other: completes(coach.StageSetup)},
		{kind: coach.KindContinue, text: "继续"},
		{kind: coach.KindAck, text: "好", key: "point:what-is-counted", says: []string{"篱笆", "换行符"}},
		{kind: coach.KindAnswer, text: "零，数的是换行", key: "point:streaming", says: []string{"✅"}},
		{kind: coach.KindAnswer, text: "不知道", key: "point:streaming:other", says: []string{"!计数器的人"}},
		{kind: coach.KindAnswer, text: "计数就够了", step: "M1/hands_on/count-lines", asks: coach.AskAction},
	})
}

func TestTutor_Resume(t *testing.T) {
	const five = "1. |2. |3. |4. |5. "
	inOrder := func(r tutor.Reply) bool {
		at := -1
		for _, mark := range strings.Split(five, "|") {
			next := strings.Index(r.Text, "**"+mark)
			if next <= at {
				return false
			}
			at = next
		}
		return true
	}
	playScenes(t, []scene{
		{name: "AtQuestion", before: plus(toM1, line{kind: coach.KindAck, text: "ok"}), lines: []line{
			{kind: "resume", key: "point:what-is-counted", other: inOrder, says: []string{"tee /tmp/log.txt", "a restart undoes", "`wc --version`", "newline", "!the character that ends", "Concept: What is counted", "M0 ✅", "M1 ▶"}},
		}},
		{name: "AtStage", before: toM1[:len(toM1)-1], lines: []line{{kind: "resume", asks: coach.AskStep, step: "M1/scenario/0", other: inOrder}}},
		{name: "AtCommandWithIssue", before: plus(toSetup, line{kind: coach.KindError, text: "wc: command not found"}), lines: []line{
			{kind: "resume", asks: coach.AskAction, says: []string{"Left open", "not looked yet", "echo \"$PATH\""}, other: inOrder},
		}},
		{name: "PastIssue", before: plus(toSetup, line{kind: coach.KindError, text: "wc: command not found"}), after: func(t *testing.T, w *walker) {
			w.course.Past, w.course.Issue = append(w.course.Past, w.course.Issue), course.Issue{}
			r := w.step(tutor.Input{Why: tutor.WhyResume})
			if len(r.Directions) != 1 || r.Directions[0].Dimension != coach.DimConfig || len(r.Course.Past) != 0 {
				t.Errorf("directions %v past %v", r.Directions, r.Course.Past)
			}
		}},
		{name: "InDiagnosis", before: toSetup[:4], lines: []line{{kind: "resume", key: "diagnosis:time", other: inOrder}}},
		{name: "AtDraft", before: toSetup[:len(toSetup)-1], lines: []line{{kind: "resume", asks: coach.AskConfirm, other: inOrder}}},
	})
}

func TestTutor_ResumeFillsDefaults(t *testing.T) {
	w := newWalker(t, "en")
	w.play(toSetup)
	w.course.Preferences, w.course.Stack = nil, ""
	r := w.step(tutor.Input{Why: tutor.WhyResume})
	if !strings.Contains(r.Text, "took the defaults: Language: English; Order: theory first; Pace: step by step; GNU coreutils") {
		t.Errorf("text %s", r.Text)
	}
	if len(w.course.Preferences) != 3 || w.course.Stack == "" {
		t.Errorf("preferences %v stack %q", w.course.Preferences, w.course.Stack)
	}
}

// TestTutor_GoOnAfterExhaustion: the engine has put the problem among those left open.
func TestTutor_GoOnAfterExhaustion(t *testing.T) {
	w := newWalker(t, "en")
	w.play(plus(toSetup, line{kind: coach.KindError, text: "wc: command not found"}))
	w.course.Past, w.course.Issue = append(w.course.Past, w.course.Issue), course.Issue{}
	w.play([]line{{kind: "go_on", step: "M0/hands_on/make-log", asks: coach.AskAction}})
}

func TestTutor_UnknownTopic(t *testing.T) {
	w := newWalker(t, "en")
	w.course.Topic = "kafka"
	w.play([]line{{kind: "open", text: "learn kafka", asks: coach.AskNone, says: []string{"no track for “kafka”", "`tally`"}}})
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

func TestTutor_Notes(t *testing.T) {
	w := newWalker(t, "en")
	w.play(toM1)
	in := tutor.Input{Course: w.course, Locale: "zh"}
	if notes := w.tutor.Notes(in); len(notes) != 0 {
		t.Errorf("notes %v before a point was explained", notes)
	}
	w.turn(coach.KindAck, "ok")
	in.Course = w.course
	notes := w.tutor.Notes(in)
	if len(notes) != 1 || notes[0].ID != "M1" || notes[0].What == "" || notes[0].Title != "Lines" {
		t.Errorf("notes %+v", notes)
	}
}

// atInterview stands before the interview question of M1.
var atInterview = plus(toM1,
	line{kind: coach.KindAck, text: "ok"},
	line{kind: coach.KindAnswer, text: "zero, newline"}, line{kind: coach.KindAck, text: "ok"},
	line{kind: coach.KindAnswer, text: "a counter"}, line{kind: coach.KindAck, text: "ok"},
	line{kind: coach.KindEvidence, text: "2 log.txt"}, line{kind: coach.KindEvidence, text: "2"},
	line{kind: coach.KindAck, text: "ok", key: "interview:iv-lines"},
)

func TestTutor_Interview(t *testing.T) {
	ended := func(text string, says ...string) line {
		return line{kind: coach.KindAnswer, text: text, asks: coach.AskStep, other: completes(coach.StageModule), says: says}
	}
	noted := func(n int) func(*testing.T, *walker) {
		return func(t *testing.T, w *walker) {
			if len(w.course.Open) != n {
				t.Errorf("open %v, want %d", w.course.Open, n)
			}
		}
	}
	playScenes(t, []scene{
		{name: "Good", before: atInterview, lines: []line{ended("unpack it first", "✅")}, after: noted(0)},
		{name: "Missed", before: atInterview, lines: []line{ended("with a spreadsheet program instead", "❌", "zcat into")}, after: noted(1)},
		{name: "Unsure", before: atInterview, lines: []line{ended("да", "cannot judge", "zcat into")}, after: noted(1)},
		{name: "Unknown", before: atInterview, lines: []line{ended("no idea", "!❌", "zcat into")}, after: noted(1)},
		{name: "Question", before: atInterview, lines: []line{
			{kind: coach.KindQuestion, text: "what is a byte?", key: "interview:iv-lines", says: []string{"eight bits"}},
			{kind: coach.KindAck, text: "ok", asks: coach.AskStep, other: completes(coach.StageModule)},
		}, after: noted(1)},
	})
}

// TestTutor_SkippedPassCriterion: a module whose last check was left out completes nothing.
func TestTutor_SkippedPassCriterion(t *testing.T) {
	w := newWalker(t, "en")
	w.play(atInterview[:len(atInterview)-2])
	w.play([]line{
		{kind: coach.KindChat, text: "skip this step", asks: coach.AskQuestion},
		{kind: coach.KindAnswer, text: "zcat", asks: coach.AskStep, other: completes(""), says: []string{"without its pass criterion"}},
		{kind: coach.KindAck, text: "ok", step: "M2/scenario/0"},
	})
	if w.course.Modules[1].Status != "skipped" {
		t.Errorf("modules %v", w.course.Modules)
	}
}

// TestTutor_Order: what builds on nothing can be moved to the front.
func TestTutor_Order(t *testing.T) {
	track := sample(t)
	track.Modules[1].Requires = nil
	w := newWalker(t, "en")
	w.tutor = New(Library{track}, texts(t))
	w.play(plus(toSetup[:len(toSetup)-1][:8], line{kind: coach.KindAnswer, text: "a report", asks: coach.AskConfirm}))
	w.play([]line{
		{kind: coach.KindAnswer, text: "M2 before M1", asks: coach.AskConfirm, says: []string{"M2 moved up"}},
		{kind: coach.KindAnswer, text: "M2 first", asks: coach.AskConfirm, says: []string{"cannot move there"}},
	})
	if !slices.Equal(w.course.Route.Modules, []string{"M2", "M1"}) {
		t.Errorf("route %v", w.course.Route.Modules)
	}
}

// TestTutor_LongPaste: what stands at the end of a long paste is seen.
func TestTutor_LongPaste(t *testing.T) {
	w := newWalker(t, "en")
	w.play(plus(toSetup, line{kind: coach.KindEvidence, text: strings.Repeat("noise\n", 40000) + "wc (GNU coreutils) 9.1", says: []string{"✅"}}))
}
