package track

import (
	"slices"
	"strings"

	"tack/coach"
)

// levels name the present level by how many scenario questions were answered well.
var levels = []string{"beginner", "basics", "working", "solid"}

// takeLevel takes the answer to a scenario question, without a remark on it. What the learner
// shows decides, whatever kind of turn it is; a question that shows nothing is a digression.
func (u *turn) takeLevel() {
	d := &u.c.Diagnosis
	level := u.level(d.Scenario)
	v := judge(level, u.spoken())
	known := v.grade == good
	switch {
	case !known && u.is(coach.KindQuestion) && !u.hears("hear_unknown", u.text):
		u.putAgain("diag_digression_question")
		return
	case !known && u.is(coach.KindError) && u.hasIssue():
		u.put("level") // that it is kept was said
		return
	case !known && (u.is(coach.KindError) || len(v.caught) == 0 && u.pasted()):
		u.putAgain("diag_digression_output")
		return
	case !known && u.empty() && d.Tries < 2:
		u.putAgain("diag_again")
		return
	}
	if len(v.caught) == 0 { // else an hour is how long the cache keeps, not what the learner has
		u.overhear("level")
	}
	u.alreadyKnows(v)
	d.LevelProof = append(d.LevelProof, level.ID+": "+oneLine(u.text))
	d.Scenario++
	if known {
		d.Right++
	}
	if !known || d.Scenario >= len(u.track.Levels) {
		d.Level = levels[min(d.Right, len(levels)-1)]
	}
	u.say("diag_noted", nil)
	u.nextDimension()
}

// level is the nth scenario question, counted from 0; behind the last one there is the last.
func (u *turn) level(n int) *Check { return &u.track.Levels[min(n, len(u.track.Levels)-1)] }

// pasted reports whether a turn is a paste and no answer; one or two commands may be one.
func (u *turn) pasted() bool {
	n := len(lines(u.text))
	return n >= longPaste || n >= minPasted && u.is(coach.KindEvidence)
}

// The lines of a paste: of what the reading takes for output, and of anything.
const (
	minPasted = 4
	longPaste = 12
)

// spoken is what the learner says themselves: the names in an error text are no answer.
func (u *turn) spoken() string {
	if !u.is(coach.KindError) {
		return u.text
	}
	said := slices.DeleteFunc(strings.Split(u.text, "\n"), errorLine.MatchString)
	return strings.Join(said, "\n")
}

// alreadyKnows records what an answer showed as known.
func (u *turn) alreadyKnows(v verdict) {
	for _, idea := range v.caught {
		if say := oneLine(idea.Say.In(u.loc)); !slices.Contains(u.c.Known, say) {
			u.c.Known = append(u.c.Known, say)
		}
	}
}
