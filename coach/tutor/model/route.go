package model

import (
	"encoding/hex"
	"encoding/json"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// gateA shows the result of the diagnosis with the route draft: all five dimensions are known, so the
// documents are due for the first time.
func (u *turn) gateA() error {
	u.c.Diagnosis.Asked, u.c.Diagnosis.Tries = "", 0
	u.c.Phase = coach.PhaseNegotiation
	var preferred []string
	for _, dim := range preferences {
		preferred = append(preferred, u.preference(dim))
	}
	u.c.Diagnosis.Preferences = strings.Join(preferred, ", ")
	u.todo(u.phrase("todo_route", nil))
	u.r.Saves = true
	u.say("gate_a", nil)
	return u.showDraft()
}

// showDraft shows the route draft; where there is none yet, it is made.
func (u *turn) showDraft() error {
	if len(u.plan().Modules) > 0 {
		u.draft()
		return nil
	}
	key := u.routeKey()
	if p, ok := u.cached(key); ok {
		u.accept(p)
		u.draft()
		return nil
	}
	err := u.ask("route", func(u *turn, a answer) []fault { return u.takeRoute(a) })
	if err == nil && u.Cache != nil {
		u.Cache.Put(u.ctx, key, u.plan().encode())
	}
	return err
}

// takeRoute shows the model's route, if it may be shown.
func (u *turn) takeRoute(a answer) []fault {
	p := plan{Setup: oneLine(a.Setup), Stack: oneLine(a.Stack), Modules: a.Modules}
	if p.Setup == "" {
		p.Setup = u.phrase("step_setup", nil)
	}
	faults := u.check(p)
	if slices.ContainsFunc(p.texts(), func(text string) bool { return len(u.unclean(text)) > 0 }) {
		faults = append(faults, again("route.text", "a title, a pass criterion, the setup or the stack breaks a rule for messages"))
	}
	if len(faults) > 0 {
		return faults
	}
	u.accept(p)
	u.draft()
	return nil
}

// cached is a route made earlier from the same diagnosis; one that no longer passes the check is none.
func (u *turn) cached(key string) (plan, bool) {
	if u.Cache == nil {
		return plan{}, false
	}
	b, ok := u.Cache.Get(u.ctx, key)
	var p plan
	if !ok || json.Unmarshal(b, &p) != nil || len(u.check(p)) > 0 {
		return plan{}, false
	}
	return p, true
}

// routeKey names everything that a route follows from: the version of its prompt, and the diagnosis. It is
// long enough that no two diagnoses share one: routes are kept for all learners.
func (u *turn) routeKey() string {
	h := fnv.New128a()
	h.Write([]byte(u.routeBrief()))
	return "route/" + u.Prompts.version(u.loc, "route") + "/" + hex.EncodeToString(h.Sum(nil))
}

// routeBrief is all that the route's prompt shows: the same diagnosis is the same prompt.
func (u *turn) routeBrief() string {
	d := u.c.Diagnosis
	return strings.Join([]string{
		"topic: " + u.c.Topic, "goal: " + d.Goal, "level: " + d.Level, "time: " + d.Time,
		"preferences: " + d.Preferences, "deliverable: " + d.Deliverable,
	}, "\n")
}

// plan is the route that the course keeps.
func (u *turn) plan() plan { return planOf(u.c) }

// accept makes a plan the course's.
func (u *turn) accept(p plan) {
	for i := range p.Modules {
		p.Modules[i].Title, p.Modules[i].Pass = oneLine(p.Modules[i].Title), oneLine(p.Modules[i].Pass)
	}
	p.keep(&u.c)
	if p.Stack != "" {
		u.c.Stack = p.Stack
	}
	u.c.Route.Modules = p.ids()
}

// tableRow is one line of the route's table, as the text route_draft shows it.
type tableRow struct {
	ID, Title, Layer, Needs, Days, Pass string
}

// draft shows the whole route draft, in five parts, and asks for a confirmation.
func (u *turn) draft() {
	p := u.plan()
	days, layer := 0.0, 0
	var rows []tableRow
	for _, m := range p.Modules {
		days += m.Days
		layer = max(layer, m.Layer)
		needs := strings.Join(m.Requires, ", ")
		if needs == "" {
			needs = "–"
		}
		rows = append(rows, tableRow{m.ID, m.Title, "L" + strconv.Itoa(m.Layer), needs, number(m.Days), m.Pass})
	}
	d := u.c.Diagnosis
	u.c.Route.Depth, u.c.Route.Asked = "L"+strconv.Itoa(layer), false
	u.c.Route.Rhythm = u.phrase("rhythm", data{"Days": number(days), "Time": strings.TrimRight(d.Time, ".。 ")})
	u.say("route_draft", data{
		"Title": u.c.Title, "Goal": d.Goal, "Level": u.phrase("level_"+u.level(), nil), "Time": d.Time,
		"Preferences": d.Preferences, "Deliverable": strings.TrimRight(d.Deliverable, ".。 "), "Rows": rows,
		"Rhythm": u.c.Route.Rhythm, "Depth": u.c.Route.Depth, "Setup": p.Setup,
	})
	u.askRoute()
}

// level is the level's name; one that the texts do not know counts as the first.
func (u *turn) level() string {
	for _, name := range levels {
		if name == u.c.Diagnosis.Level {
			return name
		}
	}
	return levels[0]
}

func (u *turn) askRoute() {
	u.asks(coach.AskConfirm, "")
	u.r.Step = "route"
	u.todo(u.phrase("todo_route", nil))
}

// listProgress makes the list of modules, setup first, all open.
func (u *turn) listProgress() {
	p := u.plan()
	u.c.Modules = []course.Progress{{ID: setupID, Title: p.Setup, Status: "open"}}
	for _, m := range p.Modules {
		u.c.Modules = append(u.c.Modules, course.Progress{ID: m.ID, Title: m.Title, Status: "open"})
	}
}
