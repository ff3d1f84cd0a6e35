// Command versus measures two bots on the same fake Discord: bot serve and an echo bot on discord.js.
//
// Goals: messages a second, the time to the answer, and memory, of both in one run. Non-goals: what the
// answers are worth; Discord's rate limits, which bind both alike and are left out.
//
//	npm install --prefix adapters/discord/discordtest/versus
//	go build -o bin/bot ./cmd/bot && go run ./adapters/discord/discordtest/versus -bot bin/bot
package main

import (
	"context"
	"strconv"
	"time"

	"tack/adapters/adaptertest/versus"
	"tack/adapters/discord/discordtest"

	"golang.org/x/sync/errgroup"
)

func main() {
	versus.Main(versus.Contest{Rival: "discord.js", Dir: "adapters/discord/discordtest/versus", Times: "answer", Open: open})
}

// hall is a guild with a channel for each learner, who are all one user, and the threads that begin there.
type hall struct {
	*discordtest.Server
	user              string
	channels, threads []string
}

func open(n int) (versus.Hall, error) {
	discord, err := discordtest.New(discordtest.Options{})
	if err != nil {
		return nil, err
	}
	guild := discord.AddGuild("Study hall")
	h := &hall{Server: discord, user: discord.AddUser(guild, discordtest.UserSpec{Name: "kim"})}
	for i := range n {
		h.channels = append(h.channels, discord.AddChannel(guild, discordtest.ChannelSpec{Name: "c" + strconv.Itoa(i)}))
	}
	return h, nil
}

func (h *hall) Env() []string {
	return []string{"DISCORD_TOKEN=" + h.Token(), "TACK_DISCORD_API_URL=" + h.URL()}
}

func (h *hall) Connected(ctx context.Context) error {
	return h.WaitFor(ctx, func() bool { return len(h.Sessions()) > 0 })
}

// Flood has each learner write a mention, and a message in the thread that begins there.
func (h *hall) Flood(ctx context.Context) (int, error) {
	for _, c := range h.channels {
		id, err := h.Post(h.user, c, "<@"+h.BotID()+"> I want to learn redis")
		if err != nil {
			return 0, err
		}
		h.threads = append(h.threads, id)
	}
	if err := h.answered(ctx, len(h.channels)); err != nil {
		return 0, err
	}
	for _, t := range h.threads {
		if _, err := h.Post(h.user, t, "I want to use it as a cache at work"); err != nil {
			return 0, err
		}
	}
	return 2 * len(h.channels), h.answered(ctx, 2*len(h.channels))
}

const postRoute = "POST /channels/{channel}/messages"

// answered waits for so many messages of the bot's.
func (h *hall) answered(ctx context.Context, n int) error {
	return h.WaitFor(ctx, func() bool { return h.Count(postRoute) >= n })
}

// atATime is how many learners write at a time when answers are timed.
const atATime = 8

// Times has a learner write in each thread, a few at a time: Discord has no acknowledgement, and in a flood
// the time to the answer is that of the queue.
func (h *hall) Times(ctx context.Context) ([]time.Duration, error) {
	times := make([]time.Duration, len(h.threads))
	learners, ctx := errgroup.WithContext(ctx)
	learners.SetLimit(atATime)
	for i, t := range h.threads {
		learners.Go(func() (err error) {
			times[i], err = h.ask(ctx, t)
			return err
		})
	}
	return times, learners.Wait()
}

// ask writes in a thread and returns how long the answer took.
func (h *hall) ask(ctx context.Context, thread string) (time.Duration, error) {
	begun := time.Now()
	if _, err := h.Post(h.user, thread, "I would use INCR, since it is atomic"); err != nil {
		return 0, err
	}
	err := h.WaitFor(ctx, func() bool {
		all := h.Messages(thread)
		return all[len(all)-1].Author == h.BotID()
	})
	return time.Since(begun), err
}
