package model

import (
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// work answers a turn in the setup or in a module.
func (u *turn) work() error {
	u.r.Step = u.stepID()
	switch {
	case u.is(coach.KindBusy):
		u.say("busy", nil)
		return nil
	case u.is(coach.KindAck) && u.in.Last.Asks == coach.AskAction:
		u.say("receipt", nil) // the learner is probably about to do it
		return nil
	case u.c.Position.Waiting == waitStage && (u.in.Go || u.is(coach.KindAck, coach.KindConfirm, coach.KindContinue, coach.KindVague)):
		return u.startNext()
	}
	if u.c.Position.Waiting == waitConsent {
		u.takeConsent()
	}
	return u.scene()
}

// carryOn does the locked to-do: it begins the next module, or puts again what the position waits for.
func (u *turn) carryOn() error {
	if u.c.Position.Waiting == waitStage {
		return u.startNext()
	}
	return u.scene()
}

// startNext begins the next module of the route, or ends the course.
func (u *turn) startNext() error {
	id := u.nextModule()
	if id == "" {
		u.finish()
		return nil
	}
	u.enter(id)
	return u.scene()
}

func (u *turn) finish() {
	u.c.Position.Waiting = waitDone
	u.todo(u.phrase("todo_done", nil))
	u.say("course_done", data{"Title": u.c.Title, "Result": strings.TrimRight(u.c.Diagnosis.Deliverable, ".。 ")})
	u.asks(coach.AskNone, "")
}

// scene has the model speak in the setup or in a module.
func (u *turn) scene() error {
	scene := "module"
	if u.c.Phase == coach.PhaseSetup {
		scene = "setup"
	}
	return u.ask(scene, func(u *turn, a answer) []fault {
		faults := u.judge(a)
		faults = append(faults, u.takeSkip(a)...)
		faults = append(faults, u.move(a)...)
		faults = append(faults, u.record(a)...)
		faults = append(faults, u.direct(a)...)
		faults = append(faults, u.speak(a)...)
		return append(faults, u.finishStage(a)...)
	})
}

// judge takes the model's judgement of the learner's turn. It counts only with a quotation that stands
// in the turn, and where the turn can prove it: an output needs something shown, an answer some content.
func (u *turn) judge(a answer) []fault {
	v := a.Verdict
	proven := bool(a.Advanced) && u.said(a.Quote) && u.is(coach.KindEvidence, coach.KindAnswer)
	var faults []fault
	if bool(a.Advanced) && !proven {
		faults = append(faults, mended("advanced.quote", "the turn is said to have advanced the task without proof in it"))
	}
	if v.Of == "none" || v.Of == "" || v.Grade == "none" || v.Grade == "" {
		u.r.Advanced = u.r.Advanced || proven
		return faults
	}
	if !u.said(v.Quote) || !u.provable(v.Of) {
		return append(faults, mended("verdict.quote", "a judgement has no proof in the learner's turn"))
	}
	good := v.Grade == "good" || v.Of == "interview" && v.Grade == "partly"
	u.grade(v.Of, good)
	u.r.Advanced = u.r.Advanced || good
	if u.r.Advanced {
		u.c.Issue = course.Issue{}
	}
	return faults
}

// provable reports whether the learner's turn can prove something of the kind.
func (u *turn) provable(of string) bool {
	p := u.c.Position
	switch of {
	case "output":
		return u.is(coach.KindEvidence)
	case "point":
		return p.Waiting == waitAnswer && u.openPoint() != nil && u.is(coach.KindAnswer, coach.KindEvidence, coach.KindChat, coach.KindQuestion)
	case "interview":
		return p.Waiting == waitAnswer && p.Step == "interview" && u.is(coach.KindAnswer, coach.KindEvidence, coach.KindChat, coach.KindQuestion)
	}
	return false
}

// maxTries is how often a point may be not understood before it goes to the open questions.
const maxTries = 3

// grade records a judgement. A point that is not understood is tried another way, and at last noted.
func (u *turn) grade(of string, good bool) {
	p, pt := &u.c.Position, u.openPoint()
	switch {
	case of != "point":
		if good {
			p.Index++
		}
	case good:
		pt.Status, p.Tries = "confirmed", 0
	default:
		pt.Status = "unclear"
		if p.Tries++; p.Tries >= maxTries {
			p.Tries = 0
			u.note(pt.Title)
		}
	}
}

// takeSkip leaves the step out where the learner asks for it in few words.
func (u *turn) takeSkip(a answer) []fault {
	if a.Skip == "" {
		return nil
	}
	if !u.said(a.Skip) || !u.heard.claims("find_skip", a.Skip) || len([]rune(u.text)) > 60 || u.is(coach.KindError, coach.KindEvidence) {
		return []fault{mended("skip.quote", "the learner has not asked to leave the step out")}
	}
	u.skip("skipped_wish")
	return nil
}

// skip leaves the step at the position out: it goes to the open questions, and its module cannot be
// complete.
func (u *turn) skip(key string) {
	item := u.phrase("step_"+u.c.Position.Step, nil)
	id := u.c.Position.Module
	u.note(u.phrase("open_skipped", data{"ID": id, "Item": item, "Issue": u.issueLine()}))
	if pt := u.openPoint(); pt != nil {
		pt.Status = "unclear"
	}
	u.leaveIssue()
	u.say(key, data{"Item": item})
	if u.advanceStep() {
		u.status(id, "unclear")
		return
	}
	u.status(id, "skipped")
	u.c.Position.Waiting = waitStage
}

// leaveIssue puts the problem in hand aside.
func (u *turn) leaveIssue() {
	if u.hasIssue() {
		u.c.Past = last(append(u.c.Past, u.c.Issue), course.KeptIssues)
		u.c.Issue = course.Issue{}
	}
}

// issueLine is the problem in hand with the dimensions tried and suggested; empty: there is none.
func (u *turn) issueLine() string {
	if !u.hasIssue() {
		return ""
	}
	return u.phrase("issue_line", data{
		"Excerpt": "`" + strings.ReplaceAll(u.c.Issue.Excerpt, "`", "'") + "`",
		"Tried":   u.sides(u.c.Issue.Done()), "Suggested": u.sides(u.c.Issue.Suggested()),
	})
}

// sides names the dimensions of directions, in one line.
func (u *turn) sides(list []course.Tried) string {
	var names []string
	for _, t := range list {
		names = append(names, u.phrase("dim_"+string(t.Dimension), nil))
	}
	return strings.Join(names, u.phrase("list_comma", nil))
}

// move takes the position to the step that the model's message belongs to: the same, or the next one if
// this one is done.
func (u *turn) move(a answer) []fault {
	p := &u.c.Position
	if p.Module == setupID || a.Step == "" || a.Step == p.Step {
		return nil
	}
	here, there := slices.Index(steps, p.Step), slices.Index(steps, a.Step)
	if there != here+1 || !u.stepDone() {
		return []fault{again("step.order", "the step is not the next one, or the one before it is not done; stay in "+p.Step)}
	}
	u.advanceStep()
	return nil
}
