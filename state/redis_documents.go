package state

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// Documents returns a learner's documents on a topic in order of name; none is no error.
func (r *Redis) Documents(ctx context.Context, l Learner, topic string) ([]Document, error) {
	if err := r.ready(ctx); err != nil {
		return nil, err
	}
	b := bucketOf(l.Workspace)
	var until *redis.FloatCmd
	var found *redis.MapStringStringCmd
	_, err := r.db.Pipelined(ctx, func(p redis.Pipeliner) error {
		until, found = p.ZScore(ctx, b.topics(l), topic), p.HGetAll(ctx, b.docs(l, topic))
		return nil
	})
	if errors.Is(err, redis.Nil) || err == nil && until.Val() <= float64(r.micros()) {
		return nil, nil
	}
	if err != nil {
		return nil, r.fail("read documents", err)
	}
	return readDocuments(found.Val())
}

func readDocuments(found map[string]string) ([]Document, error) {
	var docs []Document
	for name, text := range found {
		changed, body, _ := strings.Cut(text, "\n")
		at, err := time.Parse(time.RFC3339Nano, changed)
		if err != nil {
			return nil, fmt.Errorf("document %s: %w: %w", name, ErrCorrupt, err)
		}
		docs = append(docs, Document{Name: name, Body: body, Changed: at})
	}
	slices.SortFunc(docs, func(a, b Document) int { return cmp.Compare(a.Name, b.Name) })
	return docs, nil
}

// documentArgs are pairs of name and document as the scripts store them.
func documentArgs(docs []Document) []any {
	var args []any
	for _, d := range docs {
		args = append(args, d.Name, d.Changed.Format(time.RFC3339Nano)+"\n"+d.Body)
	}
	return args
}

// PutDocuments writes documents, all or none, each replacing the one of its name.
func (r *Redis) PutDocuments(ctx context.Context, l Learner, topic string, docs []Document) error {
	if err := r.ready(ctx); err != nil || len(docs) == 0 {
		return err
	}
	b := bucketOf(l.Workspace)
	until := "+inf"
	if r.docs > 0 {
		until = strconv.FormatInt(r.now().Add(r.docs).UnixMicro(), 10)
	}
	args := append([]any{l.name(), topic, until, r.docs.Milliseconds()}, documentArgs(docs)...)
	_, err := r.runSafe(ctx, "write documents", redisCall{
		scripts["documents"], []string{b.learners(), b.topics(l), b.docs(l, topic)}, args,
	})
	return err
}

// Topics returns the topics on which a learner has documents, in order.
func (r *Redis) Topics(ctx context.Context, l Learner) ([]string, error) {
	if err := r.ready(ctx); err != nil {
		return nil, err
	}
	topics, err := r.db.ZRangeByScore(ctx, bucketOf(l.Workspace).topics(l), &redis.ZRangeBy{
		Min: "(" + strconv.FormatInt(r.micros(), 10), Max: "+inf",
	}).Result()
	if err != nil {
		return nil, r.fail("list topics", err)
	}
	slices.Sort(topics)
	return topics, nil
}
