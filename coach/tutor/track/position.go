package track

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
	waitGo      = "go"      // a go-ahead, then the item at the position is shown
	waitAnswer  = "answer"  // an answer to the check or interview question at the position
	waitOther   = "other"   // an answer to the check asked in the other way
	waitSelf    = "self"    // yes or no: was the answer like the model answer
	waitConsent = "consent" // yes or no: may the learner's words be kept
	waitOutput  = "output"  // the output of the command at the position
	waitStage   = "stage"   // the module is done; the next one begins with a go-ahead
	waitDone    = "done"    // the course is done
)

// steps are the six steps of a module, in order.
var steps = []string{"scenario", "concept", "principle", "hands_on", "verify", "interview"}

// firstStep is where a module begins; the setup has hands-on steps only.
func firstStep(module string) string {
	if module == setupID {
		return "hands_on"
	}
	return steps[0]
}

// place moves the position to the beginning of a step.
func (u *turn) place(module, step string) {
	p := &u.c.Position
	p.Module, p.Step, p.Index, p.Tries, p.Put, p.Waiting = module, step, 0, 0, 0, waitGo
}

// enter begins a module; an empty id ends the course.
func (u *turn) enter(id string) {
	if id == "" {
		u.c.Position.Waiting = waitDone
		return
	}
	u.c.Phase = coach.PhaseModule
	if id == setupID {
		u.c.Phase = coach.PhaseSetup
	}
	u.place(id, firstStep(id))
	u.status(id, "running")
}

// nextModule is the first module of the route that is neither done nor skipped; empty: none.
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

// advance moves the position to the next item; false: the module has no more.
func (u *turn) advance() bool {
	p := &u.c.Position
	p.Tries, p.Put, p.Waiting = 0, 0, waitGo
	u.c.Issue = course.Issue{}
	if p.Index++; p.Index < u.stepSize() {
		return true
	}
	if p.Module == setupID {
		return false
	}
	for i := slices.Index(steps, p.Step) + 1; i < len(steps); i++ {
		p.Step, p.Index = steps[i], 0
		if u.stepSize() > 0 {
			return true
		}
	}
	return false
}

// stepSize is how many items the step at the position has.
func (u *turn) stepSize() int {
	m, ok := u.module()
	switch p := u.c.Position; {
	case p.Module == setupID:
		return len(u.track.Setup.Steps)
	case !ok:
		return 0
	case p.Step == "scenario":
		return 1
	case p.Step == "concept":
		return len(m.Concept)
	case p.Step == "principle":
		return len(m.Principle)
	case p.Step == "hands_on":
		return len(m.HandsOn)
	case p.Step == "verify":
		return len(m.Verify)
	case p.Step == "interview":
		return len(m.Interview)
	}
	return 0
}

func (u *turn) module() (*Module, bool) { return u.track.module(u.c.Position.Module) }

// command is the command at the position; nil: there is none.
func (u *turn) command() *Command {
	p := u.c.Position
	list := u.track.Setup.Steps
	if m, ok := u.module(); ok && p.Module != setupID {
		list = map[string][]Command{"hands_on": m.HandsOn, "verify": m.Verify}[p.Step]
	}
	if p.Index >= len(list) {
		return nil
	}
	return &list[p.Index]
}

// point is the knowledge point at the position; nil: there is none.
func (u *turn) point() *Point {
	p := u.c.Position
	m, ok := u.module()
	if !ok {
		return nil
	}
	list := map[string][]Point{"concept": m.Concept, "principle": m.Principle}[p.Step]
	if p.Index >= len(list) {
		return nil
	}
	return &list[p.Index]
}

// interview is the interview question at the position; nil: there is none.
func (u *turn) interview() *Check {
	p := u.c.Position
	if m, ok := u.module(); ok && p.Step == "interview" && p.Index < len(m.Interview) {
		return &m.Interview[p.Index]
	}
	return nil
}

// stepID names the item at the position; it stays the same until the course moves on.
func (u *turn) stepID() string {
	p := u.c.Position
	id := strconv.Itoa(p.Index)
	if c := u.command(); c != nil {
		id = c.ID
	} else if pt := u.point(); pt != nil {
		id = pt.ID
	} else if q := u.interview(); q != nil {
		id = q.ID
	}
	return p.Module + "/" + p.Step + "/" + id
}
