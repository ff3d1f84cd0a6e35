package track

import (
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// breakOut says the words that follow the core's notice: one thing, by the method that it chose.
func (u *turn) breakOut() {
	switch u.c.Phase {
	case coach.PhaseSetup, coach.PhaseModule:
		u.r.Step = u.stepID()
		u.breakOutAtWork()
	case coach.PhaseNegotiation:
		u.breakOutOfRoute()
	default:
		u.breakOutOfDiagnosis()
	}
}

// breakOutOfRoute looks at the kept error in the way that the notice names, else at the draft. A command
// is given only once the route is agreed.
func (u *turn) breakOutOfRoute() {
	method := u.in.Method
	onError := u.hasIssue() && !u.is(coach.KindQuestion)
	switch {
	case onError && method == coach.DimReask:
		u.say("breakout_reask", nil)
		u.awaitEarly()
	case onError && slices.Contains(general, method):
		u.directWith(u.generalIn(method))
		u.awaitEarly()
	case method == coach.DimReask:
		u.say("breakout_route_whole", nil)
		u.askRoute()
	default:
		u.say("breakout_route", nil)
		u.askRoute()
	}
}

// awaitEarly waits for what the learner shows of the kept error; the route stays open.
func (u *turn) awaitEarly() {
	u.asks(coach.AskAction, "")
	u.r.Step = "route"
	u.c.Issue.Step = "" // it belongs to no step
	u.c.Position.Waiting = waitEarly
}

// breakOutOfDiagnosis puts the question in other words, or takes the default.
func (u *turn) breakOutOfDiagnosis() {
	dim := u.c.Diagnosis.Asked
	switch {
	case dim == "" || u.knows(dim):
		u.nextDimension()
	case u.in.Method == coach.DimReask:
		u.say("breakout_diagnosis", nil)
		u.putIn(dim, u.plain(dim), ":plain")
	default:
		u.settle(dim)
	}
}

func (u *turn) breakOutAtWork() {
	waiting := u.c.Position.Waiting
	switch {
	case waiting == waitDone || waiting == waitStage:
		u.proceed()
	case u.in.Method == coach.DimReask && (waiting == waitOutput || u.hasIssue()):
		// An action, no question: "I do not know" answers a question, and would pass for progress.
		u.say("breakout_reask", nil)
		u.asks(coach.AskAction, "")
	case u.in.Method == coach.DimSkip:
		u.skipStep("skipped")
	case u.in.Method == coach.DimDowngrade:
		u.downgrade()
	case waiting == waitOutput || u.hasIssue():
		u.direct(u.in.Method)
	case waiting == waitAnswer && u.point() != nil:
		u.notUnderstood(verdict{grade: missed}, "breakout_other_way")
	case waiting == waitAnswer || waiting == waitOther:
		u.giveUp()
	default:
		u.proceed()
	}
}

// skipStep leaves the item at the position out: it goes to the open questions.
func (u *turn) skipStep(key string) {
	id, item := u.c.Position.Module, u.label()
	u.note(u.words("open_skipped", data{"ID": id, "Item": item, "Issue": u.issueLine()}))
	if p := u.point(); p != nil {
		u.mark(p, "unclear")
	}
	if id == setupID || u.endsWork() {
		u.status(id, "skipped")
	}
	u.leaveIssue()
	u.say(key, data{"Item": item})
	u.onwards(false)
}

// downgrade makes the goal smaller: the symptom and the directions tried are recorded, and the
// step can be left at that.
func (u *turn) downgrade() {
	u.note(u.words("open_downgraded", data{"ID": u.c.Position.Module, "Item": u.label(), "Issue": u.issueLine()}))
	u.say("downgraded", data{"Item": u.label(), "Issue": u.issueLine()})
	if u.c.Position.Module == setupID || u.endsWork() {
		u.status(u.c.Position.Module, "skipped")
	}
	if p := u.point(); p != nil {
		u.mark(p, "unclear")
	}
	u.leaveIssue()
	if !u.advance() {
		u.complete()
		return
	}
	u.lockTodo()
	u.say("next_step", data{"Next": u.label()})
	u.asks(coach.AskStep, "")
}

// issueLine is the problem in hand with the dimensions tried and suggested, in one line; empty: there is none.
func (u *turn) issueLine() string {
	if !u.hasIssue() {
		return ""
	}
	return u.words("issue_line", data{
		"Excerpt": code(u.c.Issue.Excerpt), "Tried": u.sides(u.c.Issue.Done()), "Suggested": u.sides(u.c.Issue.Suggested()),
	})
}

// sides names the dimensions of directions, in one line.
func (u *turn) sides(list []course.Tried) string {
	var names []string
	for _, t := range list {
		names = append(names, u.words("dim_"+string(t.Dimension), nil))
	}
	return strings.Join(names, u.words("list_comma", nil))
}
