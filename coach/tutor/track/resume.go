package track

import (
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// resume begins a new window: the five checks in order, then the one thing in the locked to-do.
func (u *turn) resume() {
	u.c.Topic, u.c.Version = u.track.Topic, course.Version
	u.say("resume_open", data{"Title": u.c.Title, "Window": u.c.Window})
	u.checkTrace()
	u.checkTerms()
	u.checkPreferences()
	u.checkTodo()
	u.checkRoute()
	u.doTodo()
}

// checkTrace is check 1: what the last two modules changed, and what a restart undoes of it.
func (u *turn) checkTrace() {
	type line struct{ Module, Command, Effect, Undone string }
	var list []line
	restart := false
	for _, t := range u.recent() {
		restart = restart || t.Undone != ""
		list = append(list, line{t.Module, code(t.Command), t.Effect, t.Undone})
	}
	check := ""
	if c := u.checkCommand(); c != nil && restart {
		check = c.Run
	}
	u.say("resume_trace", data{"Lines": list, "Check": check})
}

// recent is the trace of the last two modules that have one.
func (u *turn) recent() []course.Trace {
	var modules []string
	for i := len(u.c.Trace) - 1; i >= 0; i-- {
		id := u.c.Trace[i].Module
		if slices.Contains(modules, id) {
			continue
		}
		if len(modules) == 2 {
			return u.c.Trace[i+1:]
		}
		modules = append(modules, id)
	}
	return u.c.Trace
}

// checkCommand is the setup's command that shows whether the environment is still there: the last
// one that changes nothing itself.
func (u *turn) checkCommand() *Command {
	for i := len(u.track.Setup.Steps) - 1; i >= 0; i-- {
		if c := &u.track.Setup.Steps[i]; c.Trace.Empty() {
			return c
		}
	}
	return nil
}

// checkTerms is check 2.
func (u *turn) checkTerms() {
	var names []string
	for _, t := range u.c.Terms {
		names = append(names, t.Term)
	}
	u.say("resume_terms", data{"Terms": strings.Join(names, u.words("list_comma", nil))})
}

// checkPreferences is check 3: what is missing is filled with defaults, and said.
func (u *turn) checkPreferences() {
	var filled []string
	defaults := map[string]string{
		"language": "value_language_" + u.tag(), "order": "value_order_theory", "pace": "value_pace_step",
	}
	for _, dim := range preferences {
		if u.preference(dim) == "" {
			filled = append(filled, u.words("label_"+dim, nil)+": "+u.prefer(dim, defaults[dim]))
		}
	}
	u.summarizePreferences()
	if u.c.Stack == "" {
		u.c.Stack = u.track.Stack.In(u.loc)
		filled = append(filled, u.c.Stack)
	}
	semicolon := u.words("list_semicolon", nil)
	u.say("resume_preferences", data{
		"Preferences": strings.Join(u.c.Preferences, semicolon), "Stack": bare(u.c.Stack), "Filled": bare(strings.Join(filled, semicolon)),
	})
}

// checkTodo is check 4.
func (u *turn) checkTodo() {
	if u.c.Todo.Text == "" {
		u.lockSomething()
	}
	u.say("resume_todo", data{"Todo": u.c.Todo.Text, "Was": u.c.Todo.Was})
}

func (u *turn) lockSomething() {
	switch u.c.Phase {
	case coach.PhaseSetup, coach.PhaseModule:
		u.lockWork()
	case coach.PhaseNegotiation:
		u.todo(u.words("todo_route", nil))
	default:
		u.lockDiagnosis()
	}
}

// lockDiagnosis locks the question that nextOrOpen will put.
func (u *turn) lockDiagnosis() {
	for _, dim := range append([]string{u.c.Diagnosis.Asked}, dimensions...) {
		if dim != "" && !u.knows(dim) {
			u.todo(u.words("todo_diagnosis", data{"What": u.words("dimension_"+dim, nil)}))
			return
		}
	}
	u.todo(u.words("todo_route", nil))
}

// lockWork locks what the position waits for.
func (u *turn) lockWork() {
	next := u.nextModule()
	switch u.c.Position.Waiting {
	case waitDone:
		u.todo(u.words("todo_done", nil))
	case waitStage:
		u.todo(u.words("todo_module", data{"ID": next, "Title": u.title(next)}))
	default:
		u.lockTodo()
	}
}

// checkRoute is check 5: the route and the progress in two lines.
func (u *turn) checkRoute() {
	done := 0
	var list []string
	for _, m := range u.c.Modules {
		mark := map[string]string{"done": "✅", "running": "▶", "unclear": "⚠️", "skipped": "⏭"}[m.Status]
		if m.Status == "done" {
			done++
		}
		list = append(list, strings.TrimSpace(m.ID+" "+mark))
	}
	u.say("resume_route", data{
		"Modules": strings.Join(list, " · "), "Done": done, "All": len(u.c.Modules),
		"Depth": u.c.Route.Depth, "Rhythm": u.c.Route.Rhythm,
	})
}

// doTodo does the one thing. A problem left open on the step at hand is taken up in a dimension not
// tried; a question may be put afresh in a new window.
func (u *turn) doTodo() {
	switch u.c.Phase {
	case coach.PhaseSetup, coach.PhaseModule:
		u.r.Step = u.stepID()
		u.c.Position.Put = 0
		u.doItem()
	case coach.PhaseNegotiation:
		u.draft()
	default:
		u.c.Phase = coach.PhaseDiagnosis
		u.nextOrOpen()
	}
}

func (u *turn) doItem() {
	if u.c.Position.Waiting != waitOutput || !u.hasIssue() && !u.leftOpen() {
		u.proceed()
		return
	}
	if !u.hasIssue() {
		n := len(u.c.Past)
		u.c.Issue = u.c.Past[n-1]
		u.c.Past = u.c.Past[:n-1]
	}
	u.say("resume_issue", data{"Issue": u.issueLine()})
	u.direct("")
}
