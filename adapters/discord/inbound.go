package discord

import (
	"context"
	"errors"
	"strings"

	"tack/internal/engine"
	"tack/internal/markdown"
	"tack/state"
)

// receive takes in what somebody said, from an event or from the history. p is the thread, or the channel
// with an empty id.
func (in *inbox) receive(ctx context.Context, p place, m message) error {
	addressed := p.direct() || m.mentions(in.self.id)
	begins := p.id == ""
	if begins && !addressed {
		return nil // it is said to others
	}
	if m.empty() && in.blind.Load() && !addressed {
		return in.unread(ctx, p, m)
	}
	at, err := timeOf(m.ID)
	if err != nil {
		in.unreadable("message", err)
		return nil
	}
	text := in.plain(m)
	if begins {
		p.id = m.ID // a thread has the id of the message that it begins at
		in.names.Put(p.String(), threadName(text))
	}
	i := engine.Inbound{
		Kind: engine.InMessage, ID: m.ID, Known: !addressed, Thread: p.thread(), Learner: m.Author.ID, User: m.Author.ID,
		At: at, Text: text,
	}
	if addressed {
		if lets, err := in.settings(ctx, p, m, &i); err != nil || !lets {
			return err
		}
	}
	if i.Files, err = in.attached(ctx, i, m.Attachments); err != nil {
		return err
	}
	if err := in.Engine.Receive(ctx, i); err != nil {
		return err
	}
	in.said.Put(m.ID, text)
	if m.told && !begins {
		in.later.Go(func() { in.eyes.See(in.ctx, in.Hall, i.Thread, i.User, p.message(m.ID).String()) })
	}
	return nil
}

// threadName makes a name of what somebody said; "" if it has nothing to make one of.
func threadName(text string) string {
	name := strings.Join(strings.Fields(text), " ")
	r := []rune(name)
	if len(r) > maxThreadName {
		return string(r[:maxThreadName-1]) + "…"
	}
	return name
}

// settings puts the channel's settings on what may open a session. False: it would, and may not; whoever
// wrote it is told.
func (in *inbox) settings(ctx context.Context, p place, m message, i *engine.Inbound) (bool, error) {
	s, err := in.Desk.Settings(ctx, p.top().thread())
	if err != nil {
		return false, err
	}
	s.Apply(i, "")
	if s.Lets(false) {
		return true, nil
	}
	if _, opens := in.Engine.Topic(i.Text); !opens || p.direct() {
		return true, nil
	}
	if session, err := in.Session(ctx, i.Thread); err != nil || session != nil {
		return session != nil, err
	}
	manages, err := in.manages(ctx, p, m)
	if err != nil || s.Lets(manages) {
		return err == nil, err
	}
	in.later.Go(func() {
		in.reply(in.ctx, m.Channel, m.ID, in.config.Voice.Say(engine.LanguageOf(i.Text), "managers", nil))
	})
	return false, nil
}

// unread tells a learner, once, that what they write cannot be read.
func (in *inbox) unread(ctx context.Context, p place, m message) error {
	t, err := in.Engine.Thread(ctx, p.thread())
	if errors.Is(err, state.ErrNotFound) {
		return nil
	}
	if err != nil || t.Session == nil || t.Session.Learner() != m.Author.ID {
		return err
	}
	if in.once("unread " + p.String()) {
		in.later.Go(func() {
			in.reply(in.ctx, m.Channel, m.ID, in.config.Voice.Say(t.Course.Locale, "unread", in.mention()))
		})
	}
	return nil
}

// once is true the first time that something is to be said.
func (a *Adapter) once(what string) bool {
	if _, said := a.told.Get(what); said {
		return false
	}
	a.told.Put(what, true)
	return true
}

// mention is how people address us.
func (in *inbox) mention() string { return "@" + in.self.name }

// reply says something beside the coach's messages, in answer to a message. Nothing depends on it.
func (a *Adapter) reply(ctx context.Context, channel, to, text string) {
	d := draft{channel: channel, key: "reply/" + to + "/" + text, text: markdown.ToDiscord(text), replyTo: to}
	if _, err := a.post(ctx, d); err != nil {
		a.log.Warn("reply", "channel", channel, "code", codeOf(err), "err", err)
	}
}
