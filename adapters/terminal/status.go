package terminal

import (
	"context"

	"tack/coach"
	"tack/internal/engine"
)

// stuckTurns is for how many turns an error is open when the rule stuck can fire at the earliest.
const stuckTurns = 4

// rule is one counter with its limit.
type rule struct {
	Rule         coach.Rule
	Name         string // for people
	Count, Limit int
	Close        bool // can fire with the next turn
}

// rules are the counters of the rules that can fire where the session stands: all but the break-out's
// own while coaching, that one and the length while breaking out, none in the other states.
func rules(s *coach.Session) []rule {
	n := s.Counts()
	threshold, warning := s.LengthDue()
	list := []rule{{Rule: coach.RuleThreshold, Count: n.Turns, Limit: threshold}}
	if warning > 0 {
		list = append([]rule{{Rule: coach.RuleWarning, Count: n.Turns, Limit: warning}}, list...)
	}
	switch s.State() {
	case coach.Coaching:
		list = append(list,
			rule{Rule: coach.RuleSameError, Count: n.SameError, Limit: coach.SameErrorTurns},
			rule{Rule: coach.RuleSameQuestion, Count: n.SameQuestion, Limit: coach.SameQuestionTurns},
			rule{Rule: coach.RuleNoProgress, Count: n.NoProgress, Limit: coach.NoProgressTurns},
			rule{Rule: coach.RuleStuck, Count: s.OpenFor(), Limit: stuckTurns})
	case coach.BreakingOut:
		list = append(list, rule{Rule: coach.RuleExhausted, Count: coach.BreakOutBudget - n.Budget, Limit: coach.BreakOutBudget})
	default:
		return nil
	}
	list = append(list, rule{Rule: coach.RuleAcks, Count: n.Acks, Limit: coach.AckRow})
	for i := range list {
		list[i].Close = list[i].Count >= list[i].Limit-1
		list[i].Count = min(list[i].Count, list[i].Limit) // a rule that waits for its turn has no more to reach
	}
	return list
}

// status shows phase, step, counters and the rules that are close.
func (c *Chat) status(ctx context.Context, _ string) error {
	t, ok := c.session(ctx)
	if !ok {
		c.tell("no_session", nil)
		return nil
	}
	locale := c.locale(ctx)
	list := rules(t.Session)
	for i, r := range list {
		list[i].Name = c.Voice.Say(locale, "rule."+string(r.Rule), nil)
	}
	c.tell("status", map[string]any{
		"Topic": t.Course.Topic, "Phase": c.word(locale, "phase", string(t.Course.Phase)), "Place": c.place(locale, t),
		"State": c.word(locale, "state", string(t.Session.State())), "Window": t.Course.Window, "Rules": list,
	})
	return nil
}

// place is the module and the step in hand; empty before the route is agreed.
func (c *Chat) place(locale string, t engine.Thread) string {
	p := t.Course.Position
	if p.Module == "" || p.Step == "" || p.Module == "M0" {
		return p.Module
	}
	return p.Module + c.word(locale, "list", "comma") + c.word(locale, "step", p.Step)
}

// word says one of the core's or the course's words for people.
func (c *Chat) word(locale, of, word string) string {
	return c.Voice.Say(locale, of+"."+word, nil)
}
