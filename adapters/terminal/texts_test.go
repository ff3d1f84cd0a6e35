package terminal

import "tack/coach"

// builtKeys are the keys of texts that are put together from the core's words.
func builtKeys() []string {
	var keys []string
	for _, s := range []coach.State{coach.Coaching, coach.BreakingOut, coach.Closing, coach.Closed, coach.Parked} {
		keys = append(keys, "state."+string(s), "quiet."+string(s))
		if s != coach.Closed {
			keys = append(keys, "again."+string(s))
		}
	}
	for _, p := range []coach.Phase{coach.PhaseDiagnosis, coach.PhaseNegotiation, coach.PhaseSetup, coach.PhaseModule} {
		keys = append(keys, "phase."+string(p))
	}
	for _, r := range []coach.Rule{
		coach.RuleWarning, coach.RuleThreshold, coach.RuleSameError, coach.RuleSameQuestion, coach.RuleNoProgress,
		coach.RuleStuck, coach.RuleAcks, coach.RuleExhausted,
	} {
		keys = append(keys, "rule."+string(r))
	}
	for _, step := range []string{"scenario", "concept", "principle", "hands_on", "verify", "interview"} {
		keys = append(keys, "step."+step)
	}
	for name := range commands {
		keys = append(keys, "word."+name)
	}
	return append(keys, "word.lang.en", "word.lang.zh")
}
