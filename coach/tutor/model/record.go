package model

import (
	"regexp"
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// The lists of the course that grow with every message are cut at these lengths; the oldest falls out.
const (
	keptFacts  = 60
	maxPerTurn = 5 // entries of each kind taken from one answer
)

// record takes what the answer says of itself into the course: the point explained, terms, what the
// learner ran and showed. Only what stands in the learner's turn is taken for the learner's.
func (u *turn) record(a answer) []fault {
	var faults []fault
	faults = append(faults, u.recordPoint(a.Point)...)
	u.recordTerms(a.Terms, a.Text)
	faults = append(faults, u.recordFacts(a.Facts)...)
	return append(faults, u.recordTrace(a.Trace)...)
}

// recordPoint notes a knowledge point as explained, in the steps that have points; a new one only after
// the one before it was checked.
func (u *turn) recordPoint(n named) []fault {
	id, p := slug(n.ID), u.c.Position
	if id == "" {
		return nil
	}
	if p.Step != "concept" && p.Step != "principle" {
		return []fault{mended("point.step", "a point is explained outside the steps concept and principle")}
	}
	id = p.Module + "-" + strings.TrimPrefix(id, strings.ToLower(p.Module)+"-")
	for _, pt := range u.c.Points {
		if pt.ID == id {
			return nil
		}
	}
	if pt := u.openPoint(); pt != nil && (pt.Status == "explained" || p.Tries > 0) {
		return []fault{again("point.unchecked", "a new point is explained before the learner has shown the one before it")}
	}
	title := oneLine(n.Title)
	if title == "" {
		title = id
	}
	if len(u.unclean(title)) > 0 {
		return []fault{mended("point.title", "a point's title breaks a rule for messages")}
	}
	u.c.Points = append(u.c.Points, course.Point{ID: id, Module: p.Module, Title: title, Status: "explained"})
	return nil
}

// slug is a name in lower case with hyphens; what is no letter or digit parts.
func slug(s string) string {
	words := strings.FieldsFunc(strings.ToLower(oneLine(s)), func(r rune) bool { return !wordRune(r) })
	return strings.Join(words, "-")
}

// recordTerms records the terms that the text explains and that no earlier message did.
func (u *turn) recordTerms(terms []term, text string) {
	for _, t := range terms[:min(len(terms), maxPerTurn)] {
		name, line := oneLine(t.Term), oneLine(t.Line)
		known := slices.ContainsFunc(u.c.Terms, func(k course.Term) bool { return strings.EqualFold(k.Term, name) })
		if !stands(name, text) || known || len(u.unclean(name+" "+line)) > 0 {
			continue
		}
		u.r.Explains = append(u.r.Explains, name)
		u.c.Terms = append(u.c.Terms, course.Term{Term: name, Module: u.c.Position.Module, Line: line})
	}
}

// recordFacts records values of the environment that stand in the learner's turn.
func (u *turn) recordFacts(facts []fact) []fault {
	var faults []fault
	for _, f := range facts[:min(len(facts), maxPerTurn)] {
		name, value := oneLine(f.Name), oneLine(f.Value)
		if !stands(f.Value, u.text) || masked(f.Value) != f.Value || !u.is(coach.KindEvidence, coach.KindError, coach.KindAnswer) {
			faults = append(faults, mended("fact.quote", "a value of the environment does not stand in the learner's turn"))
			continue
		}
		u.c.Environment = slices.DeleteFunc(u.c.Environment, func(k course.Fact) bool { return k.Name == name })
		u.c.Environment = last(append(u.c.Environment, course.Fact{Name: name, Value: value, From: u.ran()}), keptFacts)
	}
	return faults
}

// commandLine is a command behind a prompt, or the first line of a block of code.
var commandLine = regexp.MustCompile("(?m)^\\s*[$#>] +(\\S.*)$|^```[a-z]*\n(.+)$")

// ran is the command that the turn shows the output of: the one that stands in it, or the one that the
// learner was asked to run; empty: it is not known.
func (u *turn) ran() string {
	text := u.text
	if !commandLine.MatchString(text) && u.in.Last.Asks == coach.AskAction {
		text = u.in.Last.Text
	}
	m := commandLine.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return oneLine(m[1] + m[2])
}

// recordTrace records state-changing commands as the learner ran them: the command stands in the
// learner's turn, or in the message that the turn shows the output of.
func (u *turn) recordTrace(trace []traced) []fault {
	var faults []fault
	for _, t := range trace[:min(len(trace), maxPerTurn)] {
		ran := u.is(coach.KindEvidence) && (u.said(t.Command) || stands(t.Command, u.in.Last.Text) && u.in.Last.Asks == coach.AskAction)
		if !ran || len(u.unclean(t.Effect+" "+t.Undone)) > 0 {
			faults = append(faults, mended("trace.quote", "a command is recorded that the learner has not run"))
			continue
		}
		u.c.Trace = append(u.c.Trace, course.Trace{
			Module: u.c.Position.Module, Command: oneLine(t.Command), Effect: oneLine(t.Effect), Undone: oneLine(t.Undone), At: u.in.Now,
		})
	}
	return faults
}

// looks are the dimensions that a direction may have: the last three are methods, which are the core's alone.
var looks = coach.Dimensions[:len(coach.Dimensions)-3]

// direct records the directions of a message, and the problem that they are about. The words of a
// break-out look where the core said.
func (u *turn) direct(a answer) []fault {
	faults := u.repeated(a.Directions)
	if u.is(coach.KindError) && !u.r.Advanced {
		u.openIssue(a.Fault)
	}
	method := u.instruct().Method
	for _, d := range a.Directions[:min(len(a.Directions), maxPerTurn)] {
		if !slices.Contains(looks, d.Dimension) && string(d.Dimension) != method {
			faults = append(faults, mended("direction.dimension", "a direction has no dimension that one can look in"))
			continue
		}
		tried := course.Tried{Dimension: d.Dimension, Text: oneLine(d.Text)}
		if len(u.unclean(tried.Text)) > 0 {
			tried.Text = u.phrase("dim_"+string(d.Dimension), nil)
			faults = append(faults, mended("direction.text", "a direction's text breaks a rule for messages"))
		}
		u.r.Directions = append(u.r.Directions, tried)
		u.c.Issue.Tried = append(u.c.Issue.Tried, tried)
	}
	if method != "" {
		off := func(t course.Tried) bool { return string(t.Dimension) != method }
		if len(u.r.Directions) == 0 || slices.ContainsFunc(u.r.Directions, off) {
			faults = append(faults, again("direction.method", "there must be one direction, and its dimension must be "+method))
		}
	}
	return faults
}

// repeated finds directions that were given for the problem in hand before: in the same words, or, where
// the same problem is reported again, none in a dimension not tried although there is one.
func (u *turn) repeated(directions []direction) []fault {
	fresh := false
	for _, d := range directions {
		same := func(t course.Tried) bool { return folded(t.Text) == folded(oneLine(d.Text)) }
		if slices.ContainsFunc(u.c.Issue.Tried, same) {
			return []fault{again("direction.again", "a direction was given before: look in a dimension not tried")}
		}
		fresh = fresh || !u.hasTried(d.Dimension)
	}
	if len(directions) > 0 && !fresh && u.is(coach.KindError) && u.hasIssue() && len(u.untried()) > 0 {
		return []fault{again("direction.tried", "every direction is in a dimension that was tried: look in another")}
	}
	return nil
}

// openIssue opens the problem that an error text brings; one that is open stays, with what was tried.
func (u *turn) openIssue(line string) {
	if u.c.Issue.Excerpt != "" {
		return
	}
	if !u.said(line) {
		line = firstLine(u.text)
	}
	u.c.Issue.Excerpt, u.c.Issue.Step = oneLine(line), u.stepID()
}

func firstLine(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}
