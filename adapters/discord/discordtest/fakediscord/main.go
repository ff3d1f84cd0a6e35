// Command fakediscord is a Discord for trying the bot by hand: a guild with a channel, a forum and three
// people, each of whom you can be.
//
// Goals: tell where to point the bot, show what happens as it happens, let one type, press and react as
// people do. Non-goals: looking like Discord, keeping anything after its end.
//
//	go run ./adapters/discord/discordtest/fakediscord --addr 127.0.0.1:4711
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"tack/adapters/discord/discordtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	addr := flag.String("addr", "127.0.0.1:4711", "where to listen")
	flag.Parse()
	if err := run(ctx, *addr, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fakediscord:", err)
		os.Exit(1)
	}
}

// token is fixed, so that a bot's settings outlive a restart.
const token = "fake-token"

// run serves until ctx is done or :quit is typed. The end of in ends nothing: the bot may still be at work.
func run(ctx context.Context, addr string, in io.Reader, out io.Writer) error {
	srv, err := discordtest.New(discordtest.Options{Addr: addr, Token: token, Limits: discordtest.ObservedLimits(), Global: 50})
	if err != nil {
		return err
	}
	defer srv.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	d := newDesk(srv, out, stop)
	d.greet()
	go d.follow(ctx)
	go d.take(ctx, in)
	<-ctx.Done()
	return nil
}

// take reads lines. The first waits until a bot is there to hear it.
func (d *desk) take(ctx context.Context, in io.Reader) {
	connected := func() bool { return len(d.srv.Sessions()) > 0 && len(d.srv.Commands("")) > 0 }
	if d.srv.WaitFor(ctx, connected) != nil {
		return
	}
	d.print("the bot is here; type away, :help tells how")
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		d.line(ctx, lines.Text())
	}
}
