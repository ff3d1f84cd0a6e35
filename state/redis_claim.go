package state

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tack/coach"

	"github.com/redis/go-redis/v9"
)

// lease is an entry of a queue that was delivered to this process: the thread is its own until it
// takes the entry out, or gives no sign of life for LeaseFor.
type lease struct {
	bucket bucket
	entry  string
	thread coach.ThreadID
	came   time.Time // when it was delivered
}

// Claim leases up to max threads that have work. While Redis fails in the background it says so
// instead of waiting.
func (r *Redis) Claim(ctx context.Context, max int, wait time.Duration) ([]Claim, error) {
	if err := r.ready(ctx); err != nil || max <= 0 {
		return nil, err
	}
	r.renewer.Do(func() { r.working.Go(r.renewAll) })
	if wait <= 0 {
		return r.claimNow(ctx, max)
	}
	r.fetcher.Do(r.fetchAll)
	over := time.NewTimer(wait)
	defer over.Stop()
	for {
		leases, err := r.desk.take(ctx, max, over.C, r.outage.why)
		if err != nil || len(leases) == 0 {
			return nil, err
		}
		claims, err := r.load(ctx, leases)
		if err != nil || len(claims) > 0 {
			return claims, err
		}
	}
}

// claimNow claims what is recorded or due now.
func (r *Redis) claimNow(ctx context.Context, max int) ([]Claim, error) {
	var claims []Claim
	for len(claims) < max {
		leases := r.desk.grab(max - len(claims))
		if len(leases) == 0 {
			var err error
			if leases, err = r.poll(ctx, max-len(claims)); err != nil {
				return claims, err
			}
		}
		if len(leases) == 0 {
			return claims, nil
		}
		loaded, err := r.load(ctx, leases)
		claims = append(claims, loaded...)
		if err != nil {
			return claims, err
		}
	}
	return claims, nil
}

// poll moves what is due into the queues and takes up to max entries out of them.
func (r *Redis) poll(ctx context.Context, max int) ([]lease, error) {
	waiting, failed, err := r.due(ctx, r.lease)
	if failed == redisBuckets {
		return nil, err
	}
	var leases []lease
	for b, n := range waiting {
		if n == 0 || len(leases) == max {
			continue
		}
		got, err := r.fetch(ctx, bucket(b), min(n, max-len(leases)), -1)
		leases = append(leases, got...)
		if err != nil {
			r.desk.put(leases)
			return nil, err
		}
	}
	return leases, nil
}

// dueMost is how many threads of a bucket one run moves.
const dueMost = 256

// due moves what is due into the queues, in one round trip for all buckets unless there is very much,
// and says how many entries of each are nobody's, and for how many buckets it failed: a node of a
// cluster may be away. Claims without a sign of life for idle are taken away; 0: none is.
func (r *Redis) due(ctx context.Context, idle time.Duration) (waiting []int, failed int, err error) {
	waiting = make([]int, redisBuckets)
	var calls []redisCall
	for b := range bucket(redisBuckets) {
		keys := []string{b.work(), b.queued(), b.wake(), b.since()}
		calls = append(calls, redisCall{scripts["due"], keys, []any{r.micros(), dueMost, idle.Milliseconds()}})
	}
	for again := true; again; {
		again, failed = false, 0
		for b, cmd := range r.pipeline(ctx, calls) {
			got, e := cmd.Int64Slice()
			if e != nil {
				failed, err = failed+1, r.fail("look for due threads", e)
				continue
			}
			waiting[b] = int(got[1])
			again = again || got[0] >= dueMost
		}
	}
	return waiting, failed, err
}

// fetch takes up to max entries out of a queue; block < 0: without waiting for one.
func (r *Redis) fetch(ctx context.Context, b bucket, max int, block time.Duration) ([]lease, error) {
	leases, err := r.read(ctx, b, max, block)
	if !redis.HasErrorPrefix(err, "NOGROUP") {
		return leases, err
	}
	if err := r.writeLayout(ctx); err != nil { // somebody emptied the database
		return nil, err
	}
	if _, err := r.run(ctx, "make queue", b.makeGroup()); err != nil {
		return nil, err
	}
	return r.read(ctx, b, max, block)
}

func (r *Redis) read(ctx context.Context, b bucket, max int, block time.Duration) ([]lease, error) {
	streams, err := r.db.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: redisGroup, Consumer: r.consumer, Streams: []string{b.work(), ">"}, Count: int64(max), Block: block,
	}).Result()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	var leases []lease
	for _, s := range streams {
		for _, m := range s.Messages {
			leases = append(leases, lease{b, m.ID, coach.ThreadID(fmt.Sprint(m.Values["t"])), time.Now()})
		}
	}
	return leases, r.fail("read queue", err)
}

// redisGroup is the consumer group of every queue.
const redisGroup = "tack"

// load fetches what the leased threads have to do, in one round trip. Those that have nothing for now
// are given up by the script. After a failure the leases stay with this process, for the next Claim.
func (r *Redis) load(ctx context.Context, leases []lease) ([]Claim, error) {
	var calls []redisCall
	for _, l := range leases {
		calls = append(calls, redisCall{scripts["load"], append(l.bucket.queue(l.thread), l.bucket.inbox(l.thread)), []any{
			string(l.thread), r.micros(), l.entry, MaxEvents,
		}})
	}
	var claims []Claim
	var failed error
	for i, cmd := range r.pipeline(ctx, calls) {
		parts, err := cmd.Slice()
		if err != nil {
			r.desk.put(leases[i : i+1])
			failed = r.fail("load thread", err)
			continue
		}
		if len(parts) == 0 {
			continue
		}
		c, err := readClaim(leases[i], parts)
		if err != nil {
			// The lease runs out, and it is tried again; it must not keep others waiting.
			r.log.Error("thread cannot be read", "thread", leases[i].thread, "err", err)
			continue
		}
		r.held.put(leases[i])
		claims = append(claims, c)
	}
	if len(claims) > 0 {
		return claims, nil // what failed is tried again
	}
	return nil, failed
}
