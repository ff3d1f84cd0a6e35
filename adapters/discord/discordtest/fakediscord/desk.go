package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"tack/adapters/discord/discordtest"
)

// desk is where the learner sits: a channel or thread in view, and what was seen last.
type desk struct {
	srv                  *discordtest.Server
	quit                 func()
	guild, channel, self string

	mu    sync.Mutex // of all below: lines are read beside the feed
	out   io.Writer
	here  string            // channel or thread that lines go to
	last  string            // the bot's last message, for :react and :press
	mine  string            // one's own last message, for :edit and :delete
	asked string            // the last interaction, for :submit
	heard []string          // what the bot did since the last line, for :wait
	shown map[string]string // by message: how it was printed last
}

func newDesk(srv *discordtest.Server, out io.Writer, quit func()) *desk {
	d := &desk{srv: srv, out: out, quit: quit, shown: map[string]string{}}
	d.guild = srv.AddGuild("Study hall")
	d.channel = srv.AddChannel(d.guild, discordtest.ChannelSpec{Name: "study"})
	srv.AddChannel(d.guild, discordtest.ChannelSpec{Name: "topics", Type: discordtest.ForumChannel})
	d.self = srv.AddUser(d.guild, discordtest.UserSpec{Name: "you"})
	d.here = d.channel
	return d
}

func (d *desk) greet() {
	d.print("a fake Discord; point the bot at it:")
	d.print("  token      %s", d.srv.Token())
	d.print("  API base   %s   (in place of https://discord.com/api)", d.srv.URL())
	d.print("  gateway    as GET /gateway tells")
	d.print("  guild %s, channel #study %s", d.guild, d.channel)
	d.print("waiting for the bot …")
}

// print writes one line.
func (d *desk) print(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fmt.Fprintf(d.out, format+"\n", args...)
}

// line takes one typed line: ":command", "/slash command", or what the learner writes.
func (d *desk) line(ctx context.Context, line string) {
	var err error
	switch {
	case strings.TrimSpace(line) == "":
		return
	case strings.HasPrefix(line, ":"):
		err = d.command(ctx, line[1:])
	case strings.HasPrefix(line, "/"):
		err = d.slash(line)
	default:
		err = d.say(line)
	}
	if err != nil {
		d.print("! %v", err)
	}
}

func (d *desk) slash(line string) error {
	place := d.begin()
	id, err := d.srv.SlashLine(d.self, place, line)
	d.mu.Lock()
	d.asked = id
	d.mu.Unlock()
	return err
}

func (d *desk) say(text string, with ...discordtest.With) error {
	place := d.begin()
	id, err := d.srv.Post(d.self, place, text, with...)
	d.mu.Lock()
	d.mine = id
	d.mu.Unlock()
	return err
}

// begin is the place in view; what the bot says from now on is what :wait waits for.
func (d *desk) begin() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heard = nil
	return d.here
}

// hear prints what the bot did and wakes :wait.
func (d *desk) hear(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	d.print("%s", text)
	d.mu.Lock()
	d.heard = append(d.heard, text)
	d.mu.Unlock()
	d.srv.Advance(0)
}

// at reads what was seen last.
func (d *desk) at() (last, mine, asked string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.last, d.mine, d.asked
}
