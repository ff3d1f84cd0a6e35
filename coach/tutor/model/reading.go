package model

import (
	"context"
	"slices"

	"tack/coach"
	"tack/coach/reading"
)

// Unsure is the certainty below which a reading of the rules is worth a second opinion: the rules give
// 0.9 and more to what words or shapes tell, and less to guesses.
const Unsure = 0.9

// The kinds that a second opinion may change, and those that it may change them into. Stop, confirm and
// acks close, save or confirm: no model says so, and none takes it back. Errors and evidence count as
// proof: none is made, and none undone.
var (
	mayLeave  = []coach.Kind{coach.KindQuestion, coach.KindBusy, coach.KindAnswer, coach.KindChat}
	mayBecome = []coach.Kind{
		coach.KindQuestion, coach.KindBusy, coach.KindAnswer, coach.KindChat,
		coach.KindCorrection, coach.KindVague, coach.KindContinue,
	}
)

// Constrain is what is left of a model's reading: the kind, where the rules were unsure and neither
// evidence, a stop nor a confirmation comes or goes by it. Everything else is the rules'.
func Constrain(rules, model coach.Reading) coach.Reading {
	out := rules
	proven := len(rules.Errors) > 0 || len(rules.Shows) > 0 || rules.Resolved || rules.StillSame
	if rules.Sure >= Unsure || proven || !slices.Contains(mayLeave, rules.Kind) || !slices.Contains(mayBecome, model.Kind) {
		return out
	}
	out.Kind = model.Kind
	out.OffTopic = rules.OffTopic && model.Kind == coach.KindQuestion
	return out
}

// Asked is a turn whose reading is unsure.
type Asked struct {
	Locale  string
	Message reading.Message
	Context reading.Context
	Last    string // text of the last coach message
	Rules   coach.Reading
	Learner string // whose budget pays
	Channel string
}

// Read asks the model what a turn is, where the rules are unsure, and gives what Constrain leaves of its
// answer. Where it cannot be asked, the rules' reading stands, with the error.
func (t *Tutor) Read(ctx context.Context, in Asked) (coach.Reading, error) {
	if in.Rules.Sure >= Unsure || in.Rules.Kind == "" {
		return in.Rules, nil
	}
	system := t.Prompts.say(in.Locale, "base", instruct{}) + "\n\n" + t.Prompts.say(in.Locale, "reading", instruct{})
	show := shown{
		History: fence("history", fit("coach> "+masked(in.Last), 4*perSide)),
		Turn:    fence("turn", fit(masked(in.Message.Text), t.Budget*shareTurn/100)),
		Kind:    string(in.Rules.Kind),
	}
	r := Request{
		Scene: "reading", Schema: schemaOf("reading"), MaxTokens: maxShort, Learner: in.Learner, Channel: in.Channel,
		Messages: []Message{{RoleSystem, system}, {RoleUser, t.Prompts.say(in.Locale, "turn", show)}},
	}
	r.Estimate = estimate(r)
	got, err := t.Chat.Complete(ctx, r)
	if err != nil {
		return in.Rules, err
	}
	a, _ := parse(got.Text, scenes["reading"])
	awaited := in.Context.State == coach.Closing || in.Context.Asks == coach.AskConfirm
	if !awaited && slices.Contains([]coach.Kind{coach.KindCorrection, coach.KindVague, coach.KindContinue}, a.Kind) {
		return in.Rules, nil // nothing is there to be corrected or declined
	}
	return Constrain(in.Rules, coach.Reading{Kind: a.Kind}), nil
}

// maxShort bounds an answer of a sentence or two, in tokens.
const maxShort = 300

// estimate is the size of a request in tokens.
func estimate(r Request) int {
	n := Tokens(string(r.Schema)) + len(r.Messages)*perMessage
	for _, m := range r.Messages {
		n += Tokens(m.Text)
	}
	return n
}
