package engine

import (
	"context"
	"errors"
	"sync"
	"time"

	"tack/state"

	"github.com/cenkalti/backoff/v5"
)

const (
	claimWait = time.Second // for work, before the context is looked at again
	claimMost = 16          // threads at once, so that a batch is fetched in one go and others get theirs
)

// Run works threads off until ctx is done. Then it finishes what is in hand, for at most Grace, and
// gives back the rest. It returns no error: what fails is tried again, and shown by Health.
func (e *Engine) Run(ctx context.Context) {
	work, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	var inHand sync.WaitGroup
	slots := make(chan struct{}, e.Workers)
	wait := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		n := take(ctx, slots)
		claims, err := e.Store.Claim(ctx, n, claimWait)
		for range n - len(claims) {
			<-slots
		}
		for _, c := range claims {
			inHand.Go(func() {
				defer func() { <-slots }()
				e.serve(work, c)
			})
		}
		if err == nil {
			e.probe(ctx)
			wait.Reset()
			continue
		}
		if ctx.Err() == nil {
			e.down("", err)
			rest(ctx, wait.NextBackOff())
		}
	}
	if ended := done(&inHand); !within(ended, e.Grace) {
		stop(errors.New("the grace period is over"))
		if !within(ended, releaseFor) {
			e.Log.Error("work in hand does not end: it is left to the next start")
		}
	}
}

// done is closed when all of a group have ended.
func done(group *sync.WaitGroup) <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		group.Wait()
		close(ended)
	}()
	return ended
}

// within says whether ended is closed before d is over.
func within(ended <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ended:
		return true
	case <-timer.C:
		return false
	}
}

// take waits for a slot and takes what else is free, up to claimMost; 0 if ctx is done first.
func take(ctx context.Context, slots chan struct{}) int {
	select {
	case slots <- struct{}{}:
	case <-ctx.Done():
		return 0
	}
	for n := 1; ; n++ {
		select {
		case slots <- struct{}{}:
		default:
			return n
		}
		if n+1 == claimMost {
			return claimMost
		}
	}
}

func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Settle works off everything that is ready now, one thread after another, and returns the first
// failure. It is for a platform whose learner waits for the answer, such as a terminal.
func (e *Engine) Settle(ctx context.Context) error {
	for {
		claims, err := e.Store.Claim(ctx, 1, 0)
		if err != nil || len(claims) == 0 {
			return err
		}
		if err := e.serve(ctx, claims[0]); err != nil {
			return err
		}
	}
}

// serve works one thread off and gives it back. A failure is logged here, and counted.
func (e *Engine) serve(ctx context.Context, c state.Claim) error {
	if e.Platforms[c.Thread.ID.Platform()] == nil {
		return e.leave(ctx, c)
	}
	h := &hand{e: e, c: c}
	err := h.guarded(ctx)
	release := state.Release{Delivered: h.receipts}
	var retry *RetryError
	switch {
	case err == nil, ctx.Err() != nil:
	case errors.Is(err, state.ErrStale):
		e.Meter.Count(MetricStale, 1)
		err = nil
	case errors.Is(err, errStill):
		e.Log.Warn("thread stood still", "thread", c.Thread.ID)
		err = nil
	case errors.As(err, &retry):
		release.After = max(retry.After, firstPause)
	default:
		release.After, release.Failed = pause(c.Fails), true
		e.failed(c, err)
	}
	return errors.Join(err, e.release(ctx, c, release))
}

// unconnected is for how long a thread rests whose platform this process does not serve.
const unconnected = 10 * time.Minute

// leave gives back a thread whose platform is not served: a terminal's in a file that bot serve opens.
func (e *Engine) leave(ctx context.Context, c state.Claim) error {
	e.Log.Debug("platform not served", "thread", c.Thread.ID)
	return e.release(ctx, c, state.Release{After: unconnected})
}

func (e *Engine) release(ctx context.Context, c state.Claim, r state.Release) error {
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), releaseFor, errors.New("release takes too long"))
	defer cancel()
	if err := e.Store.Release(ctx, c, r); err != nil {
		e.Log.Warn("give thread back", "thread", c.Thread.ID, "err", err)
		return err
	}
	return nil
}

// releaseFor is how long giving back may take: the process may be on its way out.
const releaseFor = 2 * time.Second

// The pauses after failures in a row: the first, and the longest.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = 5 * time.Minute
)

// pause is how long a thread rests after it failed so many times in a row before.
func pause(fails int) time.Duration { return min(firstPause<<min(fails, 16), maxPause) }

func (e *Engine) failed(c state.Claim, err error) {
	kind := "decision"
	var d *deliveryError
	switch {
	case errors.Is(err, state.ErrUnavailable):
		kind = "store"
		e.down(c.Thread.ID.Workspace(), err)
	case errors.As(err, &d):
		kind = "delivery"
	}
	e.Meter.Count(MetricFailed, 1, kind)
	e.Log.Error("thread failed", "thread", c.Thread.ID, "kind", kind, "fails", c.Fails+1, "err", err)
}

// guarded turns a panic of one thread's work into its failure: no thread takes the others down.
func (h *hand) guarded(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = h.e.panicked(p)
		}
	}()
	return h.work(ctx)
}
