package coach

import "slices"

// firing collects the rules that fire on one event, in order of precedence, with their proof.
type firing struct {
	rules []Rule
	proof []string
}

func (f *firing) add(rule Rule, proof ...string) {
	f.rules = append(f.rules, rule)
	for _, id := range proof {
		if id != "" && !slices.Contains(f.proof, id) {
			f.proof = append(f.proof, id)
		}
	}
}

// fire finds the rules that fire on a learner turn. A neutral one fires only the stop and the
// length rules (details A14); while breaking out, spin and stuck do not fire.
func (d *data) fire(t Turn, progress *bool) firing {
	var f firing
	counted := progress != nil
	if t.Reading.Kind == KindStop {
		f.add(RuleStop, t.ID)
	}
	switch {
	case d.State == BreakingOut && counted:
		d.spendBudget(&f, t.ID, *progress)
	case d.State == Coaching && counted:
		d.fireSpin(&f, t, *progress)
		d.fireStuck(&f, t.ID)
	}
	if counted {
		d.disarm()
	}
	if len(d.Acks) >= AckRow && d.acked(t.ID) {
		f.add(RuleAcks, d.ackTurns()...)
	}
	if d.Turns >= d.nextThreshold() {
		d.Threshed = d.Turns
		f.add(RuleThreshold, t.ID)
	}
	if len(f.rules) == 0 && !d.Warned && d.Threshed == 0 && d.Turns >= ceil(3*d.Threshold, 4) {
		f.add(RuleWarning, t.ID)
	}
	return f
}

// nextThreshold is the turn from which length.threshold fires.
func (d *data) nextThreshold() int {
	if d.Threshed == 0 {
		return d.Threshold
	}
	return d.Threshed + ceil(d.Threshold, 4)
}

func ceil(a, b int) int { return (a + b - 1) / b }

// spendBudget takes a turn of a running break-out: progress ends it well, two turns without end it.
func (d *data) spendBudget(f *firing, turn string, progress bool) {
	if progress {
		d.endBreakOut()
		d.afresh(1)
		return
	}
	d.BreakOut.Budget--
	d.BreakOut.Turns = with(d.BreakOut.Turns, turn, BreakOutBudget)
	if d.BreakOut.Budget == 0 {
		f.add(RuleExhausted, d.BreakOut.Turns...)
	}
}

func (d *data) endBreakOut() {
	d.State = Coaching
	d.BreakOut.Budget, d.BreakOut.Turns = 0, nil
}

func (d *data) fireSpin(f *firing, t Turn, progress bool) {
	for _, key := range d.shownErrors(t.Reading) {
		if e := d.Issue.err(key); e != nil && e.Count >= SameErrorTurns {
			f.add(RuleSameError, e.Turns...)
			break
		}
	}
	if progress {
		return
	}
	if proof := d.circling(t); proof != nil {
		f.add(RuleSameQuestion, proof...)
	}
	if d.NoProgress >= NoProgressTurns {
		f.add(RuleNoProgress, d.NoProgressTurns...)
	}
}

// circling returns the turns that prove spin.same_question on a turn without progress, nil if it
// does not hold: the learner's question counted a second time now, or a coach question put twice.
func (d *data) circling(t Turn) []string {
	for _, asked := range t.Reading.Questions {
		q := d.Issue.question(asked.Key)
		if q.Count >= SameQuestionTurns && q.Turns[len(q.Turns)-1] == t.ID {
			return q.Turns
		}
	}
	for _, q := range d.Issue.Put {
		if q.Armed {
			return with(slices.DeleteFunc(slices.Clone(q.Answered), func(id string) bool { return id == t.ID }), t.ID, keptTurns)
		}
	}
	return nil
}

// disarm notes that the turn after the coach's second put has come.
func (d *data) disarm() {
	for i := range d.Issue.Put {
		d.Issue.Put[i].Armed = false
	}
}

func (d *data) fireStuck(f *firing, turn string) {
	for _, e := range d.Issue.Errors {
		if e.Age >= stuckTurns && len(e.Dims) >= stuckDimensions {
			f.add(RuleStuck, append(slices.Clone(e.Turns), turn)...)
			return
		}
	}
}

func (d *data) ackTurns() []string {
	var ids []string
	for _, a := range d.Acks {
		ids = append(ids, a.Turn)
	}
	return ids
}

// spin says whether a spin or stuck rule is among the rules.
func spin(rules []Rule) bool {
	return has(rules, RuleSameError, RuleSameQuestion, RuleNoProgress, RuleStuck)
}

// intervene does what the first of the rules that fired asks for; without any, coaching goes on.
func (d *data) intervene(id string, kind Kind, f firing) Decision {
	if len(f.rules) == 0 {
		return d.decide(id, kind, ActContinue)
	}
	d.Acks = nil
	var action Action
	var method Dimension
	switch {
	case f.rules[0] == RuleWarning:
		d.Warned = true
		action = ActWarnLength
	case spin(f.rules[:1]) && !has(f.rules, RuleThreshold):
		action, method = ActBreakOut, d.breakOut()
	default:
		action = d.propose(f.rules)
	}
	dec := d.decide(id, kind, action)
	dec.Fired, dec.Proof, dec.Method = f.rules, f.proof, method
	dec.Reason = d.reason(f.rules)
	return dec
}

// breakOut begins a break-out and chooses its method.
func (d *data) breakOut() Dimension {
	method := d.method()
	d.State = BreakingOut
	d.BreakOut.Budget, d.BreakOut.Turns = BreakOutBudget, nil
	d.BreakOut.Method = method
	d.BreakOut.Used = add(d.BreakOut.Used, []Dimension{method})
	d.own()
	return method
}

// methods in the order of trying: ask for the whole phenomenon, look elsewhere, skip, downgrade.
var methods = [...]Dimension{
	DimReask, DimSymptom, DimState, DimConfig, DimNetwork, DimPermission, DimVersion, DimDependency,
	DimResource, DimCode, DimData, DimSkip, DimDowngrade,
}

// method chooses a dimension not tried on this issue; it always differs from the last one.
func (d *data) method() Dimension {
	for _, m := range methods {
		if !d.Issue.Tried[m] && !d.BreakOut.Used[m] && m != d.BreakOut.Method {
			return m
		}
	}
	if d.BreakOut.Method == DimSkip {
		return DimDowngrade
	}
	return DimSkip
}
