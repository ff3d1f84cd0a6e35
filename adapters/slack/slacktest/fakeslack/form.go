package main

import (
	"encoding/json"
	"errors"

	"tack/adapters/slack/slacktest"
)

// asked is the modal that the person has open.
func (c *console) asked() (slacktest.View, error) {
	all := c.srv.Views()
	if len(all) == 0 || all[len(all)-1].ID == c.modal || all[len(all)-1].User != c.user {
		return slacktest.View{}, errors.New("no form is open")
	}
	return all[len(all)-1], nil
}

// submit sends the form with text in its first input.
func (c *console) submit(text string) error {
	view, err := c.asked()
	if err != nil {
		return err
	}
	c.modal = view.ID
	c.srv.SubmitView(c.user, view.ID, map[string]string{formOf(view.Body).input(): text})
	return nil
}

func (c *console) cancel(string) error {
	view, err := c.asked()
	if err != nil {
		return err
	}
	c.modal = view.ID
	c.srv.CloseView(c.user, view.ID)
	return nil
}

// form is what the terminal shows of a modal.
type form struct {
	Title  struct{ Text string }
	Blocks []struct {
		Label   struct{ Text string }
		Hint    struct{ Text string }
		Element struct {
			ActionID string `json:"action_id"`
		}
	}
}

func formOf(body json.RawMessage) form {
	var f form
	_ = json.Unmarshal(body, &f) // checked when it was opened
	return f
}

// input is the action_id of the first input.
func (f form) input() string {
	for _, b := range f.Blocks {
		if b.Element.ActionID != "" {
			return b.Element.ActionID
		}
	}
	return ""
}
