package reading_test

import (
	"testing"

	"tack/coach"
	"tack/coach/reading"
)

// TestReader_Untried: what was not done is told from what was done in vain, and from other things not done.
func TestReader_Untried(t *testing.T) {
	r := newReader(t)
	for text, want := range map[string]bool{
		"I haven't tried that yet": true, "not tried yet": true, "I did not run it": true, "I haven't done it": true,
		"sorry, I didn't check": true, "还没试": true, "我还没来得及试": true, "没试过": true, "还没有执行": true,
		"I tried it, nothing changed": false, "I did that": false, "done": false, "it did not work": false,
		"it does not run": false, "试过了，还是不行": false, "跑了，没有输出": false, "没有报错": false, "服务器没跑": false, "进程还没运行": false, "it never ran": false, "docker is not run by root": false,
	} {
		if got := r.Untried(reading.Message{Text: text}); got != want {
			t.Errorf("%q: untried %v, want %v", text, got, want)
		}
		ctx := reading.Context{State: coach.Coaching, Asks: coach.AskAction, Phase: coach.PhaseSetup}
		if got := r.Learner(ctx, reading.Message{Text: text}); want && (got.StillSame || got.Kind == coach.KindEvidence) {
			t.Errorf("%q is read as %+v, and shows nothing", text, got)
		}
	}
}

// TestReader_WrongItem: that an item of a list is wrong is a correction of the coach, and no result of what
// was suggested.
func TestReader_WrongItem(t *testing.T) {
	r := newReader(t)
	ctx := reading.Context{State: coach.Coaching, Asks: coach.AskAction, Phase: coach.PhaseSetup, Problem: true}
	for text, shows := range map[string]bool{
		"第二条不对，我已经会 git add 了": false, "第二条不对": false, "the second item is wrong, I know git add": false, "item 2 is not right": false,
		"第二行不对": true, "第二条不对，跑了还是报错": true, "the second line is wrong": true, "item 2 is wrong, and the command fails with exit code 1": true,
	} {
		got := r.Learner(ctx, reading.Message{Text: text})
		if told := got.Kind == coach.KindEvidence || len(got.Shows)+len(got.Errors) > 0 || got.StillSame || got.Resolved; told != shows {
			t.Errorf("%q shows %v: %+v", text, told, got)
		}
	}
}
