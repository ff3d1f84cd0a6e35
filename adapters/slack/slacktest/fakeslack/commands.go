package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tack/adapters/slack/slacktest"
)

// action is a command of the terminal.
type action struct {
	name, args string
	what       string
	example    string
	run        func(c *console, rest string) error
}

// actions are all of them, in the order of :help.
func actions() []action {
	return []action{
		{":paste", "", "the lines up to :end as one message, as a terminal's output", ":paste", (*console).pasteBegin},
		{":end", "", "send what was pasted", ":end", (*console).pasteEnd},
		{":press", "BUTTON", "press a button, by the beginning of its label or action", ":press confirm", (*console).press},
		{":submit", "TEXT", "fill in the form that a button opened, and send it", ":submit I also tried port 6380", (*console).submit},
		{":cancel", "", "close the form", ":cancel", (*console).cancel},
		{":react", "EMOJI [N]", "an emoji under the bot's last message, or under [N]", ":react ✅", (*console).react},
		{":unreact", "EMOJI [N]", "take it away", ":unreact ✅", (*console).unreact},
		{":edit", "TEXT", "change your last message; :edit [N] TEXT another of yours", ":edit I meant port 6380", (*console).edit},
		{":delete", "[N]", "delete your last message, or [N]", ":delete", (*console).remove},
		{":upload", "PATH [COMMENT]", "share a file", ":upload /var/log/redis.log this is all of it", (*console).upload},
		{":open", "NAME", "show a file whole, the newest of that name", ":open CONTEXT.md", (*console).open},
		{":pins", "", "the pinned messages here", ":pins", (*console).pins},
		{":pin", "[N]", "pin the bot's last message, or [N]; :unpin takes it away", ":pin", (*console).pin},
		{":unpin", "[N]", "take a pin away", ":unpin", (*console).unpin},
		{":mention", "TEXT", "mention the bot in the channel; its thread becomes the current one", ":mention teach me redis", (*console).mention},
		{":new", "TEXT", "say it in the channel, in no thread; its thread becomes the current one", ":new hello all", (*console).post},
		{":also", "TEXT", "say it in the thread and in the channel", ":also it works!", (*console).broadcast},
		{":thread", "[N]", "show the thread one is in, or go into that of [N]", ":thread 1", (*console).goTo},
		{":dm", "", "go to direct messages with the bot", ":dm", (*console).direct},
		{":channel", "", "go back to #study", ":channel", (*console).back},
		{":as", "NAME", "be somebody else: learner, manager (an admin), helper", ":as manager", (*console).as},
		{":locale", "LOCALE", "set the language of your Slack", ":locale zh-CN", (*console).locale},
		{":disconnect", "", "have the bot's sockets reconnect", ":disconnect", (*console).disconnect},
		{":help", "", "this", ":help", (*console).help},
		{":quit", "", "end", ":quit", (*console).end},
	}
}

// command runs what begins with a colon.
func (c *console) command(word, rest string) error {
	var names []string
	for _, a := range actions() {
		if a.name == word {
			return a.run(c, rest)
		}
		names = append(names, a.name)
	}
	return c.unknown(word, names)
}

func (c *console) help(string) error {
	row := func(use, what, example string) { c.say("  %-24s %s\n  %-24s e.g. %s", use, what, "", example) }
	row("TEXT", "say it in the current thread; in the channel if there is none", "redis-server --version says v=7.0.15")
	row(studyCommand+" …", "the bot's command", studyCommand+" redis, "+studyCommand+" status, "+studyCommand+" continue redis")
	for _, a := range actions() {
		row(strings.TrimSpace(a.name+" "+a.args), a.what, a.example)
	}
	c.say("  N is the number in front of a message.")
	return nil
}

func (c *console) end(string) error { c.quit = true; return nil }

func (c *console) pasteBegin(string) error {
	c.paste = []string{}
	c.say("(paste; :end on a line of its own sends it)")
	return nil
}

func (c *console) pasteEnd(string) error {
	text := strings.Join(c.paste, "\n")
	c.paste = nil
	if text == "" {
		return errors.New("nothing was pasted; :paste begins")
	}
	c.speak(text)
	return nil
}

func (c *console) mention(text string) error {
	c.enter(c.channel, c.srv.Mention(c.user, c.channel, text))
	return nil
}

func (c *console) post(text string) error {
	if text == "" {
		return errors.New(":new needs a text")
	}
	c.enter(c.channel, c.srv.Post(c.user, c.channel, text))
	return nil
}

func (c *console) broadcast(text string) error {
	thread := c.current()
	if text == "" || thread == "" {
		return errors.New(":also needs a text, and a thread")
	}
	c.srv.Send(slacktest.Draft{User: c.user, Channel: c.channel, Thread: thread, Text: text, Broadcast: true})
	return nil
}

func (c *console) direct(string) error {
	c.enter(c.srv.OpenDM(c.user), "")
	c.say("you are in direct messages with the bot; :channel goes back")
	return nil
}

func (c *console) back(string) error {
	c.enter(c.public, "")
	c.say("you are in #study")
	return nil
}

// as makes the person at the terminal another one, in the same place; direct messages are one's own.
func (c *console) as(name string) error {
	for _, p := range c.people {
		if p.name != name {
			continue
		}
		c.user = p.id
		if c.channel != c.public {
			c.enter(c.srv.OpenDM(p.id), "")
		}
		c.say("you are %s: %s", p.name, p.what)
		return nil
	}
	var all []string
	for _, p := range c.people {
		all = append(all, p.name+" ("+p.what+")")
	}
	return fmt.Errorf("one may be: %s", strings.Join(all, "; "))
}

func (c *console) locale(name string) error {
	if name == "" {
		return errors.New(":locale needs one, as en-US or zh-CN")
	}
	c.srv.SetLocale(c.user, name)
	c.say("your Slack is in %s; the bot looks once an hour", name)
	return nil
}

func (c *console) disconnect(string) error {
	c.srv.Disconnect("", "refresh_requested")
	return nil
}

func (c *console) upload(rest string) error {
	path, comment, _ := strings.Cut(rest, " ")
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	c.srv.Upload(c.user, c.channel, c.current(), comment, slacktest.File{Name: filepath.Base(path), Content: content})
	return nil
}

// open prints the newest file of a name.
func (c *console) open(name string) error {
	var found *slacktest.File
	for _, f := range c.srv.Files() {
		if f.Name == name {
			found = &f
		}
	}
	if found == nil {
		return fmt.Errorf("no file %q was shared", name)
	}
	c.say("%s", indent(string(found.Content), "    | "))
	return nil
}
