package discord

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	"tack/coach"
)

// eyesEmoji says that a message was seen and is being answered.
const eyesEmoji = "👀"

// receipts puts 👀 under what learners write and takes them off when the answer is there. Nothing depends on
// them: where Discord refuses one, or puts it off, there is none.
type receipts struct {
	adapter *Adapter
	wake    chan struct{}
	denied  *memory[time.Time] // channel → when it refused
	seen    *memory[bool]      // messages that had theirs

	mu       sync.Mutex
	learners *memory[string] // thread → its learner, as far as this process has spoken to them
	open     []receipt       // oldest first
}

// receipt is one pair of eyes.
type receipt struct {
	thread   coach.ThreadID
	at       place
	since    time.Time
	answered bool
}

func newReceipts(a *Adapter) *receipts {
	return &receipts{
		adapter: a, wake: make(chan struct{}, 1), denied: newMemory[time.Time](maxRemembered), seen: newMemory[bool](maxRemembered),
		learners: newMemory[string](maxRemembered),
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
	since, refused := r.denied.get(at.channel)
	_, again := r.seen.get(at.String())
	if !ok || learner != user || again || refused && time.Since(since) < deniedFor {
		return
	}
	r.seen.put(at.String(), true)
	r.mu.Lock()
	r.open = append(r.open, receipt{thread: id, at: at, since: time.Now()})
	r.mu.Unlock()
	if err := r.put(ctx, http.MethodPut, at); err != nil {
		r.adapter.log.Debug("no receipt", "message", at.String(), "code", codeOf(err), "err", err)
		r.drop(at)
	}
}

// put sets or takes our reaction. A refusal is remembered: it is not met again with every message.
func (r *receipts) put(ctx context.Context, method string, at place) error {
	err := r.adapter.call(ctx, method, messagePath(at)+"/reactions/"+url.PathEscape(eyesEmoji)+"/@me", nil, nil)
	if statusOf(err) == http.StatusForbidden {
		r.denied.put(at.channel, time.Now())
	}
	return err
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
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), grace, errors.New("there is no more time"))
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

// take takes one off; what Discord does not do for now is tried with the next.
func (r *receipts) take(ctx context.Context, one receipt) {
	err := r.put(ctx, http.MethodDelete, one.at)
	var no *refusal
	if err != nil && !errors.As(err, &no) {
		r.adapter.log.Debug("receipt stays for now", "message", one.at.String(), "err", err)
		return
	}
	r.drop(one.at)
}
