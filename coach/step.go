package coach

import (
	"slices"
	"time"
)

// Step takes one event and returns the session after it and what it makes the coach do. The bool
// says whether the event gives a decision: a turn, reaction, edit, deletion or tick always does, a
// coach message only when it fires a rule (then it is withheld), a store event never. The given
// session is left as it was.
func Step(s Session, e Event) (Session, Decision, bool) {
	d := s.d.clone()
	if at := e.at(); at.After(d.Now) {
		d.Now = at.UTC()
	}
	dec, ok := d.step(e)
	return Session{d}, dec, ok
}

func (d *data) step(e Event) (Decision, bool) {
	switch e := e.(type) {
	case Turn:
		if e.User != "" && e.User != d.Learner {
			return d.decide(e.ID, KindBystander, ActNone), true
		}
		return d.turn(e), true
	case Said:
		return d.said(e)
	case Reaction:
		return d.reaction(e), true
	case Edit:
		if e.Delete {
			return d.decide(e.ID, KindDelete, ActNone), true
		}
		return d.decide(e.ID, KindEdit, ActNone), true
	case Store:
		d.StoreDown = !e.OK
		return Decision{}, false
	case Tick:
		return d.tick(e), true
	}
	panic("coach: unknown event")
}

// Ignored returns the decision on an event that changes nothing: a duplicate delivery.
func (s Session) Ignored(id string, kind Kind) Decision { return s.d.decide(id, kind, ActNone) }

// decide fills in what every decision has. It reads the state as it is, so it comes last.
func (d *data) decide(id string, kind Kind, action Action) Decision {
	return Decision{
		Event: id, Turn: d.Turn, Kind: kind, Fired: []Rule{}, Action: action, State: d.State, Counts: d.counts(),
	}
}

// own notes that the core speaks: until the next coach message its own message is the last one, and
// it asks for nothing (details A22).
func (d *data) own() {
	d.Seq++
	d.Last = lastMessage{Asks: AskNone}
}

// afresh sets every counter to 0. What was asked, seen and tried stays known; open errors stay
// open, their age counted from now on (details A23).
func (d *data) afresh(age int) {
	d.NoProgress, d.NoProgressTurns, d.Acks = 0, nil, nil
	for i := range d.Issue.Errors {
		d.Issue.Errors[i].Count, d.Issue.Errors[i].Age, d.Issue.Errors[i].Turns = 0, age, nil
	}
	for i := range d.Issue.Questions {
		d.Issue.Questions[i].Count, d.Issue.Questions[i].Turns = 0, nil
	}
	for i := range d.Issue.Put {
		d.Issue.Put[i].Count, d.Issue.Put[i].Armed, d.Issue.Put[i].Answered = 0, false, nil
	}
}

// retire closes the open issue; the next one begins empty.
func (d *data) retire() {
	d.Issue = issue{}
	d.BreakOut.Used = nil
}

// nextWindow starts everything from zero but terms, preferences and closed options (details A31).
func (d *data) nextWindow() {
	d.Window++
	d.State, d.Turns = Coaching, 1
	d.Last, d.LastStep, d.Sets = lastMessage{}, "", nil
	d.Known, d.Seen = nil, nil
	d.BusySince, d.Warned, d.Threshed, d.Lookbacks = time.Time{}, false, 0, nil
	d.BreakOut, d.Close = breakOut{}, closeOut{}
	d.retire()
	d.afresh(0)
}

func (d *data) busy(at time.Time) bool {
	return !d.BusySince.IsZero() && at.Before(d.BusySince.Add(busyFor))
}

func has(rules []Rule, any ...Rule) bool {
	return slices.ContainsFunc(rules, func(r Rule) bool { return slices.Contains(any, r) })
}
