package model

import (
	"regexp"
	"strconv"
	"strings"

	"tack/coach"
)

// maxBridge is how many runes the sentence before the open question may have.
const maxBridge = 280

// maxScenario is how many runes a question about the level may have, with its situation.
const maxScenario = 500

// command is a span of code of more than a word.
var command = regexp.MustCompile("`[^`\\n]*\\s[^`\\n]*`")

// bridge says the model's one sentence before the open question: no question, no teaching, no right or
// wrong. One that is anything else is left out.
func (u *turn) bridge(text string) []fault {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	faults := u.unclean(text)
	if strings.ContainsAny(text, "?？") || u.heard.finds("find_request", text) {
		faults = append(faults, again("bridge.question", "text must not ask anything: the question is put behind it"))
	}
	if len([]rune(text)) > maxBridge || strings.Contains(text, "\n") {
		faults = append(faults, again("bridge.long", "text must be one sentence"))
	}
	if u.heard.finds("find_lecture", text) || u.heard.finds("find_define", text) || command.MatchString(text) {
		faults = append(faults, again("bridge.lecture", "text must not teach, and hold no command"))
	}
	if u.heard.finds("find_remark", text) {
		faults = append(faults, again("bridge.remark", "text must not say whether an answer was right"))
	}
	if len(faults) == 0 {
		u.add(text)
	}
	return faults
}

// unclean holds a piece of text to the reply guard and to what only this tutor can break. A piece with a
// fault is left out by whoever asks.
func (u *turn) unclean(text string) []fault {
	v := *u
	v.parts, v.r = []string{text}, u.r
	v.r.Commands, v.r.Explains, v.r.Teaches = nil, nil, false
	faults := v.guarded()
	for i := range faults {
		faults[i].name = "piece." + faults[i].name
	}
	return faults
}

// put asks for the first dimension that is not known; the question's name stays the same while it is open.
func (u *turn) put(a answer) []fault {
	d := &u.c.Diagnosis
	dim := u.missing()
	if d.Asked != dim {
		d.Asked, d.Tries = dim, 0
	}
	d.Tries++
	name := "diagnosis:" + dim
	var faults []fault
	if dim == "level" {
		name += ":" + strconv.Itoa(d.Scenario+1)
		faults = u.putScenario(a.Scenario)
	} else {
		u.say("ask_"+dim, data{"Name": u.c.Title, "Result": u.suggestion(a.Suggest)})
	}
	u.asks(coach.AskQuestion, name)
	u.r.Step = "diagnosis/" + strings.TrimPrefix(name, "diagnosis:")
	u.todo(u.phrase("todo_diagnosis", data{"What": u.phrase("dimension_"+dim, nil)}))
	return faults
}

// putScenario asks a question that shows the level: the model's, or one of the texts.
func (u *turn) putScenario(text string) []fault {
	text = strings.TrimSpace(text)
	faults := u.unclean(text)
	if !strings.ContainsAny(text, "?？") {
		faults = append(faults, again("scenario.none", "scenario must hold the next question about the level"))
	}
	if u.heard.finds("find_lecture", text) || len([]rune(text)) > maxScenario {
		faults = append(faults, again("scenario.lecture", "scenario must be one short situation with one question, and teach nothing"))
	}
	if u.heard.finds("find_level", text) {
		faults = append(faults, again("scenario.level", "scenario must not ask the learner to rate themselves"))
	}
	if len(faults) > 0 {
		text = u.ownWords("scenario_"+strconv.Itoa(min(u.c.Diagnosis.Scenario+1, maxScenarios)), data{"Title": u.c.Title})
	}
	u.add(text)
	return faults
}

// suggestion is what the question about the deliverable suggests.
func (u *turn) suggestion(text string) string {
	text = oneLine(text)
	if text == "" || strings.ContainsAny(text, "?？") || len(u.unclean(text)) > 0 {
		return u.ownWords("default_deliverable", data{"Title": u.c.Title})
	}
	return text
}
