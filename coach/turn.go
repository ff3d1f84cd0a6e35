package coach

import (
	"slices"
	"time"
)

// news is what a turn brings that the session has not had before.
type news struct {
	shown bool // an error text, output or file not seen in this session
	asked bool // a question not asked on this issue
}

// turn takes a learner turn.
func (d *data) turn(t Turn) Decision {
	opening := d.Turn == 0 && d.Seq == 0
	d.Turn++
	d.Turns++
	d.LastTurn = t.ID
	r := &t.Reading
	r.Errors, r.Questions = first(r.Errors, perTurn), first(r.Questions, perTurn)
	if r.Kind == KindEvidence || r.Kind == KindError || r.Resolved {
		d.BusySince = time.Time{}
	}
	d.noteAnswer(t)
	var dec Decision
	switch d.State {
	case Parked:
		dec = d.unpark(t)
	case Closed:
		dec = d.afterClose(t)
	case Closing:
		dec = d.answer(t)
	default:
		dec = d.judge(t, opening)
	}
	d.Last.Answered = true
	return dec
}

// noteAnswer tells the coach's open questions that a turn has come.
func (d *data) noteAnswer(t Turn) {
	for i := range d.Issue.Put {
		q := &d.Issue.Put[i]
		if q.Turn == d.Turn-1 {
			q.Answered = with(q.Answered, t.ID, keptTurns)
		}
		if t.Reading.Kind != KindAnswer && t.Reading.Kind != KindAck {
			q.Digress = true
		}
	}
}

// judge decides a turn while coaching or breaking out.
func (d *data) judge(t Turn, opening bool) Decision {
	moved := t.moved()
	if moved {
		d.retire()
	}
	n := d.take(t.Reading)
	progress := d.progress(t.Reading, moved, n, opening)
	if progress != nil {
		d.count(t, *progress)
	}
	if t.Reading.Kind == KindBusy {
		d.BusySince = d.Now
	}
	f := d.fire(t, progress)
	dec := d.intervene(t.ID, t.Reading.Kind, f)
	dec.Progress = progress
	return dec
}

// moved says whether the turn itself took the task on.
func (t Turn) moved() bool { return t.Reading.Resolved || t.Advanced != nil && *t.Advanced }

// take remembers what the turn shows and asks, and says what of it is new. Nothing is counted yet:
// what a neutral turn shows is known from here on, too (details A13).
func (d *data) take(r Reading) news {
	n := news{shown: d.seeAll(r)}
	for _, e := range r.Errors {
		d.know(e)
		d.Issue.LastError = e.Key
		if d.Issue.err(e.Key) == nil {
			d.Issue.Errors = makeRoom(d.Issue.Errors, perTurn*d.Threshold, func(e openError) int { return e.Count })
			d.Issue.Errors = append(d.Issue.Errors, openError{Key: e.Key})
		}
	}
	for _, q := range r.Questions {
		if d.Issue.question(q.Key) == nil {
			n.asked = true
			d.Issue.Questions = makeRoom(d.Issue.Questions, perTurn*d.Threshold, func(q asked) int { return q.Count })
			d.Issue.Questions = append(d.Issue.Questions, asked{Identity: q, Seq: d.Seq})
		}
	}
	return n
}

func (i *issue) err(key string) *openError {
	at := slices.IndexFunc(i.Errors, func(e openError) bool { return e.Key == key })
	if at < 0 {
		return nil
	}
	return &i.Errors[at]
}

func (i *issue) question(key string) *asked {
	at := slices.IndexFunc(i.Questions, func(q asked) bool { return q.Key == key })
	if at < 0 {
		return nil
	}
	return &i.Questions[at]
}

// progress judges whether the learner's side moved; nil is neutral. The order is that of details A10.
func (d *data) progress(r Reading, moved bool, n news, opening bool) *bool {
	yes, no := true, false
	switch {
	case moved:
		return &yes
	case r.Kind.neutral():
		return nil
	case d.Phase == PhaseDiagnosis && (r.Kind == KindAck || r.Kind == KindAnswer && !r.Long):
		return nil
	case r.Kind == KindAnswer && d.Last.Asks == AskYesNo:
		return nil
	case r.Kind == KindAck && d.Last.Asks != AskStep && d.busy(d.Now):
		return nil
	case n.shown, n.asked && !r.OffTopic, r.Kind == KindAnswer, r.Kind == KindAck && d.Last.Asks == AskStep:
		return &yes
	case opening:
		return nil
	}
	return &no
}

// neutral says whether turns of this kind neither count nor reset anything.
func (k Kind) neutral() bool {
	switch k {
	case KindBusy, KindConfirm, KindCorrection, KindContinue, KindStop:
		return true
	}
	return false
}

// count adds a turn that is not neutral to every counter.
func (d *data) count(t Turn, progress bool) {
	if progress {
		d.NoProgress, d.NoProgressTurns = 0, nil
	} else {
		d.NoProgress++
		d.NoProgressTurns = with(d.NoProgressTurns, t.ID, NoProgressTurns)
	}
	for _, key := range d.shownErrors(t.Reading) {
		if e := d.Issue.err(key); e != nil {
			e.Count++
			e.Turns = with(e.Turns, t.ID, keptTurns)
		}
	}
	for i := range d.Issue.Errors {
		d.Issue.Errors[i].Age++
	}
	for _, asked := range t.Reading.Questions {
		q := d.Issue.question(asked.Key)
		if q.Count == 0 || q.Seq < d.Seq {
			q.Count++
			q.Turns = with(q.Turns, t.ID, keptTurns)
		}
		q.Seq = d.Seq
	}
	d.countAck(t, progress)
}

// shownErrors lists the errors that a turn counts for: those shown, else the one last shown when
// the learner says that it is still the same.
func (d *data) shownErrors(r Reading) []string {
	if len(r.Errors) == 0 && r.StillSame && d.Issue.LastError != "" {
		return []string{d.Issue.LastError}
	}
	keys := make([]string, 0, len(r.Errors))
	for _, e := range r.Errors {
		if !slices.Contains(keys, e.Key) {
			keys = append(keys, e.Key)
		}
	}
	return keys
}

// countAck keeps the row of acks: a bare ack to an action request lengthens it, one to anything
// else leaves it, every other turn that is not neutral ends it (details A21).
func (d *data) countAck(t Turn, progress bool) {
	switch {
	case progress || t.Reading.Kind != KindAck:
		d.Acks = nil
	case d.Last.Asks == AskAction:
		for i := range d.Acks {
			if d.Acks[i].Message == d.Last.ID {
				d.Acks[i].Turn = t.ID
				return
			}
		}
		d.Acks = last(append(d.Acks, ack{Message: d.Last.ID, Turn: t.ID}), keptAcks)
	}
}

// acked says whether this turn is the text ack of a request in the row.
func (d *data) acked(turn string) bool {
	return slices.ContainsFunc(d.Acks, func(a ack) bool { return a.Turn == turn })
}
