package terminal

import (
	"context"
	"fmt"
	"time"

	"tack/coach"
	"tack/coach/tutor/track"
	"tack/internal/engine"
)

// look is a thread with a session; false if none was opened in it.
func (c *Chat) look(ctx context.Context, id coach.ThreadID) (engine.Thread, bool) {
	if id == "" {
		return engine.Thread{}, false
	}
	t, err := c.Engine.Thread(ctx, id)
	return t, err == nil && t.Session != nil
}

// session is the thread in hand.
func (c *Chat) session(ctx context.Context) (engine.Thread, bool) { return c.look(ctx, c.thread) }

// latest is the learner's thread whose session was last written in; empty if there is none.
func (c *Chat) latest(ctx context.Context) (coach.ThreadID, error) {
	threads, err := c.Store.Threads(ctx, string(ThreadOf(c.Learner, "")))
	if err != nil {
		return "", err
	}
	var latest coach.ThreadID
	var at time.Time
	for _, id := range threads {
		t, err := c.Engine.Thread(ctx, id)
		if err != nil {
			return "", err
		}
		if t.Session != nil && !t.Session.Now().Before(at) {
			latest, at = id, t.Session.Now()
		}
	}
	return latest, nil
}

// goTo takes a thread with an open session in hand and says so.
func (c *Chat) goTo(ctx context.Context, id coach.ThreadID) error {
	c.visit(id)
	if err := c.chooseLanguage(ctx); err != nil {
		return err
	}
	if err := c.Engine.Settle(ctx); err != nil {
		return err
	}
	if t, ok := c.session(ctx); ok {
		c.tell("again."+string(t.Session.State()), map[string]any{"Topic": t.Course.Topic, "N": summaryNumber(t)})
	}
	return nil
}

// chooseLanguage lets a session that was begun in another language go on in the one asked for.
func (c *Chat) chooseLanguage(ctx context.Context) error {
	t, ok := c.session(ctx)
	if !ok || c.Locale == "auto" || c.Locale == t.Course.Locale {
		return nil
	}
	_, err := c.send(ctx, engine.Inbound{Kind: engine.InLocale, Locale: c.Locale})
	return err
}

// openTopic goes to a topic's thread; a session that stands there goes on, else one begins.
func (c *Chat) openTopic(ctx context.Context, name string) error {
	t, ok := c.Tracks.Find(name)
	if !ok {
		return fmt.Errorf("topic %q: no track of that name; bot tracks list shows them", name)
	}
	id := ThreadOf(c.Learner, t.Topic)
	if s, ok := c.look(ctx, id); ok && s.Session.State() != coach.Closed {
		return c.goTo(ctx, id)
	}
	c.visit(id)
	if err := c.chooseLanguage(ctx); err != nil {
		return err
	}
	_, err := c.send(ctx, engine.Inbound{Kind: engine.InMessage, Topic: t.Topic, Text: "continue " + t.Topic})
	return err
}

// wish is how long, in bytes, a message may be that leaves an open session for another topic; a
// pasted log is none, and reading it for one would take seconds.
const wish = 200

// choose picks the thread that a message belongs to. An open session keeps it, unless the message
// goes on with another topic by name; outside one, the topic that it names has it.
func (c *Chat) choose(ctx context.Context, text string) error {
	t, ok := c.session(ctx)
	inSession := ok && t.Session.State() != coach.Closed
	if inSession && len(text) > wish {
		return nil
	}
	in := c.Engine.Lobby.Intent(text)
	switch {
	case inSession && (in.Kind != track.IntentContinue || in.Topic == t.Course.Topic):
		return nil
	case c.Engine.Lobby.Lobby("en", in, nil) == "":
		id := ThreadOf(c.Learner, in.Topic)
		if id == c.thread {
			return nil
		}
		if s, ok := c.look(ctx, id); ok && s.Session.State() != coach.Closed {
			return c.goTo(ctx, id)
		}
		c.visit(id)
	case c.thread == "":
		c.visit(ThreadOf(c.Learner, ""))
	}
	return nil
}
