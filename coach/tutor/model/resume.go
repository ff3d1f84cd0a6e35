package model

import (
	"slices"
	"strings"

	"tack/coach/course"
)

// checks are the five checks of a cold start, in order, from what the course keeps. None of them needs
// the model.
func (u *turn) checks() {
	u.c.Version = course.Version
	if u.c.Title == "" {
		u.c.Title = u.c.Topic
	}
	u.say("resume_open", data{"Title": u.c.Title, "Window": u.c.Window})
	u.checkTrace()
	u.say("resume_terms", data{"Terms": strings.Join(termNames(u.c.Terms), ", ")})
	u.checkPreferences()
	if u.c.Todo.Text == "" {
		u.todo(u.phrase("todo_route", nil))
	}
	u.say("resume_todo", data{"Todo": u.c.Todo.Text, "Was": u.c.Todo.Was})
	u.checkRoute()
	u.c.Position.Put = 0
}

// checkTrace is check 1: what the last two modules changed, and what a restart undoes of it.
func (u *turn) checkTrace() {
	type line struct{ Module, Command, Effect, Undone string }
	var list []line
	for _, t := range u.recent() {
		list = append(list, line{t.Module, "`" + strings.ReplaceAll(t.Command, "`", "'") + "`", t.Effect, t.Undone})
	}
	u.say("resume_trace", data{"Lines": list, "Check": u.checkCommand()})
}

// checkCommand is the command whose output showed the environment last, if a restart undoes anything.
func (u *turn) checkCommand() string {
	undone := slices.ContainsFunc(u.recent(), func(t course.Trace) bool { return t.Undone != "" })
	for _, f := range slices.Backward(u.c.Environment) {
		if undone && f.From != "" {
			return f.From
		}
	}
	return ""
}

// recent is the trace of the last two modules that have one.
func (u *turn) recent() []course.Trace {
	var modules []string
	for i, t := range slices.Backward(u.c.Trace) {
		if slices.Contains(modules, t.Module) {
			continue
		}
		if len(modules) == 2 {
			return u.c.Trace[i+1:]
		}
		modules = append(modules, t.Module)
	}
	return u.c.Trace
}

// checkPreferences is check 3: what is missing is filled with defaults, and said.
func (u *turn) checkPreferences() {
	var filled []string
	for _, dim := range preferences {
		if u.preference(dim) == "" {
			filled = append(filled, u.phrase("label_"+dim, nil)+": "+u.prefer(dim, values[dim][0]))
		}
	}
	stack := u.c.Stack
	if stack == "" {
		stack = u.c.Title
	}
	u.say("resume_preferences", data{
		"Preferences": strings.Join(u.c.Preferences, "; "), "Stack": strings.TrimRight(stack, ".。 "), "Filled": strings.Join(filled, "; "),
	})
}

// checkRoute is check 5: the route and the progress in two lines.
func (u *turn) checkRoute() {
	marks := map[string]string{"done": "✅", "running": "▶", "unclear": "⚠️", "skipped": "⏭"}
	done := 0
	var list []string
	for _, m := range u.c.Modules {
		if m.Status == "done" {
			done++
		}
		list = append(list, strings.TrimSpace(m.ID+" "+marks[m.Status]))
	}
	u.say("resume_route", data{
		"Modules": strings.Join(list, " · "), "Done": done, "All": len(u.c.Modules), "Depth": u.c.Route.Depth, "Rhythm": u.c.Route.Rhythm,
	})
}
