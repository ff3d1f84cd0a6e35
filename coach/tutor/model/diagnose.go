package model

import (
	"slices"
	"strconv"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// The dimensions of the diagnosis in the order in which they are asked; the preferences are three.
// Names, records and texts are those of the track tutor, so that either can go on where the other was.
var dimensions = []string{"goal", "level", "time", "language", "order", "pace", "deliverable"}

// preferences are the dimensions that "defaults" fills together.
var preferences = []string{"language", "order", "pace"}

// values are what a preference can be, by the name that the model gives; the first is the default.
var values = map[string][]string{
	"language": {"same", "en", "zh"},
	"order":    {"theory", "examples"},
	"pace":     {"step", "continuous"},
}

// levels name the present level by how many scenario questions were answered well.
var levels = []string{"beginner", "basics", "working", "solid"}

// maxScenarios is how many questions about the level are put.
const maxScenarios = 3

// open begins the diagnosis with what the opening words say already.
func (u *turn) open() error {
	u.c.Version, u.c.Locale, u.c.Phase, u.c.Window = course.Version, u.loc, coach.PhaseDiagnosis, max(1, u.c.Window)
	if u.c.Title == "" {
		u.c.Title = u.c.Topic
	}
	u.own("diag_open", data{"Title": u.c.Title})
	return u.listen()
}

// diagnose takes the answer to the open question of the diagnosis.
func (u *turn) diagnose() error {
	if u.missing() == "" {
		return u.gateA()
	}
	return u.listen()
}

// listen has the model say what the learner has said. What is asked next is the rules' to say.
func (u *turn) listen() error {
	err := u.ask("diagnosis", func(u *turn, a answer) []fault {
		faults := u.takeHeard(a)
		faults = append(faults, u.takeScenario(a)...)
		u.takeNothing()
		faults = append(faults, u.bridge(a.Text)...)
		if u.missing() != "" {
			faults = append(faults, u.put(a)...)
		}
		return faults
	})
	if err != nil || u.missing() != "" {
		return err
	}
	return u.gateA()
}

// takeHeard records what the learner has said of the dimensions, in the learner's words. The level is
// never taken from a claim, but that one knows nothing yet.
func (u *turn) takeHeard(a answer) []fault {
	var faults []fault
	for _, h := range a.Heard {
		if !u.said(h.Quote) {
			faults = append(faults, mended("heard.quote", "something is said to be heard that the learner has not said"))
			continue
		}
		d := &u.c.Diagnosis
		switch h.Dimension {
		case "goal":
			d.Goal = oneLine(h.Quote)
		case "time":
			d.Time = oneLine(h.Quote)
		case "deliverable":
			d.Deliverable = oneLine(u.deliverable(h))
		case "level":
			if h.Value == levels[0] && d.Level == "" {
				d.Level = levels[0]
			}
		case "preferences":
			u.takeDefaults(preferences...)
		default:
			u.prefer(h.Dimension, h.Value)
		}
	}
	return faults
}

// deliverable is what the learner wants to have made: a yes to the suggestion means the suggestion,
// which stands in the last message.
func (u *turn) deliverable(h heard) string {
	if u.c.Diagnosis.Asked == "deliverable" && h.Value != "" && stands(h.Value, u.in.Last.Text) {
		return h.Value
	}
	return h.Quote
}

// takeScenario takes the answer to a scenario question, without a remark on it.
func (u *turn) takeScenario(a answer) []fault {
	d := &u.c.Diagnosis
	if d.Asked != "level" || d.Level != "" || u.in.Last.Text == "" || a.Verdict.Of != "scenario" || a.Verdict.Grade == "none" {
		return nil
	}
	known := a.Verdict.Grade == "good" && u.said(a.Verdict.Quote)
	d.LevelProof = append(d.LevelProof, "scenario "+strconv.Itoa(d.Scenario+1)+": "+oneLine(u.text))
	d.Scenario++
	d.Tries = 0
	if known {
		d.Right++
	}
	if !known || d.Scenario >= maxScenarios {
		d.Level = levels[min(d.Right, len(levels)-1)]
	}
	if a.Verdict.Grade == "good" && !known {
		return []fault{mended("verdict.quote", "an answer is called good without its words")}
	}
	return nil
}

// takeNothing takes the default for a question that was put twice and not answered.
func (u *turn) takeNothing() {
	d := &u.c.Diagnosis
	if d.Asked == "" || u.knows(d.Asked) || d.Tries < 2 || u.is(coach.KindQuestion, coach.KindBusy, coach.KindError, coach.KindEvidence, coach.KindContinue) {
		return
	}
	u.say("diag_default", data{"Value": u.takeDefaults(d.Asked)})
}

// takeDefaults fills dimensions that are not known with their defaults and gives these.
func (u *turn) takeDefaults(dims ...string) string {
	var taken []string
	for _, dim := range dims {
		if !u.knows(dim) {
			taken = append(taken, strings.TrimRight(u.takeDefault(dim), ".。"))
		}
	}
	return strings.Join(taken, u.phrase("list_comma", nil))
}

func (u *turn) takeDefault(dim string) string {
	d := &u.c.Diagnosis
	switch dim {
	case "goal":
		d.Goal = u.phrase("default_goal", data{"Name": u.c.Title})
		return d.Goal
	case "level":
		d.Level = levels[min(d.Right, len(levels)-1)]
		return u.phrase("level_"+d.Level, nil)
	case "time":
		d.Time = u.phrase("default_time", nil)
		return d.Time
	case "deliverable":
		d.Deliverable = u.ownWords("default_deliverable", data{"Title": u.c.Title})
		return d.Deliverable
	}
	return u.prefer(dim, values[dim][0])
}

// prefer records a preference, once: a confirmed one is kept. It gives the value as recorded.
func (u *turn) prefer(dim, value string) string {
	if !slices.Contains(values[dim], value) || u.preference(dim) != "" {
		return ""
	}
	key := map[string]string{
		"same": "value_language_" + u.tag(), "en": "value_language_en", "zh": "value_language_zh",
		"theory": "value_order_theory", "examples": "value_order_examples",
		"step": "value_pace_step", "continuous": "value_pace_continuous",
	}[value]
	if value == "en" || value == "zh" {
		u.loc, u.c.Locale = value, value
	}
	text := u.phrase(key, nil)
	u.c.Preferences = append(u.c.Preferences, u.phrase("label_"+dim, nil)+": "+text)
	return text
}

// tag is the reply's language if the texts have it, else English.
func (u *turn) tag() string {
	if slices.Contains(u.Words.Languages(), u.loc) {
		return u.loc
	}
	return "en"
}

// preferenceOf gives the recorded value of a preference, whatever the language it was recorded in.
func (t *Tutor) preferenceOf(c course.State, dim string) string {
	for _, tag := range t.Words.Languages() {
		label := t.Words.Say(tag, "label_"+dim, nil) + ":"
		for _, p := range c.Preferences {
			if value, ok := strings.CutPrefix(p, label); ok {
				return strings.TrimSpace(value)
			}
		}
	}
	return ""
}

func (u *turn) preference(dim string) string { return u.preferenceOf(u.c, dim) }

// knows reports whether a dimension is known.
func (u *turn) knows(dim string) bool {
	d := u.c.Diagnosis
	switch dim {
	case "goal":
		return d.Goal != ""
	case "level":
		return d.Level != ""
	case "time":
		return d.Time != ""
	case "deliverable":
		return d.Deliverable != ""
	}
	return u.preference(dim) != ""
}

// missing is the first dimension that is not known; empty: all are.
func (u *turn) missing() string {
	for _, dim := range dimensions {
		if !u.knows(dim) {
			return dim
		}
	}
	return ""
}

// nextDimension puts the open question again, or passes gate A when all is known.
func (u *turn) nextDimension() error {
	if u.missing() == "" {
		return u.gateA()
	}
	u.put(answer{})
	return nil
}
