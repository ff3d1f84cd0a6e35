package track

import (
	"tack/coach"
	"tack/coach/course"
)

// waitEarly waits for what is shown of an error of before the setup; the command at the position was not
// shown yet (course.Position.Waiting).
const waitEarly = "early"

// keepEarly keeps an error that is shown before the route is agreed: until then nothing is taught, and the
// setup begins with it. It reports whether the turn shows one.
func (u *turn) keepEarly() bool {
	if len(u.in.Reading.Errors) == 0 {
		if u.in.Reading.Resolved {
			u.c.Issue = course.Issue{}
		}
		return false
	}
	fault, text := "", excerpt(u.text)
	if f := u.faultIn(nil, u.text); f != nil {
		fault, text = f.ID, u.faultText(f)
	}
	if u.c.Issue.Fault != fault || fault == "" && u.c.Issue.Excerpt != text {
		u.leaveIssue()
	}
	u.openIssue(fault, text)
	u.c.Issue.Step = ""
	u.say("early_kept", data{"Excerpt": code(text)})
	return true
}

// tellsEarly reports whether the turn goes on about the error that was kept.
func (u *turn) tellsEarly(awaited bool) bool {
	return u.hasIssue() && (u.is(coach.KindEvidence) || awaited && u.is(coach.KindAnswer, coach.KindChat))
}

// startEarly begins the setup with the error that was kept; false: there is none.
func (u *turn) startEarly() bool {
	if !u.hasIssue() {
		return false
	}
	u.lockTodo()
	u.r.Step = u.stepID()
	u.c.Position.Waiting = waitEarly
	u.say("early_start", data{"Excerpt": code(u.c.Issue.Excerpt)})
	if f, ok := u.track.fault(u.c.Issue.Fault); ok {
		u.say("error_known", data{"Title": f.Title.In(u.loc), "Means": f.Means.In(u.loc)})
	} else {
		u.say("error_unknown", data{"Excerpt": code(u.c.Issue.Excerpt)})
	}
	u.direct("")
	return true
}

// takeEarly takes what a direction on a kept error shows. The error once more gets the next direction;
// whatever else was found, the setup begins, and the error stays among the problems left open.
func (u *turn) takeEarly() {
	switch {
	case u.solved():
		u.present()
	case u.is(coach.KindError):
		u.takeError(u.faultIn(nil, u.text))
	case u.in.Reading.StillSame:
		u.direct("")
	case u.openDirection() && u.is(coach.KindChat, coach.KindContinue):
		u.directAgain()
	case u.is(coach.KindQuestion):
		u.free()
		u.say("early_open", nil)
		u.asks(coach.AskAction, "")
	case u.in.Reading.Resolved:
		u.c.Issue = course.Issue{}
		u.present()
	default:
		u.say("early_done", nil)
		u.c.Issue.Step = "" // it belongs to no step
		u.leaveIssue()
		u.present()
	}
}
