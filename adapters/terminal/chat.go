package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tack/coach"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/state"
)

// Documents is what the chat needs of the store beside the engine.
type Documents interface {
	Documents(ctx context.Context, owner state.Owner) ([]state.Document, error)
}

// Chat is one learner's conversation in a terminal. All fields are required.
type Chat struct {
	Engine    *engine.Engine
	Screen    *Screen
	Documents Documents
	Lines     Lines
	Voice     *voice.Voice // the terminal's texts
	Tracks    track.Library
	Learner   string
	Topic     string // opens it at once; empty: the learner says
	Locale    string // "en", "zh"; "auto": the language of the first message
	Now       func() time.Time
	Threads   func(ctx context.Context, prefix string) ([]coach.ThreadID, error)

	thread coach.ThreadID
	last   string // id of the learner's last message
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
			if c.Lines.Interactive() {
				c.tell("bye", nil)
			}
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

// start takes up what a crash has left, then the session last written in.
func (c *Chat) start(ctx context.Context) error {
	if err := c.Engine.Recover(ctx); err != nil {
		return err
	}
	if err := c.current(ctx); err != nil {
		return err
	}
	if c.Topic != "" {
		return c.openTopic(ctx)
	}
	if t, ok := c.session(ctx); ok && t.Session.State() != coach.Closed {
		if err := c.tick(ctx); err != nil {
			return err
		}
		c.tell("again", map[string]any{"Topic": t.Course.Topic})
		return nil
	}
	var topics []string
	for _, t := range c.Tracks {
		topics = append(topics, t.Topic)
	}
	c.tell("welcome", map[string]any{"Topics": strings.Join(topics, ", ")})
	return nil
}

// current goes to the learner's thread that was last written in, if there is one.
func (c *Chat) current(ctx context.Context) error {
	threads, err := c.Threads(ctx, string(ThreadOf(c.Learner, "")))
	if err != nil {
		return err
	}
	var latest time.Time
	for _, id := range threads {
		t, err := c.Engine.Thread(ctx, id)
		if err != nil {
			return err
		}
		if t.Session != nil && !t.Session.Now().Before(latest) {
			c.thread, latest = id, t.Session.Now()
		}
	}
	return nil
}

// Thread is the thread in hand; empty before the first message.
func (c *Chat) Thread() coach.ThreadID { return c.thread }

// Stop makes a Run that waits for input return.
func (c *Chat) Stop() { c.Lines.Stop() }

// openTopic goes to the topic's thread; a session that stands there goes on.
func (c *Chat) openTopic(ctx context.Context) error {
	topic := strings.ToLower(c.Topic)
	if t, ok := c.Tracks.Find(c.Topic); ok {
		topic = t.Topic
	} else {
		return fmt.Errorf("topic %q: no track of that name; bot tracks list shows them", c.Topic)
	}
	c.thread = ThreadOf(c.Learner, topic)
	if t, ok := c.session(ctx); ok && t.Session.State() != coach.Closed {
		c.tell("again", map[string]any{"Topic": t.Course.Topic})
		return nil
	}
	return c.send(ctx, engine.Inbound{Kind: engine.InMessage, Topic: topic, Text: "continue " + topic})
}

// session is the thread in hand; false if no session was opened in it.
func (c *Chat) session(ctx context.Context) (engine.Thread, bool) {
	if c.thread == "" {
		return engine.Thread{}, false
	}
	t, err := c.Engine.Thread(ctx, c.thread)
	return t, err == nil && t.Session != nil
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
	if in.command == "quit" || in.command == "exit" {
		return true, nil
	}
	run, ok := commands[in.command]
	if !ok {
		c.tell("unknown", map[string]any{"Name": in.command, "Near": nearest(in.command)})
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
	if err := c.tick(ctx); err != nil {
		return err
	}
	c.choose(ctx, text)
	in := engine.Inbound{Kind: engine.InMessage, Text: text}
	in.ID = c.id(ctx)
	c.last = in.ID
	return c.send(ctx, in)
}

// choose picks the thread that a message belongs to: the one in hand, or, where no session is open
// in it, the one of the topic that the message names.
func (c *Chat) choose(ctx context.Context, text string) {
	if t, ok := c.session(ctx); ok && t.Session.State() != coach.Closed {
		return
	}
	if topic, opens := c.Engine.Topic(text); opens {
		c.thread = ThreadOf(c.Learner, topic)
	} else if c.thread == "" {
		c.thread = ThreadOf(c.Learner, "")
	}
}

// send hands an event to the engine.
func (c *Chat) send(ctx context.Context, in engine.Inbound) error {
	if in.ID == "" {
		in.ID = c.id(ctx)
	}
	in.Thread, in.Learner, in.At = c.thread, c.Learner, c.Now()
	if in.Locale == "" {
		in.Locale = c.language(in.Text)
	}
	return c.Engine.Handle(ctx, in)
}

// tick lets the time since the last event pass in the thread in hand, where somebody waits for it.
func (c *Chat) tick(ctx context.Context) error {
	t, ok := c.session(ctx)
	if !ok {
		return nil
	}
	if due := t.Session.Due(); due.IsZero() || c.Now().Before(due) {
		return nil
	}
	return c.send(ctx, engine.Inbound{Kind: engine.InTick})
}

// id numbers the events of the thread in hand. One that was recorded and not answered is answered
// before the next comes, so the count of those answered makes each id new.
func (c *Chat) id(ctx context.Context) string {
	t, err := c.Engine.Thread(ctx, c.thread)
	if err != nil {
		return "l1"
	}
	return "l" + strconv.Itoa(t.Heard+1)
}

// language is the one asked for, or that of a text.
func (c *Chat) language(text string) string {
	if c.Locale != "auto" {
		return c.Locale
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return "zh"
	}
	return "en"
}

// locale is the language of the session in hand, else the one asked for.
func (c *Chat) locale(ctx context.Context) string {
	if t, ok := c.session(ctx); ok {
		return t.Course.Locale
	}
	return c.language("")
}

func (c *Chat) tell(key string, data any) {
	text := c.Voice.Say(c.locale(context.Background()), key, data)
	// A terminal that cannot be written to ends the conversation at the next delivery.
	_ = c.Screen.print("", text)
}

func (c *Chat) tooLong(size int) {
	c.tell("too_long", map[string]any{"Size": (size + 1<<20 - 1) >> 20, "Max": maxMessage >> 20})
}

// nearest is the command most like a word; "" if none is near.
func nearest(word string) string {
	var names []string
	for name := range commands {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if strings.HasPrefix(name, word) || strings.HasPrefix(word, name) || name[0] == word[0] && abs(len(name)-len(word)) < 2 {
			return name
		}
	}
	return ""
}

func abs(n int) int { return max(n, -n) }
