package track

import (
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// present shows the item at the position and says what it waits for.
func (u *turn) present() {
	u.r.Step = u.stepID()
	u.lockTodo()
	switch p := u.c.Position; {
	case u.command() != nil:
		u.showCommand(u.command())
	case u.point() != nil:
		u.showPoint(u.point())
	case u.interview() != nil:
		u.showInterview(u.interview())
	case p.Step == "scenario":
		u.showScenario()
	}
}

// label names the item at the position for people.
func (u *turn) label() string {
	step := u.words("step_"+u.stepWord(), nil)
	switch {
	case u.command() != nil:
		return u.words("item", data{"Step": step, "Title": u.command().Title.In(u.loc)})
	case u.point() != nil:
		return u.words("item", data{"Step": step, "Title": u.point().Title.In(u.loc)})
	}
	return step
}

// lockTodo makes the item at the position the single to-do.
func (u *turn) lockTodo() {
	u.todo(u.words("todo_item", data{
		"ID": u.c.Position.Module, "Title": u.title(u.c.Position.Module), "Item": u.label(),
	}))
}

func (u *turn) showScenario() {
	m, _ := u.module()
	u.say("scenario", data{"ID": m.ID, "Title": m.Title.In(u.loc), "Text": m.Scenario.In(u.loc), "Pass": m.Pass.In(u.loc)})
	u.r.Teaches = true
	u.asks(coach.AskStep, "")
	if u.advance() {
		u.lockTodo()
	}
}

// showPoint explains a knowledge point and puts its check. Who likes examples first gets both ways
// of explaining, the example before the theory.
func (u *turn) showPoint(p *Point) {
	u.say("point_title", data{"Step": u.words("step_"+u.c.Position.Step, nil), "Title": p.Title.In(u.loc)})
	if u.prefers("order", "examples") {
		u.add(p.Again.In(u.loc))
	}
	u.add(p.Text.In(u.loc))
	u.newTerms(p)
	u.r.Teaches = true
	u.mark(p, "explained")
	u.putCheck(p.Check.Ask, waitAnswer)
}

// newTerms records the terms that a point explains and that no earlier message explained.
func (u *turn) newTerms(p *Point) {
	m, _ := u.module()
	for i := range m.Terms {
		for _, name := range p.Terms {
			if m.Terms[i].Term == name {
				u.learnTerm(&m.Terms[i], m.ID)
			}
		}
	}
}

// learnTerm records a term as explained here, unless it was explained before.
func (u *turn) learnTerm(t *Term, module string) {
	if u.known(t.Term) != nil {
		return
	}
	u.r.Explains = append(u.r.Explains, t.Term)
	u.c.Terms = append(u.c.Terms, course.Term{Term: t.Term, Module: module, Line: t.Means.In(u.loc)})
}

// known is the record of a term explained before; nil: there is none.
func (u *turn) known(term string) *course.Term {
	for i := range u.c.Terms {
		if strings.EqualFold(u.c.Terms[i].Term, term) {
			return &u.c.Terms[i]
		}
	}
	return nil
}

// mark sets the standing of a knowledge point.
func (u *turn) mark(p *Point, status string) {
	for i := range u.c.Points {
		if u.c.Points[i].ID == p.ID {
			u.c.Points[i].Status = status
			return
		}
	}
	u.c.Points = append(u.c.Points, course.Point{
		ID: p.ID, Module: u.c.Position.Module, Title: p.Title.In(u.loc), Status: status,
	})
}

// putCheck puts the check of the point at the position, in the first or the other way.
func (u *turn) putCheck(ask Text, waiting string) {
	pos := &u.c.Position
	if pos.Waiting != waiting {
		pos.Put = 0
	}
	pos.Waiting = waiting
	pos.Put++
	u.say("check", data{"Ask": ask.In(u.loc)})
	u.asks(coach.AskQuestion, u.questionID())
}

// questionID is the stable name of the question that the position waits for.
func (u *turn) questionID() string {
	if q := u.interview(); q != nil {
		return "interview:" + q.ID
	}
	if p := u.point(); p != nil && u.c.Position.Waiting == waitOther {
		return "point:" + p.ID + ":other"
	} else if p != nil {
		return "point:" + p.ID
	}
	return ""
}

func (u *turn) showInterview(q *Check) {
	u.c.Position.Waiting = waitAnswer
	u.c.Position.Put++
	u.say("interview", data{"Ask": q.Ask.In(u.loc)})
	u.asks(coach.AskQuestion, u.questionID())
}

// showCommand gives one command with its four parts.
func (u *turn) showCommand(c *Command) {
	u.c.Position.Waiting, u.c.Position.Tries = waitOutput, 0
	u.say("command", data{
		"Step": u.words("step_"+u.stepWord(), nil), "Title": c.Title.In(u.loc), "Run": fence(c.Run),
		"Does": c.Does.In(u.loc), "Parts": c.Parts.In(u.loc), "Expect": c.Expect.In(u.loc), "Fails": c.Fails.In(u.loc),
	})
	u.r.Commands = []string{c.Run}
	u.asks(coach.AskAction, "")
}

// stepWord is the step's name in the texts; the setup has its own.
func (u *turn) stepWord() string {
	if u.c.Position.Module == setupID {
		return "setup"
	}
	return u.c.Position.Step
}

// fence puts a command into a code block.
func fence(run string) string { return "```bash\n" + strings.TrimRight(run, "\n") + "\n```" }
