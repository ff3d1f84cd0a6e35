// Package versus measures two bots on the same fake platform, one after the other: bot serve, which takes
// every message its durable way, and an echo bot on the platform's own library for Node.
//
// Goals: messages a second, the time that a learner or the platform waits, and memory, of both in one run.
// Non-goals: what the answers are worth, the platform's own rate limits.
//
//	versus.Main(versus.Contest{Rival: "@slack/bolt", Dir: "adapters/slack/slacktest/versus", Times: "ack", Open: open})
package versus

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
)

// Hall is a fake platform with n learners, each with a place of their own to write in.
type Hall interface {
	Env() []string                       // of a bot that is to serve it
	Connected(ctx context.Context) error // waits until a bot does
	// Flood lets all learners write at once, and once more when all are answered; it returns when these are
	// answered, too, with the number of messages.
	Flood(ctx context.Context) (messages int, err error)
	// Times are how long each of some messages took until what the contest's Times says.
	Times(ctx context.Context) ([]time.Duration, error)
	Close()
}

// Contest is what is measured. All fields are required.
type Contest struct {
	Rival string // name of the library
	Dir   string // of the rival's echo.mjs, as seen from the repository's root
	Times string // what is timed: "ack" or "answer"
	Open  func(n int) (Hall, error)
}

// longest is how long a part of the contest may take.
const longest = 3 * time.Minute

// Main runs a contest from the command line and ends the program where it fails.
func Main(c Contest) {
	bot := flag.String("bot", "bin/bot", "the program to measure")
	echo := flag.String("echo", c.Dir, "folder of echo.mjs, where npm install has run")
	n := flag.Int("n", 1000, "learners")
	redis := flag.String("redis", "", "URL of a Redis for the bot; empty: its embedded store")
	flag.Parse()
	if err := c.run(*bot, *echo, *redis, *n); err != nil {
		fmt.Fprintln(os.Stderr, "versus:", err)
		os.Exit(1)
	}
}

func (c Contest) run(bot, echo, redis string, n int) error {
	data, err := os.MkdirTemp("", "versus")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	node := exec.Command("node", "echo.mjs")
	node.Dir = echo
	serve := exec.Command(bot, "serve", "--engine-quiet=0", "--http-listen=off", "--store-path="+data, "--store-redis="+redis, "--log-level=error")
	fmt.Printf("%-12s %14s %12s %12s %10s\n", "bot", "messages/s", c.Times+" p50", c.Times+" p99", "memory")
	for _, one := range []struct {
		name string
		cmd  *exec.Cmd
	}{{"bot serve", serve}, {c.Rival, node}} {
		if err := c.measure(one.name, one.cmd, n); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return nil
}

// measure prints what one bot does.
func (c Contest) measure(name string, cmd *exec.Cmd, n int) error {
	hall, err := c.Open(n)
	if err != nil {
		return err
	}
	defer hall.Close()
	ctx, cancel := context.WithTimeoutCause(context.Background(), longest, fmt.Errorf("not done in %v", longest))
	defer cancel()
	cmd.Env, cmd.Stderr = append(os.Environ(), hall.Env()...), os.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() { _ = cmd.Process.Kill() }() // most often it has ended by then
	if err := hall.Connected(ctx); err != nil {
		return fmt.Errorf("wait for a connection: %w", err)
	}
	begun := time.Now()
	messages, err := hall.Flood(ctx)
	if err != nil {
		return fmt.Errorf("flood: %w", err)
	}
	took := time.Since(begun)
	times, err := hall.Times(ctx)
	if err != nil {
		return fmt.Errorf("time: %w", err)
	}
	memory, err := resident(cmd.Process.Pid)
	if err != nil {
		return err
	}
	p50, p99 := percentiles(times)
	fmt.Printf("%-12s %14.0f %12s %12s %7d MB\n", name, float64(messages)/took.Seconds(), p50, p99, memory>>20)
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait() // it was asked to end: how it does is not measured
	return nil
}

// resident is the most memory that a process has held, in bytes.
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

// percentiles are the median and the 99th; 0 of nothing.
func percentiles(times []time.Duration) (p50, p99 time.Duration) {
	if len(times) == 0 {
		return 0, 0
	}
	slices.Sort(times)
	at := func(p int) time.Duration {
		return times[min(len(times)-1, len(times)*p/100)].Round(10 * time.Microsecond)
	}
	return at(50), at(99)
}
