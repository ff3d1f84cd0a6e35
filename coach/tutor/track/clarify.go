package track

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tack/coach"
)

// maxPuzzled is how long, in runes, a turn may be that says that a question was not understood.
const maxPuzzled = 160

// puzzled reports whether the learner says of the coach's question, not of the topic, that they do not
// understand it.
func (u *turn) puzzled() bool {
	if utf8.RuneCountInString(u.text) > maxPuzzled || len(u.in.Message.Files) > 0 || u.is(coach.KindError, coach.KindEvidence) {
		return false
	}
	_, ok := u.finds("find_unclear", u.text)
	return ok
}

// clarify puts the open question of the diagnosis in plain words; whoever does not understand those
// either is not asked a third time: the default is taken.
func (u *turn) clarify(dim string) {
	if strings.Contains(u.in.Last.Text, u.plain(dim)) {
		u.settle(dim)
		return
	}
	u.say("diag_other_words", nil)
	u.putIn(dim, u.plain(dim), ":plain")
}

// plain is the question of a dimension in plain words, with an example of an answer.
func (u *turn) plain(dim string) string {
	ask := ""
	if dim == "level" {
		level := u.level(u.c.Diagnosis.Scenario)
		if ask = level.Plain.In(u.loc); level.Plain[u.loc] == "" {
			ask = level.Ask.In(u.loc)
		}
	}
	return u.words("plain_"+dim, data{"Name": u.name(), "Result": u.track.Result.In(u.loc), "Ask": ask})
}

// settle takes what is known, or the default, for a question that cannot be answered.
func (u *turn) settle(dim string) {
	if dim != "level" {
		u.takeDefaults(dim)
		return
	}
	u.c.Diagnosis.Level = levels[min(u.c.Diagnosis.Right, len(levels)-1)]
	u.say("diag_level_default", nil)
	u.nextDimension()
}

// wishedLanguage is the language that the learner wants to be spoken to in; empty: there is no such wish.
func (u *turn) wishedLanguage() string {
	if utf8.RuneCountInString(u.text) > maxPuzzled {
		return ""
	}
	if behind, ok := u.finds("find_correction", u.text); ok && u.valueIn("language", behind, false) != "" {
		return "" // the last word counts, and that is an answer
	}
	for _, clause := range strings.FieldsFunc(u.text, parting) {
		said, ok := u.finds("find_language_wish", clause)
		i := strings.Index(clause, said)
		if !ok || denies(before(fold(clause[:max(0, i)]))) {
			continue
		}
		for _, tag := range []string{"en", "zh"} {
			if u.hears("hear_language_"+tag, said) {
				return tag
			}
		}
	}
	return ""
}

// takeLanguage takes a wish for a language in the diagnosis and puts the open question in it.
func (u *turn) takeLanguage(dim, tag string) {
	if tag == u.loc && (u.puzzled() || u.is(coach.KindQuestion)) && dim != "language" {
		u.clarify(dim) // it is in that language already
		return
	}
	u.setPreference("language", tag)
	u.say("diag_language", nil)
	if u.knows(dim) {
		u.nextDimension()
		return
	}
	u.put(dim)
}

// saysLanguage says at work how the language is changed; false: there is no wish for another one.
func (u *turn) saysLanguage() bool {
	tag := u.wishedLanguage()
	if tag == "" || tag == u.loc || u.is(coach.KindError, coach.KindEvidence) {
		return false
	}
	u.say("language_how", data{"Tag": tag})
	u.asks(u.in.Last.Asks, "")
	return true
}

// maxCarriesOn is how long, in runes, a wish to go on with the topic in hand may be.
const maxCarriesOn = 60

// carriesOn tells a wish to go on with the topic in hand, or to begin it, and nothing else ("continue
// redis"): the course is in the middle of it.
func (u *turn) carriesOn() bool {
	if utf8.RuneCountInString(u.text) > maxCarriesOn || u.is(coach.KindError, coach.KindEvidence) {
		return false
	}
	if _, ok := u.finds("find_go_on", u.text); ok || u.is(coach.KindQuestion) {
		return ok
	}
	switch in := u.Intent(u.text); in.Kind {
	case IntentBareContinue:
		return true
	case IntentContinue, IntentLearn:
		return in.Topic == u.track.Topic && u.endsInTopic()
	}
	return u.only("hear_go", u.text)
}

// endsInTopic reports whether the turn ends with the topic's name, a particle or "please" aside.
// "continue, git clone is done" says what was done.
func (u *turn) endsInTopic() bool {
	folded := fold(u.text)
	return slices.ContainsFunc(append([]string{u.track.Topic}, u.track.Aliases...), func(name string) bool {
		name = fold(name)
		i := strings.LastIndex(folded, name)
		if i < 0 {
			return false
		}
		rest := strings.TrimSpace(folded[i+len(name):])
		return rest == "" || slices.Contains(u.phrases["hear_topic_end"], rest)
	})
}

// stillThere says to whoever wants to go on with the topic in hand what it waits for.
func (u *turn) stillThere() {
	switch u.c.Position.Waiting {
	case waitAnswer, waitOther:
		u.ackToQuestion("answer_go")
	case waitOutput, waitEarly:
		c := u.command()
		if u.openDirection() || c == nil {
			u.directAgain()
			return
		}
		u.requestAgain("request_again", c)
	default:
		u.takeWaited()
	}
}
