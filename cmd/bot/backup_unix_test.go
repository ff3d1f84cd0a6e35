//go:build unix

package main

import (
	"bytes"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tack/adapters/slack/slacktest"
	"tack/internal/redistest"
	"tack/state"
)

// TestBackUp: SIGUSR1 to a bot that serves gives a file that is a store with the session in it, and the
// bot serves on.
func TestBackUp(t *testing.T) {
	t.Parallel()
	cloud := slacktest.Start(t, slacktest.Options{})
	user := cloud.AddUser("kim")
	channel := cloud.AddChannel(slacktest.ChannelSpec{Name: "study", Members: []string{user, cloud.BotUser()}})
	dir := t.TempDir()
	bot := serveSlack(t, cloud, "--store-path", dir)

	root := cloud.Mention(user, channel, "I want to learn redis")
	answered(t, cloud, channel, root, "one at a time")
	if err := bot.Process.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, storeName+".snapshot")
	redistest.Wait(t, "the snapshot", func() bool { _, err := os.Stat(path); return err == nil })
	cloud.Send(slacktest.Draft{User: user, Channel: channel, Thread: root, Text: "for caching at work"})
	answered(t, cloud, channel, root, "Scenario 1")

	copied, err := state.OpenFile(path, state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	kept, err := copied.Export(t.Context(), state.Learner{Workspace: "slack:" + cloud.TeamID(), ID: user})
	if err != nil {
		t.Fatal(err)
	}
	if len(kept.Threads) != 1 || len(kept.Threads[0].Log) == 0 {
		t.Errorf("the snapshot has %d threads of the learner, want 1 with its log", len(kept.Threads))
	}
}

// TestSnapshot_CannotBeWritten: the last snapshot stands, and nothing half-written does.
func TestSnapshot_CannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, err := state.OpenFile(filepath.Join(dir, storeName), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	path, _, err := snapshot(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path+".new", 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, err := snapshot(t.Context(), file); err == nil {
		t.Error("written where a folder is in the way")
	}
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Errorf("the snapshot before: %v, %v", info, err)
	}
	if _, err := os.Stat(path + ".new"); !os.IsNotExist(err) {
		t.Errorf("what was begun is still there: %v", err)
	}
}

// TestBackUp_Redis: the signal does no harm where the store is in Redis, and says so.
func TestBackUp_Redis(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	logSnapshot(t.Context(), store(nil), slog.New(slog.NewTextHandler(&log, nil)))
	if !strings.Contains(log.String(), "BGSAVE") {
		t.Errorf("logged %q", &log)
	}
}

// serveSlack starts bot serve on a Slack of the test's own.
func serveSlack(t *testing.T, cloud *slacktest.Server, args ...string) *exec.Cmd {
	t.Helper()
	bot := exec.Command("bot", append([]string{"serve", "--engine-quiet", "0", "--http-listen", "off"}, args...)...)
	bot.Env = append(os.Environ(), "TACK_SLACK_API_URL="+cloud.APIURL(),
		"SLACK_BOT_TOKEN="+cloud.BotToken(), "SLACK_APP_TOKEN="+cloud.AppToken())
	bot.Stderr = t.Output()
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = bot.Process.Signal(syscall.SIGTERM) // ended already is as good
		_ = bot.Wait()
	})
	return bot
}

// answered waits until the bot has said something in a thread.
func answered(t *testing.T, cloud *slacktest.Server, channel, root, text string) {
	t.Helper()
	cloud.Await(t, text, func(v *slacktest.Snapshot) bool {
		for _, m := range v.Thread(channel, root) {
			if m.User == cloud.BotUser() && strings.Contains(m.Text, text) {
				return true
			}
		}
		return false
	})
}
