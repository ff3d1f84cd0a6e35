package model

import (
	"strings"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

// plain answers without a model: it keeps every gate and every record, puts the questions that the texts
// have, and says honestly what has to wait. Where the turn went on before the model failed, it goes on
// from there.
func (u *turn) plain() {
	switch {
	case u.c.Phase == coach.PhaseNegotiation && len(u.plan().Modules) == 0:
		u.own("plain_route", nil)
		u.asks(coach.AskStep, "")
	case u.c.Phase == coach.PhaseNegotiation:
		u.own("plain_negotiate", nil)
		u.askRoute()
	case u.c.Phase == coach.PhaseSetup, u.c.Phase == coach.PhaseModule:
		u.plainWork()
	default:
		u.plainDiagnosis()
	}
}

// plainDiagnosis takes the answer as it stands, and puts the next question.
func (u *turn) plainDiagnosis() {
	d := &u.c.Diagnosis
	said := oneLine(u.text)
	if u.in.Why == tutor.WhyTurn && d.Asked != "" && !u.knows(d.Asked) && said != "" && u.is(coach.KindAnswer, coach.KindChat) {
		u.takePlain(d.Asked, said)
	}
	u.takeNothing()
	if u.missing() == "" {
		d.Asked, d.Tries = "", 0
		u.c.Phase, u.r.Saves = coach.PhaseNegotiation, true
		d.Preferences = strings.Join([]string{u.preference("language"), u.preference("order"), u.preference("pace")}, ", ")
		u.own("plain_route", nil)
		u.asks(coach.AskStep, "")
		return
	}
	u.put(answer{})
}

// takePlain records an answer without understanding it: in the learner's words, or, where a choice is
// asked for, by the words that the texts have for the choices.
func (u *turn) takePlain(dim, said string) {
	d := &u.c.Diagnosis
	if dim != "level" && isPlain(said) && u.hears("hear_unknown", said) {
		u.takeDefault(dim)
		return
	}
	switch dim {
	case "goal":
		d.Goal = said
	case "time":
		d.Time = said
	case "deliverable":
		d.Deliverable = said
	case "level":
		d.LevelProof = append(d.LevelProof, said)
		d.Level = levels[min(d.Right, len(levels)-1)] // nobody could judge the answer
	default:
		for _, value := range values[dim][1:] {
			if u.heard.finds("find_"+dim+"_"+value, said) {
				u.prefer(dim, value)
			}
		}
		u.prefer(dim, values[dim][0])
	}
}

// plainWork keeps what the learner sent, and gives a direction where a problem is open.
func (u *turn) plainWork() {
	u.r = tutor.Reply{Asks: coach.AskNone, Advanced: u.r.Advanced && u.agreed, Saves: u.r.Saves, Step: u.stepID()}
	if u.is(coach.KindError) {
		u.openIssue("")
	}
	dim := u.in.Method
	if u.in.Why != tutor.WhyBreakOut || !hasText(dim) {
		dim = u.nextDirection()
	}
	if u.hasIssue() && dim != "" && !u.is(coach.KindQuestion) {
		text := u.phrase("general_"+string(dim), data{"Needs": u.c.Title})
		u.say("direction", data{"Dimension": u.phrase("dim_"+string(dim), nil), "Text": text})
		u.say("direction_tell", nil)
		u.r.Directions = []course.Tried{{Dimension: dim, Text: oneLine(text)}}
		u.c.Issue.Tried = append(u.c.Issue.Tried, u.r.Directions...)
		u.asks(coach.AskAction, "")
		return
	}
	if u.is(coach.KindQuestion) {
		u.note(u.text)
	}
	u.own("plain_work", data{"Todo": u.c.Todo.Text})
}

// hasText reports whether there is a general direction in a dimension.
func hasText(dim coach.Dimension) bool {
	return dim != "" && dim != coach.DimReask && dim != coach.DimSkip && dim != coach.DimDowngrade
}

// nextDirection is the first dimension not tried on the problem in hand; empty: all were.
func (u *turn) nextDirection() coach.Dimension {
	for _, d := range u.untried() {
		return coach.Dimension(d)
	}
	return ""
}
