package slacktest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Ask is what a user asked of the app by a command, a button or a modal.
type Ask struct {
	TriggerID   string
	ResponseURL string // "" of a modal
}

// Slash runs a slash command at channel level: Slack knows none in threads. An ack with a text answers it for
// the user only, or with response_type in_channel for everybody.
func (s *Server) Slash(userID, channelID, command, text string) Ask {
	s.lock()
	defer s.unlock()
	ch, u := s.channel(channelID), s.user(userID)
	ask := Ask{TriggerID: s.newTrigger(userID), ResponseURL: s.newResponseURL(userID, channelID, "")}
	s.asked(ch, userID)
	h := Happening{Deed: Commanded, Channel: ch.id, User: userID, Detail: strings.TrimSpace(command + " " + text)}
	s.tell(h, "%s %s runs %s %s", ch.id, u.name, command, text)
	name := map[Kind]string{Public: ch.name, Private: "privategroup", IM: "directmessage"}[ch.kind]
	fields := map[string]string{
		"token": "fake-verification-token", "team_id": s.teamID, "team_domain": "studyhall",
		"channel_id": ch.id, "channel_name": name, "user_id": u.id, "user_name": u.name, "command": command,
		"text": text, "api_app_id": s.appID, "is_enterprise_install": "false",
		"response_url": ask.ResponseURL, "trigger_id": ask.TriggerID,
	}
	form := url.Values{}
	for k, v := range fields {
		form.Set(k, v)
	}
	payload, _ := json.Marshal(fields) // of strings only
	s.dispatch(&delivery{
		kind: slashCommands, payload: payload, form: form, eventType: command, channel: ch.id,
		answer: func(payload json.RawMessage) { s.answerSlash(ch, userID, payload) },
	})
	return ask
}

// asked notes that a user wants something in a channel: the bot may begin one thread there.
func (s *Server) asked(ch *channel, userID string) {
	ch.invited++
	if !slices.Contains(ch.askers, userID) {
		ch.askers = append(ch.askers, userID)
	}
}

// answerSlash shows what the ack of a slash command said.
func (s *Server) answerSlash(ch *channel, userID string, payload json.RawMessage) {
	args, err := jsonArgs(payload)
	if err != nil || (args["text"] == "" && args["blocks"] == "") {
		return // an empty ack shows nothing
	}
	c := &call{Server: s, method: "ack", args: args}
	if err := c.respond(&responseURL{user: userID, channel: ch.id}); err != nil {
		h := Happening{Deed: Refused, Channel: ch.id, User: userID, Detail: err.Error()}
		s.tell(h, "%s the answer to the command was refused: %v", ch.id, err)
	}
}

// PressButton presses the button of that action_id under a message, or under an ephemeral one.
func (s *Server) PressButton(userID, channelID, ts, actionID string) Ask {
	s.lock()
	defer s.unlock()
	ch, u := s.channel(channelID), s.user(userID)
	blocks, message, container := s.shown(ch, ts)
	block, button := findAction(blocks, actionID)
	if button == nil {
		panic(fmt.Sprintf("slacktest: no button %q under %s", actionID, ts))
	}
	ask := Ask{TriggerID: s.newTrigger(userID), ResponseURL: s.newResponseURL(userID, channelID, ts)}
	if container["thread_ts"] == nil {
		s.asked(ch, userID)
	}
	h := Happening{Deed: Pressed, Channel: ch.id, TS: ts, User: userID, Detail: actionID}
	s.tell(h, "%s %s: %s presses %s", ch.id, ts, u.name, actionID)
	o := s.interaction("block_actions", u, ask.TriggerID)
	o["container"], o["message"], o["response_url"] = container, message, ask.ResponseURL
	o["channel"] = object{"id": ch.id, "name": ch.name}
	o["state"] = object{"values": object{}}
	o["actions"] = []object{{
		"type": button["type"], "action_id": actionID, "block_id": block, "text": button["text"],
		"value": button["value"], "style": button["style"], "action_ts": s.ts(),
	}}
	s.interact(o, "block_actions", nil)
	return ask
}

