package command

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// start has a thread opened for the topic; in a direct conversation the session begins right there.
func (d *Desk) start(ctx context.Context, r Request, topic string) (Answer, error) {
	if topic == "" {
		return d.say(r, "start.which", map[string]any{"Topics": d.list(r, d.Topics)}), nil
	}
	text := d.Voice.Say(r.Locale, "start.words", topic)
	named, notice := d.Engine.Opens(ctx, r.wish(text), nil)
	if named == "" {
		return d.unknown(r, topic, notice), nil
	}
	return d.open(ctx, r, named, text)
}

// goOn takes up a topic again, from its documents.
func (d *Desk) goOn(ctx context.Context, r Request, topic string) (Answer, error) {
	saved, err := d.Store.Topics(ctx, r.learner())
	if err != nil {
		return Answer{}, err
	}
	if topic == "" && len(saved) != 1 {
		return d.say(r, "continue.which", map[string]any{"Saved": d.list(r, saved)}), nil
	}
	if topic == "" {
		topic = saved[0]
	}
	text := d.Voice.Say(r.Locale, "continue.words", topic)
	named, notice := d.Engine.Opens(ctx, r.wish(text), saved)
	if named == "" {
		return d.unknown(r, topic, notice), nil
	}
	return d.open(ctx, r, named, text)
}

// unknown says that a topic cannot be taught, after the notice of why, if there is one.
func (d *Desk) unknown(r Request, topic, notice string) Answer {
	a := d.say(r, "start.unknown", map[string]any{"Topics": d.list(r, d.Topics), "Topic": topic})
	if notice != "" {
		a.Text = notice + " " + a.Text
	}
	return a
}

// open records the wish for a session, if the channel's settings let this user have one.
func (d *Desk) open(ctx context.Context, r Request, topic, text string) (Answer, error) {
	s, err := d.Settings(ctx, r.Channel)
	if err != nil {
		return Answer{}, err
	}
	if !s.Lets(r.Manager) {
		return d.say(r, "start.managers", nil), nil
	}
	in := engine.Inbound{
		Kind: engine.InStart, ID: "study-" + r.ID, Thread: r.Channel, Learner: r.User, User: r.User, At: r.At,
		Text: text, Topic: topic,
	}
	if open, err := d.opened(ctx, r, topic); open || err != nil {
		return d.say(r, "start.open", topic), err
	}
	s.Apply(&in, r.Locale)
	if r.Direct {
		if busy, err := d.busy(ctx, r, topic); busy != "" || err != nil {
			return d.say(r, "start.busy", busy), err
		}
		in.Kind, in.Thread = engine.InMessage, r.Thread
	}
	if err := d.Engine.Receive(ctx, in); err != nil {
		return Answer{}, err
	}
	return d.say(r, "start.coming", topic), nil
}

// fresh is for how long a session that stands open keeps another on its topic from being opened: the
// learner may have lost its thread.
const fresh = 24 * time.Hour

// opened says whether the learner has a session on a topic that was at work a short while ago.
func (d *Desk) opened(ctx context.Context, r Request, topic string) (bool, error) {
	if r.Direct {
		return false, nil
	}
	open := false
	err := d.each(ctx, r, func(_ coach.ThreadID, t engine.Thread) {
		open = open || t.Course.Topic == topic && t.Session.State() != coach.Closed && r.At.Sub(t.Session.Now()) < fresh
	})
	return open, err
}

// busy is the topic of the session that another one would have to wait for, in a place with one thread.
func (d *Desk) busy(ctx context.Context, r Request, topic string) (string, error) {
	t, err := d.Engine.Thread(ctx, r.Thread)
	switch {
	case errors.Is(err, state.ErrNotFound):
		return "", nil
	case err != nil:
		return "", err
	case t.Session == nil, t.Session.State() == coach.Closed, t.Course.Topic == topic:
		return "", nil
	}
	return t.Course.Topic, nil
}

