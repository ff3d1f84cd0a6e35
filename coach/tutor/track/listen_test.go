package track

import (
	"strings"
	"testing"

	"tack/coach"
)

// TestTutor_Listens: what is said lands in the dimension that it is about, whatever was asked.
func TestTutor_Listens(t *testing.T) {
	drafted := toSetup[:len(toSetup)-1]
	timeIs := func(want string) func(*testing.T, *walker) {
		return func(t *testing.T, w *walker) {
			if got := w.course.Diagnosis.Time; got != want {
				t.Errorf("time %q, want %q", got, want)
			}
		}
	}
	has := func(want ...string) func(*testing.T, *walker) {
		return func(t *testing.T, w *walker) {
			if got := strings.Join(w.course.Preferences, "; "); got != strings.Join(want, "; ") {
				t.Errorf("preferences %q, want %q", got, want)
			}
		}
	}
	playScenes(t, []scene{
		{name: "LevelAnswerIsNoTime", before: toSetup[:2], lines: []line{
			{kind: coach.KindAnswer, text: "wc -l in a loop for an hour", key: "diagnosis:level:lv-pipe"},
			{kind: coach.KindAnswer, text: "I would wait an hour", key: "diagnosis:time"},
		}, after: timeIs("")},
		{name: "TimeWithoutTime", before: toSetup[:4], lines: []line{
			{kind: coach.KindAnswer, text: "a hash", key: "diagnosis:time"},
			{kind: coach.KindAnswer, text: "a hash", key: "diagnosis:language", says: []string{"default"}},
		}},
		{name: "TimeForLanguage", before: toSetup[:5], lines: []line{
			{kind: coach.KindAnswer, text: "about 40 minutes on weekdays", key: "diagnosis:language", says: []string{"!default: "}},
		}, after: timeIs("about 40 minutes on weekdays")},
		{name: "LanguageForOrder", before: toSetup[:6], lines: []line{
			{kind: coach.KindAnswer, text: "English please", key: "diagnosis:order"},
		}, after: has("Language: English")},
		{name: "OrderForPace", before: toSetup[:7], lines: []line{
			{kind: coach.KindAnswer, text: "examples first", key: "diagnosis:pace"},
		}, after: has("Language: English", "Order: examples first")},
		{name: "NothingForPace", before: toSetup[:7], lines: []line{
			{kind: coach.KindAnswer, text: "purple elephants", key: "diagnosis:pace"},
			{kind: coach.KindAnswer, text: "purple elephants", key: "diagnosis:deliverable", says: []string{"default"}},
		}},
		{name: "PaceForDeliverable", before: toSetup[:8], lines: []line{
			{kind: coach.KindAnswer, text: "step by step", key: "diagnosis:deliverable"},
		}},
		{name: "GreetingForGoal", before: toSetup[:1], lines: []line{
			{kind: coach.KindChat, text: "hello", key: "diagnosis:goal", says: []string{"Hello!"}},
			{kind: coach.KindChat, text: "Hi there!", key: "diagnosis:goal"},
			{kind: coach.KindChat, text: "你好", key: "diagnosis:goal"},
			{kind: coach.KindQuestion, text: "在吗？", key: "diagnosis:goal"},
			{kind: coach.KindAnswer, text: "hi, I want to count our web shop's orders", key: "diagnosis:level:lv-line"},
			{kind: coach.KindChat, text: "good evening coach", key: "diagnosis:level:lv-line"},
		}, after: func(t *testing.T, w *walker) {
			if d := w.course.Diagnosis; !strings.Contains(d.Goal, "orders") || d.Level != "" {
				t.Errorf("goal %q, level %q", d.Goal, d.Level)
			}
		}},
		{name: "GoalInOpening", lines: []line{{kind: "open", text: "I'd like to learn tally for the reports in our shop", key: "diagnosis:level:lv-line"}}},
		{name: "GoalInOpeningChinese", lines: []line{{kind: "open", text: "我想学 tally，工作里要做报表", key: "diagnosis:level:lv-line"}}},
		{name: "NoGoalInOpening", lines: []line{{kind: "open", text: "I want to learn tally for the first time", key: "diagnosis:goal"}}},
		{name: "ThingInRoute", before: drafted, lines: []line{
			{kind: coach.KindAnswer, text: "a small report for our product pages", asks: coach.AskConfirm, says: []string{"Final deliverable: a small report for our product pages"}},
			{kind: coach.KindAnswer, text: "change the goal to passing an interview", asks: coach.AskConfirm, says: []string{"Goal: passing an interview"}},
			{kind: coach.KindAnswer, text: "目标改成做报表", asks: coach.AskConfirm, says: []string{"Goal: 做报表"}},
			{kind: coach.KindAnswer, text: "a different order please", asks: coach.AskConfirm, says: []string{"!deliverable: a different"}},
		}},
	})
}

