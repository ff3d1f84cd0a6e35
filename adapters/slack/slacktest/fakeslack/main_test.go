package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slack-go/slack"

	"tack/adapters/slack/slacktest"
)

func TestTypingAsTheLearner(t *testing.T) {
	t.Parallel()
	srv := slacktest.Start(t, slacktest.Options{})
	bot := slack.New(srv.BotToken(), slack.OptionAPIURL(srv.APIURL()))
	c := newConsole(srv, io.Discard)
	c.do(":mention hello")
	root := srv.Channel(c.channel)[0].TS
	button := slack.NewButtonBlockElement("confirm", "", slack.NewTextBlockObject("plain_text", "Confirm", false, false))
	_, ts, err := bot.PostMessage(c.channel, slack.MsgOptionText("hi", false), slack.MsgOptionTS(root),
		slack.MsgOptionBlocks(slack.NewActionBlock("", button)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "out.log")
	if err := os.WriteFile(path, []byte("PONG"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"it works", ":edit it works now", ":react white_check_mark", ":pin", ":upload " + path, ":press confirm", ":thread", "/study status",
	} {
		c.do(line)
	}
	got := srv.Thread(c.channel, root)
	if len(got) != 4 || got[2].Text != "it works now" || got[1].Reactions[0].Name != "white_check_mark" || len(got[3].Files) != 1 {
		t.Errorf("thread %+v", got)
	}
	if pins := srv.Pins(c.channel); len(pins) != 1 || pins[0] != ts {
		t.Errorf("pins %v, want %s", pins, ts)
	}
}

func TestRunShowsWhatHappens(t *testing.T) {
	t.Parallel()
	in, typed := io.Pipe()
	out := &lines{seen: make(chan string, 100)}
	done := make(chan error, 1)
	go func() { done <- run(t.Context(), []string{"--addr", "127.0.0.1:0"}, in, out) }()
	_, _ = io.WriteString(typed, ":help\n:nonsense\n:edit too early\nhello there\n")
	for _, want := range []string{"API URL", ":mention TEXT", "no command :nonsense", "no such message", "learner: hello there"} {
		out.await(t, want)
	}
	_, _ = io.WriteString(typed, ":quit\n")
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// lines is a writer that a test can wait on.
type lines struct {
	seen chan string
	kept bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.seen <- string(p)
	return len(p), nil
}

// await reads on until want has come.
func (l *lines) await(t *testing.T, want string) {
	t.Helper()
	for !strings.Contains(l.kept.String(), want) {
		select {
		case text := <-l.seen:
			l.kept.WriteString(text)
		case <-t.Context().Done():
			t.Fatalf("%q did not come; there was %s", want, l.kept.String())
		}
	}
}
