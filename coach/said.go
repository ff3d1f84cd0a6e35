package coach

import "slices"

// said takes a coach message about to be sent. An advance that it declares counts first; then it may
// fire a rule, and is withheld: nothing of it is recorded but that it looked back (details A20).
func (d *data) said(m Said) (Decision, bool) {
	if m.Advanced {
		d.advance()
	}
	if m.Recalls {
		d.Lookbacks = with(d.Lookbacks, d.LastTurn, lookbacks)
	}
	if d.State == Coaching || d.State == BreakingOut {
		if f := d.fireSaid(m); len(f.rules) > 0 {
			return d.intervene(m.ID, KindCoach, f), true
		}
	}
	d.record(m)
	return Decision{}, false
}

// advance retires the issue; it ends a break-out as progress does.
func (d *data) advance() {
	if d.State == BreakingOut {
		d.endBreakOut()
		d.afresh(0)
	}
	d.retire()
	d.NoProgress, d.NoProgressTurns, d.Acks = 0, nil, nil
}

func (d *data) fireSaid(m Said) firing {
	var f firing
	again := func(term string) bool { return slices.Contains(d.Terms, term) }
	closed := func(option string) bool { return slices.Contains(d.Options, option) }
	if slices.ContainsFunc(m.Explains, again) || slices.ContainsFunc(m.Raises, closed) ||
		m.Deviates != "" && slices.Contains(d.Prefs, m.Deviates) {
		f.add(RuleForgetting, d.LastTurn)
	}
	if m.Recalls && len(d.Lookbacks) >= lookbacks {
		f.add(RuleLookback, d.Lookbacks...)
	}
	if m.Completes != "" {
		f.add(RuleStage, d.LastTurn)
	}
	return f
}

// record notes a message that is sent.
func (d *data) record(m Said) {
	d.Seq++
	if m.Step != "" && d.LastStep != "" && m.Step != d.LastStep {
		d.retire()
	}
	if m.Step != "" {
		d.LastStep = m.Step
	}
	if m.Phase != "" {
		d.Phase = m.Phase
	}
	d.Last = lastMessage{ID: m.ID, Asks: or(m.Asks, AskNone), YesMeans: m.YesMeans, Problem: m.Problem}
	if len(m.Sets) > 0 {
		d.Sets = slices.Clone(first(m.Sets, keptSets))
	}
	d.direct(m.Directions)
	if m.Question.Key != "" {
		d.put(m.Question)
	}
	d.explain(m.Explains)
}

// direct notes directions as tried, on the issue and on each error open at this time.
func (d *data) direct(dims []Dimension) {
	d.Issue.Tried = add(d.Issue.Tried, dims)
	for i := range d.Issue.Errors {
		d.Issue.Errors[i].Dims = add(d.Issue.Errors[i].Dims, dims)
	}
}

// put counts a question that the coach puts: once for puts with no learner turn between
// (details A15), and not at all for going back to it after a digression in the diagnosis (A16).
func (d *data) put(q Identity) {
	at := slices.IndexFunc(d.Issue.Put, func(p putQuestion) bool { return p.Key == q.Key })
	if at < 0 {
		d.Issue.Put = makeRoom(d.Issue.Put, perTurn*d.Threshold, func(p putQuestion) int { return p.Count })
		d.Issue.Put = append(d.Issue.Put, putQuestion{Identity: q, Count: 1, Turn: d.Turn})
		return
	}
	p := &d.Issue.Put[at]
	again := p.Count == 0 || p.Turn < d.Turn && !(d.Phase == PhaseDiagnosis && p.Digress)
	p.Turn, p.Digress = d.Turn, false
	if again {
		p.Count++
		p.Armed = p.Count >= SameQuestionTurns
	}
}
