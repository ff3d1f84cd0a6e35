package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"tack/adapters/slack/slacktest"
)

// number is what a message is called by: [n]. A new message gets the next one.
func (c *console) number(m mark) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, known := range c.marks {
		if known == m {
			return i + 1
		}
	}
	c.marks = append(c.marks, m)
	return len(c.marks)
}

// show prints a message: where it stands if that is elsewhere than the last, who says it, and all of it.
func (c *console) show(m slacktest.Message, note string) {
	c.goneTo(m.Channel, m.ThreadTS, m.TS)
	author := c.name(m.User)
	if m.User == "" {
		author = m.Username
	}
	text := hang(c.plain(m.Text))
	if text == "" {
		text = "(no text)"
	}
	c.say("[%d] %s%s: %s", c.number(mark{m.Channel, m.TS}), author, note, text)
	c.attached(m.Blocks, m.Files)
}

// whispered prints a message that one user alone sees.
func (c *console) whispered(e slacktest.Ephemeral) {
	c.goneTo(e.Channel, e.ThreadTS, e.TS)
	c.say("(only %s sees this) tack: %s", c.name(e.User), hang(c.plain(e.Text)))
	c.attached(e.Blocks, nil)
}

// attached prints the buttons and files of a message.
func (c *console) attached(blocks json.RawMessage, files []string) {
	if buttons := buttonsOf(blocks); len(buttons) > 0 {
		var labels, ways []string
		for _, b := range buttons {
			labels = append(labels, "[ "+b.label+" ]")
			ways = append(ways, ":press "+b.short())
		}
		c.say("    %s   (%s)", strings.Join(labels, " "), strings.Join(ways, ", "))
	}
	for _, f := range c.srv.Files() {
		for _, id := range files {
			if f.ID == id {
				c.say("    📎 %s, %d bytes   (:open %s)\n%s", f.Name, len(f.Content), f.Name, preview(f))
			}
		}
	}
}

// goneTo prints where one is when that has changed.
func (c *console) goneTo(channel, thread, ts string) {
	place := "#study"
	if channel != c.public {
		place = "direct messages"
	}
	if thread != "" && thread != ts {
		place += fmt.Sprintf(", thread of [%d]", c.number(mark{channel, thread}))
	}
	c.mu.Lock()
	same := place == c.place
	c.place = place
	c.mu.Unlock()
	if !same {
		c.say("── %s", place)
	}
}

// name is what a user is called; the id of one who is not known here.
func (c *console) name(id string) string {
	if id == c.srv.BotUser() {
		return "tack"
	}
	for _, p := range c.people {
		if p.id == id {
			return p.name
		}
	}
	return id
}

var (
	mention   = regexp.MustCompile(`<@([UW][A-Z0-9]+)(?:\|[^>]*)?>`)
	link      = regexp.MustCompile(`<(https?://[^|>]+)\|([^>]+)>`)
	bareLink  = regexp.MustCompile(`<(https?://[^|>]+)>`)
	unescaper = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")
)

// plain is text as a person reads it: names in place of ids, nothing escaped. Its *bold* stays.
func (c *console) plain(text string) string {
	text = mention.ReplaceAllStringFunc(text, func(hit string) string {
		return "@" + c.name(mention.FindStringSubmatch(hit)[1])
	})
	return unescaper.Replace(bareLink.ReplaceAllString(link.ReplaceAllString(text, "$2 ($1)"), "$1"))
}

// button is one under a message.
type button struct{ action, label string }

// is says whether text names the button, by the beginning of its label or of a part of its action_id.
func (b button) is(text string) bool {
	text = strings.ToLower(text)
	if strings.HasPrefix(strings.ToLower(b.label), text) || strings.HasPrefix(b.action, text) {
		return true
	}
	_, rest, _ := strings.Cut(b.action, "_")
	return strings.HasPrefix(rest, text)
}

// short is what to type: the label, in small letters.
func (b button) short() string { return strings.ToLower(b.label) }

// buttonsOf are the buttons in blocks.
func buttonsOf(blocks json.RawMessage) []button {
	var list []struct {
		Elements []struct {
			Type     string
			ActionID string `json:"action_id"`
			Text     json.RawMessage
		}
	}
	if json.Unmarshal(blocks, &list) != nil {
		return nil // none, or of a person: rich text has parts that are lists of another kind
	}
	var out []button
	for _, b := range list {
		for _, e := range b.Elements {
			var label struct{ Text string }
			if e.Type == "button" && json.Unmarshal(e.Text, &label) == nil {
				out = append(out, button{e.ActionID, label.Text})
			}
		}
	}
	return out
}

// previewLines is how much of a file is shown unasked.
const previewLines = 6

// preview is the beginning of a file of text; of another, what it is.
func preview(f slacktest.File) string {
	text := strings.TrimRight(string(f.Content), "\n")
	if strings.ContainsRune(text, 0) || strings.HasPrefix(f.Mimetype, "image/") {
		return "    | (" + f.Mimetype + ")"
	}
	lines := strings.Split(text, "\n")
	if more := len(lines) - previewLines; more > 0 {
		lines = append(lines[:previewLines], fmt.Sprintf("… %d more", more))
	}
	return indent(strings.Join(lines, "\n"), "    | ")
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+by)
}

// hang indents all lines but the first.
func hang(text string) string { return strings.ReplaceAll(text, "\n", "\n    ") }
