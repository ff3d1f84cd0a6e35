package state

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"tack/coach"
)

// Commit makes a change on the revision c.Thread.Rev and returns the new one. All is on one slot: the
// learner's workspace must be the thread's.
func (r *Redis) Commit(ctx context.Context, c Claim, change Change) (uint64, error) {
	if err := r.ready(ctx); err != nil {
		return 0, err
	}
	call, err := r.commitCall(c, change)
	if err != nil {
		return 0, fmt.Errorf("commit thread %s: %w", c.Thread.ID, err)
	}
	got, err := r.runSafe(ctx, "commit thread", call)
	if err != nil {
		return 0, err
	}
	if rev, _ := got.(int64); rev > 0 {
		return uint64(rev), nil
	}
	return 0, fmt.Errorf("commit thread %s on revision %d: %w", c.Thread.ID, c.Thread.Rev, ErrStale)
}

// What a change may not ask for.
var (
	errNoLearner    = errors.New("documents without a learner")
	errOtherLearner = errors.New("the learner's workspace is not the thread's")
)

func (r *Redis) commitCall(c Claim, change Change) (redisCall, error) {
	id, l := c.Thread.ID, change.Learner
	ws := id.Workspace()
	b := bucketOf(ws)
	keys := append(b.queue(id), b.inbox(id), b.seen(id), b.lines(id), b.refs(id), b.threads(ws), b.spaces(), b.keys(id), b.revs())
	switch {
	case l == Learner{} && len(change.Documents) > 0:
		return redisCall{}, errNoLearner
	case l != Learner{} && bucketOf(l.Workspace) != b:
		return redisCall{}, errOtherLearner
	case l != Learner{}:
		keys = append(keys, b.theirs(l), b.learners())
	}
	if len(change.Documents) > 0 {
		keys = append(keys, b.topics(l), b.docs(l, change.Topic))
	}
	args := []any{
		string(id), r.micros(), c.Token, c.Thread.Rev, rand.Text(), micros(change.Due),
		r.threads.Milliseconds(), r.docs.Milliseconds(), change.Body, ws, l.name(), change.Topic,
		len(change.Done), len(change.Send), len(change.Log), len(change.Documents),
	}
	return redisCall{scripts["commit"], keys, append(args, change.values()...)}, nil
}

// values are the parts of a change, in the order of commit.lua.
func (c Change) values() []any {
	var args []any
	for _, id := range c.Done {
		args = append(args, id)
	}
	for _, m := range c.Send {
		args = append(args, m.ID, m.Body)
	}
	for _, line := range c.Log {
		args = append(args, line)
	}
	return append(args, documentArgs(c.Documents)...)
}

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// Delivered takes a message out of the outbox and remembers its Ref.
func (r *Redis) Delivered(ctx context.Context, c Claim, receipt Receipt) error {
	if err := r.ready(ctx); err != nil {
		return err
	}
	b := bucketOf(c.Thread.ID.Workspace())
	keys, args := receiptArgs(b, c.Thread.ID, []Receipt{receipt})
	_, err := r.run(ctx, "mark message as delivered", redisCall{
		scripts["delivered"], append(b.queue(c.Thread.ID), keys...),
		append([]any{r.threads.Milliseconds()}, args...),
	})
	return err
}

// receiptArgs are keys and arguments as receipts in thread.lua takes them.
func receiptArgs(b bucket, thread coach.ThreadID, receipts []Receipt) (keys []string, args []any) {
	keys = []string{b.refs(thread)}
	for _, rc := range receipts {
		args = append(args, rc.ID, rc.Ref, joinNames("", []string{string(thread), rc.ID}))
		if rc.Ref != "" {
			keys = append(keys, b.post(rc.Ref))
		}
	}
	return keys, args
}

// Release gives a claim back. Work that is left makes the thread claimable again. Where Redis cannot be
// told, the lease is not renewed any more, and runs out.
func (r *Redis) Release(ctx context.Context, c Claim, release Release) error {
	defer r.held.drop(c.Thread.ID, c.Token)
	if err := r.ready(ctx); err != nil {
		return err
	}
	outcome := "0"
	if release.Failed {
		outcome = "1"
	}
	l := lease{bucket: bucketOf(c.Thread.ID.Workspace()), entry: c.Token, thread: c.Thread.ID}
	_, err := r.run(ctx, "give thread back", r.releaseCall(l, release, outcome))
	return err
}

// releaseCall gives a lease back; outcome as ARGV[5] of release.lua.
func (r *Redis) releaseCall(l lease, release Release, outcome string) redisCall {
	keys, args := receiptArgs(l.bucket, l.thread, release.Delivered)
	head := []any{
		string(l.thread), r.micros(), l.entry, release.After.Microseconds(), outcome, r.threads.Milliseconds(),
	}
	return redisCall{scripts["release"], append(l.bucket.queue(l.thread), keys...), append(head, args...)}
}
