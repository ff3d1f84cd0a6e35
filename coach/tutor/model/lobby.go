package model

import (
	"context"
	"errors"
	"strings"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/tutor"
)

// Wish is a message outside any session: what somebody wants to learn, or asks.
type Wish struct {
	Locale  string
	Text    string
	Topic   string // the topic as the rules found it; may be empty
	Learner string // whose budget pays
	Channel string
}

// Topic names what a wish is to learn, where no track has it: its short name, in words of the wish. It
// is empty for a name that cannot be said. It fails with ErrOutside for what is no part of software
// development, and where the model cannot be asked.
func (t *Tutor) Topic(ctx context.Context, w Wish) (string, error) {
	a, err := t.lobby(ctx, "topic", w)
	if err != nil {
		return "", err
	}
	if !bool(a.Software) {
		return "", ErrOutside
	}
	topic := strings.ToLower(oneLineOf(a.Topic, maxTopic))
	if !stands(topic, w.Text) {
		topic = strings.ToLower(oneLineOf(w.Topic, maxTopic))
	}
	if len(t.improper(w.Locale, topic)) > 0 {
		return "", nil
	}
	return topic, nil
}

// maxTopic is how many runes the name of a topic has at most.
const maxTopic = 40

// Answer answers a one-off question shortly, without a session. It is empty where the model's answer
// cannot be said.
func (t *Tutor) Answer(ctx context.Context, w Wish) (string, error) {
	a, err := t.lobby(ctx, "question", w)
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(a.Text)
	if len([]rune(text)) > maxOneOff || len(t.improper(w.Locale, text)) > 0 {
		return "", nil
	}
	return text, nil
}

// maxOneOff is how many runes the answer to a one-off question has at most: short.
const maxOneOff = 1200

// improper are the rules that a text outside a session breaks. It is not asked for again: it is left out.
func (t *Tutor) improper(locale, text string) []string {
	var names []string
	for _, v := range t.Guard.Check(tutor.Reply{Text: text}, guard.Context{Locale: locale}) {
		names = append(names, "guard."+v.Name)
	}
	for _, f := range t.unfit(text, locale) {
		names = append(names, f.name)
	}
	for _, name := range names {
		t.Watch(name)
	}
	return names
}

// Away is what a learner is told where the model could not be asked for a reason.
func (t *Tutor) Away(locale string, cause error) string {
	if errors.Is(cause, ErrSpent) {
		return t.Voice.Say(locale, "spent", nil)
	}
	return t.Voice.Say(locale, "away", nil)
}

// lobby asks the model about a message outside any session.
func (t *Tutor) lobby(ctx context.Context, scene string, w Wish) (answer, error) {
	system := t.Prompts.say(w.Locale, "base", instruct{}) + "\n\n" + t.Prompts.say(w.Locale, scene, instruct{})
	show := shown{Turn: fence("turn", fit(masked(w.Text), t.Budget*shareTurn/100)), Kind: string(coach.KindChat)}
	r := Request{
		Scene: scene, Schema: schemaOf(scene), MaxTokens: 2 * maxShort, Learner: w.Learner, Channel: w.Channel,
		Messages: []Message{{RoleSystem, system}, {RoleUser, t.Prompts.say(w.Locale, "turn", show)}},
	}
	r.Estimate = estimate(r)
	got, err := t.Chat.Complete(ctx, r)
	if err != nil {
		return answer{}, err
	}
	a, faults := parse(got.Text, scenes[scene])
	for _, f := range faults {
		t.Watch(f.name)
	}
	if has(faults, "json") {
		return answer{}, errGarbled
	}
	return a, nil
}
