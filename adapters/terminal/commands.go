package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// commands are what a line that begins with a slash does. It is filled in init, since /help and the
// unknown command look into it.
var commands map[string]func(c *Chat, ctx context.Context, rest string) error

func init() {
	commands = map[string]func(*Chat, context.Context, string) error{
		"react":   func(c *Chat, ctx context.Context, rest string) error { return c.react(ctx, rest, false) },
		"unreact": func(c *Chat, ctx context.Context, rest string) error { return c.react(ctx, rest, true) },
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

// react puts an emoji on a message of the coach's, or takes it off.
func (c *Chat) react(ctx context.Context, rest string, remove bool) error {
	t, ok := c.session(ctx)
	if !ok {
		c.tell("no_session", nil)
		return nil
	}
	words := strings.Fields(rest)
	if len(words) == 0 || len(words) > 2 {
		c.tell("usage", "`/react 👍 [n]`")
		return nil
	}
	target := fmt.Sprintf("c%d", t.Posted)
	if t.Summary != nil {
		target = t.Summary.Message
	}
	if len(words) == 2 {
		n, err := strconv.Atoi(strings.Trim(words[1], "[]"))
		if err != nil || n < 1 || n > t.Posted {
			c.tell("no_message", words[1])
			return nil
		}
		target = fmt.Sprintf("c%d", n)
	}
	return c.send(ctx, engine.Inbound{Kind: engine.InReaction, Emoji: words[0], Target: target, Remove: remove})
}

func (c *Chat) edit(ctx context.Context, rest string) error {
	if _, ok := c.session(ctx); !ok || c.last == "" {
		c.tell("no_session", nil)
		return nil
	}
	if rest == "" {
		c.tell("usage", "`/edit TEXT`")
		return nil
	}
	if err := c.send(ctx, engine.Inbound{Kind: engine.InEdit, Target: c.last, Text: rest}); err != nil {
		return err
	}
	c.tell("edited", nil)
	return nil
}

// paste takes several lines as one message, up to a line with a single dot or the end.
func (c *Chat) paste(ctx context.Context, _ string) error {
	if c.Lines.Interactive() {
		c.tell("paste", nil)
	}
	var b strings.Builder
	for {
		line, err := c.Lines.Next("")
		switch {
		case errors.Is(err, io.EOF), err == nil && line == ".":
			return c.write(ctx, b.String())
		case err != nil && !errors.Is(err, errTooLong):
			return fmt.Errorf("read input: %w", err)
		}
		if err != nil || b.Len()+len(line) > maxMessage {
			c.tooLong(maxMessage + 1)
			return nil
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
	}
}

// rule is one counter with its limit.
type rule struct {
	Name         string
	Count, Limit int
	Close        bool // one short
}

func (c *Chat) status(ctx context.Context, _ string) error {
	t, ok := c.session(ctx)
	if !ok {
		c.tell("no_session", nil)
		return nil
	}
	s, n := t.Session, t.Session.Counts()
	rules := []rule{
		{Name: string(coach.RuleThreshold), Count: n.Turns, Limit: s.Threshold()},
		{Name: string(coach.RuleSameError), Count: n.SameError, Limit: coach.SameErrorTurns},
		{Name: string(coach.RuleSameQuestion), Count: n.SameQuestion, Limit: coach.SameQuestionTurns},
		{Name: string(coach.RuleNoProgress), Count: n.NoProgress, Limit: coach.NoProgressTurns},
		{Name: string(coach.RuleAcks), Count: n.Acks, Limit: coach.AckRow},
	}
	if s.State() == coach.BreakingOut {
		rules = append(rules, rule{Name: string(coach.RuleExhausted), Count: coach.BreakOutBudget - n.Budget, Limit: coach.BreakOutBudget})
	}
	for i := range rules {
		rules[i].Close = rules[i].Count == rules[i].Limit-1
	}
	p := t.Course.Position
	c.tell("status", map[string]any{
		"Topic": t.Course.Topic, "Phase": t.Course.Phase, "Place": strings.TrimSpace(p.Module + " " + p.Step),
		"State": s.State(), "Window": t.Course.Window, "Rules": rules,
	})
	return nil
}

func (c *Chat) pins(ctx context.Context, _ string) error {
	text, ok := c.Engine.Pinned(ctx, c.thread)
	if !ok {
		c.tell("no_pins", nil)
		return nil
	}
	return c.Screen.print("", text)
}

func (c *Chat) docs(ctx context.Context, name string) error {
	t, ok := c.session(ctx)
	if !ok {
		c.tell("no_session", nil)
		return nil
	}
	docs, err := c.Documents.Documents(ctx, state.Owner{Learner: c.Learner, Topic: t.Course.Topic})
	if err != nil {
		return err
	}
	var list []string
	for _, doc := range docs {
		if doc.Name == name {
			return c.Screen.print("", doc.Body)
		}
		list = append(list, "- "+doc.Name)
	}
	switch {
	case name != "":
		c.tell("no_doc", name)
	case len(list) == 0:
		c.tell("no_docs", t.Course.Topic)
	default:
		return c.Screen.print("", strings.Join(list, "\n"))
	}
	return nil
}

func (c *Chat) topics(ctx context.Context, _ string) error {
	var lines []string
	locale := c.locale(ctx)
	for _, t := range c.Tracks {
		standing := ""
		if s, err := c.Engine.Thread(ctx, ThreadOf(c.Learner, t.Topic)); err == nil && s.Session != nil {
			standing = c.Voice.Say(locale, "standing", map[string]any{"Window": s.Course.Window, "State": s.Session.State()})
		}
		lines = append(lines, c.Voice.Say(locale, "topic", map[string]any{
			"Topic": t.Topic, "About": t.About.In(locale), "Standing": standing,
		}))
	}
	return c.Screen.print("", strings.Join(lines, "\n"))
}

// wrap asks for a close-out, as a stop phrase does.
func (c *Chat) wrap(ctx context.Context, _ string) error {
	if _, ok := c.session(ctx); !ok {
		c.tell("no_session", nil)
		return nil
	}
	return c.send(ctx, engine.Inbound{Kind: engine.InWrap, Text: "/wrap"})
}

func (c *Chat) lang(ctx context.Context, locale string) error {
	if locale != "en" && locale != "zh" {
		c.tell("usage", "`/lang en|zh`")
		return nil
	}
	c.Locale = locale
	if _, ok := c.session(ctx); ok {
		if err := c.send(ctx, engine.Inbound{Kind: engine.InLocale, Locale: locale}); err != nil {
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
