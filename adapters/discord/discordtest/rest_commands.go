package discordtest

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// commandName is what a slash command may be called: lower case, in any script.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Thai}\p{Devanagari}]{1,32}$`)

var commandFields = []string{
	"id", "application_id", "guild_id", "version", "name", "name_localizations", "description", "description_localizations", "options",
	"default_member_permissions", "dm_permission", "default_permission", "integration_types", "contexts", "type", "nsfw", "handler",
}

// scope is where the commands of the route are registered: a guild's id, or "" for everywhere.
func (c *call) scope() (string, error) {
	if c.params["app"] != c.appID {
		return "", errUnknownApp
	}
	if c.params["guild"] == "" {
		return "", nil
	}
	g, err := c.theGuild()
	if err != nil {
		return "", err
	}
	return g.id, nil
}

func (c *call) getCommands() (any, error) {
	scope, err := c.scope()
	if err != nil {
		return nil, err
	}
	return append([]object{}, c.commands[scope]...), nil
}

// putCommands replaces all commands of the scope; a command of the same name keeps its id.
func (c *call) putCommands() (any, error) {
	scope, err := c.scope()
	if err != nil {
		return nil, err
	}
	var wanted []object
	if json.Unmarshal(c.raw, &wanted) != nil {
		return nil, errBadJSON
	}
	made := []object{}
	for _, w := range wanted {
		o, err := c.register(scope, w)
		if err != nil {
			return nil, err
		}
		made = append(made, o)
	}
	c.commands[scope] = made
	return made, nil
}

// register checks a command and gives it what Discord adds; an old one of its name lends the id.
func (c *call) register(scope string, w object) (object, error) {
	if w == nil {
		return nil, errBadJSON
	}
	c.knownIn(w, commandFields...)
	name, _ := w["name"].(string)
	kind, _ := w["type"].(float64)
	if kind == 0 {
		kind = 1
	}
	if kind == 1 && (!commandName.MatchString(name) || strings.ToLower(name) != name) {
		return nil, invalidForm("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", "name")
	}
	if n := runes(w["description"]); kind == 1 && (n == 0 || n > 100) {
		return nil, invalidForm("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.", "description")
	}
	id := c.ids.next(c.now())
	if i := c.commandNamed(scope, name); i >= 0 {
		id = c.commands[scope][i]["id"].(string)
	}
	w["id"], w["application_id"], w["type"], w["version"] = id, c.appID, kind, c.ids.next(c.now())
	if scope != "" {
		w["guild_id"] = scope
	}
	return w, nil
}

func (s *Server) commandNamed(scope, name string) int {
	return slices.IndexFunc(s.commands[scope], func(o object) bool { return o["name"] == name })
}

// postCommand answers 201 for a new command and 200 for one of a known name, which it replaces.
func (c *call) postCommand() (any, error) {
	scope, err := c.scope()
	if err != nil {
		return nil, err
	}
	at := c.commandNamed(scope, c.text("name"))
	o, err := c.register(scope, c.body)
	if err != nil {
		return nil, err
	}
	if at >= 0 {
		c.commands[scope][at] = o
		return o, nil
	}
	c.commands[scope] = append(c.commands[scope], o)
	c.status = http.StatusCreated
	return o, nil
}

// theCommand is the place of the route's command in its scope.
func (c *call) theCommand() (string, int, error) {
	scope, err := c.scope()
	if err != nil {
		return "", 0, err
	}
	at := slices.IndexFunc(c.commands[scope], func(o object) bool { return o["id"] == c.params["command"] })
	if at < 0 {
		return "", 0, errUnknownCommand
	}
	return scope, at, nil
}

func (c *call) getCommand() (any, error) {
	scope, at, err := c.theCommand()
	if err != nil {
		return nil, err
	}
	return c.commands[scope][at], nil
}

func (c *call) patchCommand() (any, error) {
	scope, at, err := c.theCommand()
	if err != nil {
		return nil, err
	}
	c.known(commandFields...)
	for field, value := range c.body {
		if field == "id" {
			continue // Discord's to give
		}
		c.commands[scope][at][field] = value
	}
	return c.commands[scope][at], nil
}

func (c *call) deleteCommand() (any, error) {
	scope, at, err := c.theCommand()
	if err != nil {
		return nil, err
	}
	c.commands[scope] = slices.Delete(c.commands[scope], at, at+1)
	return nil, nil
}
