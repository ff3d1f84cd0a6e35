package model

import (
	"strings"

	"tack/coach"
)

// plainYes is how many runes and plainYesTokens how many tokens a confirmation may have to be nothing else. In a longer one the model must
// find the yes too, and no change: it can only withhold what the rules read, never give it.
const (
	plainYes       = 16
	plainYesTokens = 9 // the same for scripts without blanks
)

// negotiate takes the answer to the route draft. Only the learner's explicit yes passes gate B: as the
// rules read it, or by a reaction on the draft.
func (u *turn) negotiate() error {
	yes := u.in.Go || u.is(coach.KindConfirm) && u.in.Last.Asks == coach.AskConfirm
	switch {
	case len(u.plan().Modules) == 0:
		return u.showDraft()
	case !u.in.Go && u.hears("hear_teach_first", u.text):
		u.say("route_no_teaching", nil)
		u.askRoute()
		return nil
	case u.in.Go, yes && isPlain(u.text):
		return u.gateB()
	case u.is(coach.KindBusy):
		u.say("route_busy", nil)
		u.askRoute()
		return nil
	case u.is(coach.KindVague, coach.KindContinue, coach.KindAck):
		u.askBack()
		return nil
	}
	agreed := false
	err := u.ask("negotiation", func(u *turn, a answer) []fault {
		agreed = yes && !bool(a.Change) && u.said(a.Yes)
		return u.takeChange(a, agreed)
	})
	if err == nil && agreed {
		return u.gateB()
	}
	return err
}

// takeChange shows the whole draft again after a change, or says one sentence and that the draft waits.
func (u *turn) takeChange(a answer, agreed bool) []fault {
	faults := u.bridge(a.Text)
	if a.Change {
		return append(faults, u.takeRoute(a)...)
	}
	if !agreed {
		u.say("route_waits", nil)
		u.askRoute()
	}
	return faults
}

// askBack asks once whether a vague yes is one; after that it only says that it waits.
func (u *turn) askBack() {
	if u.c.Route.Asked {
		u.say("route_waits", nil)
	} else {
		u.say("route_ask_back", nil)
	}
	u.askRoute()
	u.c.Route.Asked = true
}

// gateB locks the route and begins the setup.
func (u *turn) gateB() error {
	u.agreed = true
	u.parts = nil
	u.c.Route.Confirmed = true
	u.c.Phase = coach.PhaseSetup
	u.r.Saves, u.r.Advanced = true, true
	u.listProgress()
	u.say("gate_b", data{"Depth": u.c.Route.Depth})
	u.enter(setupID)
	return u.scene()
}

// isPlain reports whether a confirmation has no room for anything else.
func isPlain(text string) bool {
	text = strings.TrimSpace(text)
	return len([]rune(text)) <= plainYes && Tokens(text) <= plainYesTokens
}