// shown is a message with its blocks and the container that a press of its buttons names.
func (s *Server) shown(ch *channel, ts string) (blocks json.RawMessage, message, container object) {
	container = object{"type": "message", "message_ts": ts, "channel_id": ch.id, "is_ephemeral": false}
	for _, e := range s.ephemerals {
		if e.TS == ts {
			container["is_ephemeral"] = true
			put(container, "thread_ts", e.ThreadTS)
			return e.Blocks, nil, container // Slack sends no message of an ephemeral one
		}
	}
	m := ch.message(ts)
	put(container, "thread_ts", m.ThreadTS)
	return m.Blocks, s.messageObject(m, allMetadata), container
}

// findAction is the element of that action_id and the id of its block.
func findAction(blocks json.RawMessage, actionID string) (blockID string, element object) {
	var list []object
	_ = json.Unmarshal(blocks, &list) // checked when it was posted
	for i, b := range list {
		walk(b, func(o object) {
			if o["action_id"] == actionID {
				element = o
				blockID, _ = b["block_id"].(string)
				if blockID == "" {
					blockID = fmt.Sprintf("b%d", i) // Slack makes one up
				}
			}
		})
	}
	return blockID, element
}

// SubmitView submits a modal with values by action_id.
func (s *Server) SubmitView(userID, viewID string, values map[string]string) Ask {
	s.lock()
	defer s.unlock()
	view := s.view(viewID)
	ask := Ask{TriggerID: s.newTrigger(userID)}
	v := s.viewObject(view)
	v["state"] = object{"values": stateOf(v["blocks"], values)}
	o := s.interaction("view_submission", s.user(userID), ask.TriggerID)
	o["view"], o["response_urls"] = v, []object{}
	s.interact(o, "view_submission", func(payload json.RawMessage) { view.Answer = payload })
	return ask
}

// CloseView closes a modal without submitting.
func (s *Server) CloseView(userID, viewID string) {
	s.lock()
	defer s.unlock()
	o := s.interaction("view_closed", s.user(userID), "")
	o["view"], o["is_cleared"] = s.viewObject(s.view(viewID)), false
	s.interact(o, "view_closed", nil)
}

func (s *Server) view(id string) *View {
	for _, v := range s.views {
		if v.ID == id {
			return v
		}
	}
	panic(fmt.Sprintf("slacktest: no view %q", id))
}

// stateOf is what the inputs of a modal hold, by block_id and action_id.
func stateOf(blocks any, values map[string]string) object {
	out := object{}
	list, _ := blocks.([]any)
	for i, item := range list {
		b, _ := item.(object)
		element, _ := b["element"].(object)
		action, _ := element["action_id"].(string)
		if action == "" {
			continue
		}
		block, _ := b["block_id"].(string)
		if block == "" {
			block = fmt.Sprintf("b%d", i)
		}
		out[block] = object{action: inputValue(element["type"], values[action])}
	}
	return out
}

func inputValue(kind any, value string) object {
	if kind == "plain_text_input" {
		return object{"type": kind, "value": value}
	}
	option := object{"value": value, "text": object{"type": "plain_text", "text": value}}
	return object{"type": kind, "selected_option": option}
}

// interaction is what every interaction says.
func (s *Server) interaction(kind string, u *user, triggerID string) object {
	return object{
		"type": kind, "token": "fake-verification-token", "api_app_id": s.appID, "trigger_id": triggerID,
		"team": object{"id": s.teamID, "domain": "studyhall"}, "enterprise": nil, "is_enterprise_install": false,
		"user": object{"id": u.id, "username": u.name, "name": u.name, "team_id": s.teamID},
	}
}

// interact sends an interaction on its way.
func (s *Server) interact(o object, kind string, answer func(json.RawMessage)) {
	payload := frame(o)
	form := url.Values{"payload": {string(payload)}}
	s.dispatch(&delivery{kind: interactive, payload: payload, form: form, eventType: kind, answer: answer})
}
