package model

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

// turn is one reply in the making.
type turn struct {
	*Tutor
	ctx   context.Context
	in    tutor.Input
	loc   string
	text  string // what the learner wrote, files included; without credentials, the middle of a long paste cut out
	c     course.State
	r     tutor.Reply
	parts []string // paragraphs

	agreed bool // the learner's own yes passed gate B in this turn
}

// data fills a text.
type data map[string]any

// newTurn copies the course, so that the caller's is never changed.
func (t *Tutor) newTurn(ctx context.Context, in tutor.Input) *turn {
	u := &turn{Tutor: t, ctx: ctx, in: in, c: copied(in.Course), r: tutor.Reply{Asks: coach.AskNone}}
	u.loc = in.Course.Locale
	if u.loc == "" {
		u.loc = in.Locale
	}
	texts := []string{in.Message.Text}
	for _, f := range in.Message.Files {
		texts = append(texts, f.Text)
	}
	u.text = fit(masked(strings.ToValidUTF8(strings.Join(texts, "\n"), "�")), keptTurn)
	return u
}

// keptTurn is how much of a turn is looked at, in tokens: several times what a prompt shows of it, so
// that a quotation is still found, and no more of a pasted log.
const keptTurn = 12000

// copied gives a course that shares nothing with c.
func copied(c course.State) course.State {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // texts and numbers: it cannot fail
	}
	var out course.State
	if err := json.Unmarshal(b, &out); err != nil {
		panic(err)
	}
	return out
}

// copy is the turn as it stands, so that it can be taken up from here again.
func (u *turn) copy() *turn {
	c := *u
	c.c, c.parts = copied(u.c), slices.Clone(u.parts)
	return &c
}

// done closes the reply. A message is never the same to the letter as the last one.
func (u *turn) done() tutor.Reply {
	u.r.Text = strings.Join(u.parts, "\n\n")
	if u.r.Text != "" && u.r.Text == u.in.Last.Text {
		u.r.Text = u.phrase("say_again", nil) + "\n\n" + u.r.Text
	}
	u.r.Course = u.c
	return u.r
}

// add appends a paragraph; an empty one is left out.
func (u *turn) add(text string) {
	if text = strings.TrimSpace(text); text != "" {
		u.parts = append(u.parts, text)
	}
}

// say appends a text that every tutor says.
func (u *turn) say(key string, d data) { u.add(u.phrase(key, d)) }

// own appends a text of this tutor's.
func (u *turn) own(key string, d data) { u.add(u.ownWords(key, d)) }

func (u *turn) phrase(key string, d data) string   { return u.Words.Say(u.loc, key, d) }
func (u *turn) ownWords(key string, d data) string { return u.Voice.Say(u.loc, key, d) }

// asks sets what the message wants. question is empty where none is put.
func (u *turn) asks(ask coach.Ask, question string) { u.r.Asks, u.r.Question = ask, question }

// is reports whether the turn is of one of the kinds.
func (u *turn) is(kinds ...coach.Kind) bool { return slices.Contains(kinds, u.in.Reading.Kind) }

// said reports whether a quotation from the learner's turn proves something.
func (u *turn) said(quote string) bool { return proves(quote, u.text) }

// todo locks the single to-do; the one that it replaces is kept beside it.
func (u *turn) todo(text string) {
	if text != u.c.Todo.Text {
		u.c.Todo = course.Todo{Text: text, Was: u.c.Todo.Text}
	}
}

// maxOpen is how many open questions are kept; the oldest falls out.
const maxOpen = 30

// note puts a line under the open questions, once.
func (u *turn) note(text string) {
	text = oneLine(text)
	if text == "" || slices.Contains(u.c.Open, text) {
		return
	}
	u.c.Open = append(u.c.Open, text)
	u.c.Open = u.c.Open[max(0, len(u.c.Open)-maxOpen):]
}
