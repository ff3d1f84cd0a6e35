package track

import (
	"slices"
	"strings"
)

// overhear takes what the learner says of dimensions that are not asked. except is the one asked.
func (u *turn) overhear(except string) {
	d := &u.c.Diagnosis
	u.overhearInto(&d.Goal, "goal", except)
	u.overhearInto(&d.Time, "time", except)
	u.overhearInto(&d.Deliverable, "deliverable", except)
	if d.Level == "" && except != "level" && u.hears("hear_beginner", u.text) {
		d.Level = levels[0]
		d.LevelProof = append(d.LevelProof, oneLine(u.text))
	}
	for _, dim := range []string{"order", "pace"} {
		if dim != except && !u.knows(dim) {
			u.hearPreference(dim)
		}
	}
}

func (u *turn) overhearInto(field *string, dim, except string) {
	if *field != "" || dim == except {
		return
	}
	if said, ok := u.finds("find_"+dim, u.text); ok {
		*field = oneLine(said)
	}
}

// hearPreference records a preference that the learner names; false: none is named.
func (u *turn) hearPreference(dim string) bool {
	for _, value := range map[string][]string{
		"language": {"en", "zh"}, "order": {"examples", "theory"}, "pace": {"step", "continuous"},
	}[dim] {
		if u.hears("hear_"+dim+"_"+value, u.text) {
			if dim == "language" {
				u.c.Locale, u.loc = value, value
			}
			u.prefer(dim, "value_"+dim+"_"+value)
			return true
		}
	}
	return false
}

// prefer records a preference as "label: value" in the learner's language and gives the value.
func (u *turn) prefer(dim, valueKey string) string {
	value := u.words(valueKey, nil)
	u.c.Preferences = append(u.c.Preferences, u.words("label_"+dim, nil)+": "+value)
	return value
}

// preference gives the recorded value of a preference, whatever the language it was recorded in.
func (u *turn) preference(dim string) string {
	for _, tag := range u.voice.Languages() {
		label := u.voice.Say(tag, "label_"+dim, nil) + ":"
		for _, p := range u.c.Preferences {
			if value, ok := strings.CutPrefix(p, label); ok {
				return strings.TrimSpace(value)
			}
		}
	}
	return ""
}

// prefers reports whether a preference has this value, in any language.
func (u *turn) prefers(dim, value string) bool {
	have := u.preference(dim)
	return have != "" && slices.ContainsFunc(u.voice.Languages(), func(tag string) bool {
		return have == u.voice.Say(tag, "value_"+dim+"_"+value, nil)
	})
}

// summarizePreferences writes the line of the diagnosis once the whole group is known.
func (u *turn) summarizePreferences() {
	var values []string
	for _, dim := range preferences {
		value := u.preference(dim)
		if value == "" {
			return
		}
		values = append(values, value)
	}
	u.c.Diagnosis.Preferences = strings.Join(values, ", ")
}
