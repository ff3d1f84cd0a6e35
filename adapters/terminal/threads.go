package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tack/coach"
	"tack/coach/tutor/model"
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
	topic, err := c.find(ctx, c.Voice.Say(c.language(), "learn", name), name)
	if err != nil {
		return err
	}
	id, open, err := c.threadOn(ctx, topic)
	if err != nil {
		return err
	}
	if open {
		return c.goTo(ctx, id)
	}
	c.visit(id)
	if err := c.chooseLanguage(ctx); err != nil {
		return err
	}
	_, err = c.send(ctx, engine.Inbound{Kind: engine.InMessage, Topic: topic, Text: "continue " + topic})
	return err
}

// errNoTopic: nobody can teach what was named.
var errNoTopic = errors.New("no track of that name; bot tracks list shows them")

// find is the topic that a name means: of a track, one that was begun, or one that the model knows by
// the words. It fails with errNoTopic for any other.
func (c *Chat) find(ctx context.Context, words, name string) (string, error) {
	if t, ok := c.Tracks.Find(name); ok {
		return t.Topic, nil
	}
	saved, err := c.begun(ctx)
	if err != nil {
		return "", err
	}
	if i := slices.IndexFunc(saved, func(s string) bool { return strings.EqualFold(s, name) }); i >= 0 {
		return saved[i], nil
	}
	if c.Engine.Model == nil {
		return "", fmt.Errorf("topic %q: %w; another topic needs a language model (OPENAI_MODEL)", name, errNoTopic)
	}
	l := LearnerOf(c.Learner)
	topic, notice := c.Engine.Opens(ctx, model.Wish{
		Locale: c.language(), Text: words, Learner: l.Workspace + ":" + l.ID, Channel: l.Workspace + ":" + l.ID,
	}, saved)
	switch {
	case topic != "":
		return topic, nil
	case notice != "":
		return "", fmt.Errorf("topic %q: %w; the language model, which may know it, cannot be asked now", name, errNoTopic)
	}
	return "", fmt.Errorf("topic %q: %w; the language model knows it for no topic of software development", name, errNoTopic)
}

// begun are the topics on which the learner has a session or documents.
func (c *Chat) begun(ctx context.Context) ([]string, error) {
	topics, err := c.Store.Topics(ctx, LearnerOf(c.Learner))
	if err != nil {
		return nil, err
	}
	threads, err := c.Store.Threads(ctx, string(ThreadOf(c.Learner, "")))
	if err != nil {
		return nil, err
	}
	for _, id := range threads {
		if t, ok := c.look(ctx, id); ok && !slices.Contains(topics, t.Course.Topic) {
			topics = append(topics, t.Course.Topic)
		}
	}
	return topics, nil
}

// threadOn is the learner's thread on a topic, and whether a session is open in it. What a model opened in
// the lobby stays there.
func (c *Chat) threadOn(ctx context.Context, topic string) (coach.ThreadID, bool, error) {
	own := ThreadOf(c.Learner, topic)
	for _, id := range []coach.ThreadID{own, ThreadOf(c.Learner, "")} {
		if t, ok := c.look(ctx, id); ok && t.Course.Topic == topic && t.Session.State() != coach.Closed {
			return id, true, nil
		}
	}
	return own, false, nil
}

// wish is how long, in bytes, a message may be that leaves an open session for another topic; a
// pasted log is none, and reading it for one would take seconds.
const wish = 200

// choose picks the thread that a message belongs to. An open session keeps it, unless the message
// goes on with another topic by name; outside one, the topic that it names has it. It reports true where
// the message names a topic to go on with that is none, and says so: the open session must not take
// that for an answer.
func (c *Chat) choose(ctx context.Context, text string) (bool, error) {
	t, ok := c.session(ctx)
	inSession := ok && t.Session.State() != coach.Closed
	if inSession && len(text) > wish {
		return false, nil
	}
	in := c.Engine.Lobby.Intent(text)
	switch {
	case inSession && (in.Kind != track.IntentContinue || strings.EqualFold(in.Topic, t.Course.Topic)):
		return false, nil
	case c.Engine.Lobby.Lobby("en", in, nil) == "":
		return false, c.take(ctx, in.Topic)
	case inSession:
		return c.leave(ctx, t, in.Topic, text)
	case c.thread == "":
		c.visit(ThreadOf(c.Learner, ""))
	}
	return false, nil
}

// take takes a topic's thread in hand, if it is another one.
func (c *Chat) take(ctx context.Context, topic string) error {
	id, open, err := c.threadOn(ctx, topic)
	if err != nil || id == c.thread {
		return err
	}
	if open {
		return c.goTo(ctx, id)
	}
	c.visit(id)
	return nil
}

// leave goes from an open session to a topic that no track has. Where nobody knows it the session keeps
// the message if a name of one word may mean the session's own ("continue anyway" to a summary).
func (c *Chat) leave(ctx context.Context, t engine.Thread, name, text string) (bool, error) {
	topic, err := c.find(ctx, text, name)
	switch {
	case err == nil && topic == t.Course.Topic:
		return false, nil
	case err == nil:
		return false, c.take(ctx, topic)
	case !errors.Is(err, errNoTopic):
		return false, err
	}
	working := t.Session.State() == coach.Coaching || t.Session.State() == coach.BreakingOut
	if !working || strings.ContainsAny(name, " \t") {
		return false, nil
	}
	c.tell("not_begun", map[string]any{"Name": name, "Topic": t.Course.Topic})
	return true, nil
}
