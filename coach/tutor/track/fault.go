package track

import (
	"regexp"
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/reading/segment"
)

// general is the order in which an error that the track does not know is looked at.
var general = []coach.Dimension{
	coach.DimSymptom, coach.DimState, coach.DimConfig, coach.DimPermission, coach.DimVersion,
	coach.DimDependency, coach.DimNetwork, coach.DimResource, coach.DimData, coach.DimCode,
}

// hasIssue reports whether a problem is in hand.
func (u *turn) hasIssue() bool {
	i := u.c.Issue
	return i.Fault != "" || i.Excerpt != "" || len(i.Tried)+len(i.Left) > 0
}

// faultIn finds the known error that a text shows: the last one in it; of those in one line one
// that the command names. c may be nil.
func (u *turn) faultIn(c *Command, text string) *Fault {
	var best *Fault
	at := -1
	if u.track.anyFault == nil || !u.track.anyFault.MatchString(text) {
		return nil
	}
	for i := range u.track.Errors {
		f := &u.track.Errors[i]
		line := u.track.faultLine(f, text)
		if line > at || line == at && line >= 0 && c != nil && slices.Contains(c.Errors, f.ID) {
			best, at = f, line
		}
	}
	return best
}

// takeError says what an error text means, when the track knows it, and gives one direction in the
// first dimension not tried. f may be nil: it is looked up.
func (u *turn) takeError(f *Fault) {
	if f == nil {
		f = u.faultIn(nil, u.text)
	}
	if f == nil {
		u.openIssue("", excerpt(u.text))
		u.say("error_unknown", data{"Excerpt": code(u.c.Issue.Excerpt)})
		u.direct("")
		return
	}
	known := u.c.Issue.Fault == f.ID && len(u.c.Issue.Tried) > 0
	u.openIssue(f.ID, u.faultText(f))
	if known {
		u.say("error_same", data{"Title": f.Title.In(u.loc)})
	} else {
		u.say("error_known", data{"Title": f.Title.In(u.loc), "Means": f.Means.In(u.loc)})
	}
	u.direct("")
}

// openIssue makes an error the problem in hand. The same one keeps the directions tried; one that
// a close-out left open brings its own back.
func (u *turn) openIssue(fault, text string) {
	now := &u.c.Issue
	if u.hasIssue() && now.Fault == fault {
		now.Excerpt = text
		return
	}
	*now = course.Issue{Fault: fault, Excerpt: text, Step: u.stepID()}
	for i, past := range u.c.Past {
		same := past.Fault == fault && (fault != "" || past.Excerpt == text)
		if same {
			now.Tried, now.Left = past.Tried, past.Left
			u.c.Past = slices.Delete(u.c.Past, i, i+1)
			return
		}
	}
}

// leaveIssue puts the problem in hand among those left open.
func (u *turn) leaveIssue() {
	if !u.hasIssue() {
		return
	}
	u.c.Past = append(u.c.Past, u.c.Issue)
	u.c.Past = u.c.Past[max(0, len(u.c.Past)-course.KeptIssues):]
	u.c.Issue = course.Issue{}
}

// direct gives one direction on the problem in hand, in the dimension named or (empty) in the
// first one not tried, a suggestion of an earlier session before others, and asks for what it shows.
func (u *turn) direct(dim coach.Dimension) {
	u.c.Position.Tries = 0
	d := u.again(dim)
	if d.Dimension == "" {
		d = u.direction(dim)
	}
	if d.Dimension == "" {
		u.say("directions_spent", nil)
		u.asks(coach.AskAction, "")
		return
	}
	u.directWith(d)
}

// directWith gives this direction on the problem in hand.
func (u *turn) directWith(d Direction) {
	tried := course.Tried{Dimension: d.Dimension, Text: d.Text.In(u.loc)}
	u.c.Issue.Tried = append(u.c.Issue.Tried, tried)
	if u.c.Issue.Step == "" {
		u.c.Issue.Step = u.stepID()
	}
	u.r.Directions = append(u.r.Directions, tried)
	u.say("direction", data{"Dimension": u.words("dim_"+string(d.Dimension), nil), "Text": tried.Text})
	if d.Run != "" {
		u.add(fence(d.Run))
		u.r.Commands = []string{d.Run}
		u.say("direction_run", nil)
	} else {
		u.say("direction_tell", nil)
	}
	u.asks(coach.AskAction, "")
}