// TestTutor_AtChecks: go-aheads, further content and questions where an answer is waited for.
func TestTutor_AtChecks(t *testing.T) {
	asked := plus(toM1, line{kind: coach.KindAck, text: "ok"})
	consent := plus(asked, line{kind: coach.KindAnswer, text: "it prints 0, because it only counts newline characters", asks: coach.AskYesNo})
	self := plus(asked, line{kind: coach.KindAnswer, text: "да", asks: coach.AskYesNo})
	playScenes(t, []scene{
		{name: "GoOnIsNoAnswer", before: asked, lines: []line{
			{kind: coach.KindContinue, text: "go on", asks: coach.AskQuestion, key: "point:what-is-counted", says: []string{"own words", "!cannot judge"}},
			{kind: coach.KindChat, text: "继续", says: []string{"good answer"}},
		}},
		{name: "TermAskedAgain", before: asked, lines: []line{
			{kind: coach.KindQuestion, text: "what is a newline exactly?", asks: coach.AskQuestion, says: []string{"fence posts", "!the character that ends a line"}},
		}},
		{name: "WritesOnAtConsent", before: consent, lines: []line{
			{kind: coach.KindAnswer, text: "and a line break at the end is counted too", asks: coach.AskYesNo, key: "consent:what-is-counted"},
			{kind: coach.KindAnswer, text: "yes"},
		}, after: func(t *testing.T, w *walker) {
			if own := w.course.Own[0]; !own.Consent || !strings.Contains(own.Text, "prints 0") || !strings.Contains(own.Text, "at the end") {
				t.Errorf("own %+v", own)
			}
		}},
		{name: "ContentAtSelf", before: self, lines: []line{
			{kind: coach.KindAnswer, text: "it prints 0, it counts each newline", says: []string{"✅"}, other: advanced},
		}},
		{name: "WrongContentAtSelf", before: self, lines: []line{
			{kind: coach.KindAnswer, text: "it prints the name of the file", says: []string{"❌", "open questions"}},
		}},
	})
}

// TestTutor_IntentOfNothing: words of place and order name no topic.
func TestTutor_IntentOfNothing(t *testing.T) {
	newWalker(t, "en")
	for text, want := range map[string]IntentKind{
		"what can I learn here?": IntentOther, "what should I learn first?": IntentOther, "I want to learn something new": IntentOther,
		"我在这里能学什么？": IntentOther, "我想学点什么": IntentOther, "I want to learn kubernetes": IntentUnknown, "what should I learn first in tally?": IntentLearn,
	} {
		if got := shared.Intent(text).Kind; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestTutor_IntentOfLongText: an intent stands at the beginning; what a long paste holds further on
// is not looked at.
func TestTutor_IntentOfLongText(t *testing.T) {
	newWalker(t, "en")
	long := strings.Repeat("长 x ", 1<<20)
	if in := shared.Intent("I want to learn tally. " + long); in.Kind != IntentLearn {
		t.Errorf("at the beginning: %s", in.Kind)
	}
	if in := shared.Intent(long + " I want to learn tally"); in.Kind != IntentOther {
		t.Errorf("at the end: %s", in.Kind)
	}
}

// TestRedis_Interleave: the idea of one atomic step in other words.
func TestRedis_Interleave(t *testing.T) {
	redis, _ := shipped(t).Topic("redis")
	for _, m := range redis.Modules {
		for _, p := range m.points() {
			for _, i := range p.Check.Ideas {
				if i.ID == "atomic" && strings.Contains(i.Say["en"], "INCR") && !i.in(fold("two clients cannot interleave inside one INCR")) {
					t.Errorf("%s: not found", p.ID)
				}
			}
		}
	}
}
