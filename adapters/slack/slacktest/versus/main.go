// Command versus measures two bots on the same fake Slack, one after the other: bot serve, which takes
// every message its durable way, and an echo bot on Slack's own framework for Node.
//
// Goals: messages a second, the time to the acknowledgement, and memory, of both in one run. Non-goals:
// what the answers are worth.
//
//	npm install --prefix adapters/slack/slacktest/versus
//	go build -o bin/bot ./cmd/bot && go run ./adapters/slack/slacktest/versus -bot bin/bot
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"tack/adapters/slack/slacktest"
)

func main() {
	bot := flag.String("bot", "bin/bot", "the program to measure")
	echo := flag.String("echo", "adapters/slack/slacktest/versus", "folder of echo.mjs, where npm install has run")
	n := flag.Int("n", 1000, "channels, each with one thread")
	redis := flag.String("redis", "", "URL of a Redis for the bot; empty: its embedded store")
	flag.Parse()
	if err := run(*bot, *echo, *redis, *n); err != nil {
		fmt.Fprintln(os.Stderr, "versus:", err)
		os.Exit(1)
	}
}

func run(bot, echo, redis string, n int) error {
	data, err := os.MkdirTemp("", "versus")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	node := exec.Command("node", "echo.mjs")
	node.Dir = echo
	serve := exec.Command(bot, "serve", "--engine-quiet=0", "--http-listen=off", "--store-path="+data, "--store-redis="+redis, "--log-level=error")
	fmt.Printf("%-12s %14s %12s %12s %10s\n", "bot", "messages/s", "ack p50", "ack p99", "memory")
	for _, c := range []struct {
		name string
		cmd  *exec.Cmd
	}{{"bot serve", serve}, {"@slack/bolt", node}} {
		if err := measure(c.name, c.cmd, n); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// measure has every channel's learner write twice: a mention, and a reply in the thread that it opens.
func measure(name string, cmd *exec.Cmd, n int) error {
	slack, err := slacktest.New(slacktest.Options{AckTimeout: time.Minute})
	if err != nil {
		return err
	}
	defer slack.Close()
	user := slack.AddUser("kim")
	var channels []string
	for i := range n {
		channels = append(channels, slack.AddChannel(slacktest.ChannelSpec{Name: "c" + strconv.Itoa(i), Members: []string{user, slack.BotUser()}}))
	}
	if err := start(slack, cmd); err != nil {
		return err
	}
	defer func() { _ = cmd.Process.Kill() }()
	begun := time.Now()
	roots := map[string]string{}
	for _, c := range channels {
		roots[c] = slack.Mention(user, c, "<@"+slack.BotUser()+"> I want to learn redis")
	}
	if err := await(slack, n); err != nil {
		return err
	}
	for _, c := range channels {
		slack.Reply(user, c, roots[c], "I want to use it as a cache at work")
	}
	if err := await(slack, 2*n); err != nil {
		return err
	}
	took := time.Since(begun)
	memory, err := resident(cmd.Process.Pid)
	if err != nil {
		return err
	}
	p50, p99 := percentiles(slack.Acks())
	fmt.Printf("%-12s %14.0f %12s %12s %7d MB\n", name, float64(2*n)/took.Seconds(), p50, p99, memory>>20)
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait() // it was asked to end: how it does is not measured
	return nil
}

// start starts a bot and waits until it is connected.
func start(slack *slacktest.Server, cmd *exec.Cmd) error {
	cmd.Env = append(os.Environ(), "SLACK_BOT_TOKEN="+slack.BotToken(), "SLACK_APP_TOKEN="+slack.AppToken(), "TACK_SLACK_API_URL="+slack.APIURL())
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	return wait(slack, "a connection", func(v *slacktest.Snapshot) bool { return len(v.Sockets()) > 0 })
}

// await waits for so many messages of the bot's.
func await(slack *slacktest.Server, n int) error {
	return wait(slack, strconv.Itoa(n)+" answers", func(v *slacktest.Snapshot) bool { return len(v.Calls("chat.postMessage")) >= n })
}

func wait(slack *slacktest.Server, what string, cond func(*slacktest.Snapshot) bool) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), 3*time.Minute, errors.New("no "+what+" in three minutes"))
	defer cancel()
	return slack.WaitFor(ctx, cond)
}

// resident is the memory of a process in bytes.
func resident(pid int) (int64, error) {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kib, err := strconv.ParseInt(fields[1], 10, 64)
			return kib << 10, err
		}
	}
	return 0, errors.New("no VmHWM in its status")
}

// percentiles are the median and the 99th of the times to the acknowledgement.
func percentiles(acks []slacktest.Ack) (p50, p99 time.Duration) {
	var all []time.Duration
	for _, a := range acks {
		all = append(all, a.Latency)
	}
	slices.Sort(all)
	at := func(p int) time.Duration {
		return all[min(len(all)-1, len(all)*p/100)].Round(10 * time.Microsecond)
	}
	return at(50), at(99)
}
