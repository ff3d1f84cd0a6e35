package slack

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/slack-go/slack"
)

// inbox takes what Slack sends into the house.
type inbox struct {
	*Adapter
	Hall
	self   self
	ctx    context.Context // of Run: parked reactions and late answers end with it
	later  *later          // what goes on after the acknowledgement
	parked chan struct{}   // a slot for each reaction that waits
	gaps   gaps
}

// self is who we are in the workspace.
type self struct {
	team, user, bot string // ids: T…, U…, B…
	name            string // by which people invite us
}

func (a *Adapter) newInbox(ctx context.Context, h Hall, s self) *inbox {
	return &inbox{Adapter: a, Hall: h, self: s, ctx: ctx, later: &later{}, parked: make(chan struct{}, parkMost)}
}

// place is one in our workspace.
func (in *inbox) place(channel, ts string) place { return place{in.self.team, channel, ts} }

// identify asks Slack who we are.
func (a *Adapter) identify(ctx context.Context) (self, error) {
	answer, err := a.client.AuthTestContext(ctx)
	if err != nil {
		return self{}, fmt.Errorf("slack: ask who we are: %w", err)
	}
	return self{team: answer.TeamID, user: answer.UserID, bot: answer.BotID, name: answer.User}, nil
}

// queue is a set of lanes: what goes into one is worked off in order.
type queue struct {
	lanes []chan func()
	done  sync.WaitGroup
}

func newQueue() *queue {
	q := &queue{lanes: make([]chan func(), lanes)}
	for i := range q.lanes {
		lane := make(chan func(), laneLength)
		q.lanes[i] = lane
		q.done.Go(func() {
			for work := range lane {
				work()
			}
		})
	}
	return q
}

// put adds work to the lane of a key; false: the lane is full.
func (q *queue) put(key string, work func()) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // a hash takes everything
	select {
	case q.lanes[h.Sum32()%lanes] <- work:
		return true
	default:
		return false
	}
}

// close lets the lanes finish what is in them.
func (q *queue) close() {
	for _, lane := range q.lanes {
		close(lane)
	}
	q.done.Wait()
}

// whisper says something to one user of a channel.
func (a *Adapter) whisper(ctx context.Context, at place, user, text string) {
	options := []slack.MsgOption{slack.MsgOptionText(text, false)}
	if at.ts != "" {
		options = append(options, slack.MsgOptionTS(at.ts))
	}
	if _, err := a.client.PostEphemeralContext(ctx, at.channel, user, options...); err != nil {
		a.log.Warn("tell one user", "channel", at.channel, "err", err)
	}
}

// rest waits, unless ctx is done first.
func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
