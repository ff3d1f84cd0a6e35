package model

import (
	"slices"

	"tack/coach"
	"tack/coach/course"
)

// askConsent notes the learner's own summary of a point, which the model's message asks to keep. It goes
// to the notes only once the learner has said yes to that.
func (u *turn) askConsent(a answer) []fault {
	if a.Keep == "" {
		return nil
	}
	good := a.Verdict.Of == "point" && a.Verdict.Grade == "good" && u.r.Advanced
	if !good || !u.said(a.Keep) || u.r.Asks != coach.AskYesNo {
		return []fault{mended("keep", "a summary is to be kept that is none, or for which the learner is not asked")}
	}
	point := u.lastConfirmed()
	if point == "" {
		return nil
	}
	u.c.Own = append(u.c.Own, course.Own{Point: point, Text: oneLine(a.Keep)})
	u.c.Position.Waiting = waitConsent
	return nil
}

// lastConfirmed is the title of the point of the module in hand that was confirmed last.
func (u *turn) lastConfirmed() string {
	for _, p := range slices.Backward(u.c.Points) {
		if p.Module == u.c.Position.Module && p.Status == "confirmed" {
			return p.Title
		}
	}
	return ""
}

// takeConsent takes the answer to whether a summary may be kept: only a plain yes is one.
func (u *turn) takeConsent() {
	n := len(u.c.Own)
	u.c.Position.Waiting = waitGo
	if n == 0 {
		return
	}
	if u.in.Go || u.is(coach.KindAnswer, coach.KindConfirm, coach.KindAck) && isPlain(u.text) && u.hears("hear_yes", u.text) {
		u.c.Own[n-1].Consent = true
		u.say("consent_yes", nil)
		return
	}
	u.c.Own = u.c.Own[:n-1]
	u.say("consent_no", nil)
}
