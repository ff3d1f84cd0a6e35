package state_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/redistest"
	"tack/state"

	"github.com/redis/go-redis/v9"
)

// patsName is in everything that furnishRedis stores of the learner.
const patsName = "pat-secret"

var pat = state.Learner{Workspace: "terminal:local", ID: patsName}

// furnishRedis gives the learner something under every kind of key.
func furnishRedis(t testing.TB, r *state.Redis) {
	t.Helper()
	ctx := t.Context()
	for n := range 3 {
		id := threadOfPat(n)
		for e := range 2 {
			ev := state.Event{Thread: id, ID: fmt.Sprint(patsName, e), Keys: []string{patsName + fmt.Sprint("k", e)}, Order: r.Now().UnixMicro() + int64(e), Body: []byte(patsName)}
			need(r.Record(ctx, ev))(t)
		}
		c := need(r.Claim(ctx, 1, 0))(t)[0]
		change := state.Change{
			Body: []byte(patsName), Done: []string{patsName + "0"}, Log: [][]byte{[]byte(patsName)}, Due: r.Now().Add(time.Hour), Learner: pat,
			Send:  []state.Message{{ID: "c1", Body: []byte(patsName)}, {ID: "c2", Body: []byte(patsName)}},
			Topic: "redis " + patsName, Documents: []state.Document{{Name: "CONTEXT.md", Body: patsName, Changed: r.Now()}},
		}
		c.Thread.Rev = need(r.Commit(ctx, c, change))(t)
		receipt := state.Receipt{ID: "c1", Ref: string(id) + ":1"}
		switch n {
		case 0: // stays claimed
		case 1: // waits in the queue
			fine(t, r.Release(ctx, c, state.Release{Delivered: []state.Receipt{receipt}}))
		case 2: // rests
			fine(t, r.Release(ctx, c, state.Release{Delivered: []state.Receipt{receipt}, After: time.Hour, Failed: true}))
		}
		if n == 1 {
			c = need(r.Claim(ctx, 1, 0))(t)[0] // so that the next round claims its own
			fine(t, r.Release(ctx, c, state.Release{After: time.Minute}))
		}
	}
	fine(t, r.Put(ctx, state.Key{Learner: pat, Name: "settings"}, []byte(patsName), 0))
	need(r.Add(ctx, state.Key{Learner: pat, Name: "budget"}, 1, time.Hour))(t)
	need(r.Hold(ctx, state.Key{Learner: pat, Name: "writer"}, patsName, time.Minute))(t)
	fine(t, r.PutDocuments(ctx, pat, "git", []state.Document{{Name: "CONTEXT.md", Body: patsName}}))
}

