package model

import (
	"tack/coach"
)

// breakOut says the words that follow the core's notice: one thing, by the method that it chose. The
// methods that need no knowledge of the topic need no model.
func (u *turn) breakOut() error {
	switch u.c.Phase {
	case coach.PhaseSetup, coach.PhaseModule:
		return u.breakOutAtWork()
	case coach.PhaseNegotiation:
		if len(u.plan().Modules) == 0 {
			return u.showDraft()
		}
		u.say("breakout_route", nil)
		u.askRoute()
		return nil
	}
	u.breakOutOfDiagnosis()
	if u.missing() == "" {
		return u.gateA()
	}
	u.put(answer{})
	return nil
}

// breakOutOfDiagnosis puts the question in other words, or takes the default.
func (u *turn) breakOutOfDiagnosis() {
	dim := u.missing()
	if dim == "" {
		return
	}
	if u.in.Method == coach.DimReask {
		u.say("breakout_diagnosis", nil)
		return
	}
	u.say("diag_default", data{"Value": u.takeDefaults(dim)})
}

func (u *turn) breakOutAtWork() error {
	u.r.Step = u.stepID()
	switch {
	case u.c.Position.Waiting == waitStage:
		return u.startNext()
	case u.in.Method == coach.DimReask && (u.hasIssue() || u.c.Position.Waiting == waitOutput):
		// An action, no question: "I do not know" answers a question, and would pass for progress.
		u.say("breakout_reask", nil)
		u.asks(coach.AskAction, "")
		return nil
	case u.in.Method == coach.DimSkip:
		u.skip("skipped")
		u.afterLeaving()
		return nil
	case u.in.Method == coach.DimDowngrade:
		u.downgrade()
		u.afterLeaving()
		return nil
	}
	return u.scene()
}

// downgrade makes the goal smaller: the symptom and the directions tried are recorded, and the step can
// be left at that.
func (u *turn) downgrade() {
	item := u.phrase("step_"+u.c.Position.Step, nil)
	id := u.c.Position.Module
	u.note(u.phrase("open_downgraded", data{"ID": id, "Item": item, "Issue": u.issueLine()}))
	u.say("downgraded", data{"Item": item, "Issue": u.issueLine()})
	u.leaveIssue()
	if u.advanceStep() {
		u.status(id, "unclear")
		return
	}
	u.status(id, "skipped")
	u.c.Position.Waiting = waitStage
}

// afterLeaving offers what comes after a step that was left out.
func (u *turn) afterLeaving() {
	u.r.Step = u.stepID()
	if u.c.Position.Waiting == waitStage {
		u.offerNext()
		return
	}
	u.lockTodo()
	u.say("next_step", data{"Next": u.phrase("step_"+u.c.Position.Step, nil)})
	u.asks(coach.AskStep, "")
}
