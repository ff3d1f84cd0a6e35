package main

import (
	"fmt"
	"regexp"
	"strings"
)

// shortNames are Slack's names of the emoji that one would try here.
var shortNames = map[string]string{
	"✅": "white_check_mark", "✔️": "heavy_check_mark", "☑️": "ballot_box_with_check", "👍": "+1", "👌": "ok_hand",
	"👎": "-1", "❌": "x", "✏️": "pencil2", "👀": "eyes", "🎉": "tada", "🙏": "pray", "📌": "pushpin", "💯": "100",
	"▶️": "arrow_forward", "⏳": "hourglass_flowing_sand",
}

var shortName = regexp.MustCompile(`^[a-z0-9_+'-]+(::skin-tone-[2-6])?$`)

// emojiName is Slack's name of what was typed: an emoji, :name: or name.
func emojiName(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	for emoji, name := range shortNames {
		if strings.TrimSuffix(typed, "\ufe0f") == strings.TrimSuffix(emoji, "\ufe0f") {
			return name, nil
		}
	}
	name := strings.TrimSuffix(strings.TrimPrefix(typed, ":"), ":")
	if !shortName.MatchString(name) {
		return "", fmt.Errorf("%q is no name of an emoji; Slack has names for them, as white_check_mark", typed)
	}
	return name, nil
}

// emojiOf is the emoji of a name, or the name between colons.
func emojiOf(name string) string {
	for emoji, known := range shortNames {
		if known == name {
			return emoji
		}
	}
	return ":" + name + ":"
}
