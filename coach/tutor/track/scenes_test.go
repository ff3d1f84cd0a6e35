package track

import (
	"slices"
	"strings"
	"testing"

	"tack/coach"
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
			{kind: coach.KindVague, text: "都行", asks: coach.AskConfirm, says: []string{"一行日志大小报告", "准备面试", "每天一小时", "零基础", "- **M1 行**"}},
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
			{kind: coach.KindAnswer, text: "whatever", key: "diagnosis:level:lv-line", says: []string{"take the default", "everyday work"}},
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
			if w.course.Locale != "zh" || w.course.Diagnosis.Preferences != "中文、先例子、连续" {
				t.Errorf("locale %q preferences %q", w.course.Locale, w.course.Diagnosis.Preferences)
			}
		}},
		{name: "BreakOut", before: opened, lines: []line{
			{kind: "break_out", text: "reask", key: "diagnosis:goal:plain"},
			{kind: "break_out", text: "skip", key: "diagnosis:level:lv-line"},
			{kind: "break_out", text: "skip", key: "diagnosis:time"},
		}},
		{name: "GoOn", before: opened, lines: []line{{kind: "go_on", key: "diagnosis:goal"}}},
	})
}
