package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// action is a command of the terminal.
type action struct {
	name, args string
	what       string
	example    string
	run        func(d *desk, rest string) error
}

// actions are all of them, in the order of :help. :wait is not among them: it needs a context.
func actions() []action {
	return []action{
		{":paste", "", "the lines up to :end as one message, as a terminal's output", ":paste", (*desk).pasteBegin},
		{":end", "", "send what was pasted", ":end", (*desk).pasteEnd},
		{":press", "BUTTON", "press a button, by the beginning of its label or id", ":press confirm", (*desk).press},
		{":submit", "TEXT", "fill in the form that a button opened, and send it", ":submit I also tried port 6380", (*desk).submit},
		{":react", "EMOJI [N]", "an emoji under the bot's last message, or under [N]", ":react ✅", (*desk).react},
		{":super", "EMOJI [N]", "the same as a super reaction", ":super 👍", (*desk).superReact},
		{":unreact", "EMOJI [N]", "take it away", ":unreact ✅", (*desk).unreact},
		{":edit", "TEXT", "change your last message; :edit [N] TEXT another of yours", ":edit I meant port 6380", (*desk).edit},
		{":delete", "[N]", "delete your last message, or [N]", ":delete", (*desk).remove},
		{":reply", "N TEXT", "answer [N]", ":reply 7 what does this mean?", (*desk).reply},
		{":upload", "PATH [COMMENT]", "share a file", ":upload /var/log/redis.log this is all of it", (*desk).upload},
		{":open", "NAME", "show a file whole, the newest of that name", ":open CONTEXT.md", (*desk).open},
		{":pins", "", "the pinned messages here", ":pins", (*desk).pins},
		{":mention", "TEXT", "mention the bot, in #study or the thread one is in", ":mention teach me redis", (*desk).mention},
		{":new", "TITLE | TEXT", "begin a post in the forum #topics", ":new Redis | @tack I want to learn redis", (*desk).post},
		{":go", "[ID]", "go to a thread or channel; without ID, to #study", ":go", (*desk).goTo},
		{":threads", "", "the threads of #study and the posts of #topics", ":threads", (*desk).threads},
		{":forum", "", "go to the forum #topics", ":forum", (*desk).toForum},
		{":dm", "", "go to direct messages with the bot", ":dm", (*desk).direct},
		{":as", "NAME", "be somebody else: learner, manager, helper", ":as manager", (*desk).as},
		{":locale", "LOCALE", "set the language of your Discord", ":locale zh-CN", (*desk).locale},
		{":archive", "", "archive the thread one is in, or wake it", ":archive", (*desk).archive},
		{":lock", "", "lock the thread one is in, or unlock it", ":lock", (*desk).lock},
		{":advance", "DURATION", "let time pass", ":advance 1h", (*desk).advance},
		{":silence", "", "let the gateway die without a word", ":silence", (*desk).silence},
		{":reconnect", "", "ask the bot to reconnect", ":reconnect", (*desk).reconnect},
		{":help", "", "this", ":help", (*desk).help},
		{":quit", "", "end", ":quit", (*desk).end},
	}
}

// command runs what begins with a colon.
func (d *desk) command(ctx context.Context, word, rest string) error {
	if word == ":wait" {
		return d.wait(ctx, rest)
	}
	names := []string{":wait"}
	for _, a := range actions() {
		if a.name == word {
			return a.run(d, rest)
		}
		names = append(names, a.name)
	}
	return unknown(word, names)
}

func (d *desk) help(string) error {
	row := func(use, what, example string) { d.print("  %-24s %s\n  %-24s e.g. %s", use, what, "", example) }
	row("TEXT", "write it where you are", "redis-server --version says v=7.0.15")
	row("/study …", "the bot's command", "/study redis, /study status, /study continue redis")
	for _, a := range actions() {
		row(strings.TrimSpace(a.name+" "+a.args), a.what, a.example)
	}
	row(":wait [TEXT]", "wait until the bot does something (with TEXT in it): for scripts", ":wait Scenario 1")
	d.print("  @tack in a text mentions the bot; N is the number in front of a message.")
	return nil
}

func (d *desk) end(string) error {
	d.quit()
	return nil
}

func (d *desk) pasteBegin(string) error {
	d.paste = []string{}
	d.print("(paste; :end on a line of its own sends it)")
	return nil
}

func (d *desk) pasteEnd(string) error {
	text := strings.Join(d.paste, "\n")
	d.paste = nil
	if text == "" {
		return errors.New("nothing was pasted; :paste begins")
	}
	return d.write(text)
}

// as makes the person at the terminal another one, in the same place; direct messages are one's own.
func (d *desk) as(name string) error {
	var all []string
	for _, p := range d.people {
		all = append(all, p.name+" ("+p.what+")")
		if p.name != name {
			continue
		}
		if _, place := d.at(); !d.inGuild(place) {
			d.enter(d.srv.OpenDM(p.id))
		}
		d.mu.Lock()
		d.user = p
		d.mu.Unlock()
		d.print("you are %s: %s", p.name, p.what)
		return nil
	}
	return fmt.Errorf("one may be: %s", strings.Join(all, "; "))
}

func (d *desk) locale(name string) error {
	if name == "" {
		return errors.New(":locale needs one, as en-US or zh-CN")
	}
	user, _ := d.at()
	d.srv.SetLocale(user.id, name)
	d.print("your Discord is in %s", name)
	return nil
}

// waitMost is how long a script waits at most for what may never come.
const waitMost = 30 * time.Second

// wait blocks until the bot did something since the last line, with text in it, in whatever case.
func (d *desk) wait(ctx context.Context, text string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, waitMost, fmt.Errorf("nothing like %q in %v", text, waitMost))
	defer cancel()
	text = strings.ToLower(text)
	return d.srv.WaitFor(ctx, func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return slices.ContainsFunc(d.heard, func(heard string) bool { return strings.Contains(strings.ToLower(heard), text) })
	})
}
