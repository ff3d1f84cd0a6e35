package main

import (
	"context"

	"tack/adapters/slack/slacktest"
)

// follow prints what happens and what the bot does wrong, until ctx ends.
func (c *console) follow(ctx context.Context) {
	told, wrong := 0, 0
	for {
		var news []slacktest.Happening
		var violations []slacktest.Violation
		err := c.srv.WaitFor(ctx, func(v *slacktest.Snapshot) bool {
			news, violations = v.Happenings(told), v.Violations()
			return len(news) > 0 || len(violations) > wrong
		})
		if err != nil {
			return
		}
		for _, h := range news {
			c.tell(h)
		}
		for _, v := range violations[wrong:] {
			c.say("! the bot should not have sent this: %s", v)
		}
		told, wrong = told+len(news), len(violations)
	}
}

// tell prints one thing that happened.
func (c *console) tell(h slacktest.Happening) {
	switch h.Deed {
	case slacktest.Posted, slacktest.Edited:
		c.written(h)
	case slacktest.Whispered:
		c.whisper(h.TS)
	case slacktest.Opened:
		c.opened(h)
	case slacktest.Commanded:
		c.say("%s runs %s", c.name(h.User), h.Detail)
	case slacktest.Refused:
		c.say("! the answer to the command was refused: %s", h.Detail)
	case slacktest.Connected:
		c.say("(the bot is here)")
	case slacktest.Disconnected:
		c.say("(a connection of the bot has ended)")
	case slacktest.Missed:
		c.say("! nobody took %s: bot serve does not run, or did not answer in time", h.Detail)
	default:
		c.done(h)
	}
}

// written prints a message as it stands now; it may be gone already.
func (c *console) written(h slacktest.Happening) {
	m, ok := c.srv.Message(h.Channel, h.TS)
	switch {
	case !ok:
	case h.Deed == slacktest.Edited:
		c.show(m, " (edited)")
	case m.Subtype == "pinned_item": // the pin itself is told
	case m.Broadcast:
		c.show(m, " (also in the channel)")
	default:
		c.show(m, "")
	}
}

func (c *console) whisper(ts string) {
	for _, e := range c.srv.Ephemerals() {
		if e.TS == ts {
			c.whispered(e)
		}
	}
}

// opened prints a modal.
func (c *console) opened(h slacktest.Happening) {
	for _, v := range c.srv.Views() {
		if v.ID != h.Detail {
			continue
		}
		f := formOf(v.Body)
		c.say("┌ %s", f.Title.Text)
		for _, b := range f.Blocks {
			c.say("│ %s\n│   %s", b.Label.Text, b.Hint.Text)
		}
		c.say("└ :submit TEXT sends it, :cancel closes it")
	}
}

// done prints what was done to a message.
func (c *console) done(h slacktest.Happening) {
	n, who := c.number(mark{h.Channel, h.TS}), c.name(h.User)
	switch h.Deed {
	case slacktest.Reacted:
		c.say("    [%d] %s by %s", n, emojiOf(h.Detail), who)
	case slacktest.Unreacted:
		c.say("    [%d] %s taken away by %s", n, emojiOf(h.Detail), who)
	case slacktest.Pinned:
		c.say("    [%d] 📌 pinned by %s", n, who)
	case slacktest.Unpinned:
		c.say("    [%d] unpinned by %s", n, who)
	case slacktest.Pressed:
		c.say("    [%d] %s presses %s", n, who, h.Detail)
	case slacktest.Deleted:
		c.say("    [%d] deleted", n)
	}
}
