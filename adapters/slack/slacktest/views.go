package slacktest

import (
	"encoding/json"
	"time"
	"unicode/utf8"
)

// View is a modal as it was opened.
type View struct {
	ID, CallbackID, Metadata string
	User                     string // who sees it
	Body                     json.RawMessage
	Answer                   json.RawMessage // what the app answered to the submission; nil = not yet, or nothing
}

// trigger lets the app open a modal once, within triggerLife.
type trigger struct {
	user string
	made time.Time
	used bool
}

// triggerLife is how long a trigger_id holds.
const triggerLife = 3 * time.Second

// newTrigger makes a trigger_id for what a user did.
func (s *Server) newTrigger(userID string) string {
	id := s.id("13345224609.738474920.")
	s.triggers[id] = &trigger{user: userID, made: s.now()}
	return id
}

// openView is views.open.
func openView(c *call) (object, error) {
	t := c.triggers[c.args["trigger_id"]]
	switch {
	case t == nil:
		return nil, refusal("invalid_trigger_id")
	case t.used:
		return nil, refusal("exchanged_trigger_id")
	case c.now().Sub(t.made) > triggerLife:
		return nil, refusal("expired_trigger_id")
	}
	var v modal
	raw := json.RawMessage(c.args["view"])
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, refusal("invalid_arguments")
	}
	c.known("the view", raw, viewFields...)
	if err := c.checkModal(v); err != nil {
		return nil, err
	}
	t.used = true
	view := &View{ID: c.id("V"), CallbackID: v.CallbackID, Metadata: v.Metadata, User: t.user, Body: raw}
	c.views = append(c.views, view)
	h := Happening{Deed: Opened, User: t.user, Detail: view.ID}
	c.tell(h, "modal %s for %s: %s", view.ID, c.name(t.user), v.Title.Text)
	return object{"view": c.viewObject(view)}, nil
}

// modal is what is checked of a view.
type modal struct {
	Type       string          `json:"type"`
	Title      plain           `json:"title"`
	Submit     plain           `json:"submit"`
	Close      plain           `json:"close"`
	Blocks     json.RawMessage `json:"blocks"`
	CallbackID string          `json:"callback_id"`
	Metadata   string          `json:"private_metadata"`
}

// viewFields are what a modal may hold.
var viewFields = []string{
	"type", "title", "submit", "close", "blocks", "callback_id", "private_metadata", "clear_on_close", "notify_on_close",
	"external_id", "submit_disabled",
}

type plain struct {
	Type, Text string
}

// Longest parts of a modal, in characters.
const (
	maxModalTitle    = 24
	maxModalMetadata = 3000
	maxCallbackID    = 255
)

func (c *call) checkModal(v modal) error {
	var faults []string
	for at, p := range map[string]plain{"title": v.Title, "submit": v.Submit, "close": v.Close} {
		if utf8.RuneCountInString(p.Text) > maxModalTitle {
			faults = append(faults, "[ERROR] must be less than 25 characters [json-pointer:/view/"+at+"/text]")
		}
		if p.Text != "" && p.Type != "plain_text" {
			faults = append(faults, "[ERROR] unsupported type: "+p.Type+" [json-pointer:/view/"+at+"]")
		}
	}
	if v.Type != "modal" || v.Title.Text == "" || len(v.CallbackID) > maxCallbackID {
		faults = append(faults, "[ERROR] a modal has a title and a callback_id of at most 255 characters [json-pointer:/view]")
	}
	if utf8.RuneCountInString(v.Metadata) > maxModalMetadata {
		faults = append(faults, "[ERROR] must be less than 3001 characters [json-pointer:/view/private_metadata]")
	}
	faults = append(faults, blockFaults(v.Blocks, maxModalBlocks)...)
	var blocks []struct{ Type string }
	_ = json.Unmarshal(v.Blocks, &blocks) // blockFaults has complained
	for _, b := range blocks {
		if b.Type == "input" && v.Submit.Text == "" {
			faults = append(faults, "[ERROR] a modal with inputs has a submit [json-pointer:/view/submit]")
			break
		}
	}
	if len(faults) == 0 {
		return nil
	}
	for _, f := range faults {
		c.violate(c.method, BadBlocks, "%s", f)
	}
	return &apiError{code: "invalid_arguments", messages: faults}
}

// viewObject is a view as the app gets it back.
func (s *Server) viewObject(v *View) object {
	var o object
	_ = json.Unmarshal(v.Body, &o) // checked when it was opened
	o["id"], o["team_id"], o["app_id"], o["bot_id"] = v.ID, s.teamID, s.appID, s.botID
	o["root_view_id"], o["hash"], o["app_installed_team_id"] = v.ID, "1700000000.fake", s.teamID
	if o["private_metadata"] == nil {
		o["private_metadata"] = ""
	}
	o["state"] = object{"values": object{}}
	return o
}
