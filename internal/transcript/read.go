package transcript

import (
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/reading"
)

// Reader reads what is not annotated.
type Reader interface {
	Learner(ctx reading.Context, m reading.Message) coach.Reading
	Coach(ctx reading.Context, text string) reading.Coach
}

// readCoach makes the core's event of a coach message.
func readCoach(r Reader, s coach.Session, c Coach) coach.Said {
	return Annotate(c, r.Coach(reading.ContextOf(s), c.Text))
}

// Annotate makes the core's event of a coach message: what is annotated stands, the rest is as it
// was read from the text. The time is left zero.
func Annotate(c Coach, text reading.Coach) coach.Said {
	said := coach.Said{
		ID: c.ID, Asks: text.Asks, Question: text.Question, Directions: text.Directions,
		Sets: text.Sets, YesMeans: text.YesMeans, Problem: text.Problem, Step: c.Step, Advanced: c.Advanced,
		Explains: c.Explains, Raises: c.Raises, Deviates: c.Deviates, Recalls: c.Recalls,
		Completes: c.Completes, Phase: c.Phase,
	}
	if c.Asks != "" {
		said.Asks = c.Asks
		said.Question, said.YesMeans = keepFor(c.Asks, said.Question, said.YesMeans)
	}
	if c.Question != "" {
		said.Question = coach.Identity{Key: c.Question}
	}
	if c.Directions != nil {
		said.Directions = c.Directions
	}
	return said
}

// keepFor keeps of a question and the meaning of a yes to it what a message with these annotated
// asks can carry.
func keepFor(asks coach.Ask, q coach.Identity, yes coach.YesMeans) (coach.Identity, coach.YesMeans) {
	switch asks {
	case coach.AskQuestion:
		return q, ""
	case coach.AskYesNo:
		return q, yes
	}
	return coach.Identity{}, ""
}

// ReadTurn reads the messages of one turn: those without overrides joined by line breaks as one,
// each of the others by itself. In a session without a topic no question is off it.
func ReadTurn(r Reader, s coach.Session, messages []Learner) coach.Reading {
	var plain []Learner
	var readings []coach.Reading
	ctx := reading.ContextOf(s)
	for _, m := range messages {
		if m.annotated() {
			readings = append(readings, Override(r.Learner(ctx, m.message()), m))
		} else {
			plain = append(plain, m)
		}
	}
	if len(plain) > 0 {
		readings = append(readings, r.Learner(ctx, joined(plain)))
	}
	read := coach.Unite(readings)
	read.OffTopic = read.OffTopic && s.Topic() != ""
	return read
}

// joined makes one message of several.
func joined(messages []Learner) reading.Message {
	var texts []string
	var all reading.Message
	for _, l := range messages {
		m := l.message()
		all.Files = append(all.Files, m.Files...)
		if m.Text != "" {
			texts = append(texts, m.Text)
		}
	}
	all.Text = strings.Join(texts, "\n")
	return all
}

// Override puts the annotations of a message over what was read from its text.
func Override(r coach.Reading, l Learner) coach.Reading {
	if l.Kind != "" {
		r = limit(r, l.Kind)
	}
	if l.Errors != nil {
		// Keys stand in place of all fingerprints of the text.
		r.Errors, r.Shows, r.StillSame = identities(l.Errors), nil, false
	}
	if l.Question != "" {
		r.Questions, r.OffTopic = identities([]string{l.Question}), false
	}
	if l.New != nil {
		r.New = l.New
	}
	if l.Resolved != nil {
		r.Resolved = *l.Resolved
	}
	if l.GoesOn != nil {
		r.GoesOn = *l.GoesOn
	}
	if l.Kind == "" {
		r.Kind = raised(r.Kind, l)
		return r
	}
	return named(r, l)
}

// limit gives a reading an annotated kind and takes from it what would have made it an earlier one.
func limit(r coach.Reading, kind coach.Kind) coach.Reading {
	r.Kind, r.Sure = kind, 1
	if after(kind, coach.KindError) {
		r.Errors = nil
	}
	if after(kind, coach.KindEvidence) {
		r.Shows, r.StillSame = nil, false
		r.Resolved = r.Resolved && kind == coach.KindAnswer
	}
	if after(kind, coach.KindQuestion) {
		r.Questions, r.OffTopic = nil, false
	}
	r.GoesOn = r.GoesOn && kind == coach.KindConfirm
	return r
}

// raised returns the kind that the overrides of a message make true where the one read from its
// text comes later in the table.
func raised(kind coach.Kind, l Learner) coach.Kind {
	switch {
	case len(l.Errors) > 0 && after(kind, coach.KindError):
		return coach.KindError
	case l.New != nil && *l.New && after(kind, coach.KindEvidence):
		return coach.KindEvidence
	case l.Question != "" && after(kind, coach.KindQuestion):
		return coach.KindQuestion
	}
	return kind
}

// after reports whether a kind stands behind another in the table of kinds.
func after(kind, other coach.Kind) bool {
	return slices.Index(coach.Kinds[:], kind) > slices.Index(coach.Kinds[:], other)
}

func identities(keys []string) []coach.Identity {
	var out []coach.Identity
	for _, k := range keys {
		id := coach.Identity{Key: k}
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
