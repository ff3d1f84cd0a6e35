package terminal

import (
	"fmt"
	"testing"
	"time"

	"tack/coach"
)

// after steps a session through turns of a kind, each after a request of the coach's.
func after(kind coach.Kind, turns int) *coach.Session {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	s := coach.Open(coach.Opening{ID: "s", Phase: coach.PhaseModule, At: at})
	for i := range turns {
		s, _, _ = coach.Step(s, coach.Said{ID: fmt.Sprintf("c%d", i), At: at, Asks: coach.AskAction})
		s, _, _ = coach.Step(s, coach.Turn{ID: fmt.Sprintf("l%d", i), At: at, Reading: coach.Reading{Kind: kind}})
	}
	return &s
}

// TestRules_Close: a rule is close exactly when the next turn of that kind fires it.
func TestRules_Close(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind  coach.Kind
		turns int
		close map[coach.Rule]bool
		lists int
	}{
		{kind: coach.KindChat, turns: 1, close: map[coach.Rule]bool{}, lists: 7},
		{kind: coach.KindChat, turns: 2, close: map[coach.Rule]bool{coach.RuleNoProgress: true}, lists: 7},
		{kind: coach.KindAck, turns: 1, close: map[coach.Rule]bool{coach.RuleAcks: true}, lists: 7},
		{kind: coach.KindBusy, turns: 14, close: map[coach.Rule]bool{coach.RuleWarning: true}, lists: 7},
		{kind: coach.KindBusy, turns: 15, close: map[coach.Rule]bool{}, lists: 6},
		{kind: coach.KindBusy, turns: 19, close: map[coach.Rule]bool{coach.RuleThreshold: true}, lists: 6},
		{kind: coach.KindBusy, turns: 20, close: map[coach.Rule]bool{}, lists: 0}, // closing
		{kind: coach.KindChat, turns: 3, close: map[coach.Rule]bool{}, lists: 4},  // breaking out
		{kind: coach.KindChat, turns: 4, close: map[coach.Rule]bool{coach.RuleExhausted: true}, lists: 4},
	} {
		s := after(c.kind, c.turns)
		list := rules(s)
		if len(list) != c.lists {
			t.Errorf("%d × %s (%s): %d rules, want %d", c.turns, c.kind, s.State(), len(list), c.lists)
		}
		for _, r := range list {
			if r.Count > r.Limit {
				t.Errorf("%d × %s (%s): %s %d of %d", c.turns, c.kind, s.State(), r.Rule, r.Count, r.Limit)
			}
			if r.Close != c.close[r.Rule] {
				t.Errorf("%d × %s (%s): %s %d of %d, close %v", c.turns, c.kind, s.State(), r.Rule, r.Count, r.Limit, r.Close)
			}
		}
	}
}
