package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// press finds the newest button whose label or id begins with text.
func (d *desk) press(text string) error {
	user, place := d.begin()
	all := append(d.srv.Messages(place), d.srv.Ephemerals(user.id)...)
	var labels []string
	for _, m := range slices.Backward(all) {
		for _, b := range m.Buttons {
			if !strings.HasPrefix(strings.ToLower(b.Label), strings.ToLower(text)) && !strings.HasPrefix(b.ID, text) {
				labels = append(labels, b.Label)
				continue
			}
			id, err := d.srv.Press(user.id, m.ID, b.ID)
			d.ask(id)
			return err
		}
	}
	if len(labels) == 0 {
		return errors.New("there is no button in sight")
	}
	return fmt.Errorf("no button %q in sight; there is %s", text, strings.Join(labels, ", "))
}

// input is a field of a form.
type input struct {
	ID          string `json:"custom_id"`
	Label       string `json:"label"`
	Value       string `json:"value"`
	Placeholder string `json:"placeholder"`
}

// inputs are the fields of a form that the bot has shown.
func inputs(modal any) []input {
	raw, err := json.Marshal(modal)
	if err != nil {
		panic(err) // it came as JSON
	}
	var form struct {
		Rows []struct {
			Inputs []input `json:"components"`
		} `json:"components"`
	}
	_ = json.Unmarshal(raw, &form) // a form of another shape has none that can be filled in here
	var all []input
	for _, row := range form.Rows {
		all = append(all, row.Inputs...)
	}
	return all
}

// showForm prints a form that has opened.
func (d *desk) showForm(title string, modal json.RawMessage) {
	lines := []string{fmt.Sprintf("- a form opens: %s", title)}
	for _, in := range inputs(modal) {
		line := "    " + in.Label + ": " + in.Value
		if in.Placeholder != "" {
			line += "(" + in.Placeholder + ")"
		}
		lines = append(lines, line)
	}
	d.hear("%s\n    :submit TEXT sends it", strings.Join(lines, "\n"))
}

// submit fills the first field of the form that is open, and sends it.
func (d *desk) submit(text string) error {
	d.mu.Lock()
	asked := d.asked
	d.mu.Unlock()
	fields := inputs(d.srv.Asked(asked).Modal)
	if len(fields) == 0 {
		return errors.New("no form is open; a button may open one")
	}
	d.begin()
	id, err := d.srv.Submit(asked, map[string]string{fields[0].ID: text})
	d.ask(id)
	return err
}
