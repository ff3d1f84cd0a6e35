package model

import (
	"slices"
	"strings"

	"tack/coach"
)

// maxText is how many runes a message may have.
const maxText = 4000

// speak says the model's text and makes what it asks for agree with itself.
func (u *turn) speak(a answer) []fault {
	var faults []fault
	text := strings.TrimSpace(a.Text)
	if len([]rune(text)) > maxText {
		faults = append(faults, again("text.long", "text is too long: at most a few hundred words"))
		text = whole(text, maxText)
	}
	if text == "" {
		faults = append(faults, again("unfit", "text is empty"))
	}
	if foreign(proseOf(text), u.loc) { // before texts in the right language stand around it
		faults = append(faults, again("language", "text is in another language than it must be"))
	}
	text = closed(text)
	u.add(text)
	for _, command := range a.Commands {
		if strings.Contains(text, strings.TrimSpace(command)) {
			u.r.Commands = append(u.r.Commands, command)
		} else {
			faults = append(faults, mended("command.text", "a command does not stand in text"))
		}
	}
	u.r.Raises, u.r.Deviates = a.Raises, a.Deviates
	u.r.Teaches = bool(a.Teaches) || len(u.r.Explains) > 0
	ask, odd := u.wants(a, text)
	if odd {
		faults = append(faults, mended("asks", "asks does not agree with the rest of the answer"))
	}
	u.asks(ask, "")
	if ask == coach.AskQuestion {
		u.r.Question = u.questionName(a.Question)
	}
	u.wait(ask)
	faults = append(faults, u.askConsent(a)...)
	u.r.Step = u.stepID()
	return faults
}

// whole is as many whole paragraphs from the beginning of a text as have at most n runes; empty: not even
// the first.
func whole(text string, n int) string {
	var kept []string
	for _, p := range strings.Split(text, "\n\n") {
		if n -= len([]rune(p)) + 2; n < 0 {
			break
		}
		kept = append(kept, p)
	}
	return strings.Join(kept, "\n\n")
}

// closed is a text whose last fence is closed, so that what follows is no code.
func closed(text string) string {
	open := false
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			open = !open
		}
	}
	if open {
		return text + "\n```"
	}
	return text
}

// wants is what the message asks for: what the model says, unless the rest of its answer says otherwise.
func (u *turn) wants(a answer, text string) (ask coach.Ask, odd bool) {
	known := slices.Contains([]coach.Ask{coach.AskAction, coach.AskQuestion, coach.AskYesNo, coach.AskStep, coach.AskNone}, a.Asks)
	switch {
	case len(u.r.Commands) > 0:
		return coach.AskAction, a.Asks != coach.AskAction
	case known:
		return a.Asks, false
	case strings.ContainsAny(text, "?？"):
		return coach.AskQuestion, true
	}
	return coach.AskNone, true
}

// questionName is the stable name of the question put: that of the point it checks, where there is one.
// After a point was not understood the question must be another one, and has another name.
func (u *turn) questionName(name string) string {
	p := u.c.Position
	if pt := u.openPoint(); pt != nil && p.Step != "interview" {
		name = "point:" + pt.ID
	} else {
		name = p.Module + ":" + p.Step + ":" + slug(name)
	}
	if p.Tries > 0 {
		name += ":other"
	}
	return name
}

// wait notes what the message waits for.
func (u *turn) wait(ask coach.Ask) {
	p := &u.c.Position
	switch ask {
	case coach.AskAction:
		p.Waiting = waitOutput
	case coach.AskQuestion, coach.AskYesNo:
		p.Waiting = waitAnswer
	case coach.AskStep:
		p.Waiting = waitGo
	default:
		if p.Waiting == waitBegin {
			p.Waiting = waitGo
		}
	}
}

// finishStage completes the setup or a module where the model says so and the rules agree: gate C.
func (u *turn) finishStage(a answer) []fault {
	p := &u.c.Position
	if p.Waiting == waitStage {
		return nil
	}
	if a.Completes == "" && !u.left() {
		return nil
	}
	if u.left() {
		u.offerNext()
		return nil
	}
	lacks := u.lacking(a.Completes)
	if lacks != "" {
		return []fault{again("gate_c", "nothing is complete yet: "+lacks)}
	}
	u.r.Completes = coach.StageModule
	id := p.Module
	if id == setupID {
		u.r.Completes = coach.StageSetup
		u.say("setup_done", nil)
	} else {
		m, _ := u.plan().module(id)
		u.say("module_done", data{"ID": id, "Title": m.Title, "Pass": strings.TrimRight(m.Pass, ".。 ")})
	}
	u.status(id, "done")
	u.offerNext()
	return nil
}

// left reports whether the module in hand was left by a skip.
func (u *turn) left() bool {
	for _, m := range u.c.Modules {
		if m.ID == u.c.Position.Module {
			return m.Status == "skipped"
		}
	}
	return false
}

// lacking says what gate C misses; empty: it is passed. The pass criterion is met once the step verify is
// done, and the interview step is reached only from there.
func (u *turn) lacking(stage coach.Stage) string {
	p := u.c.Position
	switch unclear, any := u.unclear(p.Module); {
	case p.Module == setupID && (stage != coach.StageSetup || p.Index == 0 || len(u.c.Environment) == 0):
		return "no output of the learner's has shown a value of the environment"
	case p.Module == setupID:
		return ""
	case stage != coach.StageModule || p.Step != "interview":
		return "the module's steps are not done up to the interview"
	case p.Index == 0:
		return "no interview question was answered"
	case !any:
		return "no knowledge point was explained"
	case len(unclear) > 0:
		return "a knowledge point is not confirmed"
	}
	return ""
}

// offerNext ends the module in hand and offers the next one.
func (u *turn) offerNext() {
	next := u.nextModule()
	if next == "" {
		u.finish()
		return
	}
	u.c.Position.Waiting = waitStage
	u.todo(u.phrase("todo_module", data{"ID": next, "Title": u.plan().title(next)}))
	u.say("next_module", data{"ID": next, "Title": u.plan().title(next)})
	u.asks(coach.AskStep, "")
}
