package track

import (
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// work answers a turn in the setup or in a module, by what the last message waits for.
func (u *turn) work() {
	u.r.Step = u.stepID()
	switch {
	case u.is(coach.KindBusy):
		u.say("busy", nil)
	case u.is(coach.KindAck) && u.in.Last.Asks == coach.AskAction:
		u.say("receipt", nil) // the learner is probably about to do it
	case u.c.Position.Waiting != waitDone && u.c.Position.Waiting != waitStage && u.skips():
		u.skipStep("skipped_wish")
	case u.saysLanguage():
	case u.carriesOn():
		u.stillThere()
	default:
		u.takeWaited()
	}
}

// skips tells a learner's wish to leave the step out.
func (u *turn) skips() bool {
	return !u.is(coach.KindError, coach.KindEvidence) && len([]rune(u.text)) <= 60 && u.hears("hear_skip_step", u.text)
}

func (u *turn) takeWaited() {
	switch u.c.Position.Waiting {
	case waitOutput:
		u.takeOutput()
	case waitAnswer, waitOther:
		u.takeAnswer()
	case waitSelf:
		u.takeSelf()
	case waitConsent:
		u.takeConsent()
	case waitEarly:
		u.takeEarly()
	case waitDone:
		u.afterEnd()
	case waitStage:
		u.takeGo(u.startNext)
	default:
		u.takeGo(u.present)
	}
}

// takeGo waits for a go-ahead and then goes on.
func (u *turn) takeGo(next func()) {
	short := len([]rune(strings.TrimSpace(u.text))) <= 40
	switch {
	case u.solved():
		u.say("go_ask", nil)
		u.asks(coach.AskStep, "")
	case u.in.Go, u.carriesOn(), u.is(coach.KindAck, coach.KindConfirm, coach.KindContinue, coach.KindVague):
		next()
	case u.is(coach.KindQuestion):
		u.free()
		u.say("go_ask", nil)
		u.asks(coach.AskStep, "")
	case u.is(coach.KindError):
		u.takeError(nil)
	case short && u.hears("hear_no", u.text) && (u.startsWith("hear_no", u.text) || !u.hears("hear_go", u.text)):
		u.say("go_wait", nil)
	case u.hears("hear_go", u.text), u.hears("hear_yes", u.text), u.is(coach.KindAnswer):
		next()
	default:
		u.say("go_ask", nil)
		u.asks(coach.AskStep, "")
	}
}

// startNext begins the next module of the route, or ends the course.
func (u *turn) startNext() {
	if id := u.nextModule(); id != "" {
		u.enter(id)
		u.present()
		return
	}
	u.finish()
}

// finish ends the course.
func (u *turn) finish() {
	u.c.Position.Waiting = waitDone
	u.todo(u.words("todo_done", nil))
	u.say("course_done", data{"Title": u.c.Title, "Result": bare(u.c.Diagnosis.Deliverable)})
	u.asks(coach.AskNone, "")
}

// afterEnd answers after the last module: questions are still answered.
func (u *turn) afterEnd() {
	switch {
	case u.is(coach.KindQuestion):
		u.free()
	case u.is(coach.KindError):
		u.takeError(nil)
	default:
		u.say("after_end", nil)
	}
}

// onwards moves past the item at the position and shows what comes next: in the same message, or
// after a go-ahead where pause holds and the pace is step by step.
func (u *turn) onwards(pause bool) {
	if !u.advance() {
		u.complete()
		return
	}
	if pause && !u.continuous() {
		u.c.Position.Waiting = waitGo
		u.lockTodo()
		u.say("next_step", data{"Next": u.label()})
		u.asks(coach.AskStep, "")
		u.r.Step = u.stepID()
		return
	}
	u.present()
}

// continuous tells the pace: the learner's word before the session's setting.
func (u *turn) continuous() bool {
	if u.preference("pace") != "" {
		return u.prefers("pace", "continuous")
	}
	return u.in.Pace == coach.PaceContinuous
}

// complete ends a module and offers the next one.
func (u *turn) complete() {
	u.closeModule(u.c.Position.Module)
	next := u.nextModule()
	if next == "" {
		u.finish()
		return
	}
	u.c.Position.Waiting = waitStage
	u.todo(u.words("todo_module", data{"ID": next, "Title": u.title(next)}))
	u.say("next_module", data{"ID": next, "Title": u.title(next)})
	u.asks(coach.AskStep, "")
}

func (u *turn) title(id string) string {
	if m, ok := u.track.module(id); ok {
		return m.Title.In(u.loc)
	}
	return u.track.Setup.Title.In(u.loc)
}

// closeModule ends a module. It passes gate C, and completes a stage, if its pass criterion was met
// and every knowledge point is confirmed; the interview round is its last step. The course goes on
// either way, and what is missing stands under the open questions.
func (u *turn) closeModule(id string) {
	m, ok := u.module()
	switch unclear := u.unclear(m); {
	case u.statusOf(id) == "skipped":
		u.say("module_left", data{"ID": id, "Title": u.title(id)})
		return
	case len(unclear) > 0:
		u.say("module_unclear", data{"ID": id, "Title": u.title(id), "Points": strings.Join(unclear, u.words("list_comma", nil))})
		u.status(id, "unclear")
		return
	case ok:
		u.r.Completes = coach.StageModule
		u.say("module_done", data{"ID": id, "Title": m.Title.In(u.loc), "Pass": bare(m.Pass.In(u.loc))})
	default:
		u.r.Completes = coach.StageSetup
		u.say("setup_done", nil)
	}
	u.status(id, "done")
}

// unclear are the titles of the module's knowledge points that are not confirmed; m is nil in the setup.
func (u *turn) unclear(m *Module) []string {
	if m == nil {
		return nil
	}
	var titles []string
	for _, p := range m.points() {
		confirmed := slices.ContainsFunc(u.c.Points, func(c course.Point) bool {
			return c.ID == p.ID && c.Status == "confirmed"
		})
		if !confirmed {
			titles = append(titles, p.Title.In(u.loc))
		}
	}
	return titles
}

func (u *turn) statusOf(id string) string {
	for _, p := range u.c.Modules {
		if p.ID == id {
			return p.Status
		}
	}
	return ""
}
