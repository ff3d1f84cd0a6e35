package terminal

import (
	"context"
	"strconv"
	"strings"

	"tack/coach"
	"tack/internal/engine"
)

// reaction is an emoji on a message of the coach's.
type reaction struct{ emoji, target string }

// summaryNumber is the number of the pinned summary; 0 if there is none.
func summaryNumber(t engine.Thread) int {
	if t.Summary == nil {
		return 0
	}
	return messageNumber(t.Summary.Message)
}

func (c *Chat) react(ctx context.Context, rest string) error {
	t, ok := c.session(ctx)
	if !ok {
		c.tell("no_session", nil)
		return nil
	}
	r, ok := c.reaction(t, rest, "`/react 👍 [n]`")
	if !ok {
		return nil
	}
	answered, err := c.send(ctx, engine.Inbound{Kind: engine.InReaction, Emoji: r.emoji, Target: r.target})
	if err == nil && !answered {
		c.tell("reacted", map[string]any{"Emoji": r.emoji, "N": messageNumber(r.target)})
	}
	return err
}

// unreact takes a reaction back: the one named, or the last one given.
func (c *Chat) unreact(ctx context.Context, rest string) error {
	t, ok := c.session(ctx)
	if !ok {
		c.tell("no_session", nil)
		return nil
	}
	last, err := c.last(ctx, "reaction")
	if err != nil {
		return err
	}
	r := reaction{last.Emoji, last.Target}
	if rest != "" || r.emoji == "" {
		if r, ok = c.reaction(t, rest, "`/unreact 👍 [n]`"); !ok {
			return nil
		}
	} else if r.target == coach.TargetSummary {
		if t.Summary == nil {
			c.tell("no_pins", nil)
			return nil
		}
		r.target = t.Summary.Message
	}
	answered, err := c.send(ctx, engine.Inbound{Kind: engine.InReaction, Emoji: r.emoji, Target: r.target, Remove: true})
	if err == nil && !answered {
		c.tell("unreacted", map[string]any{"Emoji": r.emoji, "N": messageNumber(r.target)})
	}
	return err
}

// reaction reads "👍 [n]"; without a number it is on the pinned summary, else on the last message.
// What cannot be read is told and gives false.
func (c *Chat) reaction(t engine.Thread, rest, usage string) (reaction, bool) {
	words := strings.Fields(rest)
	if len(words) == 0 || len(words) > 2 || strings.ContainsAny(words[0], "[]0123456789") {
		c.tell("usage", usage)
		return reaction{}, false
	}
	n := t.Posted
	if t.Summary != nil {
		n = summaryNumber(t)
	}
	if len(words) == 2 {
		var err error
		if n, err = strconv.Atoi(strings.Trim(words[1], "[]")); err != nil || n < 1 || n > t.Posted {
			c.tell("no_message", words[1])
			return reaction{}, false
		}
	}
	return reaction{strings.Trim(words[0], ":"), t.MessageID(n)}, true
}
