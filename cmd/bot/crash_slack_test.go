//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/internal/redistest"

	"github.com/google/go-cmp/cmp"
)

// slackLesson is what a learner writes in a thread, a message after each answer; the last is a reaction
// on the summary.
var slackLesson = []string{
	"<@%s> I want to learn redis", "I want to use it as a cache at work", "I would use INCR, since it is atomic",
	"no idea", "about an hour on weekdays", "defaults", "a small cache layer for our web app",
	"that's enough for today", "white_check_mark",
}

// slackClass is a class on Slack and the processes that teach it.
type slackClass struct {
	*testing.T
	slack     *slacktest.Server
	processes []*process
}

// TestCrash_Slack: two processes on one Redis serve Slack and are killed at random; every learner's thread
// reads as one that nothing happened to, nothing twice.
func TestCrash_Slack(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a minute")
	}
	redis := redistest.Start(t)
	c := &slackClass{T: t, slack: slacktest.Start(t, slacktest.Options{
		Scopes: slack.Scopes, AckTimeout: 2 * time.Second, Retries: []time.Duration{0, time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second},
	})}
	for range 2 {
		c.processes = append(c.processes, c.serve(redis.URL()))
	}
	calm := c.learn(0)
	chaos, over := context.WithCancel(t.Context())
	var harm, class sync.WaitGroup
	harm.Go(func() { c.harm(chaos) })
	stories := make([][]string, 12)
	for i := range stories {
		class.Go(func() { stories[i] = c.learn(i + 1) })
	}
	class.Wait()
	over()
	harm.Wait()
	for i, got := range stories {
		if diff := cmp.Diff(calm, got); diff != "" {
			t.Errorf("thread %d (-undisturbed +got):\n%s", i+1, diff)
		}
	}
	c.slack.NoViolations(t)
	for _, p := range c.processes {
		p.stop()
	}
}

// serve starts bot serve on the fake Slack.
func (c *slackClass) serve(redis string) *process {
	p := &process{t: c.T, log: filepath.Join(c.TempDir(), "log"), args: []string{
		"serve", "--engine-quiet", quiet.String(), "--http-listen", "off", "--log-level", "warn", "--store-redis", redis,
	}}
	p.env = append(os.Environ(), "SLACK_BOT_TOKEN="+c.slack.BotToken(), "SLACK_APP_TOKEN="+c.slack.AppToken(), "TACK_SLACK_API_URL="+c.slack.APIURL())
	c.Cleanup(p.look)
	p.start()
	return p
}

// harm kills one of the processes and starts it again, as soon as the class has got some answers further.
func (c *slackClass) harm(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		posts := len(c.slack.Calls("chat.postMessage"))
		further := posts + 3 + rand.IntN(6)
		if c.slack.WaitFor(ctx, func(v *slacktest.Snapshot) bool { return len(v.Calls("chat.postMessage")) >= further }) != nil {
			return
		}
		p := c.processes[n%len(c.processes)]
		p.kill()
		p.start()
	}
}

// learn plays the lesson in a channel of its own and returns what the coach said in the thread.
func (c *slackClass) learn(n int) []string {
	user := c.slack.AddUser(fmt.Sprintf("learner%d", n))
	channel := c.slack.AddChannel(slacktest.ChannelSpec{Name: fmt.Sprintf("study%d", n), Members: []string{user, c.slack.BotUser()}})
	root := c.slack.Mention(user, channel, fmt.Sprintf(slackLesson[0], c.slack.BotUser()))
	for i, text := range slackLesson[1:] {
		said := c.await(channel, root, i+1)
		if i+2 < len(slackLesson) {
			c.slack.Reply(user, channel, root, text)
			continue
		}
		c.pinned(channel, said[len(said)-1].TS)
		c.slack.React(user, channel, said[len(said)-1].TS, text)
	}
	var story []string
	for _, m := range c.await(channel, root, len(slackLesson)+1) {
		story = append(story, fmt.Sprintf("%s (%d files)", m.Text, len(m.Files)))
	}
	if pins := c.slack.Pins(channel); len(pins) != 0 {
		c.Errorf("learner %d: pinned at the end: %v", n, pins)
	}
	return story
}

// await waits for so many messages of the coach's in a thread.
func (c *slackClass) await(channel, root string, n int) []slacktest.Message {
	var said []slacktest.Message
	c.wait(fmt.Sprintf("%d messages in %s", n, channel), func(v *slacktest.Snapshot) bool {
		said = nil
		for _, m := range v.Thread(channel, root) {
			if m.User == c.slack.BotUser() && m.TS != root {
				said = append(said, m)
			}
		}
		return len(said) >= n
	})
	return said
}

func (c *slackClass) pinned(channel, ts string) {
	c.wait("a pin in "+channel, func(v *slacktest.Snapshot) bool { return strings.Contains(strings.Join(v.Pins(channel), " "), ts) })
}

// wait waits for what comes at the latest when a lease is over, twice over.
func (c *slackClass) wait(what string, cond func(*slacktest.Snapshot) bool) {
	ctx, cancel := context.WithTimeout(c.Context(), 3*time.Minute)
	defer cancel()
	if err := c.slack.WaitFor(ctx, cond); err != nil {
		c.Errorf("waiting for %s: %v", what, err)
	}
}
