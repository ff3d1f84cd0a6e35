package model

import (
	"slices"
	"strings"
	"testing"

	"tack/coach/guard"
)

// lessonsEnd is what every corrected answer says.
const lessonsEnd = "That comes next."

// Each of the reply guard's eight rules holds for what a model says: an answer that breaks it is asked for
// once more, with the rule named, counted, and the second answer is what the learner gets.
func TestGuardRules(t *testing.T) {
	for rule, tc := range map[int]struct {
		to     func(*desk)
		answer says
		names  string // of the violation
	}{
		guard.RuleCommands:    {intoModule, saying("Run `ls -la` and then run `cat notes.txt`.", says{"asks": "action"}), "guard.commands.many"},
		guard.RuleQuestions:   {intoLevel, says{"text": "", "scenario": "What would you look at first? And how much time do you have for it?"}, "piece.guard.questions.many"},
		guard.RuleGate:        {intoDraft, says{"text": "A topic is a log that is used to keep messages.", "change": false}, "piece.guard.gate.teaching"},
		guard.RuleTerms:       {knowing, saying("A partition is a part of a topic that one reader of a group reads.", says{"terms": []says{{"term": "partition", "line": "x"}}}), "guard.term.again"},
		guard.RulePreferences: {intoModule, saying("From here on all steps at once.", says{"deviates": "Pace: step by step"}), "guard.preference.deviates"},
		guard.RuleClosed:      {knowing, saying("Let us use Docker for it.", says{"raises": []string{"Docker"}}), "guard.option.closed"},
		guard.RuleEnd:         {intoModule, saying("See you next time!", nil), "guard.farewell"},
		guard.RulePings:       {intoModule, saying("@everyone look here.", nil), "guard.ping"},
	} {
		t.Run(tc.names, func(t *testing.T) {
			t.Parallel()
			start := newDesk(t, "en", "kafka")
			tc.to(start)
			var asked []Request
			d := start.again(t, func(r Request) any {
				if asked = append(asked, r); len(asked) == 1 {
					return tc.answer
				}
				return saying(lessonsEnd, says{"scenario": scenarioOf})
			})
			var seen []string
			d.tutor.Watch = func(name string) { seen = append(seen, name) }
			r := d.say("hm, that one is odd")
			if len(asked) != 2 || !strings.Contains(asked[1].Messages[1].Text, "broke these rules") || !strings.Contains(r.Text, lessonsEnd) {
				t.Errorf("rule %d: asked %d times\n%s", rule, len(asked), r.Text)
			}
			if !slices.Contains(seen, tc.names) {
				t.Errorf("rule %d is counted as %v", rule, seen)
			}
		})
	}
}

// knowing is a module in which a term is explained and an option closed.
func knowing(d *desk) {
	toModule(d)
	d.say("yes", says{
		"text": "A partition is a part of a topic that one reader reads. Why is that useful?", "asks": "question", "question": "why", "step": "concept",
		"point": says{"id": "p", "title": "Partitions"}, "terms": []says{{"term": "partition", "line": "a part of a topic"}}, "teaches": true,
	})
	d.course.Closed = []string{"Docker"}
}
