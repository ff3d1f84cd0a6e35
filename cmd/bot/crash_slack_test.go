//go:build unix

package main

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/state"
)

// TestCrash_Slack: two processes on one Redis serve Slack and are killed at random; every learner's thread
// reads as one that nothing happened to, nothing twice.
func TestCrash_Slack(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a minute")
	}
	room := slackRoom{slacktest.Start(t, slacktest.Options{
		Scopes: slack.Scopes, AckTimeout: 2 * time.Second, Retries: []time.Duration{0, time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second},
	})}
	c := newClass(t, room)
	for _, p := range c.processes {
		p.start()
	}
	c.amid(func(n int) {
		p := c.processes[n%len(c.processes)]
		p.kill()
		p.start()
	})
	room.NoViolations(t)
}

// slackRoom is a Slack with a channel for each learner.
type slackRoom struct{ *slacktest.Server }

func (r slackRoom) env() []string {
	return []string{"SLACK_BOT_TOKEN=" + r.BotToken(), "SLACK_APP_TOKEN=" + r.AppToken(), "TACK_SLACK_API_URL=" + r.APIURL()}
}

func (r slackRoom) shown() []int { return []int{1, 2, 3, 4, 5, 6, 7, 8, 10} }

func (r slackRoom) saying(ctx context.Context, more int) error {
	further := len(r.Calls("chat.postMessage")) + more
	return r.WaitFor(ctx, func(v *slacktest.Snapshot) bool { return len(v.Calls("chat.postMessage")) >= further })
}

func (r slackRoom) seat(n int) seat {
	user := r.AddUser(fmt.Sprintf("learner%d", n))
	channel := r.AddChannel(slacktest.ChannelSpec{Name: fmt.Sprintf("study%d", n), Members: []string{user, r.BotUser()}})
	return &slackSeat{room: r, user: user, channel: channel}
}

// slackSeat is a learner's channel.
type slackSeat struct {
	room                slackRoom
	user, channel, root string
}

func (s *slackSeat) open(text string) error {
	s.root = s.room.Mention(s.user, s.channel, "<@"+s.room.BotUser()+"> "+text)
	return nil
}

func (s *slackSeat) write(text string) error {
	s.room.Reply(s.user, s.channel, s.root, text)
	return nil
}

// coach are the coach's messages in a thread.
func (s *slackSeat) coach(thread []slacktest.Message) []slacktest.Message {
	return slices.DeleteFunc(thread, func(m slacktest.Message) bool {
		return m.User != s.room.BotUser() || m.TS == s.root
	})
}

func (s *slackSeat) await(ctx context.Context, n int) error {
	return s.room.WaitFor(ctx, func(v *slacktest.Snapshot) bool { return len(s.coach(v.Thread(s.channel, s.root))) >= n })
}

func (s *slackSeat) story() []string {
	var story []string
	for _, m := range s.coach(s.room.Thread(s.channel, s.root)) {
		story = append(story, fmt.Sprintf("%s (%d files)", m.Text, len(m.Files)))
	}
	return story
}

func (s *slackSeat) learner() state.Learner {
	return state.Learner{Workspace: "slack:" + s.room.TeamID(), ID: s.user}
}

func (s *slackSeat) confirm(ctx context.Context) error {
	summary := ""
	err := s.room.WaitFor(ctx, func(v *slacktest.Snapshot) bool {
		all := s.coach(v.Thread(s.channel, s.root))
		summary = all[len(all)-1].TS
		return slices.Contains(v.Pins(s.channel), summary)
	})
	if err == nil {
		s.room.React(s.user, s.channel, summary, "white_check_mark")
	}
	return err
}

func (s *slackSeat) pinned() (now, ever int) {
	for _, m := range append(s.room.Channel(s.channel), s.room.Thread(s.channel, s.root)...) {
		if m.Subtype == "pinned_item" {
			ever++
		}
	}
	return len(s.room.Pins(s.channel)), ever
}
