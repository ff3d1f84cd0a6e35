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
