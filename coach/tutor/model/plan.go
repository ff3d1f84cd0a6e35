package model

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tack/coach/course"
)

// module is one module of a route that a model made.
type module struct {
	ID       string  `json:"id"`    // "M1", "M2", … in the order of the route
	Title    string  `json:"title"` //
	Layer    int     `json:"layer"` // 1 to 4
	Requires words   `json:"requires"`
	Days     float64 `json:"days"` // 0.25 to 2
	Pass     string  `json:"pass"` // "do X, see Y"
}

// plan is a route that a model made. The zero value is none.
type plan struct {
	Setup   string   `json:"setup"` // title of the setup
	Stack   string   `json:"stack"` // in one line
	Modules []module `json:"modules"`
}

// planTitle heads the section of CONTEXT.md that keeps a plan: course.Route has only the ids, and what
// passes a module must outlive the window. Sections that the documents do not know are kept as they
// stand, so this one comes back with them, and the learner can read it.
const planTitle = "Route plan"

// the columns of a plan's table, in both languages alike so that either reads it.
var planHead = []string{"id", "title", "layer", "requires", "days", "pass"}

// keep writes the plan into the course.
func (p plan) keep(c *course.State) {
	lines := []string{row(slices.Clone(planHead)...), row(slices.Repeat([]string{"---"}, len(planHead))...)}
	for _, m := range p.Modules {
		lines = append(lines, row(m.ID, m.Title, "L"+strconv.Itoa(m.Layer), strings.Join(m.Requires, " "), number(m.Days), m.Pass))
	}
	if p.Setup != "" {
		lines = append(lines, row(setupID, p.Setup, "", "", "", ""))
	}
	body := strings.Join(lines, "\n")
	c.Extra = slices.DeleteFunc(c.Extra, func(s course.Section) bool { return s.Title == planTitle })
	c.Extra = append(c.Extra, course.Section{Title: planTitle, Body: body})
}

// planOf reads the plan that a course keeps; one without modules was not made by a model.
func planOf(c course.State) plan {
	p := plan{Stack: c.Stack}
	for _, s := range c.Extra {
		if s.Title != planTitle {
			continue
		}
		for _, line := range strings.Split(s.Body, "\n") {
			p.read(line)
		}
	}
	return p
}

// read takes one line of the table; what is no row of a module is left out.
func (p *plan) read(line string) {
	cells := cells(line)
	if len(cells) != len(planHead) || !strings.HasPrefix(cells[0], "M") {
		return
	}
	if cells[0] == setupID {
		p.Setup = cells[1]
		return
	}
	layer, _ := strconv.Atoi(strings.TrimPrefix(cells[2], "L"))
	days, _ := strconv.ParseFloat(cells[4], 64)
	p.Modules = append(p.Modules, module{
		ID: cells[0], Title: cells[1], Layer: layer, Requires: strings.Fields(cells[3]), Days: days, Pass: cells[5],
	})
}

// encode is the form in which a plan is cached.
func (p plan) encode() []byte {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // numbers and strings: it cannot fail; days are checked to be finite
	}
	return b
}

// module gives a module of the plan.
func (p plan) module(id string) (module, bool) {
	for _, m := range p.Modules {
		if m.ID == id {
			return m, true
		}
	}
	return module{}, false
}

// title is the title of a module or of the setup.
func (p plan) title(id string) string {
	if m, ok := p.module(id); ok {
		return m.Title
	}
	return p.Setup
}

// texts are all that a learner may be shown of the plan.
func (p plan) texts() []string {
	list := []string{p.Setup, p.Stack}
	for _, m := range p.Modules {
		list = append(list, m.Title, m.Pass)
	}
	return list
}

// ids are the modules' ids in order.
func (p plan) ids() []string {
	var ids []string
	for _, m := range p.Modules {
		ids = append(ids, m.ID)
	}
	return ids
}

// row is a line of a Markdown table.
func row(cells ...string) string {
	for i, c := range cells {
		cells[i] = cell(c)
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// cell makes a text fit for a cell of a table.
func cell(text string) string { return strings.ReplaceAll(oneLine(text), "|", "¦") }

func cells(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	parts := strings.Split(line, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
