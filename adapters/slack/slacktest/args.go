package slacktest

import (
	"encoding/json"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// maxBody is how much of a request is read: more than any method takes.
const maxBody = 1 << 20

// readArgs reads query, form and JSON alike, as Slack does, and says what is wrong with them.
func (c *call) readArgs() error {
	c.addAll(c.r.URL.Query())
	kind, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	c.r.Body = http.MaxBytesReader(c.w, c.r.Body, maxBody)
	if kind == "application/json" {
		return c.readJSON()
	}
	if err := c.r.ParseMultipartForm(maxBody); err != nil && err != http.ErrNotMultipart {
		return refusal("invalid_form_data")
	}
	c.addAll(c.r.PostForm)
	return nil
}

func (c *call) addAll(values map[string][]string) {
	for name, v := range values {
		c.args[name] = v[0]
	}
}

// jsonArgs reads a JSON object: strings as they are and everything else as JSON.
func jsonArgs(body []byte) (map[string]string, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, err
	}
	args := map[string]string{}
	for name, raw := range fields {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			text = string(raw)
		}
		args[name] = text
	}
	return args, nil
}

// readJSON reads a JSON body, in which Slack takes no token.
func (c *call) readJSON() error {
	body, err := io.ReadAll(c.r.Body)
	if err != nil {
		return refusal("invalid_json")
	}
	if len(strings.TrimSpace(string(body))) == 0 {
		return nil
	}
	args, err := jsonArgs(body)
	if err != nil {
		return refusal("json_not_object")
	}
	maps.Copy(c.args, args)
	if _, ok := args["token"]; ok {
		delete(c.args, "token")
		c.lock()
		c.violate(c.method, TokenInBody, "Slack reads no token from a JSON body")
		c.unlock()
	}
	return nil
}

// flag reads a boolean as Slack does.
func (c *call) flag(name string) bool {
	return slices.Contains([]string{"1", "true"}, c.args[name])
}

// number reads a whole number; "" is fallback.
func (c *call) number(name string, fallback int) (int, error) {
	if c.args[name] == "" {
		return fallback, nil
	}
	n, err := strconv.Atoi(c.args[name])
	if err != nil || n < 0 {
		return 0, refusal("invalid_" + name)
	}
	return n, nil
}

// list is a JSON array among the arguments; nil if there is none, or an empty one.
func (c *call) list(name, code string) (json.RawMessage, error) {
	raw := c.args[name]
	if raw == "" {
		return nil, nil
	}
	var items []json.RawMessage
	if err := json.Unmarshal([]byte(raw), &items); err != nil {
		return nil, refusal(code)
	}
	if len(items) == 0 {
		return nil, nil
	}
	return json.RawMessage(raw), nil
}

// known notes the fields of a JSON object that are none of those.
func (c *call) known(what string, raw []byte, fields ...string) {
	var o object
	if json.Unmarshal(raw, &o) != nil {
		return // that is refused elsewhere
	}
	for name := range o {
		if !slices.Contains(fields, name) {
			c.violate(c.method, UnknownField, "%s in %s", name, what)
		}
	}
}

// reach finds a channel that the bot may see. A private channel without the bot does not exist for it.
func (c *call) reach(id string) (*channel, error) {
	ch := c.channels[id]
	if ch == nil || (ch.kind != Public && !ch.has(c.botUser)) {
		return nil, refusal("channel_not_found")
	}
	return ch, nil
}

// enter is reach, and the bot must be a member.
func (c *call) enter(id string) (*channel, error) {
	ch, err := c.reach(id)
	if err != nil {
		return nil, err
	}
	if !ch.has(c.botUser) {
		return nil, refusal("not_in_channel")
	}
	return ch, nil
}

// find is a message of a channel.
func (c *call) find(ch *channel, ts string) (*Message, error) {
	if !tsForm.MatchString(ts) {
		return nil, refusal("bad_timestamp")
	}
	if m := ch.byTS[ts]; m != nil {
		return m, nil
	}
	return nil, refusal("message_not_found")
}

// byKind is the scope of a family for a channel's kind: "history" → channels:history, im:history.
func byKind(kind Kind, what string) string {
	switch kind {
	case Private:
		return "groups:" + what
	case IM:
		return "im:" + what
	}
	return "channels:" + what
}
