package state

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// Requirements on the server and the form of the data.
const (
	redisOldest    = 7 // major version
	redisLayout    = 1
	redisForgetful = time.Hour // after which a consumer that is gone is forgotten
)

// redisOpening is the work before the first call: finding out whether the server and the data fit.
type redisOpening struct {
	done   atomic.Bool
	turn   chan struct{} // holds one value while somebody tries
	start  time.Time     // of the last try
	failed error
}

// ready makes sure, until it has succeeded once, that the server and the data in it fit. Calls that
// wait for one another share the try: a Redis that is down is not asked by each in turn.
func (r *Redis) ready(ctx context.Context) error {
	o := &r.opening
	if o.done.Load() {
		return nil
	}
	came := time.Now()
	select {
	case o.turn <- struct{}{}:
		defer func() { <-o.turn }()
	case <-ctx.Done():
		return r.fail("connect", ctx.Err())
	}
	if o.done.Load() {
		return nil
	}
	if o.failed != nil && o.start.After(came) {
		return o.failed
	}
	o.start = time.Now()
	o.failed = r.open(ctx)
	o.done.Store(o.failed == nil)
	return o.failed
}

func (r *Redis) open(ctx context.Context) error {
	if err := r.fits(ctx); err != nil {
		return err
	}
	if err := r.writeLayout(ctx); err != nil {
		return err
	}
	r.makeGroups(ctx)
	return nil
}

func (r *Redis) fits(ctx context.Context) error {
	info, err := r.info(ctx, r.db)
	if err != nil {
		return r.fail("connect", err)
	}
	if v := info["redis_version"]; info.major() < redisOldest {
		return fmt.Errorf("%w: Redis %s is too old, version %d or newer is needed", ErrUnavailable, v, redisOldest)
	}
	return nil
}

func (r *Redis) writeLayout(ctx context.Context) error {
	got, err := r.run(ctx, "layout", redisCall{scripts["layout"], []string{keyLayout}, []any{redisLayout, redisBuckets}})
	if err != nil {
		return err
	}
	return r.knows(texts(got))
}

// knows refuses data of another layout than this program's; fields are its version and number of buckets,
// empty where the data says neither.
func (r *Redis) knows(fields []string) error {
	switch {
	case len(fields) != 2:
		return fmt.Errorf("layout of the data in Redis at %s: %q: %w", r.where, fields, ErrCorrupt)
	case fields[0] != fmt.Sprint(redisLayout):
		return fmt.Errorf("the data in Redis at %s has layout %q, this program knows %d: %w", r.where, fields[0], redisLayout, ErrVersion)
	case fields[1] != fmt.Sprint(redisBuckets):
		return fmt.Errorf("the data in Redis at %s is spread over %q hash slots, this program knows %d: %w", r.where, fields[1], redisBuckets, ErrVersion)
	}
	return nil
}

// makeGroups makes the consumer groups, in one round trip. One that cannot be made, since a node of the
// cluster is away, is made by the first read that misses it.
func (r *Redis) makeGroups(ctx context.Context) {
	var calls []redisCall
	for b := range bucket(redisBuckets) {
		calls = append(calls, b.makeGroup())
	}
	r.pipeline(ctx, calls)
}

func (b bucket) makeGroup() redisCall {
	return redisCall{scripts["group"], []string{b.work()}, []any{redisForgetful.Milliseconds()}}
}
