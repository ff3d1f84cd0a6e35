package dockertest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tack/adapters/slack/slacktest"
)

// refuses: without a token it says what is missing, and nothing listens that is healthy.
func refuses(t *testing.T, image Image) {
	err := Apart(func() error {
		c, err := image.Container(map[string]string{"TACK_HTTP_LISTEN": freePort()})
		if err != nil {
			return err
		}
		for _, want := range []struct {
			words []string
			said  string
			code  int
		}{
			{[]string{image.Entry[0], "version"}, "tack " + version + " (go", 0},
			{image.Entry, "no platform to serve: set SLACK_BOT_TOKEN", 2},
			{image.Health, "nothing listens on", 1},
		} {
			said, code, err := c.Say(t.Context(), want.words...)
			if err != nil {
				return err
			}
			if code != want.code || !strings.Contains(said, want.said) {
				t.Errorf("%v: exit code %d, want %d and %q: %s", want.words, code, want.code, want.said, said)
			}
		}
		folders, err := c.Writable()
		if got := fmt.Sprint(folders); err != nil || got != "[/data]" {
			t.Errorf("can be written to: %v, %v", got, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// freePort is an address of this machine on which nothing listens.
func freePort() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err.Error() // which no address is
	}
	defer l.Close()
	return l.Addr().String()
}

// serves: with tokens it becomes healthy, answers a learner, keeps the session in its volume, and ends
// when it is asked to.
func serves(t *testing.T, image Image) {
	cloud := slacktest.Start(t, slacktest.Options{})
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errors.New("the container does not serve"))
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	err := Apart(func() error {
		c, err := image.Container(map[string]string{
			"TACK_HTTP_LISTEN": freePort(), "TACK_ENGINE_QUIET": "0", "TACK_SLACK_API_URL": cloud.APIURL(),
			"SLACK_BOT_TOKEN": cloud.BotToken(), "SLACK_APP_TOKEN": cloud.AppToken(),
		})
		if err != nil {
			return err
		}
		bot := c.Command(ctx, image.Entry...)
		bot.Stdout, bot.Stderr = io.Discard, t.Output()
		if err := bot.Start(); err != nil {
			return err
		}
		ended := make(chan error, 1)
		go func() {
			err := bot.Wait()
			end(errors.New("the container has ended"))
			ended <- err
		}()
		if err := works(ctx, c, cloud); err != nil {
			end(err)
			return errors.Join(err, <-ended)
		}
		return errors.Join(bot.Process.Signal(syscall.SIGTERM), <-ended)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// works asks the health check, then as a learner, then for the session's file.
func works(ctx context.Context, c Container, cloud *slacktest.Server) error {
	if err := healthy(ctx, c); err != nil {
		return err
	}
	if err := answers(ctx, cloud); err != nil {
		return err
	}
	_, err := os.Stat(filepath.Join(c.image.Root, "data", "tack.db"))
	return err
}

// healthy asks the health check until it is content.
func healthy(ctx context.Context, c Container) error {
	for {
		said, code, err := c.Say(ctx, c.image.Health...)
		if err == nil && code == 0 {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("health check: exit code %d: %s: %w", code, said, context.Cause(ctx))
		}
	}
}

// answers opens a session and waits for the coach's first words in it.
func answers(ctx context.Context, cloud *slacktest.Server) error {
	user := cloud.AddUser("kim")
	channel := cloud.AddChannel(slacktest.ChannelSpec{Name: "study", Members: []string{user, cloud.BotUser()}})
	root := cloud.Mention(user, channel, "I want to learn redis")
	return cloud.WaitFor(ctx, func(v *slacktest.Snapshot) bool {
		for _, m := range v.Thread(channel, root) {
			if m.User == cloud.BotUser() && strings.Contains(m.Text, "one at a time") {
				return true
			}
		}
		return false
	})
}
