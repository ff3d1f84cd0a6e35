package state

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"tack/coach"

	"github.com/redis/go-redis/v9"
)

// name is how a learner stands in an index; empty: nobody.
func (l Learner) name() string {
	if l == (Learner{}) {
		return ""
	}
	return joinNames("", []string{l.Workspace, l.ID})
}

// kept is what is kept of a learner, by name.
type kept struct{ threads, topics, values []string }

func (k kept) empty() bool { return len(k.threads)+len(k.topics)+len(k.values) == 0 }

func (r *Redis) kept(ctx context.Context, l Learner) (kept, error) {
	b := bucketOf(l.Workspace)
	got, err := r.run(ctx, "look up learner", redisCall{
		scripts["kept"], []string{b.learners(), b.theirs(l), b.topics(l), b.names(l)}, []any{l.name(), r.micros()},
	})
	if err != nil {
		return kept{}, err
	}
	lists := got.([]any)
	k := kept{texts(lists[0]), texts(lists[1]), texts(lists[2])}
	slices.Sort(k.threads)
	return k, nil
}

// ThreadsOf returns the ids of a learner's threads, in order.
func (r *Redis) ThreadsOf(ctx context.Context, l Learner) ([]coach.ThreadID, error) {
	if err := r.ready(ctx); err != nil {
		return nil, err
	}
	k, err := r.kept(ctx, l)
	var ids []coach.ThreadID
	for _, id := range k.threads {
		ids = append(ids, coach.ThreadID(id))
	}
	return ids, err
}

// Learners returns everybody of whom something is kept, in order of workspace and id.
func (r *Redis) Learners(ctx context.Context) ([]Learner, error) {
	if err := r.ready(ctx); err != nil {
		return nil, err
	}
	var all []Learner
	for b := range bucket(redisBuckets) {
		names, err := r.db.ZRange(ctx, b.learners(), 0, -1).Result()
		if err != nil {
			return nil, r.fail("list learners", err)
		}
		for _, name := range names {
			parts := splitNames(name)
			l := Learner{Workspace: parts[0], ID: parts[len(parts)-1]}
			k, err := r.kept(ctx, l)
			if err != nil {
				return nil, err
			}
			if !k.empty() {
				all = append(all, l)
			}
		}
	}
	slices.SortFunc(all, func(a, b Learner) int {
		return cmp.Or(cmp.Compare(a.Workspace, b.Workspace), cmp.Compare(a.ID, b.ID))
	})
	return all, nil
}

// Export returns everything that is kept of a learner.
func (r *Redis) Export(ctx context.Context, l Learner) (Export, error) {
	if err := r.ready(ctx); err != nil {
		return Export{}, err
	}
	k, err := r.kept(ctx, l)
	if err != nil {
		return Export{}, err
	}
	e := Export{Learner: l, Documents: map[string][]Document{}, Values: map[string][]byte{}}
	for _, topic := range k.topics {
		if e.Documents[topic], err = r.Documents(ctx, l, topic); err != nil {
			return e, err
		}
	}
	for _, name := range k.values {
		value, err := r.Get(ctx, Key{Learner: l, Name: name})
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return e, err
		}
		e.Values[name] = value
	}
	for _, id := range k.threads {
		record, err := r.threadRecord(ctx, coach.ThreadID(id))
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return e, err
		}
		e.Threads = append(e.Threads, record)
	}
	return e, nil
}

// threadRecord reads everything that is kept of a thread.
func (r *Redis) threadRecord(ctx context.Context, id coach.ThreadID) (ThreadRecord, error) {
	thread, err := r.Load(ctx, id)
	if err != nil {
		return ThreadRecord{}, err
	}
	record := ThreadRecord{Thread: thread}
	if record.Log, err = r.Log(ctx, id); err != nil {
		return record, err
	}
	b := bucketOf(id.Workspace())
	var events, out *redis.MapStringStringCmd
	if _, err := r.db.Pipelined(ctx, func(p redis.Pipeliner) error {
		events, out = p.HGetAll(ctx, b.events(id)), p.HGetAll(ctx, b.outbox(id))
		return nil
	}); err != nil {
		return record, r.fail("read thread", err)
	}
	if record.Events, err = readInbox(id, events.Val()); err != nil {
		return record, err
	}
	var pairs []string
	for message, body := range out.Val() {
		pairs = append(pairs, message, body)
	}
	record.Outbox, err = readOutbox(pairs)
	return record, err
}

// readInbox reads all events of a thread, in order.
func readInbox(id coach.ThreadID, bodies map[string]string) ([]Event, error) {
	var places, in []string
	for event, body := range bodies {
		if len(body) < placeLen {
			return nil, fmt.Errorf("event %s: %w", event, ErrCorrupt)
		}
		places = append(places, body[:placeLen]+event)
	}
	slices.Sort(places)
	for _, p := range places {
		in = append(in, bodies[p[placeLen:]])
	}
	return readEvents(id, places, in)
}

// Forget erases everything that is kept of a learner and says how many threads and documents. What
// is written meanwhile is erased too.
func (r *Redis) Forget(ctx context.Context, l Learner) (threads, documents int, err error) {
	if err := r.ready(ctx); err != nil {
		return 0, 0, err
	}
	for {
		k, err := r.kept(ctx, l)
		if err != nil || k.empty() {
			return threads, documents, err
		}
		for _, id := range k.threads {
			if err := r.erase(ctx, l, coach.ThreadID(id)); err != nil {
				return threads, documents, err
			}
			threads++
		}
		n, err := r.eraseRest(ctx, l, k)
		documents += n
		if err != nil {
			return threads, documents, err
		}
	}
}

// erase erases a thread.
func (r *Redis) erase(ctx context.Context, l Learner, id coach.ThreadID) error {
	ws := id.Workspace()
	b := bucketOf(ws)
	for {
		refs, err := r.db.HVals(ctx, b.refs(id)).Result()
		if err != nil {
			return r.fail("erase thread", err)
		}
		keys := append(b.queue(id), b.inbox(id), b.seen(id), b.lines(id), b.refs(id), b.heard(ws), b.threads(ws), b.theirs(l), b.keys(id), b.spaces(), b.gone(id))
		for _, ref := range refs {
			keys = append(keys, b.post(ref))
		}
		done, err := r.run(ctx, "erase thread", redisCall{scripts["erase"], keys, []any{string(id), len(refs), ws, SeenFor.Milliseconds()}})
		if err != nil || done == int64(1) {
			return err
		}
	}
}

// eraseRest erases documents and values, and says how many documents.
func (r *Redis) eraseRest(ctx context.Context, l Learner, k kept) (int, error) {
	if len(k.topics)+len(k.values) == 0 {
		return 0, nil
	}
	b := bucketOf(l.Workspace)
	var counts []*redis.IntCmd
	_, err := r.db.TxPipelined(ctx, func(p redis.Pipeliner) error {
		for _, topic := range k.topics {
			counts = append(counts, p.HLen(ctx, b.docs(l, topic)))
			p.Del(ctx, b.docs(l, topic))
			p.ZRem(ctx, b.topics(l), topic)
		}
		for _, name := range k.values {
			p.Del(ctx, b.value(Key{Learner: l, Name: name}))
			p.ZRem(ctx, b.names(l), name)
		}
		return nil
	})
	documents := 0
	for _, n := range counts {
		documents += int(n.Val())
	}
	return documents, r.fail("erase documents", err)
}
