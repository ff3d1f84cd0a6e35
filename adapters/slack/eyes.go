package slack

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"tack/coach"

	"github.com/slack-go/slack"
	"golang.org/x/time/rate"
)

// eyesEmoji says that a message was seen and is being answered.
const eyesEmoji = "eyes"

// receipts puts 👀 under what learners write and takes them off when the answer is there. Nothing depends on
// them: where one's turn has not come, or Slack refuses, there is none.
type receipts struct {
	client *slack.Client
	log    *slog.Logger
	turns  *rate.Limiter
	wake   chan struct{}

	mu       sync.Mutex
	learners *memory[string] // thread → its learner, as far as this process has spoken to them
	seen     *memory[bool]   // messages that had a receipt: one that comes again gets none
	open     []receipt       // oldest first
}

// receipt is one pair of eyes.
type receipt struct {
	thread   coach.ThreadID
	at       place
	since    time.Time
	answered bool
}

func newReceipts(client *slack.Client, log *slog.Logger) *receipts {
	return &receipts{
		client: client, log: log, turns: rate.NewLimiter(rate.Every(eyesEvery), 10),
		wake: make(chan struct{}, 1), learners: newMemory[string](maxRemembered), seen: newMemory[bool](maxRemembered),
	}
}

// answered says that a thread was answered, and whose it is.
func (r *receipts) answered(id coach.ThreadID, learner string) {
	r.learners.put(string(id), learner)
	r.mu.Lock()
	for i := range r.open {
		r.open[i].answered = r.open[i].answered || r.open[i].thread == id
	}
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// see puts eyes under a message of the learner's own.
func (r *receipts) see(ctx context.Context, id coach.ThreadID, user string, at place) {
	learner, ok := r.learners.get(string(id))
	if _, again := r.seen.get(at.String()); !ok || learner != user || again || !r.turns.Allow() {
		return
	}
	r.seen.put(at.String(), true)
	r.mu.Lock()
	r.open = append(r.open, receipt{thread: id, at: at, since: time.Now()})
	r.mu.Unlock()
	err := r.client.AddReactionContext(ctx, eyesEmoji, slack.NewRefToMessage(at.channel, at.ts))
	if err != nil && codeOf(err) != "already_reacted" {
		r.log.Debug("no receipt", "message", at.String(), "err", err)
		r.drop(at)
	}
}

func (r *receipts) drop(at place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, one := range r.open {
		if one.at == at {
			r.open = append(r.open[:i], r.open[i+1:]...)
			return
		}
	}
}

// run takes eyes off until ctx is done, and then those that are left: another process does not know them.
func (r *receipts) run(ctx context.Context) {
	tick := time.NewTicker(eyesFor / 4)
	defer tick.Stop()
	for {
		select {
		case <-r.wake:
		case <-tick.C:
		case <-ctx.Done():
			r.takeAll(ctx)
			return
		}
		for _, one := range r.due(eyesFor) {
			r.take(ctx, one)
		}
	}
}

// takeAll takes all off, as far as they can be in the time that a process has at its end.
func (r *receipts) takeAll(ctx context.Context) {
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), eyesEnd, errors.New("there is no more time"))
	defer cancel()
	for _, one := range r.due(0) {
		r.take(ctx, one)
	}
}

// due are the receipts that have to go: answered, or older than so long.
func (r *receipts) due(old time.Duration) []receipt {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []receipt
	for _, one := range r.open {
		if one.answered || time.Since(one.since) >= old {
			list = append(list, one)
		}
	}
	return list
}

// take takes one off; what Slack does not do for now is tried with the next.
func (r *receipts) take(ctx context.Context, one receipt) {
	err := r.client.RemoveReactionContext(ctx, eyesEmoji, slack.NewRefToMessage(one.at.channel, one.at.ts))
	var limited *slack.RateLimitedError
	if err != nil && (errors.As(err, &limited) || codeOf(err) == "") {
		r.log.Debug("receipt stays for now", "message", one.at.String(), "err", err)
		return
	}
	r.drop(one.at)
}
