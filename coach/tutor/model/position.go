package model

import (
	"slices"
	"strconv"

	"tack/coach"
	"tack/coach/course"
)

// setupID is the module of the setup.
const setupID = "M0"

// What the last message waits for (course.Position.Waiting).
const (
	waitBegin   = "begin"   // the module begins with the next message
	waitGo      = "go"      // a go-ahead
	waitAnswer  = "answer"  // an answer to a check or interview question
	waitOutput  = "output"  // the output of a command, or the result of an exercise
	waitConsent = "consent" // yes or no: may the learner's words be kept
	waitStage   = "stage"   // the module is done; the next one begins with a go-ahead
	waitDone    = "done"    // the course is done
)

// steps are the six steps of a module, in order.
var steps = []string{"scenario", "concept", "principle", "hands_on", "verify", "interview"}

// enter begins a module; the setup has hands-on steps only. Position.Index counts what has succeeded
// in the step: outputs, or interview answers.
func (u *turn) enter(id string) {
	u.c.Phase = coach.PhaseModule
	step := steps[0]
	if id == setupID {
		u.c.Phase, step = coach.PhaseSetup, "hands_on"
	}
	u.c.Position = course.Position{Module: id, Step: step, Waiting: waitBegin}
	u.c.Issue = course.Issue{}
	u.status(id, "running")
	u.lockTodo()
}

// lockTodo makes the step at the position the single to-do.
func (u *turn) lockTodo() {
	p := u.c.Position
	step := u.phrase("step_"+p.Step, nil)
	if p.Module == setupID {
		step = u.phrase("step_setup", nil)
	}
	u.todo(u.phrase("todo_item", data{"ID": p.Module, "Title": u.plan().title(p.Module), "Item": step}))
}

// nextModule is the first module of the route that is neither done nor left; empty: none.
func (u *turn) nextModule() string {
	for _, p := range u.c.Modules {
		if p.Status == "open" || p.Status == "running" {
			return p.ID
		}
	}
	return ""
}

func (u *turn) status(id, status string) {
	for i := range u.c.Modules {
		if u.c.Modules[i].ID == id {
			u.c.Modules[i].Status = status
		}
	}
}

// stepID names the atom of the task at the position; it stays the same until something succeeded.
func (u *turn) stepID() string {
	p := u.c.Position
	id := strconv.Itoa(p.Index)
	if pt := u.openPoint(); pt != nil && (p.Step == "concept" || p.Step == "principle") {
		id = pt.ID
	}
	return p.Module + "/" + p.Step + "/" + id
}

// openPoint is the knowledge point of the module in hand that was explained last and is not confirmed;
// nil: there is none.
func (u *turn) openPoint() *course.Point {
	for i := range slices.Backward(u.c.Points) {
		if p := &u.c.Points[i]; p.Module == u.c.Position.Module && p.Status != "confirmed" {
			return p
		}
	}
	return nil
}

// unclear are the titles of the points of a module that are not confirmed, and whether it has any point.
func (u *turn) unclear(module string) (titles []string, any bool) {
	for _, p := range u.c.Points {
		if p.Module != module {
			continue
		}
		any = true
		if p.Status != "confirmed" {
			titles = append(titles, p.Title)
		}
	}
	return titles, any
}

// stepDone reports whether the step at the position is done, so that the next one may begin: the points
// explained were checked, an output was good, an interview question answered.
func (u *turn) stepDone() bool {
	p := u.c.Position
	switch p.Step {
	case "scenario":
		return p.Waiting != waitBegin
	case "concept", "principle":
		_, any := u.unclear(p.Module)
		pt := u.openPoint()
		return any && (pt == nil || pt.Status == "unclear" && p.Tries == 0)
	}
	return p.Index > 0
}

// advanceStep moves the position to the next step; false: the module has no more.
func (u *turn) advanceStep() bool {
	p := &u.c.Position
	i := slices.Index(steps, p.Step)
	if p.Module == setupID || i < 0 || i+1 >= len(steps) {
		return false
	}
	p.Step, p.Index, p.Tries, p.Put, p.Waiting = steps[i+1], 0, 0, 0, waitGo
	u.lockTodo()
	return true
}
