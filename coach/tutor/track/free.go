package track

import "strings"

// free answers a question of the learner's own: from the frequent questions, the terms and the
// known errors; else it says that it does not know and notes the question.
func (u *turn) free() {
	if u.in.Reading.OffTopic {
		u.say("off_topic", data{"Title": u.c.Title})
		return
	}
	if a, ok := u.track.answer(u.text); ok {
		u.add(a.Say.In(u.loc))
		u.r.Teaches = true
		return
	}
	if (u.hears("hear_what_is", u.text) || u.mentions("hear_difference", u.text)) && u.explain() {
		return
	}
	if c, ok := u.track.usage(u.text); ok && u.hears("hear_how", u.text) {
		u.say("usage", data{"Run": c.Run, "Does": c.Does.In(u.loc)})
		u.r.Teaches = true
		return
	}
	u.note(u.text)
	u.say("unknown_question", nil)
}

// explain tells what a term or a known error in the question means; false: it names none.
func (u *turn) explain() bool {
	terms := u.asksOf(u.track, u.text)
	for _, n := range terms {
		u.explainTerm(n.term, n.module)
	}
	if len(terms) > 0 {
		return true
	}
	if f := u.faultIn(nil, u.text); f != nil {
		u.say("error_means", data{"Title": f.Title.In(u.loc), "Means": f.Means.In(u.loc)})
		return true
	}
	return false
}

// explainTerm explains a term once; a recorded one is only referred to.
func (u *turn) explainTerm(term *Term, module string) {
	if t := u.known(term.Term); t != nil {
		u.remind(term, t.Module)
		return
	}
	if module == "" {
		module = u.c.Position.Module
	}
	u.learnTerm(term, module)
	u.say("term", data{"Term": term.Term, "Means": term.Means.In(u.loc)})
	u.r.Teaches = true
}

// remind refers to a term that was explained before. What it means is not said again; the point that
// brought it is told from its other side, unless that was told too.
func (u *turn) remind(term *Term, module string) {
	u.say("term_known", data{"Term": term.Term, "Module": module})
	p := u.track.introduces(term.Term)
	if p == nil || u.prefers("order", "examples") || u.c.Position.Waiting == waitOther {
		return
	}
	u.say("again", data{"Text": p.Again.In(u.loc)})
	u.r.Teaches = true
}

// code puts a line into a code span.
func code(text string) string { return "`" + strings.ReplaceAll(text, "`", "'") + "`" }
