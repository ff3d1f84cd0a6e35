package reading_test

import (
	"testing"

	"tack/coach"
	"tack/coach/reading"
)

// TestReader_Learner_Explaining: what an answer in sentences is about happens to nobody.
func TestReader_Learner_Explaining(t *testing.T) {
	r := newReader(t)
	for text, want := range map[string]coach.Kind{
		"先排队，到 EXEC 一起执行；这期间别的客户端只能等，插不进来。":                               coach.KindAnswer,
		"NX：键不存在才写，所以只有一个人能拿到锁。":                                          coach.KindAnswer,
		"两条都会执行，不会回滚。":                                                    coach.KindAnswer,
		"the second SET fails because the key exists already":             coach.KindAnswer,
		"no two clients can overwrite each other, so no update gets lost": coach.KindAnswer,
		"wait, now I get this:\nbash: redis-cli: command not found":       coach.KindError,
		"give me five minutes, I'm reading the chapter again":             coach.KindBusy,
		"我在装 redis，等一下再回答":                                                coach.KindBusy,
		"那为什么不直接用 DEL 删掉？":                                                coach.KindQuestion,
	} {
		got := r.Learner(reading.Context{State: coach.Coaching, Phase: coach.PhaseModule, Asks: coach.AskQuestion}, reading.Message{Text: text})
		if got.Kind != want {
			t.Errorf("%q is read as %s, want %s", text, got.Kind, want)
		}
	}
}
