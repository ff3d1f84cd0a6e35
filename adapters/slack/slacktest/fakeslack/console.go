package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"tack/adapters/slack/slacktest"
	"tack/internal/nearest"
)

// console is one person at a terminal, who may be any of several people.
type console struct {
	srv     *slacktest.Server
	people  []person
	user    string // who is typing
	channel string // where what is typed goes: the public channel, or direct messages
	public  string
	thread  string   // ts of the root that was chosen; "" = the newest one that the bot is in
	newest  string   // the newest one that the bot was in then
	paste   []string // lines since :paste; nil = not pasting
	modal   string   // id of the modal that was sent or cancelled last
	quit    bool

	mu    sync.Mutex // of what follows: lines are obeyed while things happen
	out   io.Writer
	marks []mark // the messages shown: [1] is the first
	place string // where the last message shown stands
}

// person is somebody to be.
type person struct{ id, name, what string }

// mark is a message by its place.
type mark struct{ channel, ts string }

// studyCommand is the one command there is.
const studyCommand = "/study"

func newConsole(srv *slacktest.Server, out io.Writer) *console {
	c := &console{srv: srv, out: out, people: []person{
		{srv.AddUser("learner"), "learner", "learns"},
		{srv.AddUser("manager"), "manager", "an admin of the workspace: may change a channel's settings"},
		{srv.AddUser("helper"), "helper", "writes in other people's threads"},
	}}
	members := []string{srv.BotUser()}
	for _, p := range c.people {
		members = append(members, p.id)
	}
	srv.SetAdmin(c.people[1].id)
	c.user = c.people[0].id
	c.public = srv.AddChannel(slacktest.ChannelSpec{Name: "study", Members: members})
	c.channel = c.public
	return c
}

// say prints a line.
func (c *console) say(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintf(c.out, format+"\n", args...)
}

// welcome tells how to point the bot here, over Socket Mode or as requests.
func (c *console) welcome(requests bool) {
	c.say("A Slack of your own, with you in it. In another terminal, in the same folder:\n")
	c.say("export TACK_SLACK_API_URL=%s", c.srv.APIURL())
	if requests {
		c.say("export TACK_SLACK_MODE=http SLACK_BOT_TOKEN=%s SLACK_SIGNING_SECRET=%s", c.srv.BotToken(), c.srv.SigningSecret())
	} else {
		c.say("export SLACK_BOT_TOKEN=%s SLACK_APP_TOKEN=%s", c.srv.BotToken(), c.srv.AppToken())
	}
	c.say("bot serve --store-path /tmp/tack-try\n\n(bin/bot, or go run ./cmd/bot, where bot is not on your path)\n")
	c.say("You are learner in #study. %s redis opens a thread; then what you type goes there. :help lists the rest.", studyCommand)
}

// line takes one typed line: what belongs to a paste, a ":command", a "/command", or what the person says.
func (c *console) line(line string) {
	err := c.obey(line)
	if err != nil {
		c.say("! %v", err)
	}
}

func (c *console) obey(line string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case c.paste != nil && word != ":end":
		c.paste = append(c.paste, line)
		return nil
	case word == "":
		return nil
	case strings.HasPrefix(word, ":") && len(word) > 1:
		return c.command(word, strings.TrimSpace(rest))
	case strings.HasPrefix(word, "/"):
		return c.slash(word, rest)
	}
	c.speak(line)
	return nil
}

// slash runs a slash command. Slack itself refuses one that no app has.
func (c *console) slash(word, rest string) error {
	if word != studyCommand {
		return c.unknown(word, []string{studyCommand})
	}
	c.srv.Slash(c.user, c.channel, word, rest)
	return nil
}

// unknown says that there is no such command, and which was meant.
func (c *console) unknown(word string, known []string) error {
	if name := nearest.Name(word, known); name != "" {
		return fmt.Errorf("there is no %s; did you mean %s? :help lists all", word, name)
	}
	return fmt.Errorf("there is no %s; :help lists all", word)
}

// speak says something in the current thread.
func (c *console) speak(text string) {
	c.srv.Send(slacktest.Draft{User: c.user, Channel: c.channel, Thread: c.current(), Text: text})
}

var errNoMessage = errors.New("there is no such message yet")

// enter goes to a place, and into a thread of it unless that is "".
func (c *console) enter(channel, thread string) {
	c.channel, c.thread = channel, thread
	c.newest = c.begun()
}

// current is the thread one is in: the one chosen, until the bot begins another.
func (c *console) current() string {
	if newest := c.begun(); c.thread == "" || newest > c.newest {
		return newest
	}
	return c.thread
}

// begun is the newest root here that is the bot's, or has replies; "" if there is none.
func (c *console) begun() string {
	newest := ""
	for _, m := range c.srv.Channel(c.channel) {
		if m.Subtype == "" && (m.User == c.srv.BotUser() || m.ThreadTS != "") {
			newest = m.TS
		}
	}
	return newest
}

// here are the messages of the current thread, or of the channel if there is none.
func (c *console) here() []slacktest.Message {
	if thread := c.current(); thread != "" {
		return c.srv.Thread(c.channel, thread)
	}
	return c.srv.Channel(c.channel)
}

// last is the last message of a user here.
func (c *console) last(userID string) (mark, error) {
	var found mark
	for _, m := range c.here() {
		if m.User == userID && m.Subtype != "pinned_item" && m.Subtype != "tombstone" {
			found = mark{m.Channel, m.TS}
		}
	}
	if found.ts == "" {
		return found, errNoMessage
	}
	return found, nil
}
