package track

import (
	"strconv"
	"strings"

	"tack/coach"
)

// row is one module in the route's list.
type row struct {
	ID, Title, Layer, Needs, Days, Pass string
}

// gateA shows the result of the diagnosis with the route draft: all five dimensions are known, so
// the documents are due for the first time.
func (u *turn) gateA() {
	u.c.Diagnosis.Asked, u.c.Diagnosis.Tries = "", 0
	u.c.Phase = coach.PhaseNegotiation
	if u.c.Stack == "" {
		u.c.Stack = u.track.Stack.In(u.loc)
	}
	if len(u.c.Route.Modules) == 0 {
		u.c.Route.Modules = u.allModules()
	}
	u.r.Saves = true
	u.say("gate_a", nil)
	u.draft()
}

// draft shows the whole route draft, in five parts, and asks for a confirmation.
func (u *turn) draft() {
	layer := 0
	var rows []row
	for _, id := range u.c.Route.Modules {
		m, _ := u.track.module(id)
		layer = max(layer, m.Layer)
		rows = append(rows, u.row(m))
	}
	u.c.Route.Depth = "L" + strconv.Itoa(layer)
	u.c.Route.Asked = false
	u.c.Route.Rhythm = u.rhythm()
	d := u.c.Diagnosis
	u.say("route_draft", data{
		"Title": u.c.Title, "Goal": d.Goal, "Level": u.words("level_"+u.levelName(), nil), "Time": d.Time,
		"Preferences": d.Preferences, "Deliverable": bare(d.Deliverable), "Rows": rows,
		"Rhythm": u.c.Route.Rhythm, "Depth": u.c.Route.Depth, "Setup": u.track.Setup.Title.In(u.loc),
	})
	u.askRoute()
}

func (u *turn) askRoute() {
	u.asks(coach.AskConfirm, "")
	u.r.Step = "route"
	u.todo(u.words("todo_route", nil))
}

// levelName is the level's name; one that the texts do not know counts as the first.
func (u *turn) levelName() string {
	for _, name := range levels {
		if name == u.c.Diagnosis.Level {
			return name
		}
	}
	return levels[0]
}

func (u *turn) row(m *Module) row {
	needs := strings.Join(m.Requires, ", ")
	if needs == "" {
		needs = "–"
	}
	return row{
		ID: m.ID, Title: item(m.Title.In(u.loc)), Layer: "L" + strconv.Itoa(m.Layer), Needs: needs,
		Days: number(m.Days), Pass: item(m.Pass.In(u.loc)),
	}
}

// item makes a text fit for an item of a list.
func item(text string) string { return strings.Join(strings.Fields(text), " ") }

// bare takes the full stop off a sentence that goes on.
func bare(text string) string { return strings.TrimRight(strings.TrimSpace(text), ".。") }

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
