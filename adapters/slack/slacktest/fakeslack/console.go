package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"tack/adapters/slack/slacktest"
)

// console is one learner at a terminal.
type console struct {
	srv     *slacktest.Server
	user    string
	channel string // where what is typed goes: the public channel, or the direct messages
	public  string
	thread  string // ts of the root; "" = channel level

	mu  sync.Mutex // of out
	out io.Writer
}

func newConsole(srv *slacktest.Server, out io.Writer) *console {
	user := srv.AddUser("learner")
	public := srv.AddChannel(slacktest.ChannelSpec{Name: "study", Members: []string{user, srv.BotUser()}})
	return &console{srv: srv, user: user, channel: public, public: public, out: out}
}

// say prints a line.
func (c *console) say(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintf(c.out, format+"\n", args...)
}

func (c *console) welcome() {
	c.say(`Point the bot here:
  API URL         %s
  bot token       %s
  app token       %s   (Socket Mode)
  signing secret  %s   (HTTP events)
You are "learner" in #study (%s). /study redis runs a command, text goes to the current thread, :help lists the rest.`,
		c.srv.APIURL(), c.srv.BotToken(), c.srv.AppToken(), c.srv.SigningSecret(), c.public)
}

// follow prints what happens and what the bot does wrong, until ctx ends.
func (c *console) follow(ctx context.Context) {
	told, wrong := 0, 0
	for {
		var story []string
		var violations []slacktest.Violation
		err := c.srv.WaitFor(ctx, func(v *slacktest.Snapshot) bool {
			story, violations = v.Story(), v.Violations()
			return len(story) > told || len(violations) > wrong
		})
		if err != nil {
			return
		}
		for _, line := range story[told:] {
			c.say("%s", line)
		}
		for _, v := range violations[wrong:] {
			c.say("! %s", v)
		}
		told, wrong = len(story), len(violations)
	}
}

const help = `  TEXT             say TEXT in the current thread; at channel level if there is none
  /COMMAND ARGS    run a slash command
  :mention TEXT    mention the bot at channel level; its thread becomes the current one
  :new TEXT        say TEXT at channel level; its thread becomes the current one
  :thread [TS]     show the current thread, or make the one of root TS the current one
  :edit TEXT       change your last message
  :delete          delete your last message
  :react NAME      put an emoji under the bot's last message; :unreact NAME takes it away
  :press ACTION    press a button under the bot's last message
  :pin             pin the bot's last message; :pins lists them
  :upload PATH     share a file in the current thread
  :dm              talk in direct messages; :channel goes back
  :disconnect      let the sockets reconnect
  :quit            end`

// do obeys one line.
func (c *console) do(line string) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case word == "":
	case strings.HasPrefix(word, "/"):
		c.srv.Slash(c.user, c.channel, word, rest)
		c.thread = "" // the bot begins a new one
	case word == ":help":
		c.say("%s", help)
	case strings.HasPrefix(word, ":") && c.talk(word, rest), strings.HasPrefix(word, ":") && c.touch(word, rest):
	case strings.HasPrefix(word, ":") && len(word) > 1:
		c.say("no command %s; :help lists them", word)
	default:
		c.srv.Send(slacktest.Draft{User: c.user, Channel: c.channel, Thread: c.current(), Text: line})
	}
}

// talk is the commands about where one is and what one says there.
func (c *console) talk(word, rest string) bool {
	switch word {
	case ":mention":
		c.thread = c.srv.Mention(c.user, c.channel, rest)
	case ":new":
		c.thread = c.srv.Post(c.user, c.channel, rest)
	case ":thread":
		c.goTo(rest)
	case ":dm":
		c.channel, c.thread = c.srv.OpenDM(c.user), ""
	case ":channel":
		c.channel, c.thread = c.public, ""
	case ":disconnect":
		c.srv.Disconnect("", "refresh_requested")
	case ":upload":
		c.upload(rest)
	default:
		return false
	}
	return true
}

// touch is the commands about a message that is there.
func (c *console) touch(word, rest string) bool {
	mine, bots := c.last(c.user), c.last(c.srv.BotUser())
	switch word {
	case ":edit", ":delete":
		bots = mine
	case ":react", ":unreact", ":press", ":pin":
	case ":pins":
		c.say("pinned: %s", strings.Join(c.srv.Pins(c.channel), " "))
		return true
	default:
		return false
	}
	if bots.TS == "" {
		c.say("there is no such message yet")
		return true
	}
	c.act(word, rest, bots)
	return true
}

func (c *console) act(word, rest string, m slacktest.Message) {
	switch word {
	case ":edit":
		c.srv.Edit(c.channel, m.TS, rest)
	case ":delete":
		c.srv.Delete(c.channel, m.TS)
	case ":react":
		c.srv.React(c.user, c.channel, m.TS, strings.Trim(rest, ":"))
	case ":unreact":
		c.srv.Unreact(c.user, c.channel, m.TS, strings.Trim(rest, ":"))
	case ":pin":
		c.srv.Pin(c.user, c.channel, m.TS)
	case ":press":
		if !strings.Contains(string(m.Blocks), `"action_id":"`+rest+`"`) {
			c.say("no button %q there: %s", rest, m.Blocks)
			return
		}
		c.srv.PressButton(c.user, c.channel, m.TS, rest)
	}
}

// current is the thread one is in: the one chosen, else the newest root of the bot or with its replies.
func (c *console) current() string {
	if c.thread != "" || c.channel != c.public {
		return c.thread
	}
	for _, m := range c.srv.Channel(c.channel) {
		if m.Subtype == "" && (m.User == c.srv.BotUser() || m.ThreadTS != "") {
			c.thread = m.TS
		}
	}
	return c.thread
}

// here are the messages of the current thread, or of the channel if there is none.
func (c *console) here() []slacktest.Message {
	if thread := c.current(); thread != "" {
		return c.srv.Thread(c.channel, thread)
	}
	return c.srv.Channel(c.channel)
}

// last is the last message of a user here; its TS is "" if there is none.
func (c *console) last(userID string) slacktest.Message {
	var found slacktest.Message
	for _, m := range c.here() {
		if m.User == userID && m.Subtype != "pinned_item" {
			found = m
		}
	}
	return found
}

func (c *console) goTo(ts string) {
	if ts != "" && len(c.srv.Thread(c.channel, ts)) == 0 {
		c.say("no thread %s", ts)
		return
	}
	if ts != "" {
		c.thread = ts
	}
	for _, m := range c.here() {
		c.say("| %s %s: %s", m.TS, m.User, m.Text)
	}
}

func (c *console) upload(path string) {
	content, err := os.ReadFile(path)
	if err != nil {
		c.say("%v", err)
		return
	}
	c.srv.Upload(c.user, c.channel, c.current(), "", slacktest.File{Name: filepath.Base(path), Content: content})
}
