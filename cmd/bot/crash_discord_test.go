//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tack/adapters/discord/discordtest"
	"tack/state"
)

// TestCrash_Discord: two processes on one Redis serve Discord and are killed at random, once the one that is
// connected, so that the shard moves to the other; every learner's thread reads as one that nothing happened
// to, nothing twice.
func TestCrash_Discord(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a minute")
	}
	room := &discordRoom{Server: discordtest.Start(t, discordtest.Options{})}
	guild := room.AddGuild("Study hall")
	room.guild, room.channel = guild, room.AddChannel(guild, discordtest.ChannelSpec{Name: "redis"})
	c := newClass(t, room)
	holder, other := c.processes[0], c.processes[1]
	holder.start()
	room.Await(t, "a gateway session", func() bool { return room.shard() != "" })
	other.start()
	moves := rand.IntN(kills / 2)
	c.amid(func(n int) {
		if n != moves {
			other.kill()
			other.start()
			return
		}
		before := room.shard()
		holder.kill()
		c.moved(room, before)
		holder.start()
		holder, other = other, holder
	})
	room.NoViolations(t)
}

// moved waits until another process holds the shard: the lease of the dead one runs out.
func (c *class) moved(room *discordRoom, from string) {
	c.Helper()
	ctx, cancel := context.WithTimeoutCause(c.Context(), lessonFor, errLesson)
	defer cancel()
	if err := room.WaitFor(ctx, func() bool { now := room.shard(); return now != "" && now != from }); err != nil {
		c.Errorf("the shard does not move to the other process: %v", err)
	}
}

// discordRoom is a guild with one channel, so that the channel is looked at when catching up.
type discordRoom struct {
	*discordtest.Server
	guild, channel string
}

func (r *discordRoom) env() []string {
	return []string{"DISCORD_TOKEN=" + r.Token(), "TACK_DISCORD_API_URL=" + r.URL()}
}

// shown: the route is too long for one message here.
func (r *discordRoom) shown() []int { return []int{1, 2, 3, 4, 5, 6, 8, 9, 11} }

// shard is the gateway session of the process that holds the shard; "": none is connected.
func (r *discordRoom) shard() string {
	for _, s := range r.Sessions() {
		if s.Connected {
			return s.ID
		}
	}
	return ""
}

// postRoute posts a message.
const postRoute = "POST /channels/{channel}/messages"

func (r *discordRoom) saying(ctx context.Context, more int) error {
	further := r.Count(postRoute) + more
	return r.WaitFor(ctx, func() bool { return r.Count(postRoute) >= further })
}

func (r *discordRoom) seat(n int) seat {
	return &discordSeat{room: r, user: r.AddUser(r.guild, discordtest.UserSpec{Name: fmt.Sprintf("learner%d", n)})}
}

// discordSeat is a learner's thread.
type discordSeat struct {
	room         *discordRoom
	user, thread string
}

// open mentions the coach in the channel; the thread that begins there has the message's id.
func (s *discordSeat) open(text string) (err error) {
	s.thread, err = s.room.Post(s.user, s.room.channel, "<@"+s.room.BotID()+"> "+text)
	return err
}

func (s *discordSeat) write(text string) error {
	_, err := s.room.Post(s.user, s.thread, text)
	return err
}

// coach are the coach's messages, without Discord's own.
func (s *discordSeat) coach() []discordtest.Message {
	return slices.DeleteFunc(s.room.Messages(s.thread), func(m discordtest.Message) bool {
		return m.Author != s.room.BotID() || m.Type != 0 && m.Type != 19
	})
}

func (s *discordSeat) await(ctx context.Context, n int) error {
	return s.room.WaitFor(ctx, func() bool { return len(s.coach()) >= n })
}

func (s *discordSeat) story() []string {
	var story []string
	for _, m := range s.coach() {
		story = append(story, fmt.Sprintf("%s (%d files, %d buttons)", m.Content, len(m.Files), len(m.Buttons)))
	}
	return story
}

func (s *discordSeat) learner() state.Learner {
	return state.Learner{Workspace: "discord:" + s.room.guild, ID: s.user}
}

func (s *discordSeat) confirm(ctx context.Context) error {
	var summary discordtest.Message
	err := s.room.WaitFor(ctx, func() bool {
		all := s.coach()
		summary = all[len(all)-1]
		return summary.Pinned
	})
	if err != nil {
		return err
	}
	return s.room.React(s.user, summary.ID, discordtest.Emoji{Name: "✅"})
}

// pinMessage is the type of the message by which Discord says that one was pinned.
const pinMessage = 6

func (s *discordSeat) pinned() (now, ever int) {
	for _, m := range s.room.Messages(s.thread) {
		if m.Type == pinMessage {
			ever++
		}
	}
	return len(s.room.Pins(s.thread)), ever
}
