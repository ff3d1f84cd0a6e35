// Command fakeslack runs a Slack of one's own, for trying out a bot by hand.
//
// Goals: tell where to point the bot, show what happens in the workspace as it happens, and let one type as
// the learner.
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
	// files:read for what the learner uploads, the read scopes for a doctor.
	opts := slacktest.Options{Addr: *addr, Scopes: append([]string{
		"files:read", "channels:read", "groups:read", "im:read", "im:write", "team:read",
	}, slacktest.DefaultScopes...)}
	if *limits {
		opts.Limits = slacktest.SlackLimits()
	}
	srv, err := slacktest.New(opts)
	if err != nil {
		return err
	}
	defer srv.Close()
	if *events != "" {
		target := slacktest.HTTPTarget{Events: *events}
		if err := srv.UseHTTP(ctx, target); err != nil {
			return err
		}
	}
	return serve(ctx, srv, in, out)
}

// serve shows what happens on out and obeys in, line by line.
func serve(ctx context.Context, srv *slacktest.Server, in io.Reader, out io.Writer) error {
	c := newConsole(srv, out)
	c.welcome()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	shown := make(chan struct{})
	go func() { defer close(shown); c.follow(ctx) }()
	defer func() { cancel(); <-shown }()

	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(in); scanner.Scan(); {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case line, ok := <-lines:
			switch {
			case !ok:
				lines = nil // without a terminal it serves on
			case line == ":quit":
				return nil
			default:
				c.do(line)
			}
		case <-ctx.Done():
			return nil
		}
	}
}
