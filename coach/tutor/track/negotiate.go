package track

import (
	"tack/coach"
	"tack/coach/course"
)

// negotiate takes the answer to the route draft. Only an explicit yes passes gate B.
func (u *turn) negotiate() {
	early := u.keepEarly()
	awaited := u.c.Position.Waiting == waitEarly
	u.c.Position.Waiting = ""
	switch {
	case u.in.Go:
		u.gateB()
	case u.is(coach.KindBusy):
		u.say("route_busy", nil)
		u.askRoute()
	case u.hears("hear_teach_first", u.text):
		u.say("route_no_teaching", nil)
		u.askRoute()
	case u.wishedLanguage() != "" && u.wishedLanguage() != u.loc:
		u.setPreference("language", u.wishedLanguage())
		u.summarizePreferences()
		u.redraft("diag_language", nil)
	case u.puzzled():
		u.say("route_explained", data{"Example": u.exampleModule()})
		u.askRoute()
	case awaited && !early && u.is(coach.KindEvidence) && u.hasIssue():
		u.sayEarlyTold()
	case u.change():
	case u.is(coach.KindConfirm):
		u.gateB()
	case u.is(coach.KindVague, coach.KindContinue, coach.KindAck):
		u.askBack()
	case early:
		u.say("route_early", nil)
		u.askRoute()
	case u.tellsEarly(awaited):
		u.sayEarlyTold()
	case u.is(coach.KindQuestion):
		u.note(u.text)
		u.say("route_question", nil)
		u.askRoute()
	default:
		u.say("route_what_change", data{"Example": u.exampleModule()})
		u.askRoute()
	}
}

// sayEarlyTold takes what is told of the kept error and goes back to the draft.
func (u *turn) sayEarlyTold() {
	u.say("early_told", nil)
	u.say("route_early", nil)
	u.askRoute()
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

// exampleModule is a module that a learner could ask to leave out.
func (u *turn) exampleModule() string {
	if n := len(u.c.Route.Modules); n > 0 {
		return u.c.Route.Modules[n-1]
	}
	return "M1"
}

// gateB locks the route and begins the setup.
func (u *turn) gateB() {
	u.c.Route.Confirmed = true
	u.c.Phase = coach.PhaseSetup
	u.r.Saves, u.r.Advanced = true, true
	u.listProgress()
	u.say("gate_b", data{"Depth": u.c.Route.Depth})
	u.enter(setupID)
	if !u.startEarly() {
		u.present()
	}
}

// listProgress makes the list of modules, setup first, all open.
func (u *turn) listProgress() {
	u.c.Modules = []course.Progress{{ID: setupID, Title: u.track.Setup.Title.In(u.loc), Status: "open"}}
	for _, id := range u.c.Route.Modules {
		m, _ := u.track.module(id)
		u.c.Modules = append(u.c.Modules, course.Progress{ID: id, Title: m.Title.In(u.loc), Status: "open"})
	}
}
