package track

import (
	"slices"

	"tack/coach"
	"tack/coach/course"
)

// solved takes an output that shows that a problem is gone, the one in hand or one left open, though the
// position waits for something else: what the track expects of a command on which this error occurs.
// false: it shows no such thing.
func (u *turn) solved() bool {
	if u.is(coach.KindAck, coach.KindConfirm, coach.KindVague, coach.KindContinue, coach.KindQuestion) {
		return false
	}
	if u.c.Issue.Fault == "" {
		return !u.hasIssue() && u.solvedPast()
	}
	if f := u.faultIn(nil, u.text); f != nil && f.ID != u.c.Issue.Fault {
		return false
	}
	seen, ok := u.proof(u.c.Issue.Fault)
	if !ok {
		return false
	}
	u.saySolved(seen, u.c.Issue.Excerpt)
	u.c.Issue = course.Issue{}
	u.r.Advanced = true
	return true
}

// solvedPast takes an output that shows that a problem left open is gone.
func (u *turn) solvedPast() bool {
	for _, past := range slices.Backward(u.c.Past) {
		if seen, ok := u.proof(past.Fault); ok && u.faultIn(nil, u.text) == nil {
			u.saySolved(seen, past.Excerpt)
			u.outlived()
			return true
		}
	}
	return false
}

func (u *turn) saySolved(seen sighting, excerpt string) {
	u.say("issue_solved", data{"Seen": seen.quoted(), "Error": code(excerpt)})
}

// proof finds the success of a command on which an error occurs, behind any line that shows the error.
func (u *turn) proof(fault string) (sighting, bool) {
	f, ok := u.track.fault(fault)
	if !ok {
		return sighting{}, false
	}
	for _, c := range u.proving(fault) {
		output := shown(u.text, c.Run)
		if seen := u.track.success(c, output); seen.line >= 0 && seen.line > u.track.faultLine(f, output) {
			return seen, true
		}
	}
	return sighting{}, false
}

// proving are the commands whose success proves that an error is gone: those of the setup on which it
// occurs, and of the modules the one on whose step it was seen and those that the turn shows.
func (u *turn) proving(fault string) []*Command {
	var list []*Command
	for i := range u.track.Setup.Steps {
		list = append(list, &u.track.Setup.Steps[i])
	}
	for _, c := range u.track.commands() {
		if u.c.Issue.Step != "" && u.seenOn(c.it.ID) || slices.ContainsFunc(lines(u.text), func(line string) bool { return isEcho(line, c.it.Run) }) {
			list = append(list, c.it)
		}
	}
	return slices.DeleteFunc(list, func(c *Command) bool { return !slices.Contains(c.Errors, fault) })
}

// outlived takes the problems off those left open that an output shows to be gone.
func (u *turn) outlived() {
	u.c.Past = slices.DeleteFunc(u.c.Past, func(past course.Issue) bool {
		_, gone := u.proof(past.Fault)
		return gone
	})
}
