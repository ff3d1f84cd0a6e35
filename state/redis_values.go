package state

import (
	"context"
	"fmt"
	"time"
)

// Get returns a value; ErrNotFound if there is none or its time is over.
func (r *Redis) Get(ctx context.Context, k Key) ([]byte, error) {
	if err := r.ready(ctx); err != nil {
		return nil, err
	}
	got, err := r.db.HMGet(ctx, bucketOf(k.Workspace).value(k), "v", "until").Result()
	if err != nil {
		return nil, r.fail("get value", err)
	}
	if got[0] == nil || r.over(texts(got)[1]) {
		return nil, fmt.Errorf("value %s: %w", k.Name, ErrNotFound)
	}
	return []byte(texts(got)[0]), nil
}

// Put sets a value for so long; keep 0: until it is deleted. A nil value deletes it.
func (r *Redis) Put(ctx context.Context, k Key, value []byte, keep time.Duration) error {
	var args []any
	if value != nil {
		args = append(args, value)
	}
	_, err := r.value(ctx, "put", k, keep, args...)
	return err
}

// Add adds to a counter and returns the sum. keep runs from the counter's first Add.
func (r *Redis) Add(ctx context.Context, k Key, n int64, keep time.Duration) (int64, error) {
	got, err := r.value(ctx, "add", k, keep, n)
	sum, _ := got.(int64)
	return sum, err
}

// Hold makes holder the only one to hold k for so long, or lengthens its hold.
func (r *Redis) Hold(ctx context.Context, k Key, holder string, keep time.Duration) (bool, error) {
	got, err := r.value(ctx, "hold", k, keep, holder, keep <= 0)
	return got == int64(1), err
}

// value runs a script on a value.
func (r *Redis) value(ctx context.Context, script string, k Key, keep time.Duration, args ...any) (any, error) {
	if err := r.ready(ctx); err != nil {
		return nil, err
	}
	b := bucketOf(k.Workspace)
	keys := []string{b.value(k)}
	if k.ID != "" {
		keys = append(keys, b.names(k.Learner), b.learners())
	}
	if keep > 0 { // what is shorter than Redis can count must not turn into for ever
		keep = max(keep, time.Millisecond)
	}
	args = append([]any{r.micros(), keep.Milliseconds(), k.Name, k.name()}, args...)
	return r.run(ctx, script+" value", redisCall{scripts[script], keys, args})
}
