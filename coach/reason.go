package coach

import (
	"fmt"
	"strings"
)

// reason says in one sentence why a decision was made; for logs, replays and operators. What the
// learner reads is said by templates.
func (d *data) reason(rules []Rule) string {
	parts := make([]string, len(rules))
	for i, r := range rules {
		parts[i] = d.because(r)
	}
	return strings.Join(parts, "; ")
}

func (d *data) because(r Rule) string {
	c := d.counts()
	switch r {
	case RuleStop:
		return "the learner said that they want to stop"
	case RuleForgetting:
		return "the coach was about to explain a known term again, leave a confirmed preference or raise a closed option"
	case RuleExhausted:
		return fmt.Sprintf("%d turns of another approach brought no progress", BreakOutBudget)
	case RuleSameError:
		return fmt.Sprintf("the same error came %d times", c.SameError)
	case RuleSameQuestion:
		return fmt.Sprintf("the same question came %d times", c.SameQuestion)
	case RuleNoProgress:
		return fmt.Sprintf("%d turns in a row brought nothing new", c.NoProgress)
	case RuleStuck:
		return fmt.Sprintf("one error has been open for %d turns, with directions in several dimensions", d.oldestError())
	case RuleAcks:
		return "action requests were acknowledged one after another, and nothing was done"
	case RuleThreshold:
		return fmt.Sprintf("the session has reached %d turns", d.Turns)
	case RuleLookback:
		return fmt.Sprintf("material from before the live context was needed %d times", lookbacks)
	case RuleStage:
		return "a stage is complete"
	case RuleWarning:
		return fmt.Sprintf("the session has reached %d of %d turns", d.Turns, d.Threshold)
	}
	return string(r)
}

func (d *data) oldestError() int {
	age := 0
	for _, e := range d.Issue.Errors {
		age = max(age, e.Age)
	}
	return age
}
