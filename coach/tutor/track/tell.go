package track

import (
	"strings"

	"tack/coach"
)

// prose reports whether a turn is a sentence of the learner's own and no output: one line of several
// words that has nothing of a terminal's look.
func (u *turn) prose() bool {
	if !u.worded() {
		return false
	}
	said := lines(u.text)[0]
	return judgeable(fold(said)) && len(strings.Fields(said))+wideRunes(said)/2 > minWords
}

// worded reports whether a turn is one line of words, however few, with nothing of a terminal's look: "use
// a cache" is no output.
func (u *turn) worded() bool {
	all := lines(u.text)
	return len(all) == 1 && len(u.in.Message.Files) == 0 &&
		!strings.ContainsAny(all[0], terminalMarks) && strings.IndexFunc(all[0], digit) < 0
}

// terminalMarks are signs that speech has seldom and output often.
const terminalMarks = "/\\=|<>{}[]$#`\"_~@*"

func digit(r rune) bool { return r >= '0' && r <= '9' }

func wideRunes(text string) int {
	n := 0
	for _, r := range text {
		if wide(r) {
			n++
		}
	}
	return n
}

// withoutOutput answers a turn that brings no output. In a break-out its method goes on: one piece of
// the whole is asked for, so that anything at all comes.
func (u *turn) withoutOutput(c *Command) {
	switch {
	case u.in.Reading.Resolved:
		u.requestAgain("show_output", c)
	case u.in.Budget > 0:
		u.requestAgain("breakout_piece", c)
	case u.openDirection() && u.looksAtText() && u.is(coach.KindEvidence):
		u.found(c)
	case u.openDirection() && (u.looksAtText() || !u.prose()):
		u.directAgain()
	case u.prose():
		u.requestAgain("told", c)
	default:
		u.requestAgain("request_again", c)
	}
}

// openDirection reports whether what the last direction asks for has not come yet.
func (u *turn) openDirection() bool {
	return u.c.Position.Tries == 0 && len(u.c.Issue.Tried) > 0
}

// directAgain asks once more for what the last direction asks for, and not for the step's command.
func (u *turn) directAgain() {
	u.say("direction_open", data{"Text": u.c.Issue.Tried[len(u.c.Issue.Tried)-1].Text})
	if d := u.lastDirection(); d.Run != "" {
		u.add(fence(d.Run))
		u.r.Commands = []string{d.Run}
	}
	u.asks(coach.AskAction, "")
}

// lost reports whether the learner says of an action that they do not understand it.
func (u *turn) lost() bool {
	return u.prosaic() && (u.hears("hear_lost", u.text) || u.only("hear_unknown", u.text))
}

// prosaic tells a short turn that shows nothing.
func (u *turn) prosaic() bool {
	return !u.is(coach.KindError) && len(lines(u.text)) == 1 && len([]rune(u.text)) <= maxTold && len(u.in.Message.Files) == 0
}

// explainStep says what the step looks like when it works and when not, instead of asking the same again.
func (u *turn) explainStep(c *Command) {
	u.requestWith("explain_step", c, data{
		"Run": c.Run, "Does": c.Does.In(u.loc), "Expect": c.Expect.In(u.loc), "Fails": c.Fails.In(u.loc),
	})
}

// askedAtWork answers a question asked in place of an output. One that only says that the learner is
// lost gets the step explained.
func (u *turn) askedAtWork(c *Command) {
	_, answered := u.track.answer(u.text)
	term := len(u.asksOf(u.track, u.text)) > 0
	if !answered && !term && u.lost() {
		u.explainStep(c)
		return
	}
	u.free()
}
