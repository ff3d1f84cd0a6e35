package state_test

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"
	"tack/state/statetest"

	"github.com/google/go-cmp/cmp"
)

var _ statetest.Store = (*state.Redis)(nil)

// openRedis opens a store that lasts as long as the test.
func openRedis(t testing.TB, url string, o state.Options) *state.Redis {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	r, err := state.OpenRedis(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() }) // tests of outages close one whose Redis is gone
	return r
}

// need fails the test on an error.
func need[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestRedis_Turn: the way of one event.
func TestRedis_Turn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	r := openRedis(t, redistest.Start(t).URL(), state.Options{})
	e := state.Event{Thread: "slack:T1:C1:1", ID: "e1", Order: 5, Body: []byte("hello")}
	if got := need(r.Record(ctx, e))(t); got != state.Fresh {
		t.Errorf("record: %d, want Fresh", got)
	}
	if got := need(r.Record(ctx, e))(t); got != state.Repeat {
		t.Errorf("record again: %d, want Repeat", got)
	}
	claims := need(r.Claim(ctx, 8, 0))(t)
	if len(claims) != 1 || cmp.Diff([]state.Event{e}, claims[0].Events) != "" {
		t.Fatalf("claims %+v", claims)
	}
	change := state.Change{
		Body: []byte("one"), Done: []string{"e1"}, Send: []state.Message{{ID: "c1", Body: []byte("hi")}, {ID: "c2", Body: []byte("ho")}},
		Log: [][]byte{[]byte("l1")}, Learner: state.Learner{Workspace: "slack:T1", ID: "U1"}, Topic: "redis",
		Documents: []state.Document{{Name: "CONTEXT.md", Body: "b", Changed: time.Unix(5, 0).UTC()}},
	}
	if rev := need(r.Commit(ctx, claims[0], change))(t); rev != 1 {
		t.Errorf("rev %d, want 1", rev)
	}
	if _, err := r.Commit(ctx, claims[0], change); !errors.Is(err, state.ErrStale) {
		t.Errorf("commit again: %v, want ErrStale", err)
	}
	if err := r.Release(ctx, claims[0], state.Release{Delivered: []state.Receipt{{ID: "c1", Ref: "slack:T1:C1:17.1"}}}); err != nil {
		t.Fatal(err)
	}
	again := need(r.Claim(ctx, 8, time.Second))(t)
	if len(again) != 1 || len(again[0].Events) != 0 || len(again[0].Outbox) != 1 || again[0].Outbox[0].ID != "c2" {
		t.Fatalf("claims with one message left: %+v", again)
	}
	if post := need(r.Posted(ctx, "slack:T1:C1:17.1"))(t); post != (state.Post{Thread: e.Thread, ID: "c1"}) {
		t.Errorf("posted %+v", post)
	}
	if err := r.Release(ctx, again[0], state.Release{Delivered: []state.Receipt{{ID: "c2"}}}); err != nil {
		t.Fatal(err)
	}
	if left := need(r.Claim(ctx, 8, 0))(t); len(left) != 0 {
		t.Errorf("claims %+v, want none", left)
	}
	export := need(r.Export(ctx, change.Learner))(t)
	if len(export.Threads) != 1 || len(export.Documents["redis"]) != 1 {
		t.Errorf("export %+v", export)
	}
	if threads, docs, err := r.Forget(ctx, change.Learner); threads != 1 || docs != 1 || err != nil {
		t.Errorf("forget: %d, %d, %v", threads, docs, err)
	}
}
