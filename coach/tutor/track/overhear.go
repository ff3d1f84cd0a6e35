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
	said, ok := u.finds("find_"+dim, u.text)
	if !ok || dim == "time" && except == "level" && !u.mentions("hear_rhythm", said) {
		return
	}
	*field = oneLine(said)
}

// overhearGoal takes the goal that the opening words name: what the topic is to be learned for.
func (u *turn) overhearGoal() {
	said, ok := u.finds("find_goal_opening", u.text)
	if u.c.Diagnosis.Goal != "" || !ok || u.mentions("hear_no_goal", said) {
		return
	}
	if _, isTime := u.finds("find_time", said); !isTime {
		u.c.Diagnosis.Goal = oneLine(said)
	}
}

// saysTime reports whether an answer speaks of time at all.
func (u *turn) saysTime() bool {
	_, found := u.finds("find_time", u.text)
	return found || strings.IndexFunc(u.text, digit) >= 0 || u.mentions("hear_time", u.text) || u.mentions("hear_rhythm", u.text)
}

// correct takes what an answer says of the time and the preferences that are not asked, also where
// another answer stands already; false: it says nothing of them. whole: only a text that says
// nothing else counts.
func (u *turn) correct(asked string, whole bool) bool {
	found := false
	for _, dim := range preferences {
		value := u.namedValue(dim, whole)
		if dim == asked || value == "" {
			continue
		}
		u.setPreference(dim, value)
		found = true
	}
	if _, ok := u.finds("find_time", u.text); ok && !whole {
		u.c.Diagnosis.Time = oneLine(u.text)
		found = true
	}
	return found
}

// hearPreference records a preference that the learner names; false: none is named.
func (u *turn) hearPreference(dim string) bool {
	value := u.namedValue(dim, false)
	if value != "" {
		u.setPreference(dim, value)
	}
	return value != ""
}

// namedValue is the value of a preference that the text names, or (whole) consists of; empty: none.
func (u *turn) namedValue(dim string, whole bool) string {
	if behind, ok := u.finds("find_correction", u.text); ok && !whole {
		if value := u.valueIn(dim, behind, false); value != "" {
			return value // "English. No, Chinese"
		}
	}
	return u.valueIn(dim, u.text, whole)
}

// valueIn is the first value of a preference that a text names, or (whole) consists of; empty: none.
func (u *turn) valueIn(dim, text string, whole bool) string {
	for _, value := range map[string][]string{
		"language": {"en", "zh"}, "order": {"examples", "theory"}, "pace": {"step", "continuous"},
	}[dim] {
		key := "hear_" + dim + "_" + value
		if whole && u.only(key, text) || !whole && u.hears(key, text) {
			return value
		}
	}
	return ""
}

func (u *turn) setPreference(dim, value string) {
	if dim == "language" {
		u.speak(value)
	}
	u.prefer(dim, "value_"+dim+"_"+value)
}

// speak goes over to another language; the title and the defaults taken are said in it.
func (u *turn) speak(locale string) {
	given := func() []string {
		return []string{u.track.Title.In(u.loc), u.defaultGoal(), u.words("default_time", nil), u.track.Result.In(u.loc)}
	}
	was := given()
	u.c.Locale, u.loc = locale, locale
	for i, field := range []*string{&u.c.Title, &u.c.Diagnosis.Goal, &u.c.Diagnosis.Time, &u.c.Diagnosis.Deliverable} {
		if *field == was[i] {
			*field = given()[i]
		}
	}
}

// prefer records a preference as "label: value" in the learner's language, in place of an earlier
// one, and gives the value.
func (u *turn) prefer(dim, valueKey string) string {
	value := u.words(valueKey, nil)
	if old := u.preference(dim); old != "" {
		u.c.Preferences = slices.DeleteFunc(u.c.Preferences, func(p string) bool {
			return strings.HasSuffix(p, ": "+old)
		})
	}
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
	u.c.Diagnosis.Preferences = strings.Join(values, u.words("list_comma", nil))
}
