package slacktest

import (
	"fmt"
	"slices"
)

// What may stand in a part of a block.
var (
	plainOnly = []string{"plain_text"}
	anyText   = []string{"plain_text", "mrkdwn"}
	choices   = []string{"static_select", "radio_buttons", "checkboxes"}
	clickable = append([]string{"button", "overflow"}, choices...)
)

// parts are the types that the parts of blocks may have, after Slack's Block Kit reference.
var parts = map[string]map[string][]string{
	"header":           {"text": plainOnly},
	"section":          {"text": anyText, "fields": anyText, "accessory": append([]string{"image"}, clickable...)},
	"context":          {"elements": append([]string{"image"}, anyText...)},
	"actions":          {"elements": clickable},
	"input":            {"label": plainOnly, "hint": plainOnly, "element": append([]string{"plain_text_input"}, choices...)},
	"image":            {"title": plainOnly},
	"button":           {"text": plainOnly},
	"plain_text_input": {"placeholder": plainOnly},
	"static_select":    {"placeholder": plainOnly},
}

// parts finds parts of another type than their place takes, and lists with nothing in them.
func (k *blockCheck) parts(at, kind string, o object) {
	for name, types := range parts[kind] {
		value, said := o[name]
		if !said {
			continue
		}
		if list, ok := value.([]any); ok && len(list) == 0 {
			k.fault(at+"/"+name, "no fewer than 1 items required")
		} else if ok {
			for i, item := range list {
				k.part(fmt.Sprintf("%s/%s/%d", at, name, i), item, types)
			}
			continue
		}
		k.part(at+"/"+name, value, types)
	}
}

func (k *blockCheck) part(at string, value any, types []string) {
	o, ok := value.(object)
	if !ok {
		return // its shape says what is missing
	}
	if kind, _ := o["type"].(string); !slices.Contains(types, kind) {
		k.fault(at, "unsupported type: %s", kind)
	}
}