// status says where the session stands.
func (d *Desk) status(ctx context.Context, r Request, _ string) (Answer, error) {
	_, t, ok, err := d.current(ctx, r)
	if err != nil || !ok {
		return d.say(r, "none", nil), err
	}
	threshold, _ := t.Session.LengthDue()
	n := t.Session.Counts()
	return d.say(r, "status", map[string]any{
		"Topic": t.Course.Topic, "Window": t.Course.Window, "Module": t.Course.Position.Module,
		"Phase": d.Voice.Say(r.Locale, "phase."+string(t.Course.Phase), nil),
		"State": d.Voice.Say(r.Locale, "state."+string(t.Session.State()), nil),
		"Turns": n.Turns, "Threshold": threshold, "Todo": t.Course.Todo.Text,
		"NoProgress": min(n.NoProgress, coach.NoProgressTurns), "SameError": min(n.SameError, coach.SameErrorTurns),
		"Open": t.Session.State() != coach.Closed,
	}), nil
}

// wrap asks for a close-out, as a stop phrase does; of one that is proposed already it says where it waits.
func (d *Desk) wrap(ctx context.Context, r Request, _ string) (Answer, error) {
	list, err := d.sessions(ctx, r)
	list = slices.DeleteFunc(list, func(s session) bool { return !s.open() && s.id != r.Thread })
	if err != nil || len(list) == 0 || !list[0].open() {
		return d.say(r, "none", nil), err
	}
	s := list[0]
	data := map[string]any{"Topic": s.Course.Topic, "Others": d.others(r, list[1:])}
	if !s.working() {
		return d.say(r, "wrap."+string(s.Session.State()), data), nil
	}
	return d.say(r, "wrap.coming", data), d.Engine.Receive(ctx, engine.Inbound{
		Kind: engine.InWrap, ID: "study-" + r.ID, Thread: s.id, User: r.User, At: r.At, Text: "/study wrap",
	})
}

// others lists the other open sessions; empty: there are none.
func (d *Desk) others(r Request, list []session) string {
	var names []string
	for _, s := range list {
		names = append(names, d.Voice.Say(r.Locale, "wrap.other", map[string]any{
			"Topic": s.Course.Topic, "Here": r.here(s), "State": d.Voice.Say(r.Locale, "state."+string(s.Session.State()), nil),
		}))
	}
	return d.list(r, names)
}

// lang changes the language of the session.
func (d *Desk) lang(ctx context.Context, r Request, locale string) (Answer, error) {
	if locale != "en" && locale != "zh" {
		return d.say(r, "lang.which", nil), nil
	}
	id, _, ok, err := d.current(ctx, r)
	if err != nil || !ok {
		return d.say(r, "none", nil), err
	}
	r.Locale = locale
	return d.say(r, "lang.done", nil), d.Engine.Receive(ctx, engine.Inbound{
		Kind: engine.InLocale, ID: "study-" + r.ID, Thread: id, User: r.User, At: r.At, Locale: locale,
	})
}

// docs gives the documents: all of the topic in hand, or the one named.
func (d *Desk) docs(ctx context.Context, r Request, name string) (Answer, error) {
	topics, err := d.Store.Topics(ctx, r.learner())
	if err != nil {
		return Answer{}, err
	}
	var files []state.Document
	var list []string
	for _, topic := range topics {
		docs, err := d.Store.Documents(ctx, r.learner(), topic)
		if err != nil {
			return Answer{}, err
		}
		for _, doc := range docs {
			list = append(list, d.Voice.Say(r.Locale, "docs.one", map[string]any{"Topic": topic, "Name": doc.Name}))
			if name == "" || strings.EqualFold(name, doc.Name) || strings.EqualFold(name, topic) {
				files = append(files, doc)
			}
		}
	}
	data := map[string]any{"Name": name, "List": strings.Join(list, "\n")}
	switch {
	case len(list) == 0:
		return d.say(r, "docs.none", nil), nil
	case len(files) == 0:
		return d.say(r, "docs.unknown", data), nil
	}
	answer := d.say(r, "docs", data)
	answer.Files = files
	return answer, nil
}

// forget erases everything of the learner's, after a plain word.
func (d *Desk) forget(ctx context.Context, r Request, word string) (Answer, error) {
	if !strings.EqualFold(word, d.Voice.Say("en", "forget.word", nil)) && word != d.Voice.Say("zh", "forget.word", nil) {
		return d.say(r, "forget.sure", nil), nil
	}
	threads, documents, err := d.Store.Forget(ctx, r.learner())
	if err != nil {
		return Answer{}, err
	}
	return d.say(r, "forget.done", map[string]any{"Threads": threads, "Documents": documents}), nil
}
