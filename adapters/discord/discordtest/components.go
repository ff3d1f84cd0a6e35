package discordtest

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// embedLimits are the characters that the texts of an embed may have.
var embedLimits = map[string]int{"title": 256, "description": 4096}

func checkEmbeds(embeds []any) error {
	if len(embeds) > maxEmbeds {
		return tooLong(maxEmbeds, "embeds")
	}
	total := 0
	for i, raw := range embeds {
		embed, _ := raw.(object)
		n, err := checkEmbed(embed, strconv.Itoa(i))
		if err != nil {
			return err
		}
		total += n
	}
	if total > maxEmbedText {
		return invalidForm("MAX_EMBED_SIZE_EXCEEDED", fmt.Sprintf("Embed size exceeds maximum size of %d", maxEmbedText), "embeds")
	}
	return nil
}

// checkEmbed counts the characters of one embed.
func checkEmbed(embed object, at string) (int, error) {
	total := 0
	for field, limit := range embedLimits {
		n := runes(embed[field])
		if n > limit {
			return 0, tooLong(limit, "embeds", at, field)
		}
		total += n
	}
	fields, _ := embed["fields"].([]any)
	if len(fields) > 25 {
		return 0, tooLong(25, "embeds", at, "fields")
	}
	for i, raw := range fields {
		field, _ := raw.(object)
		name, value := runes(field["name"]), runes(field["value"])
		if name == 0 || value == 0 {
			return 0, required("embeds", at, "fields", strconv.Itoa(i))
		}
		if name > 256 || value > 1024 {
			return 0, tooLong(1024, "embeds", at, "fields", strconv.Itoa(i))
		}
		total += name + value
	}
	footer, _ := embed["footer"].(object)
	if n := runes(footer["text"]); n > 2048 {
		return 0, tooLong(2048, "embeds", at, "footer", "text")
	}
	return total + runes(footer["text"]), nil
}

// runes counts the characters of a text; 0 for anything else.
func runes(v any) int {
	s, _ := v.(string)
	return utf8.RuneCountInString(s)
}

// Types of components.
const (
	rowComponent    = 1
	buttonComponent = 2
	selectComponent = 3
	inputComponent  = 4
	labelComponent  = 18
)

func kindOf(component object) int {
	kind, _ := component["type"].(float64)
	return int(kind)
}

// checkComponents checks rows of buttons or one select: at most 5 rows, 5 buttons in each, ids of their own.
func checkComponents(rows []any) error {
	if len(rows) > 5 {
		return tooLong(5, "components")
	}
	ids := map[string]bool{}
	for i, raw := range rows {
		row, _ := raw.(object)
		inner, _ := row["components"].([]any)
		at := strconv.Itoa(i)
		if kindOf(row) != rowComponent {
			return invalidForm("BASE_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).", "components", at, "type")
		}
		if len(inner) == 0 || len(inner) > 5 {
			return invalidForm("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.", "components", at, "components")
		}
		for j, raw := range inner {
			one, _ := raw.(object)
			if err := checkButton(one, ids, "components", at, "components", strconv.Itoa(j)); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkButton(one object, ids map[string]bool, path ...string) error {
	if kind := kindOf(one); kind < buttonComponent || kind > 8 || kind == inputComponent {
		return invalidForm("BASE_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).", append(path, "type")...)
	}
	if runes(one["label"]) > 80 {
		return tooLong(80, append(path, "label")...)
	}
	style, _ := one["style"].(float64)
	if url, _ := one["url"].(string); kindOf(one) == buttonComponent && style == 5 {
		if url == "" {
			return required(append(path, "url")...)
		}
		return nil
	}
	id, _ := one["custom_id"].(string)
	switch {
	case id == "":
		return required(append(path, "custom_id")...)
	case runes(id) > 100:
		return tooLong(100, append(path, "custom_id")...)
	case ids[id]:
		return invalidForm("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated", append(path, "custom_id")...)
	}
	ids[id] = true
	return nil
}

// checkModal checks a modal's title and its one to five text inputs, in rows or (newer) in labels.
func checkModal(data object) error {
	if n := runes(data["title"]); n == 0 || n > 45 {
		return invalidForm("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 45 in length.", "data", "title")
	}
	if n := runes(data["custom_id"]); n == 0 || n > 100 {
		return invalidForm("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.", "data", "custom_id")
	}
	rows, _ := data["components"].([]any)
	if len(rows) == 0 || len(rows) > 5 {
		return invalidForm("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.", "data", "components")
	}
	for i, input := range inputs(rows) {
		if err := checkInput(input, "data", "components", strconv.Itoa(i)); err != nil {
			return err
		}
	}
	return nil
}

func checkInput(input object, path ...string) error {
	if kindOf(input) != inputComponent {
		return invalidForm("BASE_TYPE_CHOICES", "Value of field \"type\" must be one of (4,).", append(path, "type")...)
	}
	if n := runes(input["custom_id"]); n == 0 || n > 100 {
		return required(append(path, "custom_id")...)
	}
	if runes(input["label"]) > 45 {
		return tooLong(45, append(path, "label")...)
	}
	if runes(input["placeholder"]) > 100 {
		return tooLong(100, append(path, "placeholder")...)
	}
	if runes(input["value"]) > 4000 {
		return tooLong(4000, append(path, "value")...)
	}
	return nil
}

// inputs are the components inside the rows and labels of a modal, one for each row.
func inputs(rows []any) []object {
	out := make([]object, 0, len(rows))
	for _, raw := range rows {
		row, _ := raw.(object)
		one, _ := row["component"].(object)
		if inner, ok := row["components"].([]any); ok && len(inner) == 1 {
			one, _ = inner[0].(object)
		}
		out = append(out, one)
	}
	return out
}
