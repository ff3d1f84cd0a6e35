package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"tack/adapters/discord/discordtest"
	"tack/internal/nearest"
)

// desk is where one sits who may be any of several people: a channel or thread in view, and what was seen.
type desk struct {
	srv            *discordtest.Server
	quit           func()
	channel, forum string
	people         []person
	paste          []string // lines since :paste; nil = not pasting

	mu    sync.Mutex // of all below: lines are obeyed beside the feed
	out   io.Writer
	user  person          // who is typing
	here  string          // channel or thread that lines go to
	asked string          // the last interaction, for :submit
	heard []string        // what the bot did since the last line, for :wait
	marks []string        // the messages shown: [1] is the first
	shown map[string]look // by message: how it was printed last
}

// look is how a message was printed.
type look struct {
	text   string
	pinned bool
}

// person is somebody to be.
type person struct{ id, name, what string }

func newDesk(srv *discordtest.Server, out io.Writer, quit func()) *desk {
	d := &desk{srv: srv, out: out, quit: quit, shown: map[string]look{}}
	guild := srv.AddGuild("Study hall")
	d.channel = srv.AddChannel(guild, discordtest.ChannelSpec{Name: "study"})
	d.forum = srv.AddChannel(guild, discordtest.ChannelSpec{Name: "topics", Type: discordtest.ForumChannel})
	for _, p := range []person{
		{"", "learner", "learns"},
		{"", "manager", "has Manage Server: may change a channel's settings"},
		{"", "helper", "writes in other people's threads"},
	} {
		p.id = srv.AddUser(guild, discordtest.UserSpec{Name: p.name})
		d.people = append(d.people, p)
	}
	srv.GiveRole(guild, d.people[1].id, srv.AddRole(guild, "manager", discordtest.ManageGuild, false))
	d.user, d.here = d.people[0], d.channel
	return d
}

func (d *desk) greet() {
	d.print("A Discord of your own, with you in it. In another terminal, in the same folder:\n")
	d.print("export DISCORD_TOKEN=%s TACK_DISCORD_API_URL=%s", d.srv.Token(), d.srv.URL())
	d.print("bot serve --store-path /tmp/tack-try\n\n(bin/bot, or go run ./cmd/bot, where bot is not on your path)\n")
	d.print("You are learner in #study. /study redis opens a thread; then what you type goes there. :help lists the rest.")
	d.print("waiting for the bot …")
}

// print writes one line.
func (d *desk) print(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fmt.Fprintf(d.out, format+"\n", args...)
}

// line takes one typed line: what belongs to a paste, a ":command", a "/command", or what the person writes.
func (d *desk) line(ctx context.Context, line string) {
	if err := d.obey(ctx, line); err != nil && ctx.Err() == nil {
		d.print("! %v", err)
	}
}

func (d *desk) obey(ctx context.Context, line string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case d.paste != nil && word != ":end":
		d.paste = append(d.paste, line)
		return nil
	case word == "":
		return nil
	case strings.HasPrefix(word, ":") && len(word) > 1:
		return d.command(ctx, word, strings.TrimSpace(rest))
	case strings.HasPrefix(word, "/"):
		return d.slash(word, line)
	}
	return d.write(line)
}

// slash runs a slash command that the bot has registered.
func (d *desk) slash(word, line string) error {
	known := d.srv.Commands("")
	for i := range known {
		known[i] = "/" + known[i]
	}
	if !slices.Contains(known, word) {
		return unknown(word, known)
	}
	user, place := d.begin()
	id, err := d.srv.SlashLine(user.id, place, line)
	d.ask(id)
	return err
}

// unknown says that there is no such command, and which was meant.
func unknown(word string, known []string) error {
	if name := nearest.Name(word, known); name != "" {
		return fmt.Errorf("there is no %s; did you mean %s? :help lists all", word, name)
	}
	return fmt.Errorf("there is no %s; :help lists all", word)
}

// write posts a text in the place in view.
func (d *desk) write(text string, with ...discordtest.With) error {
	user, place := d.begin()
	if place == d.forum {
		return errors.New("a forum has no messages of its own; :new TITLE | TEXT begins a post")
	}
	_, err := d.srv.Post(user.id, place, d.addressed(text), with...)
	return err
}

// addressed is a text with the bot's name as a client sends it.
func (d *desk) addressed(text string) string {
	return strings.ReplaceAll(text, "@tack", "<@"+d.srv.BotID()+">")
}

// begin is who writes and the place in view; what the bot says from now on is what :wait waits for.
func (d *desk) begin() (person, string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heard = nil
	return d.user, d.here
}

// at is who writes, and where.
func (d *desk) at() (person, string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.user, d.here
}

// ask remembers an interaction; "" = none came about.
func (d *desk) ask(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if id != "" {
		d.asked = id
	}
}

// enter goes to a channel or thread.
func (d *desk) enter(place string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.here = place
}
