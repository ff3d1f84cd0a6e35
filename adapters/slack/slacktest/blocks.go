package slacktest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Most blocks, by surface.
const (
	maxBlocks      = 50  // of a message
	maxModalBlocks = 100 // of a view
)

// blocks are the blocks of the arguments, checked; nil without any.
func (c *call) blocks() (json.RawMessage, error) {
	raw, err := c.list("blocks", "invalid_blocks_format")
	if err != nil || raw == nil {
		return nil, err
	}
	return raw, c.check(raw, maxBlocks)
}

// check refuses blocks that Slack would refuse, with the place of each fault.
func (c *call) check(raw json.RawMessage, most int) error {
	faults := blockFaults(raw, most)
	if len(faults) == 0 {
		return nil
	}
	c.violate(c.method, BadBlocks, "%s", strings.Join(faults, "; "))
	return &apiError{code: "invalid_blocks", messages: faults}
}

// shape says what an object of blocks may hold. A text field's limit is in characters.
type shape struct {
	fields  []string       // allowed beside type
	needs   []string       // required
	longest map[string]int // of strings and of text objects
	most    map[string]int // items of a list
}

// shapes are the blocks and elements that a bot sends; limits are those of Slack's Block Kit reference.
var shapes = map[string]shape{
	"section":  {fields: []string{"text", "block_id", "fields", "accessory", "expand"}, longest: map[string]int{"text": 3000, "block_id": 255}, most: map[string]int{"fields": 10}},
	"header":   {fields: []string{"text", "block_id", "level"}, needs: []string{"text"}, longest: map[string]int{"text": 150, "block_id": 255}},
	"divider":  {fields: []string{"block_id"}, longest: map[string]int{"block_id": 255}},
	"context":  {fields: []string{"elements", "block_id"}, needs: []string{"elements"}, longest: map[string]int{"block_id": 255}, most: map[string]int{"elements": 10}},
	"actions":  {fields: []string{"elements", "block_id"}, needs: []string{"elements"}, longest: map[string]int{"block_id": 255}, most: map[string]int{"elements": 25}},
	"image":    {fields: []string{"image_url", "slack_file", "alt_text", "title", "block_id"}, needs: []string{"alt_text"}, longest: map[string]int{"image_url": 3000, "alt_text": 2000, "title": 2000, "block_id": 255}},
	"input":    {fields: []string{"label", "element", "hint", "optional", "dispatch_action", "block_id"}, needs: []string{"label", "element"}, longest: map[string]int{"label": 2000, "hint": 2000, "block_id": 255}},
	"markdown": {fields: []string{"text", "block_id"}, needs: []string{"text"}, longest: map[string]int{"text": 12000}},

	"button":           {fields: []string{"text", "action_id", "url", "value", "style", "confirm", "accessibility_label"}, needs: []string{"text"}, longest: map[string]int{"text": 75, "action_id": 255, "value": 2000, "url": 3000, "accessibility_label": 75}},
	"plain_text_input": {fields: []string{"action_id", "initial_value", "multiline", "min_length", "max_length", "dispatch_action_config", "focus_on_load", "placeholder"}, longest: map[string]int{"action_id": 255, "placeholder": 150, "initial_value": 3000}},
	"static_select":    {fields: []string{"action_id", "options", "option_groups", "initial_option", "confirm", "focus_on_load", "placeholder"}, longest: map[string]int{"action_id": 255, "placeholder": 150}, most: map[string]int{"options": 100}},
	"radio_buttons":    {fields: []string{"action_id", "options", "initial_option", "confirm", "focus_on_load"}, needs: []string{"options"}, longest: map[string]int{"action_id": 255}, most: map[string]int{"options": 10}},
	"checkboxes":       {fields: []string{"action_id", "options", "initial_options", "confirm", "focus_on_load"}, needs: []string{"options"}, longest: map[string]int{"action_id": 255}, most: map[string]int{"options": 10}},
	"overflow":         {fields: []string{"action_id", "options", "confirm"}, needs: []string{"options"}, longest: map[string]int{"action_id": 255}, most: map[string]int{"options": 5}},

	"mrkdwn":     {fields: []string{"text", "verbatim"}, needs: []string{"text"}},
	"plain_text": {fields: []string{"text", "emoji"}, needs: []string{"text"}},
}