func fine(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// dump is every key of a server with all that is in it.
func dump(t testing.TB, db redis.UniversalClient) map[string]string {
	t.Helper()
	ctx := t.Context()
	all := map[string]string{}
	keys := db.Scan(ctx, 0, "*", 100).Iterator()
	for keys.Next(ctx) {
		all[keys.Val()] = content(ctx, t, db, keys.Val())
	}
	fine(t, keys.Err())
	return all
}

func content(ctx context.Context, t testing.TB, db redis.UniversalClient, key string) string {
	t.Helper()
	read := map[string]func() redis.Cmder{
		"string": func() redis.Cmder { return db.Get(ctx, key) },
		"hash":   func() redis.Cmder { return db.HGetAll(ctx, key) },
		"list":   func() redis.Cmder { return db.LRange(ctx, key, 0, -1) },
		"set":    func() redis.Cmder { return db.SMembers(ctx, key) },
		"zset":   func() redis.Cmder { return db.ZRangeWithScores(ctx, key, 0, -1) },
		"stream": func() redis.Cmder { return db.XRange(ctx, key, "-", "+") },
	}[need(db.Type(ctx, key).Result())(t)]
	cmd := read()
	fine(t, cmd.Err())
	return cmd.String()
}

// TestRedis_ForgetAll: after Forget, no key and no value of the whole database names the learner.
func TestRedis_ForgetAll(t *testing.T) {
	t.Parallel()
	r := openRedis(t, redistest.Start(t).URL(), state.Options{})
	furnishRedis(t, r)
	kinds := map[string]bool{}
	for key, value := range dump(t, r.Client()) {
		if strings.Contains(key+value, patsName) {
			kinds[kindOf(key)] = true
		}
	}
	for _, kind := range []string{
		"t", "ev", "in", "out", "log", "refs", "seen", "keys", "heard", "threads", "theirs", "topics", "docs", "names", "v",
		"learners", "post", "work", "queued", "wake", "since",
	} {
		if !kinds[kind] {
			t.Errorf("the test stores nothing of the learner under %q", kind)
		}
	}
	if threads, docs, err := r.Forget(t.Context(), pat); threads != 3 || docs != 2 || err != nil {
		t.Errorf("forget: %d threads, %d documents, %v", threads, docs, err)
	}
	for key, value := range dump(t, r.Client()) {
		if strings.Contains(key+value, patsName) {
			t.Errorf("%s is left: %s", key, value)
		}
	}
}

// kindOf is what kind of key it is: "t" of "tack:{07}:t:slack:T1:C1:1".
func kindOf(key string) string {
	return regexp.MustCompile(`^tack:(\{\d\d\}:)?([a-z]+)`).FindStringSubmatch(key)[2]
}

// TestRedis_Expiry: every key expires but those that hold live work and the few indexes that clear
// themselves, and each change of a thread sets its time anew.
func TestRedis_Expiry(t *testing.T) {
	t.Parallel()
	const keepThreads, keepDocuments = 48 * time.Hour, 96 * time.Hour
	r := openRedis(t, redistest.Start(t).URL(), state.Options{KeepThreads: keepThreads, KeepDocuments: keepDocuments})
	furnishRedis(t, r)
	db, ctx := r.Client(), t.Context()
	fine(t, r.Put(ctx, state.Key{Learner: pat, Name: "settings"}, nil, 0)) // the one that is for ever
	need(r.Add(ctx, state.Key{Learner: pat, Name: "budget"}, 1, time.Hour))(t)
	fine(t, r.Put(ctx, state.Key{Learner: pat, Name: "x"}, []byte("x"), 2*time.Hour))
	most := map[string]time.Duration{
		"layout": -1, "work": -1, "queued": -1, "wake": -1, "since": -1, "spaces": -1, "revs": -1, "learners": -1,
		"docs": keepDocuments, "topics": keepDocuments, "seen": state.SeenFor, "v": 2 * time.Hour, "names": 2 * time.Hour,
	}
	for key := range dump(t, db) {
		limit, listed := most[kindOf(key)]
		if !listed {
			limit = keepThreads
		}
		ttl := need(db.TTL(ctx, key).Result())(t)
		if limit < 0 && ttl != -1 || limit > 0 && (ttl <= 0 || ttl > limit) {
			t.Errorf("%s expires in %v, want %v", key, ttl, limit)
		}
		if ttl > 0 {
			fine(t, db.Expire(ctx, key, time.Minute).Err())
		}
	}
	c := state.Claim{Thread: need(r.Load(ctx, threadOfPat(1)))(t)}
	need(r.Commit(ctx, c, state.Change{Body: []byte("b"), Learner: pat}))(t)
	for key := range dump(t, db) {
		ttl := need(db.TTL(ctx, key).Result())(t)
		kind := kindOf(key)
		if strings.HasSuffix(key, string(threadOfPat(1))) && kind != "seen" && ttl < time.Hour {
			t.Errorf("%s expires in %v after a change", key, ttl)
		}
	}
}

func threadOfPat(n int) coach.ThreadID {
	return coach.ThreadID(fmt.Sprintf("%s:%s:t%d", pat.Workspace, pat.ID, n))
}
