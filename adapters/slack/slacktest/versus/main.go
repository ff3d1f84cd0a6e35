// Command versus measures two bots on the same fake Slack: bot serve and an echo bot on Slack's own framework
// for Node.
//
// Goals: messages a second, the time to the acknowledgement, and memory, of both in one run. Non-goals:
// what the answers are worth.
//
//	npm install --prefix adapters/slack/slacktest/versus
//	go build -o bin/bot ./cmd/bot && go run ./adapters/slack/slacktest/versus -bot bin/bot
package main

import (
	"context"
	"strconv"
	"time"

	"tack/adapters/adaptertest/versus"
	"tack/adapters/slack/slacktest"
)

func main() {
	versus.Main(versus.Contest{Rival: "@slack/bolt", Dir: "adapters/slack/slacktest/versus", Times: "ack", Open: open})
}

// hall is a Slack with a channel for each learner, who are all one user.
type hall struct {
	*slacktest.Server
	user     string
	channels []string
}

func open(n int) (versus.Hall, error) {
	slack, err := slacktest.New(slacktest.Options{AckTimeout: time.Minute})
	if err != nil {
		return nil, err
	}
	h := &hall{Server: slack, user: slack.AddUser("kim")}
	for i := range n {
		h.channels = append(h.channels, slack.AddChannel(slacktest.ChannelSpec{Name: "c" + strconv.Itoa(i), Members: []string{h.user, slack.BotUser()}}))
	}
	return h, nil
}

func (h *hall) Env() []string {
	return []string{"SLACK_BOT_TOKEN=" + h.BotToken(), "SLACK_APP_TOKEN=" + h.AppToken(), "TACK_SLACK_API_URL=" + h.APIURL()}
}

func (h *hall) Connected(ctx context.Context) error {
	return h.WaitFor(ctx, func(v *slacktest.Snapshot) bool { return len(v.Sockets()) > 0 })
}

// Flood has each learner write a mention, and a reply in the thread that it opens.
func (h *hall) Flood(ctx context.Context) (int, error) {
	roots := map[string]string{}
	for _, c := range h.channels {
		roots[c] = h.Mention(h.user, c, "<@"+h.BotUser()+"> I want to learn redis")
	}
	if err := h.answered(ctx, len(h.channels)); err != nil {
		return 0, err
	}
	for _, c := range h.channels {
		h.Reply(h.user, c, roots[c], "I want to use it as a cache at work")
	}
	return 2 * len(h.channels), h.answered(ctx, 2*len(h.channels))
}

// answered waits for so many messages of the bot's.
func (h *hall) answered(ctx context.Context, n int) error {
	return h.WaitFor(ctx, func(v *slacktest.Snapshot) bool { return len(v.Calls("chat.postMessage")) >= n })
}

// Times are those to the acknowledgement, amid the flood.
func (h *hall) Times(context.Context) ([]time.Duration, error) {
	var all []time.Duration
	for _, a := range h.Acks() {
		all = append(all, a.Latency)
	}
	return all, nil
}
