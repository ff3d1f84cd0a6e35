package terminal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tack/coach"
	"tack/internal/engine"
)

// commands are what a line that begins with a slash does. It is filled in init, since /help and the
// unknown command look into it.
var commands map[string]func(c *Chat, ctx context.Context, rest string) error

func init() {
	commands = map[string]func(*Chat, context.Context, string) error{
		"react":   (*Chat).react,
		"unreact": (*Chat).unreact,
		"edit":    (*Chat).edit,
		"paste":   (*Chat).paste,
		"status":  (*Chat).status,
		"pins":    (*Chat).pins,
		"docs":    (*Chat).docs,
		"topics":  (*Chat).topics,
		"wrap":    (*Chat).wrap,
		"lang":    (*Chat).lang,
		"help":    (*Chat).help,
		"quit":    func(*Chat, context.Context, string) error { return nil },
	}
}

// edit changes the learner's last message in the thread in hand.
func (c *Chat) edit(ctx context.Context, rest string) error {
	last, err := c.last(ctx, "learner")
	if err != nil {
		return err
	}
	switch {
	case last.ID == "":
		c.tell("no_session", nil)
		return nil
	case rest == "":
		c.tell("usage", "`/edit TEXT`")
		return nil
	}
	if _, err := c.send(ctx, engine.Inbound{Kind: engine.InEdit, Target: last.ID, Text: strings.ToValidUTF8(rest, "\uFFFD")}); err != nil {
		return err
	}
	c.tell("edited", nil)
	return nil
}

// logged is what is needed of a line of the log.
type logged struct{ Type, ID, Emoji, Target string }

// last is the last line of a type in the log of the thread in hand, which knows it after a restart
// too; the zero value if there is none.
func (c *Chat) last(ctx context.Context, kind string) (logged, error) {
	lines, err := c.Store.Log(ctx, c.thread)
	if err != nil {
		return logged{}, err
	}
	for _, body := range slices.Backward(lines) {
		var line logged
		if err := json.Unmarshal(body, &line); err != nil {
			return logged{}, fmt.Errorf("log of %s: %w", c.thread, err)
		}
		if line.Type == kind {
			return line, nil
		}
	}
	return logged{}, nil
}

// paste takes several lines as one message, up to a line with a single dot or the end.
func (c *Chat) paste(ctx context.Context, rest string) error {
	if c.Lines.Interactive() {
		c.tell("paste", nil)
	}
	var lines []string
	if rest != "" {
		lines = append(lines, rest)
	}
	size, long := len(rest), false
	for {
		line, err := c.Lines.Next("")
		size += len(line) + 1
		switch {
		case errors.Is(err, io.EOF), err == nil && line == ".":
			if long {
				c.tooLong(max(size, maxMessage+1))
				return nil
			}
			return c.write(ctx, strings.Join(lines, "\n"))
		case err != nil && !errors.Is(err, errTooLong):
			return fmt.Errorf("read input: %w", err)
		}
		if long = long || err != nil || size > maxMessage; long {
			lines = nil // read on to the dot, so that the rest is not taken for messages
			continue
		}
		lines = append(lines, line)
	}
}

func (c *Chat) pins(ctx context.Context, _ string) error {
	text, ok := c.Engine.Pinned(ctx, c.thread)
	if !ok {
		c.tell("no_pins", nil)
		return nil
	}
	t, _ := c.session(ctx)
	return c.Screen.pinned(fmt.Sprintf("[%d]", summaryNumber(t)), text)
}

// wrap asks for a close-out, as a stop phrase does.
func (c *Chat) wrap(ctx context.Context, _ string) error {
	t, ok := c.session(ctx)
	if !ok {
		c.tell("no_session", nil)
		return nil
	}
	if t.Session.State() == coach.Closed {
		c.quiet(ctx)
		return nil
	}
	answered, err := c.send(ctx, engine.Inbound{Kind: engine.InWrap, Text: "/wrap"})
	if err == nil && !answered {
		c.quiet(ctx)
	}
	return err
}

func (c *Chat) lang(ctx context.Context, locale string) error {
	languages := []string{"en", "zh"}
	if locale = c.named("word.lang.", locale, languages); !slices.Contains(languages, locale) {
		c.tell("usage", "`/lang en|zh`")
		return nil
	}
	c.Locale = locale
	if _, ok := c.session(ctx); ok {
		if _, err := c.send(ctx, engine.Inbound{Kind: engine.InLocale, Locale: locale}); err != nil {
			return err
		}
	}
	c.tell("lang", nil)
	return nil
}

func (c *Chat) help(context.Context, string) error {
	c.tell("help", nil)
	return nil
}
