package track

import (
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// The dimensions of the diagnosis in the order in which they are asked; the preferences are three.
var dimensions = []string{"goal", "level", "time", "language", "order", "pace", "deliverable"}

// preferences are the dimensions that "defaults" fills together.
var preferences = []string{"language", "order", "pace"}

// open begins the diagnosis with what the opening words say already.
func (u *turn) open() {
	u.c.Version, u.c.Topic, u.c.Title = course.Version, u.track.Topic, u.track.Title.In(u.loc)
	u.c.Locale, u.c.Phase, u.c.Window = u.loc, coach.PhaseDiagnosis, max(1, u.c.Window)
	u.say("diag_open", data{"Title": u.c.Title, "About": u.track.About.In(u.loc)})
	u.keepEarly()
	u.overhear("")
	u.overhearGoal()
	u.nextDimension()
}

// diagnose takes the answer to the open question of the diagnosis.
func (u *turn) diagnose() {
	early := u.keepEarly()
	dim := u.c.Diagnosis.Asked
	if dim == "" || u.knows(dim) {
		u.overhear("")
		u.nextDimension()
		return
	}
	wished := u.wishedLanguage()
	switch {
	case u.greets():
		u.putAgain("diag_greeting")
		u.c.Diagnosis.Tries-- // it was no try to answer
	case wished != "" && !(dim == "language" && u.only("hear_language_"+wished, u.text)):
		u.takeLanguage(dim, wished)
	case u.puzzled() && !(dim == "level" && u.only("hear_unknown", u.text)):
		u.clarify(dim)
	case u.carriesOn() && u.namedValue(dim, false) == "":
		u.putAgain("diag_goes_on")
	case u.is(coach.KindBusy) && u.hears("hear_busy", u.text):
		u.say("diag_busy", nil)
	case u.hears("hear_skip_diagnosis", u.text):
		u.putAgain("diag_no_skip")
	case dim == "level":
		u.takeLevel()
	case dim == "deliverable" && u.agrees():
		u.takeDefaults(dim)
	case u.is(coach.KindQuestion) && u.answersBeside(dim):
	case u.is(coach.KindQuestion):
		u.putAgain("diag_digression_question")
	case early && u.is(coach.KindError):
		u.put(dim)
	case u.is(coach.KindError) || u.is(coach.KindEvidence) && !u.worded():
		u.putAgain("diag_digression_output")
	case u.empty():
		u.takeNothing(dim)
	case u.hears("hear_defaults", u.text), u.only("hear_vague", u.text), u.is(coach.KindVague):
		u.takeDefaults(dim)
	case !slices.Contains(preferences, dim) && u.correct(dim, true):
		u.putAgain("diag_noted_also")
	case dim == "time" && !u.saysTime():
		u.takeNothing(dim)
	case u.elsewhere(dim):
		u.overhear("")
		u.putAgain("diag_noted_also")
	default:
		u.take(dim)
	}
}

// greets tells a turn that is a greeting and nothing else.
func (u *turn) greets() bool {
	_, ok := u.finds("find_greeting", u.text)
	return ok
}

// agrees tells a yes to the suggestion that the question makes.
func (u *turn) agrees() bool {
	yes := u.only("hear_yes", u.text) || u.is(coach.KindAck, coach.KindConfirm)
	return yes || len([]rune(u.text)) <= 40 && u.hears("hear_suggestion", u.text)
}

// empty tells a turn that says nothing: an ack, or no letters.
func (u *turn) empty() bool { return u.is(coach.KindAck) || fold(u.text) == "" }

// takeNothing puts the question again the first time and takes the default the second.
func (u *turn) takeNothing(dim string) {
	if u.c.Diagnosis.Tries >= 2 {
		u.takeDefaults(dim)
		return
	}
	u.putAgain("diag_again")
}

// elsewhere tells an answer that is about the time alone while something else is asked.
func (u *turn) elsewhere(dim string) bool {
	if dim == "time" || slices.Contains(preferences, dim) || u.c.Diagnosis.Time != "" {
		return false
	}
	said, ok := u.finds("find_time", u.text)
	return ok && len(fold(u.text))-len(fold(said)) < 12
}

// take records the answer to the open question, and whatever else it says.
func (u *turn) take(dim string) {
	said := oneLine(u.text)
	u.overhear(dim)
	switch dim {
	case "goal":
		u.c.Diagnosis.Goal = said
	case "time":
		u.c.Diagnosis.Time = said
	case "deliverable":
		u.c.Diagnosis.Deliverable = said
	default:
		if !u.hearPreference(dim) {
			u.askedPreference(dim)
			return
		}
	}
	u.say("diag_noted", nil)
	u.nextDimension()
}

// askedPreference takes an answer that names none of the values asked for: what it says of something
// else corrects that, and what fits nowhere is asked back once.
func (u *turn) askedPreference(dim string) {
	if u.correct(dim, false) {
		u.putAgain("diag_noted_also")
		return
	}
	u.takeNothing(dim)
}

// takeDefaults takes the default and says so; in the preferences for the whole group, when
// defaults are asked for by name.
func (u *turn) takeDefaults(dim string) {
	group := []string{dim}
	if slices.Contains(preferences, dim) && u.hears("hear_defaults", u.text) {
		group = preferences
	}
	var values []string
	for _, d := range group {
		if !u.knows(d) {
			values = append(values, u.takeDefault(d))
		}
	}
	u.sayDefaults(values...)
	u.nextDimension()
}

// sayDefaults says what was taken without being chosen.
func (u *turn) sayDefaults(values ...string) {
	u.say("diag_default", data{"Value": bare(strings.Join(values, u.words("list_comma", nil)))})
}

// takeDefault fills a dimension with its default and gives it.
func (u *turn) takeDefault(dim string) string {
	d := &u.c.Diagnosis
	value := ""
	switch dim {
	case "goal":
		d.Goal = u.defaultGoal()
		value = d.Goal
	case "time":
		d.Time = u.words("default_time", nil)
		value = d.Time
	case "deliverable":
		d.Deliverable = u.track.Result.In(u.loc)
		value = d.Deliverable
	case "language":
		value = u.prefer(dim, "value_language_"+u.tag())
	case "order":
		value = u.prefer(dim, "value_order_theory")
	case "pace":
		value = u.prefer(dim, "value_pace_step")
	}
	return value
}

func (u *turn) defaultGoal() string { return u.words("default_goal", data{"Name": u.name()}) }

// tag is the reply's language if the texts have it, else English.
func (u *turn) tag() string {
	if slices.Contains(u.voice.Languages(), u.loc) {
		return u.loc
	}
	return "en"
}

// nextDimension puts the next question, or passes gate A when all is known.
func (u *turn) nextDimension() {
	u.summarizePreferences()
	for _, dim := range dimensions {
		if !u.knows(dim) {
			u.c.Diagnosis.Tries = 0
			u.put(dim)
			return
		}
	}
	u.gateA()
}

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

// putAgain says one sentence and puts the open question again.
func (u *turn) putAgain(key string) {
	u.say(key, nil)
	u.put(u.c.Diagnosis.Asked)
}

// put asks for a dimension; the name of the question stays the same while it is open.
func (u *turn) put(dim string) {
	if dim == "level" {
		u.putIn(dim, u.level(u.c.Diagnosis.Scenario).Ask.In(u.loc), "")
		return
	}
	u.putIn(dim, u.words("ask_"+dim, data{"Name": u.name(), "Result": u.track.Result.In(u.loc)}), "")
}

// putIn asks for a dimension in these words. way is what the question's name ends in where they are
// others than usual.
func (u *turn) putIn(dim, words, way string) {
	u.c.Diagnosis.Asked = dim
	u.c.Diagnosis.Tries++
	name := dim
	if dim == "level" {
		name += ":" + u.level(u.c.Diagnosis.Scenario).ID
	}
	u.add(words)
	u.asks(coach.AskQuestion, "diagnosis:"+name+way)
	u.r.Step = "diagnosis/" + name
	u.todo(u.words("todo_diagnosis", data{"What": u.words("dimension_"+dim, nil)}))
}
