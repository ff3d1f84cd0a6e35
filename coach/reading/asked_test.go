package reading_test

import (
	"testing"

	"tack/coach"
	"tack/coach/reading"
)

// TestReader_Learner_BareQuestion: "why?" twice is about two things.
func TestReader_Learner_BareQuestion(t *testing.T) {
	r := newReader(t)
	for _, text := range []string{"why??", "为什么", "what happens?", "怎么办？"} {
		ctx := reading.Context{State: coach.Coaching, Asks: coach.AskAction}
		for range 3 {
			asked := r.Learner(ctx, reading.Message{Text: text}).Questions
			if len(asked) != 1 {
				t.Fatalf("%q asks %v", text, asked)
			}
			for _, k := range ctx.Questions {
				if k.Key == asked[0].Key {
					t.Errorf("%q has the name of an earlier one", text)
				}
			}
			ctx.Questions = append(ctx.Questions, asked...)
		}
	}
}

// TestReader_Learner_Puzzled: "what?" twice says twice that the coach was not understood.
func TestReader_Learner_Puzzled(t *testing.T) {
	r := newReader(t)
	ctx := reading.Context{State: coach.Coaching, Asks: coach.AskAction}
	first := r.Learner(ctx, reading.Message{Text: "what?"}).Questions
	ctx.Questions = first
	for _, again := range []string{"WHAT DOES THAT MEAN", "什么意思？"} {
		if got := r.Learner(ctx, reading.Message{Text: again}).Questions; len(got) != 1 || got[0] != first[0] {
			t.Errorf("%q asks %v, want %v", again, got, first)
		}
	}
}

// TestReader_Coach_QuestionAgain: a coach question put again in other words keeps its name.
func TestReader_Coach_QuestionAgain(t *testing.T) {
	r := newReader(t)
	for name, tc := range map[string]struct {
		first, again string
		want         bool
	}{
		"Words":     {"One thing first: which port does your app listen on?", "I still need one thing. What port is the app listening on?", true},
		"Lead":      {"Which version of node do you have?", "Let me ask once more: what version of node have you got?", true},
		"Tell":      {"How did you install Python?", "Tell me how you installed Python.", true},
		"YesNo":     {"Is the container still running?", "Good. Now, is the container running?", true},
		"Chinese":   {"你用的是哪个版本的 Python？", "再问一次：Python 是哪个版本？", true},
		"Languages": {"Where is the config file?", "配置文件在哪里？", true},
		"Check":     {"What do you expect this query to return?", "你觉得这个查询会返回什么？", true},
		"Object":    {"Is the container running?", "Is the database running?", false},
		"Aspect":    {"Where is the config file?", "Why is the config file empty?", false},
		"Number":    {"Is port 80 free?", "Is port 8080 free?", false},
		"Negation":  {"Which tests pass?", "Which tests do not pass?", false},
		"Bare":      {"What happens?", "What happens?", false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := reading.Context{State: coach.Coaching}
			first := r.Coach(ctx, tc.first).Question
			ctx.CoachQuestions = []coach.Identity{first}
			again := r.Coach(ctx, tc.again).Question
			if first.Key == "" || again.Key == "" {
				t.Fatalf("no question: %q, %q", first.Key, again.Key)
			}
			if got := first == again; got != tc.want {
				t.Errorf("one question: %v\n%s\n%s", got, first.Sketch, again.Sketch)
			}
		})
	}
}
