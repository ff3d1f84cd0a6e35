package discordtest

import (
	"fmt"
	"slices"
	"strings"
)

// Slash runs a slash command as a person and returns the interaction's id. command is a registered command's
// name, with the names of subcommands after it ("study start"); options go by name, with values of Go's
// string, bool, int or float64. It fails where the client would not offer the command: unknown name or option,
// an option missing, no permission, an archived thread.
func (s *Server) Slash(userID, channelID, command string, options map[string]any) (string, error) {
	s.lock()
	defer s.unlock()
	u, ch, err := s.who(userID, channelID)
	if err != nil {
		return "", err
	}
	if ch.archived() {
		return "", errArchived
	}
	if ch.guild != nil {
		if err := s.need(u, ch, UseCommands); err != nil {
			return "", err
		}
	}
	path := strings.Fields(command)
	registered := s.commandFor(ch, path[0])
	if registered == nil {
		return "", errUnknownCommand
	}
	given, err := choose(registered, path[1:], options)
	if err != nil {
		return "", err
	}
	data := object{"id": registered["id"], "name": registered["name"], "type": 1, "options": given}
	if scope, ok := registered["guild_id"]; ok {
		data["guild_id"] = scope
	}
	return s.ask(u, ch, askedCommand, data, nil).id, nil
}

// commandFor is the command that a name calls in a channel: the guild's own before a global one.
func (s *Server) commandFor(ch *channel, name string) object {
	scopes := []string{""}
	if ch.guild != nil {
		scopes = []string{ch.guild.id, ""}
	}
	for _, scope := range scopes {
		if i := s.commandNamed(scope, name); i >= 0 {
			return s.commands[scope][i]
		}
	}
	return nil
}

// choose builds the options of an interaction out of what the command (or a subcommand of it) declares.
func choose(command object, path []string, options map[string]any) ([]object, error) {
	declared, _ := command["options"].([]any)
	if len(path) > 0 {
		sub := declaredOption(declared, path[0])
		if sub == nil {
			return nil, errUnknownCommand
		}
		inner, err := choose(sub, path[1:], options)
		return []object{{"name": path[0], "type": sub["type"], "options": inner}}, err
	}
	given := []object{}
	left := len(options)
	for _, raw := range declared {
		option, _ := raw.(object)
		name, _ := option["name"].(string)
		value, told := options[name]
		switch {
		case told:
			given = append(given, object{"name": name, "type": option["type"], "value": value})
			left--
		case option["required"] == true:
			return nil, required("options", name)
		}
	}
	if left > 0 {
		return nil, fmt.Errorf("options %v: the command declares %d of them: %w", options, len(given), errUnknownCommand)
	}
	return given, nil
}

func declaredOption(declared []any, name string) object {
	i := slices.IndexFunc(declared, func(raw any) bool { o, _ := raw.(object); return o["name"] == name })
	if i < 0 {
		return nil
	}
	return declared[i].(object)
}

// Press presses a button by its custom id, on a message of the channel or on one that only this user was
// shown. It fails if there is no such button or it is disabled.
func (s *Server) Press(userID, messageID, customID string) (string, error) {
	s.lock()
	defer s.unlock()
	u, m := s.users[userID], s.anyMessage(messageID)
	switch {
	case u == nil:
		return "", errUnknownUser
	case m == nil || m.flags&flagEphemeral != 0 && m.interaction.user != u:
		return "", errUnknownMessage
	case m.channel.archived():
		return "", errArchived
	case !s.sees(u, m.channel):
		return "", errMissingAccess
	}
	button := buttonOf(m, customID)
	if button == nil || button["disabled"] == true {
		return "", fmt.Errorf("no button %q to press on message %s: %w", customID, messageID, errUnknownMessage)
	}
	data := object{"custom_id": customID, "component_type": button["type"]}
	return s.ask(u, m.channel, askedComponent, data, m).id, nil
}

// anyMessage also finds what only one person was shown.
func (s *Server) anyMessage(id string) *message {
	if m := s.messages[id]; m != nil {
		return m
	}
	for _, i := range s.asked {
		for _, m := range i.shown() {
			if m.id == id {
				return m
			}
		}
	}
	return nil
}

// shown are the messages that an interaction was answered with.
func (i *interaction) shown() []*message {
	if i.original == nil {
		return i.followups
	}
	return append([]*message{i.original}, i.followups...)
}

func buttonOf(m *message, customID string) object {
	for _, raw := range m.components {
		row, _ := raw.(object)
		inner, _ := row["components"].([]any)
		for _, raw := range inner {
			if one, _ := raw.(object); one["custom_id"] == customID {
				return one
			}
		}
	}
	return nil
}

// Submit sends the modal that an interaction was answered with, its inputs by custom id; an input not named
// keeps the value that the modal gave it.
func (s *Server) Submit(interactionID string, values map[string]string) (string, error) {
	s.lock()
	defer s.unlock()
	i := s.asked[interactionID]
	if i == nil || i.modal == nil {
		return "", errUnknownInteract
	}
	rows := []object{}
	for _, input := range inputs(i.modal["components"].([]any)) {
		id, _ := input["custom_id"].(string)
		value, told := values[id]
		if !told {
			value, _ = input["value"].(string)
		}
		if value == "" && input["required"] != false {
			return "", required("components", id)
		}
		rows = append(rows, object{"type": rowComponent, "components": []object{{"type": inputComponent, "custom_id": id, "value": value}}})
	}
	data := object{"custom_id": i.modal["custom_id"], "components": rows}
	return s.ask(i.user, i.channel, askedModal, data, i.source).id, nil
}
