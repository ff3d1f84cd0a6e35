package model

import (
	"fmt"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// How many entries of a list that grows with the course are shown; the latest are.
const (
	shownTerms = 60
	shownFacts = 12
	shownOpen  = 5
	shownKnown = 10
)

// extract is what a prompt shows of the course: lines of name and value, an empty value left out.
func (u *turn) extract() string {
	var b strings.Builder
	line := func(name, value string) {
		if value = strings.TrimSpace(value); value != "" {
			b.WriteString(name + ": " + oneLineOf(value, 600) + "\n")
		}
	}
	c := u.c
	line("topic", c.Topic)
	line("phase", string(c.Phase))
	u.extractDiagnosis(line)
	if c.Phase == coach.PhaseSetup || c.Phase == coach.PhaseModule {
		u.extractPosition(line)
	}
	line("preferences", strings.Join(c.Preferences, "; "))
	line("constraints", strings.Join(c.Constraints, "; "))
	line("stack", c.Stack)
	for _, f := range last(c.Environment, shownFacts) {
		line("environment", f.Name+" = "+f.Value)
	}
	line("known already", strings.Join(last(c.Known, shownKnown), "; "))
	line("closed options", strings.Join(c.Closed, "; "))
	line("terms explained", strings.Join(termNames(last(c.Terms, shownTerms)), "; "))
	line("open questions", strings.Join(last(c.Open, shownOpen), "; "))
	line("route", u.routeLine())
	line("to-do", c.Todo.Text)
	return b.String()
}

func (u *turn) extractDiagnosis(line func(name, value string)) {
	d := u.c.Diagnosis
	line("goal", d.Goal)
	line("level", d.Level)
	line("time", d.Time)
	line("deliverable", d.Deliverable)
	if u.c.Phase != coach.PhaseDiagnosis && u.c.Phase != "" {
		return
	}
	line("open dimension", d.Asked)
	for _, dim := range dimensions {
		if !u.knows(dim) {
			line("not known yet", dim)
		}
	}
	if d.Asked == "level" || !u.knows("level") {
		line("scenario number", fmt.Sprint(d.Scenario+1))
	}
}

// extractPosition shows the module in hand with its points.
func (u *turn) extractPosition(line func(name, value string)) {
	p := u.c.Position
	m, _ := u.plan().module(p.Module)
	line("module", p.Module+" "+u.plan().title(p.Module))
	line("pass criterion", m.Pass)
	line("step", p.Step)
	line("waiting for", p.Waiting)
	line("not understood in a row", fmt.Sprint(p.Tries))
	for _, pt := range u.c.Points {
		if pt.Module == p.Module {
			line("point "+pt.ID, pt.Title+" ("+pt.Status+")")
		}
	}
	if u.hasIssue() {
		line("dimensions not tried", strings.Join(u.untried(), ", "))
	}
}

// routeLine is the route with the standing of each module.
func (u *turn) routeLine() string {
	status := map[string]string{}
	for _, m := range u.c.Modules {
		status[m.ID] = " (" + m.Status + ")"
	}
	var list []string
	for _, m := range u.plan().Modules {
		list = append(list, m.ID+" "+m.Title+status[m.ID])
	}
	return strings.Join(list, "; ")
}

func termNames(terms []course.Term) []string {
	var names []string
	for _, t := range terms {
		names = append(names, t.Term)
	}
	return names
}

func last[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }

// oneLineOf makes a line of at most n runes.
func oneLineOf(text string, n int) string {
	line := strings.Join(strings.Fields(visible(text)), " ")
	if r := []rune(line); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return line
}
