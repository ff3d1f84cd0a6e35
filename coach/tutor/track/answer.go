package track

import (
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// maxPut is how often one question is put.
const maxPut = 2

// takeAnswer takes a turn while a check or an interview question is open.
func (u *turn) takeAnswer() {
	check := u.check()
	if check == nil {
		u.onwards(false)
		return
	}
	v := judge(check, u.text)
	switch {
	case v.grade != good && u.solved():
		u.putOpen()
	case v.grade != good && u.puzzled() && len(u.asksOf(u.track, u.text)) == 0:
		u.notUnderstood(verdict{grade: missed}, "answer_unclear")
	case u.is(coach.KindQuestion) && (v.grade != good || u.hears("hear_what_is", u.text)):
		u.free()
		u.putOpen()
	case u.is(coach.KindError) && v.grade != good:
		u.takeError(nil)
	case u.is(coach.KindEvidence) && v.grade != good && u.hasIssue():
		u.say("evidence_aside", nil)
		u.putOpen()
	case fold(u.text) == "" || u.is(coach.KindAck):
		u.ackToQuestion("answer_ack")
	case v.grade < partly && v.mistake == nil && (u.is(coach.KindContinue) || u.only("hear_go", u.text)):
		u.ackToQuestion("answer_go")
	case v.grade < partly && v.mistake == nil && u.hears("hear_unknown", u.text):
		u.notUnderstood(verdict{grade: missed}, "answer_unknown")
	case u.interview() != nil:
		u.takeInterview(check, v)
	default:
		u.takeCheck(v)
	}
}

// check is the rubric of the open question; nil: none is open.
func (u *turn) check() *Check {
	if q := u.interview(); q != nil {
		return q
	}
	if p := u.point(); p != nil {
		return &p.Check
	}
	return nil
}

// ackToQuestion puts the question once more; after that the answer is shown and the course goes on.
func (u *turn) ackToQuestion(key string) {
	if u.c.Position.Put < maxPut {
		u.say(key, nil)
		u.putOpen()
		return
	}
	u.say("answer_ack_again", nil)
	u.giveUp()
}

// putOpen puts the open question again in one sentence; a question put twice is not put again.
func (u *turn) putOpen() {
	u.asks(coach.AskQuestion, "")
	if u.c.Position.Put >= maxPut {
		u.say("question_open", nil)
		return
	}
	u.c.Position.Put++
	u.say("question_again", data{"Ask": u.openAsk().In(u.loc)})
	u.asks(coach.AskQuestion, u.questionID())
}

// openAsk is the text of the open question.
func (u *turn) openAsk() Text {
	if p := u.point(); p != nil && u.c.Position.Waiting == waitOther {
		return p.Other
	}
	return u.check().Ask
}

// takeCheck judges the answer to a point's check.
func (u *turn) takeCheck(v verdict) {
	p := u.point()
	switch v.grade {
	case good:
		u.verdict(v)
		u.r.Advanced = true
		u.mark(p, "confirmed")
		if u.worthKeeping() {
			u.askConsent(p)
			return
		}
		u.onwards(true)
	case unsure:
		u.say("cannot_judge", data{"Model": p.Check.Model.In(u.loc)})
		u.c.Position.Waiting = waitSelf
		u.asks(coach.AskYesNo, "self:"+p.ID)
	default:
		u.notUnderstood(v, "")
	}
}

// notUnderstood explains in the other way and asks the other question; after the second time in a
// row the model answer is shown and the course goes on.
func (u *turn) notUnderstood(v verdict, key string) {
	if key != "" {
		u.say(key, nil)
	} else {
		u.verdict(v)
	}
	p := u.point()
	if p == nil || u.c.Position.Waiting == waitOther {
		u.giveUp()
		return
	}
	u.c.Position.Tries++
	if !u.prefers("order", "examples") {
		u.say("again", data{"Text": p.Again.In(u.loc)})
	}
	u.r.Teaches = true
	u.putCheck(p.Other, waitOther)
}

// giveUp shows the model answer, notes the question as open and goes on.
func (u *turn) giveUp() {
	check, ask := u.check(), u.openAsk().In(u.loc)
	u.say("model_answer", data{"Model": check.Model.In(u.loc)})
	u.note(ask)
	u.say("noted_open", nil)
	u.r.Teaches = true
	if p := u.point(); p != nil {
		u.mark(p, "unclear")
	}
	u.onwards(u.interview() == nil)
}

// takeInterview judges the answer to an interview question; each is put once.
func (u *turn) takeInterview(q *Check, v verdict) {
	switch v.grade {
	case good:
		u.verdict(v)
		u.r.Advanced = true
		u.onwards(false)
	case unsure:
		u.say("interview_unsure", nil)
		u.giveUp()
	case partly:
		u.verdict(v)
		u.say("model_answer", data{"Model": q.Model.In(u.loc)})
		u.r.Advanced = true
		u.onwards(false)
	default:
		u.verdict(v)
		u.giveUp()
	}
}

// verdict says what an answer caught and missed, and corrects a misconception.
func (u *turn) verdict(v verdict) {
	d := data{"Caught": u.ideas(v.caught), "Missed": u.ideas(v.lacking), "Mistake": ""}
	if v.mistake != nil {
		d["Mistake"] = v.mistake.Say.In(u.loc)
	}
	u.say(map[grade]string{good: "verdict_good", partly: "verdict_partly", missed: "verdict_missed"}[v.grade], d)
}

func (u *turn) ideas(list []*Idea) string {
	var says []string
	for _, i := range list {
		says = append(says, i.Say.In(u.loc))
	}
	return strings.Join(says, u.words("list_semicolon", nil))
}

// takeSelf takes the learner's own comparison with the model answer.
func (u *turn) takeSelf() {
	p := u.point()
	if p == nil {
		u.onwards(false)
		return
	}
	v := judge(&p.Check, u.text)
	switch {
	case u.is(coach.KindQuestion):
		u.free()
		u.say("self_open", nil)
		u.asks(coach.AskYesNo, "")
	case v.grade == good:
		u.verdict(v)
		u.selfConfirmed(p)
	case u.yes():
		u.say("self_yes", nil)
		u.selfConfirmed(p)
	default:
		if v.grade != unsure && u.is(coach.KindAnswer, coach.KindChat, coach.KindEvidence) && !u.startsWith("hear_no", u.text) {
			u.verdict(v) // another answer, no comparison
		}
		u.say("self_no", nil)
		u.note(p.Check.Ask.In(u.loc))
		u.mark(p, "unclear")
		u.onwards(true)
	}
}

func (u *turn) selfConfirmed(p *Point) {
	u.r.Advanced = true
	u.mark(p, "confirmed")
	u.onwards(true)
}

// yes tells a yes to a question that takes one; what holds a no beside it is none.
func (u *turn) yes() bool {
	if u.in.Go || u.is(coach.KindAck, coach.KindConfirm) || u.only("hear_yes", u.text) {
		return true
	}
	return u.hears("hear_yes", u.text) && !u.hears("hear_no", u.text)
}

// minOwn is how long an answer must be to be worth keeping as the learner's own summary: runes,
// a CJK one counting twice.
const minOwn = 30

// worthKeeping tells a summary that may be asked about; at most one a module.
func (u *turn) worthKeeping() bool {
	size := 0
	for _, r := range fold(u.text) {
		size++
		if wide(r) {
			size++
		}
	}
	return size >= minOwn && !u.is(coach.KindEvidence) && !u.askedConsent()
}

func (u *turn) askedConsent() bool {
	m, _ := u.module()
	for _, own := range u.c.Own {
		for _, p := range m.points() {
			if own.Point == p.ID {
				return true
			}
		}
	}
	return false
}

// askConsent asks whether the learner's words may be kept. Without a yes they are not.
func (u *turn) askConsent(p *Point) {
	u.c.Own = append(u.c.Own, course.Own{Point: p.ID, Text: strings.TrimSpace(u.text)})
	u.c.Position.Waiting, u.c.Position.Put = waitConsent, 1
	u.say("ask_consent", nil)
	u.asks(coach.AskYesNo, "consent:"+p.ID)
}

// takeConsent takes the answer. Who writes on about the point instead is asked once more, for all of
// it; whatever else is no yes counts as a no and the course goes on.
func (u *turn) takeConsent() {
	switch own := u.lastOwn(); {
	case own != nil && u.c.Position.Put < maxPut && u.writesOn():
		own.Text += "\n" + strings.TrimSpace(u.text)
		u.c.Position.Put++
		u.say("consent_again", nil)
		u.asks(coach.AskYesNo, "consent:"+own.Point)
		return
	case own != nil && u.yes():
		own.Consent = true
		u.say("consent_yes", nil)
	default:
		if own != nil {
			own.Text = "" // only that it was asked is kept
		}
		u.say("consent_no", nil)
	}
	if u.is(coach.KindQuestion) {
		u.free()
	}
	u.onwards(false)
}

// writesOn tells a turn that says more about the point instead of yes or no.
func (u *turn) writesOn() bool {
	p := u.point()
	return p != nil && u.is(coach.KindAnswer, coach.KindChat, coach.KindEvidence) && !u.yes() &&
		!u.startsWith("hear_no", u.text) && judgeable(fold(u.text)) && len(judge(&p.Check, u.text).caught) > 0
}

func (u *turn) lastOwn() *course.Own {
	if n := len(u.c.Own); n > 0 {
		return &u.c.Own[n-1]
	}
	return nil
}
