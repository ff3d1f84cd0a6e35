package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tack/coach"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/state"
)

// Store is what the chat looks up beside the engine.
type Store interface {
	Documents(ctx context.Context, l state.Learner, topic string) ([]state.Document, error)
	Topics(ctx context.Context, l state.Learner) ([]string, error)
	Threads(ctx context.Context, prefix string) ([]coach.ThreadID, error)
	Log(ctx context.Context, thread coach.ThreadID) ([][]byte, error)
}

// Chat is one learner's conversation in a terminal. All fields but Topic are required.
type Chat struct {
	Engine  *engine.Engine
	Screen  *Screen
	Store   Store
	Lines   Lines
	Voice   *voice.Voice // the terminal's texts
	Tracks  track.Library
	Learner string
	Topic   string // opens it at once; empty: the learner says
	Locale  string // "en", "zh"; "auto": the language of the first message
	Speaks  string // "en", "zh": what "auto" is before the first message
	Now     func() time.Time

	thread  coach.ThreadID   // in hand; empty: none, as in the lobby before its first message
	visited []coach.ThreadID // in the order in which they were gone to
}

// Run talks until the input ends or ctx is done. Whatever was answered is kept.
func (c *Chat) Run(ctx context.Context) error {
	if err := c.start(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil {
		line, err := c.Lines.Next(c.prompt(ctx))
		switch {
		case errors.Is(err, io.EOF):
			c.bye()
			return nil
		case errors.Is(err, errTooLong):
			c.tooLong(maxMessage + 1)
			continue
		case err != nil:
			return fmt.Errorf("read input: %w", err)
		}
		if quit, err := c.line(ctx, line); quit || err != nil {
			return err
		}
	}
	return nil
}

// start takes up what a crash has left, then the session last written in, if it is not closed.
func (c *Chat) start(ctx context.Context) error {
	latest, err := c.latest(ctx)
	if err != nil {
		return err
	}
	c.Screen.thread = latest
	if err := c.Engine.Settle(ctx); err != nil {
		return err
	}
	if c.Topic != "" {
		return c.openTopic(ctx, c.Topic)
	}
	if latest, err = c.latest(ctx); err != nil {
		return err
	}
	if t, ok := c.look(ctx, latest); ok && t.Session.State() != coach.Closed {
		return c.goTo(ctx, latest)
	}
	var topics []string
	for _, t := range c.Tracks {
		topics = append(topics, t.Topic)
	}
	c.tell("welcome", map[string]any{"Topics": strings.Join(topics, c.word(c.language(), "list", "comma"))})
	return nil
}

// Sessions are the threads whose sessions this conversation was in, in order; where it was in none,
// the one last written in.
func (c *Chat) Sessions(ctx context.Context) ([]coach.ThreadID, error) {
	var list []coach.ThreadID
	for _, id := range c.visited {
		if _, ok := c.look(ctx, id); ok {
			list = append(list, id)
		}
	}
	if len(list) > 0 {
		return list, nil
	}
	latest, err := c.latest(ctx)
	if err != nil || latest == "" {
		return nil, err
	}
	return []coach.ThreadID{latest}, nil
}

// Stop makes a Run that waits for input return.
func (c *Chat) Stop() { c.Lines.Stop() }

// bye parts from a person; a script needs none.
func (c *Chat) bye() {
	if c.Lines.Interactive() {
		c.tell("bye", nil)
	}
}

func (c *Chat) prompt(ctx context.Context) string {
	if !c.Lines.Interactive() {
		return ""
	}
	if t, ok := c.session(ctx); ok && t.Session.State() == coach.Closing {
		return c.Voice.Say(c.locale(ctx), "prompt.closing", nil)
	}
	return c.Voice.Say(c.locale(ctx), "prompt", nil)
}

// line takes one line; true ends the conversation.
func (c *Chat) line(ctx context.Context, line string) (bool, error) {
	in := parse(line)
	if in.command == "" {
		return false, c.write(ctx, in.rest)
	}
	in.command = c.named("word.", in.command, slices.Sorted(maps.Keys(commands)))
	if in.command == "quit" {
		c.bye()
		return true, nil
	}
	run, ok := commands[in.command]
	if !ok {
		c.tell("unknown", map[string]any{"Name": in.command, "Near": near(in.command)})
		return false, nil
	}
	return false, run(c, ctx, in.rest)
}

// write sends a message to the coach.
func (c *Chat) write(ctx context.Context, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if len(text) > maxMessage {
		c.tooLong(len(text))
		return nil
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	c.Speaks = engine.LanguageOf(text)
	if told, err := c.choose(ctx, text); told || err != nil {
		return err
	}
	if err := c.Engine.Settle(ctx); err != nil {
		return err
	}
	answered, err := c.send(ctx, engine.Inbound{Kind: engine.InMessage, Text: text})
	if err == nil && !answered {
		c.quiet(ctx)
	}
	return err
}

// quiet says why the coach has no answer: nothing that a learner writes is met with silence.
func (c *Chat) quiet(ctx context.Context) {
	if t, ok := c.session(ctx); ok {
		c.tell("quiet."+string(t.Session.State()), map[string]any{"Topic": t.Course.Topic, "N": summaryNumber(t)})
	}
}

// send hands an event to the engine; true if that made the coach say something.
func (c *Chat) send(ctx context.Context, in engine.Inbound) (bool, error) {
	t, err := c.Engine.Thread(ctx, c.thread)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		return false, err
	}
	// What was recorded is answered before the next comes, so the count of those answered makes
	// each id new.
	in.ID = "l" + strconv.Itoa(t.Heard+1)
	in.Thread, in.Learner, in.At = c.thread, c.Learner, c.Now()
	if in.Locale == "" {
		in.Locale, in.Chosen = c.language(), c.Locale != "auto"
	}
	shown := c.Screen.shown
	if err = c.Engine.Receive(ctx, in); err == nil {
		err = c.Engine.Settle(ctx)
	}
	return c.Screen.shown > shown, err
}

// language is the one asked for, or the one spoken last.
func (c *Chat) language() string {
	if c.Locale != "auto" {
		return c.Locale
	}
	return c.Speaks
}

// locale is the language of the session in hand, else the one asked for.
func (c *Chat) locale(ctx context.Context) string {
	if t, ok := c.session(ctx); ok {
		return t.Course.Locale
	}
	return c.language()
}

func (c *Chat) tell(key string, data any) {
	text := c.Voice.Say(c.locale(context.Background()), key, data)
	// A terminal that cannot be written to ends the conversation at the next delivery.
	_ = c.Screen.Tell(text)
}

func (c *Chat) tooLong(size int) {
	c.tell("too_long", map[string]any{"Size": (size + 1<<20 - 1) >> 20, "Max": maxMessage >> 20})
}

// visit takes a thread in hand.
func (c *Chat) visit(id coach.ThreadID) {
	c.thread, c.Screen.thread = id, id
	if !slices.Contains(c.visited, id) {
		c.visited = append(c.visited, id)
	}
}
