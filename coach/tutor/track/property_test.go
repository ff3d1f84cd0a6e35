package track

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tack/coach"
	"tack/coach/reading"
	"tack/coach/tutor"
)

// phrases are learner texts that lead into the branches; the rest is drawn at random.
var phrases = []string{
	"", "ok", "yes", "no", "why?", "what is a newline?", "what is the longest line?", "wc -l", "with a pipe", "no idea", "defaults",
	"whatever", "都行", "an hour a day", "每天一小时", "skip M1", "leave out M2", "only M2", "M2 before M1", "too long", "add M2",
	"teach me a bit first", "skip the diagnosis", "skip this step", "0 newline", "0", "a counter is a number that goes up with every line", "inside", "two",
	"wc (GNU coreutils) 9.1", "a b\nc", "2 log.txt", "2", "3 log.txt", "3", "zcat", "blank", "wc: command not found",
	"wc: x: No such file or directory", "fatal: something odd", "да", "```\n\n```", "still the same error", "$ ", "`", "|", "@everyone",
	"\x00\x1b[31m", "\xff\xfe", "\u202e", "👍👍👍", strings.Repeat("长", 5000),
}

func drawInput(t *rapid.T) tutor.Input {
	in := tutor.Input{Why: rapid.SampledFrom([]tutor.Why{
		tutor.WhyTurn, tutor.WhyTurn, tutor.WhyTurn, tutor.WhyTurn, tutor.WhyTurn, tutor.WhyTurn, tutor.WhyTurn, tutor.WhyGoOn, tutor.WhyBreakOut,
	}).Draw(t, "why")}
	text := rapid.OneOf(rapid.SampledFrom(phrases), rapid.SampledFrom(phrases), rapid.String()).Draw(t, "text")
	in.Message = reading.Message{Text: text}
	if rapid.IntRange(0, 9).Draw(t, "file") == 0 {
		in.Message.Files = []reading.File{{Name: "a", Text: rapid.SampledFrom(phrases).Draw(t, "content")}}
	}
	in.Reading = coach.Reading{
		Kind:      rapid.SampledFrom(coach.Kinds[:]).Draw(t, "kind"),
		Resolved:  rapid.Bool().Draw(t, "resolved"),
		StillSame: rapid.IntRange(0, 9).Draw(t, "same") == 0,
	}
	in.Go = rapid.IntRange(0, 9).Draw(t, "go") == 0
	in.Method = rapid.SampledFrom(coach.Dimensions[:]).Draw(t, "method")
	in.Pace = rapid.SampledFrom([]coach.Pace{coach.PaceStepConfirm, coach.PaceContinuous}).Draw(t, "pace")
	return in
}

// TestTutor_AnyLearner: whatever a learner writes in whatever phase, every reply keeps the rules
// that walker.check names, no question outside the diagnosis is put a third time, the route is
// only confirmed by a yes, and nothing panics.
func TestTutor_AnyLearner(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWalker(t, rapid.SampledFrom([]string{"en", "zh", "fr", ""}).Draw(rt, "locale"))
		w.hostile = true
		w.open(rapid.SampledFrom(phrases).Draw(rt, "opening"))
		if n := rapid.IntRange(0, 3).Draw(rt, "start"); n > 0 {
			w = newWalker(t, "en")
			w.play([][]line{toSetup[:len(toSetup)-1], toSetup, plus(toM1, line{kind: coach.KindAck, text: "ok"})}[n-1])
		}
		w.hostile = true
		put := map[string]int{}
		for range rapid.IntRange(1, 40).Draw(rt, "turns") {
			in := drawInput(rt)
			before := w.course.Route.Confirmed
			r := w.step(in)
			if !before && r.Course.Route.Confirmed && !in.Go && in.Reading.Kind != coach.KindConfirm {
				rt.Fatalf("route confirmed by %q (%s)", in.Message.Text, in.Reading.Kind)
			}
			if r.Course.Phase == coach.PhaseDiagnosis || r.Question == "" {
				continue
			}
			if put[r.Question]++; put[r.Question] > 2 {
				rt.Fatalf("question %s put %d times", r.Question, put[r.Question])
			}
		}
	})
}

// TestTutor_AnyCourse: a course from elsewhere, with positions and names that the track lacks, is
// taken up without a panic on every occasion.
func TestTutor_AnyCourse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWalker(t, "en")
		w.play(toSetup)
		w.hostile = true
		c := &w.course
		c.Phase = rapid.SampledFrom([]coach.Phase{"", coach.PhaseDiagnosis, coach.PhaseSetup, coach.PhaseModule, "odd"}).Draw(rt, "phase")
		c.Position.Module = rapid.SampledFrom([]string{"", "M0", "M1", "M2", "M9"}).Draw(rt, "module")
		c.Position.Step = rapid.SampledFrom(append([]string{"", "odd"}, steps...)).Draw(rt, "step")
		c.Position.Index = rapid.IntRange(-2, 5).Draw(rt, "index")
		c.Position.Waiting = rapid.SampledFrom([]string{
			"", "odd", waitGo, waitAnswer, waitOther, waitSelf, waitConsent, waitOutput, waitStage, waitDone,
		}).Draw(rt, "waiting")
		c.Diagnosis.Asked = rapid.SampledFrom(append([]string{"", "odd"}, dimensions...)).Draw(rt, "asked")
		c.Diagnosis.Level = rapid.SampledFrom([]string{"", "odd", "solid"}).Draw(rt, "level")
		c.Diagnosis.Scenario = rapid.IntRange(0, 4).Draw(rt, "scenario")
		if rapid.Bool().Draw(rt, "bare") {
			c.Modules, c.Route.Modules, c.Todo.Text = nil, []string{"M9"}, ""
		}
		for _, why := range []tutor.Why{tutor.WhyResume, tutor.WhyTurn, tutor.WhyBreakOut, tutor.WhyGoOn} {
			in := drawInput(rt)
			in.Why = why
			w.step(in)
		}
	})
}