// again is the direction that an earlier session suggested and nobody tried, unless this session has
// looked there already or dim names another side; zero: there is none.
func (u *turn) again(dim coach.Dimension) Direction {
	for _, left := range u.c.Issue.Left {
		if dim == "" && !u.given(left.Dimension) {
			return u.direction(left.Dimension)
		}
	}
	return Direction{}
}

// given says whether a direction in this dimension was given, in this session or tried in an earlier one.
func (u *turn) given(dim coach.Dimension) bool {
	return slices.Contains(u.in.Tried, dim) ||
		slices.ContainsFunc(u.c.Issue.Tried, func(t course.Tried) bool { return t.Dimension == dim })
}

// direction chooses a direction of the known error, else a general one; zero: all were tried.
func (u *turn) direction(dim coach.Dimension) Direction {
	fits := func(d coach.Dimension) bool {
		return d == dim || dim == "" && !u.given(d)
	}
	for _, d := range u.fitting() {
		if fits(d.Dimension) {
			return d
		}
	}
	for _, d := range general {
		if fits(d) {
			return u.generalIn(d)
		}
	}
	return Direction{}
}

// generalIn is the direction in this dimension that fits any error; it names no command.
func (u *turn) generalIn(dim coach.Dimension) Direction {
	text := u.words("general_"+string(dim), data{"Needs": u.needs()})
	return Direction{Dimension: dim, Text: Text{u.loc: text, "en": text}}
}

// fitting are the directions of the known error that fit the step on which it was seen: those meant for
// this step, then those for any.
func (u *turn) fitting() []Direction {
	f, ok := u.track.fault(u.c.Issue.Fault)
	if !ok {
		return nil
	}
	var own, any []Direction
	for _, d := range f.Directions {
		switch {
		case slices.ContainsFunc(d.Steps, u.seenOn):
			own = append(own, d)
		case len(d.Steps) == 0:
			any = append(any, d)
		}
	}
	return append(own, any...)
}

// seenOn reports whether the problem in hand was seen on the step of this command; one of before the setup
// belongs to the step that waits.
func (u *turn) seenOn(command string) bool {
	step := u.c.Issue.Step
	if step == "" {
		step = u.stepID()
	}
	return strings.HasSuffix(step, "/"+command)
}

// needs names the programs of the track.
func (u *turn) needs() string {
	if len(u.track.Needs) == 0 {
		return u.c.Title
	}
	return "`" + u.track.Needs[0] + "`"
}

// faultText is the line of the turn that shows an error.
func (u *turn) faultText(f *Fault) string {
	all := lines(ansi.ReplaceAllString(u.text, ""))
	for i := len(all) - 1; i >= 0; i-- {
		if at := u.track.faultAt(f, all[i]); at != nil {
			return quoted(all[i], at[0], at[1])
		}
	}
	return oneLine(u.text)
}

// errorLine finds the line of a paste that most likely names the error.
var errorLine = regexp.MustCompile(`(?i)error|fatal|denied|refused|not found|cannot|failed|exception|panic|错误|失败|拒绝|未找到|无法`)

// shownIn is the part of a line that a program printed, as the reading cuts it; the line where it is one piece.
func shownIn(line string) string {
	for _, b := range segment.Parse(line) {
		if b.Kind == segment.Output && errorLine.MatchString(b.Text) {
			return oneLine(b.Text)
		}
	}
	return oneLine(line)
}

// excerpt is the last line of a text that speaks of an error, else its last line.
func excerpt(text string) string {
	all := lines(ansi.ReplaceAllString(text, ""))
	for i := len(all) - 1; i >= 0; i-- {
		if errorLine.MatchString(all[i]) {
			return shownIn(all[i])
		}
	}
	return lastLine(text)
}
