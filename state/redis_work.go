package state

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/redis/go-redis/v9"
)

// The rhythm of the work in the background.
const (
	dueEvery    = 200 * time.Millisecond // how late a quiet window may end
	fetchFor    = 400 * time.Millisecond // a blocked read; Close waits for it
	fetchMost   = 16
	idleOnDesk  = 2 * time.Second // after which other processes get what no Claim here took
	longestRest = 2 * time.Second // between two tries when Redis fails
)

// fetchAll starts what feeds Claim: a reader for each bucket, since a blocking read of several needs
// them on one slot, and the clock.
func (r *Redis) fetchAll() {
	for b := range bucket(redisBuckets) {
		r.working.Go(func() { r.fetchBucket(b) })
	}
	r.working.Go(r.tickAll)
}

func (r *Redis) fetchBucket(b bucket) {
	name := fmt.Sprintf("read queue %d", b)
	r.repeat(name, 0, func(ctx context.Context) error {
		n := r.desk.demand(ctx)
		if n == 0 {
			return nil
		}
		leases, err := r.fetch(ctx, b, min(n, fetchMost), fetchFor)
		r.desk.put(leases)
		return err
	})
}

func (r *Redis) tickAll() {
	r.repeat("serve some queues", dueEvery, func(ctx context.Context) error {
		idle := r.lease
		if r.outage.steadyFor() < r.lease/2 {
			idle = 0 // after an outage the living renew first
		}
		_, failed, err := r.due(ctx, idle)
		if failed == redisBuckets {
			r.outage.note(allQueues, err)
		} else {
			r.outage.note(allQueues, nil)
		}
		if err != nil {
			return err
		}
		return r.giveBack(ctx, r.desk.stale(idleOnDesk))
	})
}

// repeat does a piece of work over and over until Close, at least every apart. When it fails it rests
// longer each time.
func (r *Redis) repeat(name string, every time.Duration, do func(context.Context) error) {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = dueEvery, longestRest
	for r.ctx.Err() == nil {
		rest := every
		err := do(r.ctx)
		if r.ctx.Err() != nil {
			return
		}
		r.outage.note(name, err)
		if err != nil {
			rest = wait.NextBackOff()
			r.desk.want(0) // waiting Claims look why
		} else {
			wait.Reset()
		}
		if rest > 0 {
			r.pause(rest)
		}
	}
}

func (r *Redis) pause(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.ctx.Done():
	}
}

// renewAll keeps the leases of this process alive.
func (r *Redis) renewAll() {
	r.repeat("renew claims", r.lease/3, func(ctx context.Context) error {
		return r.renew(ctx, append(r.desk.all(), r.held.all()...))
	})
}

// renew gives a sign of life for leases. One that was taken away meanwhile is not in the group's list
// any more, so that it cannot be taken back this way.
func (r *Redis) renew(ctx context.Context, leases []lease) error {
	entries := map[bucket][]string{}
	for _, l := range leases {
		entries[l.bucket] = append(entries[l.bucket], l.entry)
	}
	if len(entries) == 0 {
		return nil
	}
	kept := map[bucket]*redis.StringSliceCmd{}
	_, err := r.db.Pipelined(ctx, func(p redis.Pipeliner) error {
		for b, ids := range entries {
			kept[b] = p.XClaimJustID(ctx, &redis.XClaimArgs{
				Stream: b.work(), Group: redisGroup, Consumer: r.consumer, Messages: ids,
			})
		}
		return nil
	})
	if err != nil {
		return r.fail("renew claims", err)
	}
	for _, l := range leases {
		if !slices.Contains(kept[l.bucket].Val(), l.entry) {
			r.held.drop(l.thread, l.entry)
		}
	}
	return nil
}

// giveBack gives leases back as they came: for other processes, and for a later time.
func (r *Redis) giveBack(ctx context.Context, leases []lease) error {
	var calls []redisCall
	for _, l := range leases {
		calls = append(calls, r.releaseCall(l, Release{}, "-"))
	}
	return r.runAll(ctx, "give back", calls)
}
