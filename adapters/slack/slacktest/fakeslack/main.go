// Command fakeslack runs a Slack of one's own, for trying out a bot by hand.
//
// Goals: tell where to point the bot; show what people would see, buttons and files too, as it happens; let one
// type as the learner, as somebody who helps, and as the channel's manager.
//
// Non-goals: looking like Slack, keeping anything after its end.
//
//	go run ./adapters/slack/slacktest/fakeslack --addr 127.0.0.1:8090
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"tack/adapters/slack/slacktest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "fakeslack:", err)
		os.Exit(1)
	}
}

// run serves and reads commands until :quit or the end of ctx.
func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("fakeslack", flag.ContinueOnError)
	flags.SetOutput(out)
	addr := flags.String("addr", "127.0.0.1:8090", "where to listen")
	events := flags.String("events-url", "", "deliver over HTTP to this request URL instead of Socket Mode")
	limits := flags.Bool("limits", false, "keep Slack's rate limits")
	if err := flags.Parse(args); err != nil {
		return err
	}
	srv, err := slacktest.New(options(*addr, *limits))
	if err != nil {
		return err
	}
	defer srv.Close()
	c := newConsole(srv, out)
	c.welcome(*events != "")
	if *events != "" {
		if err := srv.UseHTTP(ctx, slacktest.HTTPTarget{Events: *events}); err != nil {
			return err
		}
	}
	return c.serve(ctx, in)
}

func options(addr string, limits bool) slacktest.Options {
	// files:read for what the learner uploads, the read scopes for a doctor.
	opts := slacktest.Options{Addr: addr, Scopes: append([]string{
		"files:read", "channels:read", "groups:read", "im:read", "im:write", "team:read",
	}, slacktest.DefaultScopes...)}
	if limits {
		opts.Limits = slacktest.SlackLimits()
	}
	return opts
}

// serve shows what happens and obeys in, line by line.
func (c *console) serve(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	shown := make(chan struct{})
	go func() { defer close(shown); c.follow(ctx) }()
	defer func() { cancel(); <-shown }()
	lines := read(ctx, in)
	for !c.quit {
		select {
		case line, ok := <-lines:
			if !ok {
				lines = nil // without a terminal it serves on
				continue
			}
			c.line(line)
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// maxLine is how long a line may be, in bytes: more than a message.
const maxLine = 1 << 20

// read hands on line by line, until in or ctx ends.
func read(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, maxLine)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}
