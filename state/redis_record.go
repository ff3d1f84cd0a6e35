package state

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"tack/coach"

	"github.com/redis/go-redis/v9"
)

// Record keeps an event until a Change says that it is done. A repeat is Repeat only when what it
// repeats is as safe as a Fresh one.
func (r *Redis) Record(ctx context.Context, e Event) (Recorded, error) {
	if err := r.ready(ctx); err != nil {
		return 0, err
	}
	ws := e.Thread.Workspace()
	b := bucketOf(ws)
	args := []any{
		string(e.Thread), r.micros(), e.ID, sortable(e.Order), e.Order, e.Quiet.Microseconds(), e.Known,
		SeenFor.Microseconds(), r.threads.Milliseconds(), e.Body,
	}
	for _, k := range e.Keys {
		args = append(args, k)
	}
	keys := append(b.queue(e.Thread), b.inbox(e.Thread), b.seen(e.Thread), b.heard(ws), b.keys(e.Thread), b.gone(e.Thread))
	got, err := r.runSafe(ctx, "record event", redisCall{scripts["record"], keys, args})
	if err != nil {
		return 0, err
	}
	switch got {
	case int64(0):
		return Fresh, nil
	case int64(1):
		return Repeat, nil
	}
	return Unknown, nil
}

// sortable writes a number in 16 digits that sort like it.
func sortable(n int64) string { return fmt.Sprintf("%016x", uint64(n)^1<<63) }

// unsortable reads what sortable wrote.
func unsortable(digits string) (int64, error) {
	n, err := strconv.ParseUint(digits, 16, 64)
	return int64(n ^ 1<<63), err
}

// Heard returns the threads of a workspace that had an event at or after since, the latest first.
func (r *Redis) Heard(ctx context.Context, workspace string, since time.Time, max int) ([]Heard, error) {
	if err := r.ready(ctx); err != nil || max <= 0 {
		return nil, err
	}
	found, err := r.db.ZRevRangeByScoreWithScores(ctx, bucketOf(workspace).heard(workspace), &redis.ZRangeBy{
		Min: strconv.FormatInt(since.UnixMicro(), 10), Max: "+inf", Count: int64(max),
	}).Result()
	if err != nil {
		return nil, r.fail("find threads", err)
	}
	var list []Heard
	for _, z := range found {
		list = append(list, Heard{Thread: coach.ThreadID(fmt.Sprint(z.Member)), Order: int64(z.Score)})
	}
	return list, nil
}
