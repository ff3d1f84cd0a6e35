package track

import "tack/coach"

// goOn says the next step after a close-out that was withdrawn, or saved with a wish to go on. A
// problem on the step at hand that the close-out left open means that the next step is another one.
func (u *turn) goOn() {
	switch u.c.Phase {
	case coach.PhaseSetup, coach.PhaseModule:
		u.r.Step = u.stepID()
		if u.c.Position.Waiting == waitOutput && !u.hasIssue() && u.leftOpen() {
			u.skipStep("skipped")
			return
		}
		u.proceed()
	case coach.PhaseNegotiation:
		u.draft()
	default:
		u.nextOrOpen()
	}
}

// nextOrOpen puts the open question of the diagnosis, or the next one.
func (u *turn) nextOrOpen() {
	if dim := u.c.Diagnosis.Asked; dim != "" && !u.knows(dim) {
		u.put(dim)
		return
	}
	u.nextDimension()
}

// leftOpen reports whether the problem left open last belongs to the step at the position.
func (u *turn) leftOpen() bool {
	n := len(u.c.Past)
	return n > 0 && u.c.Past[n-1].Step == u.stepID()
}

// proceed does the locked to-do: it puts again what the last message waited for, or goes on where
// that was settled.
func (u *turn) proceed() {
	u.r.Step = u.stepID()
	switch u.c.Position.Waiting {
	case waitDone:
		u.finish()
	case waitStage:
		u.startNext()
	case waitConsent:
		u.onwards(false)
	case waitSelf:
		u.selfUnsettled()
	case waitAnswer, waitOther:
		u.proceedQuestion()
	default:
		u.present()
	}
}

// selfUnsettled counts a self-assessment that never came as a no.
func (u *turn) selfUnsettled() {
	if p := u.point(); p != nil {
		u.note(p.Check.Ask.In(u.loc))
		u.mark(p, "unclear")
	}
	u.onwards(false)
}

// proceedQuestion puts the open question, unless it was put twice: then the other way of asking,
// and after that the answer.
func (u *turn) proceedQuestion() {
	switch {
	case u.check() == nil:
		u.onwards(false)
	case u.c.Position.Put < maxPut:
		u.putOpen()
	case u.point() != nil && u.c.Position.Waiting == waitAnswer:
		u.notUnderstood(verdict{grade: missed}, "breakout_other_way")
	default:
		u.giveUp()
	}
}
