package coach

// propose proposes the close-out. Nothing is saved before it is confirmed, but where no room is
// left to wait: after a spin, with the context nearly full, it is saved first (protocol 5.2).
func (d *data) propose(rules []Rule) Action {
	running := d.State == BreakingOut
	stuck := has(rules, RuleExhausted) || spin(rules)
	d.State = Closing
	d.BreakOut.Budget, d.BreakOut.Turns = 0, nil
	d.Close = closeOut{
		Rules: rules,
		Kept:  has(rules, RuleExhausted) || spin(rules) && has(rules, RuleThreshold),
		Shown: d.Now,
	}
	d.own()
	if !(stuck || running) || 10*d.Turns < 9*d.Threshold {
		return ActCloseOut
	}
	if d.StoreDown {
		return ActSaveFailed
	}
	d.Close.SavedFirst = true
	return ActSaveAndAsk
}

// answer takes a turn while a close-out is proposed.
func (d *data) answer(t Turn) Decision {
	r := t.Reading
	moved := t.moved() && !(r.Kind == KindConfirm || r.Kind == KindCorrection || r.Kind == KindVague || r.Kind == KindStop)
	if moved {
		d.retire()
	}
	n := d.take(r)
	return d.decide(t.ID, r.Kind, d.answerAction(r, moved, n))
}

func (d *data) answerAction(r Reading, moved bool, n news) Action {
	switch {
	case moved:
		return d.resume()
	case r.Kind == KindConfirm || r.Kind == KindAck:
		d.Close.Wish = d.Close.Wish || r.GoesOn
		d.Close.ByReaction = false
		return d.save()
	case r.Kind == KindVague:
		if d.Close.Vague {
			return ActNone
		}
		return d.askAgain(true)
	case r.Kind == KindCorrection:
		return d.amend()
	case r.Kind == KindStop:
		return ActNone
	case r.Kind == KindContinue:
		return d.wish()
	}
	return d.workOn(r, n)
}

// workOn takes a turn that may plainly work on: what would be progress while coaching.
func (d *data) workOn(r Reading, n news) Action {
	progress := d.progress(r, false, n, false)
	switch {
	case progress == nil || !*progress:
		return ActNone
	case d.Close.Kept && n.shown:
		return d.amend()
	}
	return d.wish()
}

// wish takes a wish to go on: it withdraws the close-out, or, where the save stands, is remembered.
func (d *data) wish() Action {
	if !d.Close.Kept {
		return d.resume()
	}
	d.Close.Wish = true
	return d.askAgain(d.Close.Vague)
}

// resume withdraws the close-out; counters start at 0.
func (d *data) resume() Action {
	d.State = Coaching
	d.Close = closeOut{}
	d.Lookbacks = nil
	d.afresh(0)
	return ActResume
}

// show notes that the summary is shown or asked about now.
func (d *data) show() {
	d.Close.Shown, d.Close.Reminded = d.Now, false
	d.own()
}

func (d *data) askAgain(vague bool) Action {
	d.show()
	d.Close.Vague = vague
	return ActAskAgain
}

// amend shows the changed summary; a confirmation of the old one no longer counts.
func (d *data) amend() Action {
	d.show()
	d.Close.Vague, d.Close.SaveDue = false, false
	return ActAmend
}

// save saves what was confirmed. After it the session is closed, or goes on with the next step.
func (d *data) save() Action {
	if d.StoreDown {
		d.Close.SaveDue = true
		d.own()
		return ActSaveFailed
	}
	goOn := d.Close.Wish
	if goOn || d.Close.Kept {
		d.retire()
		d.afresh(0)
	}
	d.State = Closed
	if goOn {
		d.State = Coaching
		d.Lookbacks = nil
	}
	d.Close = closeOut{}
	d.own()
	return ActSave
}

// unpark shows the unconfirmed summary again; what the turn says is not judged (details A32).
func (d *data) unpark(t Turn) Decision {
	d.take(t.Reading)
	d.State = Closing
	d.Close.Vague = false
	d.show()
	return d.decide(t.ID, t.Reading.Kind, ActReopen)
}

// afterClose takes a turn in a closed thread: thanks, an ack or a goodbye change nothing, anything
// else opens the next window.
func (d *data) afterClose(t Turn) Decision {
	switch t.Reading.Kind {
	case KindAck, KindChat, KindStop, KindBusy, KindConfirm, KindVague:
		return d.decide(t.ID, t.Reading.Kind, ActNone)
	}
	d.nextWindow()
	d.take(t.Reading)
	return d.decide(t.ID, t.Reading.Kind, ActReopen)
}

// tick lets time pass: a save that is due is tried again, an unanswered summary is reminded of once
// and then parked.
func (d *data) tick(t Tick) Decision {
	action := ActNone
	if d.State == Closing {
		action = d.overdue(t)
	}
	return d.decide("tick@"+t.At.UTC().Format("2006-01-02T15:04:05.999999999Z07:00"), KindTick, action)
}

func (d *data) overdue(t Tick) Action {
	waited := t.At.Sub(d.Close.Shown)
	switch {
	case d.Close.SaveDue:
		return d.save()
	case waited >= parkAfter:
		d.State = Parked
		d.own()
		return ActPark
	case waited >= remindAfter && !d.Close.Reminded:
		d.Close.Reminded = true
		d.own()
		return ActRemind
	}
	return ActNone
}
