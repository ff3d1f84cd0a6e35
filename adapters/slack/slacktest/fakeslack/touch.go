package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tack/adapters/slack/slacktest"
)

// numbered is the message [n] that text begins or ends with; text without the number.
func (c *console) numbered(text string) (m mark, rest string, ok bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return mark{}, text, false
	}
	for _, word := range []string{words[0], words[len(words)-1]} {
		n, err := strconv.Atoi(strings.Trim(word, "[]"))
		c.mu.Lock()
		known := err == nil && n > 0 && n <= len(c.marks)
		if known {
			m = c.marks[n-1]
		}
		c.mu.Unlock()
		if !known {
			continue
		}
		rest = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, word), word))
		_, ok = c.srv.Message(m.channel, m.ts)
		return m, rest, ok
	}
	return mark{}, text, false
}

// target is the message [n] of text, else the last of a user here.
func (c *console) target(text, userID string) (m mark, rest string, err error) {
	if m, rest, ok := c.numbered(text); ok {
		return m, rest, nil
	}
	m, err = c.last(userID)
	return m, text, err
}

func (c *console) react(rest string) error {
	m, name, err := c.target(rest, c.srv.BotUser())
	if err != nil {
		return err
	}
	name, err = emojiName(name)
	if err == nil {
		c.srv.React(c.user, m.channel, m.ts, name)
	}
	return err
}

func (c *console) unreact(rest string) error {
	m, name, err := c.target(rest, c.srv.BotUser())
	if err != nil {
		return err
	}
	name, err = emojiName(name)
	if err == nil {
		c.srv.Unreact(c.user, m.channel, m.ts, name)
	}
	return err
}

// own is the message to change: one's own.
func (c *console) own(number string) (mark, error) {
	m, _, err := c.target(number, c.user)
	if err != nil {
		return m, err
	}
	if found, _ := c.srv.Message(m.channel, m.ts); found.User != c.user {
		return m, errors.New("that is somebody else's message")
	}
	return m, nil
}

func (c *console) edit(rest string) error {
	number, text := "", rest
	if strings.HasPrefix(rest, "[") { // a bare number may well be the text
		number, text, _ = strings.Cut(rest, " ")
	}
	m, err := c.own(number)
	if err == nil && text == "" {
		err = errors.New(":edit needs the new text")
	}
	if err == nil {
		c.srv.Edit(m.channel, m.ts, text)
	}
	return err
}

func (c *console) remove(rest string) error {
	m, err := c.own(rest)
	if err == nil {
		c.srv.Delete(m.channel, m.ts)
	}
	return err
}

func (c *console) pin(rest string) error {
	m, _, err := c.target(rest, c.srv.BotUser())
	if err == nil {
		c.srv.Pin(c.user, m.channel, m.ts)
	}
	return err
}

func (c *console) unpin(rest string) error {
	m, _, err := c.target(rest, c.srv.BotUser())
	if err == nil {
		c.srv.Unpin(c.user, m.channel, m.ts)
	}
	return err
}

func (c *console) pins(string) error {
	all := c.srv.Pins(c.channel)
	if len(all) == 0 {
		c.say("nothing is pinned here")
	}
	for _, ts := range all {
		m, _ := c.srv.Message(c.channel, ts)
		first, _, _ := strings.Cut(c.plain(m.Text), "\n")
		c.say("📌 [%d] %s", c.number(mark{c.channel, ts}), first)
	}
	return nil
}

// goTo shows a thread, and goes into it if it is named by a message of it.
func (c *console) goTo(rest string) error {
	if m, _, ok := c.numbered(rest); ok {
		found, _ := c.srv.Message(m.channel, m.ts)
		root := m.ts
		if found.ThreadTS != "" {
			root = found.ThreadTS
		}
		c.enter(m.channel, root)
	} else if rest != "" {
		return fmt.Errorf("there is no message [%s]", rest)
	}
	for _, m := range c.here() {
		c.show(m, "")
	}
	return nil
}

// press presses the newest button in sight whose label or action begins with text.
func (c *console) press(text string) error {
	var labels []string
	for _, m := range slices.Backward(c.sight()) {
		for _, b := range buttonsOf(m.Blocks) {
			if text != "" && b.is(text) {
				c.srv.PressButton(c.user, m.Channel, m.TS, b.action)
				return nil
			}
			labels = append(labels, b.label)
		}
	}
	if len(labels) == 0 {
		return errors.New("there is no button here")
	}
	return fmt.Errorf("no button begins with %q; there is: %s", text, strings.Join(labels, ", "))
}

// sight is what the person sees here, with what only that person sees, oldest first.
func (c *console) sight() []slacktest.Message {
	all := c.here()
	for _, e := range c.srv.Ephemerals() {
		if e.Channel == c.channel && e.User == c.user {
			all = append(all, slacktest.Message{Channel: e.Channel, TS: e.TS, Blocks: e.Blocks})
		}
	}
	slices.SortFunc(all, func(a, b slacktest.Message) int { return strings.Compare(a.TS, b.TS) })
	return all
}
