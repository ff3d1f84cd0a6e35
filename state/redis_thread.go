package state

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tack/coach"

	"github.com/redis/go-redis/v9"
)

// Load returns a thread as last committed; ErrNotFound if none was.
func (r *Redis) Load(ctx context.Context, id coach.ThreadID) (Thread, error) {
	if err := r.ready(ctx); err != nil {
		return Thread{}, err
	}
	got, err := r.db.HMGet(ctx, bucketOf(id.Workspace()).thread(id), "rev", "body", "until").Result()
	if err != nil {
		return Thread{}, r.fail("load thread", err)
	}
	fields := texts(got)
	if fields[0] == "" || r.over(fields[2]) {
		return Thread{}, fmt.Errorf("thread %s: %w", id, ErrNotFound)
	}
	rev, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil {
		return Thread{}, fmt.Errorf("thread %s: %w: %w", id, ErrCorrupt, err)
	}
	return Thread{ID: id, Rev: rev, Body: []byte(fields[1])}, nil
}

// over says whether a time until which something is kept, in µs, is over. Redis goes by its own clock,
// so that it may keep things somewhat longer.
func (r *Redis) over(until string) bool {
	last, err := strconv.ParseFloat(until, 64)
	return err == nil && last <= float64(r.micros())
}

// Log returns the lines of a thread's log, oldest first.
func (r *Redis) Log(ctx context.Context, id coach.ThreadID) ([][]byte, error) {
	if err := r.ready(ctx); err != nil {
		return nil, err
	}
	got, err := r.db.LRange(ctx, bucketOf(id.Workspace()).lines(id), 0, -1).Result()
	if err != nil {
		return nil, r.fail("read log", err)
	}
	var lines [][]byte
	for _, line := range got {
		lines = append(lines, []byte(line))
	}
	return lines, nil
}

// Threads returns the ids of the committed threads that begin with prefix, in order.
func (r *Redis) Threads(ctx context.Context, prefix string) ([]coach.ThreadID, error) {
	if err := r.ready(ctx); err != nil {
		return nil, err
	}
	spaces, err := r.spaces(ctx, prefix)
	if err != nil {
		return nil, err
	}
	var all []coach.ThreadID
	for _, ws := range spaces {
		found, err := r.db.ZRangeByScore(ctx, bucketOf(ws).threads(ws), &redis.ZRangeBy{
			Min: "(" + strconv.FormatInt(r.micros(), 10), Max: "+inf",
		}).Result()
		if err != nil {
			return nil, r.fail("list threads", err)
		}
		for _, id := range found {
			if strings.HasPrefix(id, prefix) {
				all = append(all, coach.ThreadID(id))
			}
		}
	}
	slices.Sort(all)
	return all, nil
}

// spaces are the workspaces that may have threads that begin with prefix.
func (r *Redis) spaces(ctx context.Context, prefix string) ([]string, error) {
	if strings.Count(prefix, ":") >= 2 {
		return []string{coach.ThreadID(prefix).Workspace()}, nil
	}
	var spaces []string
	for b := range bucket(redisBuckets) {
		names, err := r.db.ZRange(ctx, b.spaces(), 0, -1).Result()
		if err != nil {
			return nil, r.fail("list workspaces", err)
		}
		for _, ws := range names {
			if strings.HasPrefix(ws, prefix) || strings.HasPrefix(prefix, ws) {
				spaces = append(spaces, ws)
			}
		}
	}
	return spaces, nil
}

// Ref returns the platform's name of a delivered message; ErrNotFound if it has none.
func (r *Redis) Ref(ctx context.Context, id coach.ThreadID, message string) (string, error) {
	if err := r.ready(ctx); err != nil {
		return "", err
	}
	ref, err := r.db.HGet(ctx, bucketOf(id.Workspace()).refs(id), message).Result()
	if errors.Is(err, redis.Nil) {
		return "", fmt.Errorf("name of message %s: %w", message, ErrNotFound)
	}
	return ref, r.fail("look up message", err)
}

// Posted finds a delivered message by its Ref; ErrNotFound if it is none of ours.
func (r *Redis) Posted(ctx context.Context, ref string) (Post, error) {
	if err := r.ready(ctx); err != nil {
		return Post{}, err
	}
	got, err := r.db.Get(ctx, bucketOf(coach.ThreadID(ref).Workspace()).post(ref)).Result()
	if errors.Is(err, redis.Nil) {
		return Post{}, fmt.Errorf("message %s: %w", ref, ErrNotFound)
	}
	if err != nil {
		return Post{}, r.fail("find message", err)
	}
	names := splitNames(got)
	if len(names) != 2 {
		return Post{}, fmt.Errorf("message %s: %w", ref, ErrCorrupt)
	}
	return Post{Thread: coach.ThreadID(names[0]), ID: names[1]}, nil
}