// topLevel are the blocks; the rest are parts of blocks.
var topLevel = []string{"section", "header", "divider", "context", "actions", "image", "input", "markdown", "rich_text"}

// blockFaults lists what is wrong with blocks, in Slack's form of words.
func blockFaults(raw json.RawMessage, most int) []string {
	var blocks []object
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return []string{"[ERROR] must provide an array of objects"}
	}
	k := blockCheck{seen: map[string]bool{}}
	if len(blocks) > most {
		k.fault("/blocks", "no more than %d items allowed", most)
	}
	for i, b := range blocks {
		at := fmt.Sprintf("/blocks/%d", i)
		kind, _ := b["type"].(string)
		if !slices.Contains(topLevel, kind) {
			k.fault(at+"/type", "unsupported type: %s", kind)
			continue
		}
		k.block(at, kind, b)
	}
	return k.faults
}

// blockCheck collects the faults of one list of blocks.
type blockCheck struct {
	faults []string
	seen   map[string]bool // block ids
}

func (k *blockCheck) fault(at, format string, args ...any) {
	k.faults = append(k.faults, fmt.Sprintf("[ERROR] "+format+" [json-pointer:%s]", append(args, at)...))
}

func (k *blockCheck) block(at, kind string, b object) {
	if id, _ := b["block_id"].(string); id != "" {
		if k.seen[id] {
			k.fault(at+"/block_id", "block_id already exists in payload: %s", id)
		}
		k.seen[id] = true
	}
	if kind == "section" && b["text"] == nil && b["fields"] == nil {
		k.fault(at, "missing required field: text or fields")
	}
	if kind == "actions" {
		k.actionIDs(at, b)
	}
	k.object(at, b)
}

// actionIDs finds an action_id used twice in one block.
func (k *blockCheck) actionIDs(at string, b object) {
	seen := map[string]bool{}
	elements, _ := b["elements"].([]any)
	for _, e := range elements {
		element, _ := e.(object)
		id, _ := element["action_id"].(string)
		if id != "" && seen[id] {
			k.fault(at+"/elements", "action_id already exists in block: %s", id)
		}
		seen[id] = true
	}
}

// object checks one object against its shape, and those inside it. Rich text is taken as it comes, as are
// objects without a type (options, confirmations), but not what is inside these.
func (k *blockCheck) object(at string, o object) {
	kind, _ := o["type"].(string)
	if s, ok := shapes[kind]; ok {
		k.shape(at, o, s)
		k.parts(at, kind, o)
	} else if kind != "" && kind != "rich_text" {
		k.fault(at+"/type", "unsupported type: %s", kind)
	}
	if kind == "rich_text" {
		return
	}
	for name, value := range o {
		k.inside(at+"/"+name, value)
	}
}

func (k *blockCheck) inside(at string, value any) {
	switch v := value.(type) {
	case object:
		k.object(at, v)
	case []any:
		for i, item := range v {
			k.inside(fmt.Sprintf("%s/%d", at, i), item)
		}
	}
}

func (k *blockCheck) shape(at string, o object, s shape) {
	for name := range o {
		if name != "type" && !slices.Contains(s.fields, name) {
			k.fault(at, "invalid additional property: %s", name)
		}
	}
	for _, name := range s.needs {
		if empty(o[name]) {
			k.fault(at, "missing required field: %s", name)
		}
	}
	for name, limit := range s.longest {
		if n := utf8.RuneCountInString(textOf(o[name])); n > limit {
			k.fault(at+"/"+name, "must be less than %d characters", limit+1)
		}
	}
	for name, limit := range s.most {
		if items, _ := o[name].([]any); len(items) > limit {
			k.fault(at+"/"+name, "no more than %d items allowed", limit)
		}
	}
	if style, ok := o["style"]; ok && style != "primary" && style != "danger" {
		k.fault(at+"/style", "must be a valid enum value")
	}
}

// textOf is a string, or the text of a text object.
func textOf(value any) string {
	if o, ok := value.(object); ok {
		value = o["text"]
	}
	text, _ := value.(string)
	return text
}

func empty(value any) bool { return value == nil || value == "" }
