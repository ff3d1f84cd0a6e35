package engine

import (
	"slices"
	"strings"
	"time"
)

// batch is what is decided together: one event, or the messages of one turn.
type batch struct {
	in   Inbound   // the event; of a turn the last message, with the text and the files of all
	turn []Inbound // the messages of a turn, in order; nil: it is none
	ids  []string  // of the events that are done with it
}

// next takes the first batch off a thread's events. The messages of learner that follow one another
// within the quiet window are one turn, whatever others write in between; an edit or a deletion of one
// of them is applied to it, since nothing was decided on it yet. learner "": nobody's thread yet; then
// whoever comes first is taken for the learner.
func next(events []Inbound, learner string, quiet time.Duration) (batch, []Inbound) {
	first := events[0]
	if learner == "" {
		learner = first.User
	}
	if !first.from(learner) {
		return batch{in: first, ids: []string{first.ID}}, events[1:]
	}
	b := batch{in: first, turn: []Inbound{first}, ids: []string{first.ID}}
	var left []Inbound
	for i, in := range events[1:] {
		switch {
		case in.from(learner) && in.At.Sub(b.turn[len(b.turn)-1].At) <= quiet && quiet > 0 && in.Topic == "":
			b.turn = append(b.turn, in)
		case in.amends(b.turn):
			b.amend(in)
		case in.Kind == InMessage && !in.from(learner), in.Kind == InEdit, in.Kind == InDelete:
			left = append(left, in)
			continue
		default:
			b.unite()
			return b, append(left, events[i+1:]...)
		}
		b.ids = append(b.ids, in.ID)
	}
	b.unite()
	return b, left
}

// from says whether it is a message of the learner's.
func (in Inbound) from(learner string) bool {
	return in.Kind == InMessage && (in.User == "" || in.User == learner)
}

// empty says whether nothing is said with it.
func (in Inbound) empty() bool { return strings.TrimSpace(in.Text) == "" && len(in.Files) == 0 }

// amends says whether it changes one of these messages. Whoever may delete it may; its words are its
// author's alone.
func (in Inbound) amends(turn []Inbound) bool {
	return slices.ContainsFunc(turn, func(m Inbound) bool {
		own := in.User == "" || m.User == "" || in.User == m.User
		return m.ID == in.Target && (in.Kind == InDelete || in.Kind == InEdit && own)
	})
}

func (b *batch) amend(in Inbound) {
	for i := range b.turn {
		if b.turn[i].ID != in.Target {
			continue
		}
		b.turn[i].Text = in.Text
		if in.Kind == InDelete {
			b.turn[i].Text, b.turn[i].Files = "", nil
		}
	}
}

// unite makes the event of a turn: its id and time are those of the last message. A message that is
// empty, or was emptied by an edit, is no part of it.
func (b *batch) unite() {
	if said := slices.DeleteFunc(slices.Clone(b.turn), Inbound.empty); len(said) > 0 {
		b.turn = said
	}
	var texts []string
	b.in.Files = nil
	for _, m := range b.turn {
		if strings.TrimSpace(m.Text) != "" {
			texts = append(texts, m.Text)
		}
		b.in.Files = append(b.in.Files, m.Files...)
	}
	last := b.turn[len(b.turn)-1]
	b.in.ID, b.in.At, b.in.Text = last.ID, last.At, strings.Join(texts, "\n")
}
