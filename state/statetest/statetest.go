// Package statetest is the suite that every store passes.
//
// Goals: what the engine relies on is tested once, for whatever store. Non-goals: how a store is
// opened, and what it does with damaged data; those tests stand beside the store.
//
//	func TestFile(t *testing.T) { statetest.Run(t, openTemporary) }
package statetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/state"

	"github.com/google/go-cmp/cmp"
)

// Store is what a store must be able to do.
type Store interface {
	Record(ctx context.Context, e state.Event) error
	Unfinished(ctx context.Context) ([]state.Event, error)
	Load(ctx context.Context, id coach.ThreadID) (state.Thread, error)
	Commit(ctx context.Context, c state.Change) (uint64, error)
	Outbox(ctx context.Context) ([]state.Message, error)
	Delivered(ctx context.Context, thread coach.ThreadID, id string) error
	Log(ctx context.Context, thread coach.ThreadID) ([][]byte, error)
	Threads(ctx context.Context, prefix string) ([]coach.ThreadID, error)
	PutDocuments(ctx context.Context, owner state.Owner, docs []state.Document) error
	Documents(ctx context.Context, owner state.Owner) ([]state.Document, error)
	Owners(ctx context.Context) ([]state.Owner, error)
}

// Run runs the suite; open gives an empty store that lasts as long as the test.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for name, test := range map[string]func(*testing.T, Store){
		"Commit":            testCommit,
		"Commit/Stale":      testStale,
		"Commit/AllOrNone":  testAllOrNone,
		"Record":            testRecord,
		"Outbox":            testOutbox,
		"Threads":           testThreads,
		"Documents":         testDocuments,
		"Load/NotFound":     testNotFound,
		"Canceled":          testCanceled,
		"Commit/OneOfMany":  testRace,
		"Record/AnyContent": testAnyContent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func testCommit(t *testing.T, s Store) {
	ctx := t.Context()
	rev := must[uint64](t)(s.Commit(ctx, state.Change{Thread: "a", Body: []byte("one"), Log: [][]byte{[]byte("l1"), []byte("l2")}}))
	must[uint64](t)(s.Commit(ctx, state.Change{Thread: "a", Rev: rev, Body: []byte("two"), Log: [][]byte{[]byte("l3")}}))
	got := must[state.Thread](t)(s.Load(ctx, "a"))
	if diff := cmp.Diff(state.Thread{ID: "a", Rev: rev + 1, Body: []byte("two")}, got); diff != "" {
		t.Errorf("thread (-want +got):\n%s", diff)
	}
	lines := must[[][]byte](t)(s.Log(ctx, "a"))
	if diff := cmp.Diff([][]byte{[]byte("l1"), []byte("l2"), []byte("l3")}, lines); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

func testStale(t *testing.T, s Store) {
	ctx := t.Context()
	rev := must[uint64](t)(s.Commit(ctx, state.Change{Thread: "a", Body: []byte("one")}))
	for _, wrong := range []uint64{0, rev + 1} {
		_, err := s.Commit(ctx, state.Change{Thread: "a", Rev: wrong, Body: []byte("lost")})
		if !errors.Is(err, state.ErrStale) {
			t.Errorf("commit on revision %d: %v, want ErrStale", wrong, err)
		}
	}
	if got := must[state.Thread](t)(s.Load(ctx, "a")); string(got.Body) != "one" {
		t.Errorf("body %q after refused commits", got.Body)
	}
}

// testAllOrNone: a refused commit changes nothing of what it carries.
func testAllOrNone(t *testing.T, s Store) {
	ctx := t.Context()
	owner := state.Owner{Learner: "kim", Topic: "redis"}
	must[uint64](t)(s.Commit(ctx, state.Change{Thread: "a", Body: []byte("one")}))
	if err := s.Record(ctx, state.Event{Thread: "a", ID: "e1", Body: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	_, err := s.Commit(ctx, state.Change{
		Thread: "a", Rev: 7, Body: []byte("x"), Done: "e1", Send: []state.Message{{ID: "c1", Body: []byte("{}")}},
		Log: [][]byte{[]byte("l")}, Owner: owner, Documents: []state.Document{{Name: "CONTEXT.md", Body: "b"}},
	})
	if !errors.Is(err, state.ErrStale) {
		t.Fatalf("commit: %v, want ErrStale", err)
	}
	if n := len(must[[]state.Event](t)(s.Unfinished(ctx))); n != 1 {
		t.Errorf("%d unfinished events, want 1", n)
	}
	if n := len(must[[]state.Message](t)(s.Outbox(ctx))); n != 0 {
		t.Errorf("%d messages, want 0", n)
	}
	if n := len(must[[]state.Document](t)(s.Documents(ctx, owner))); n != 0 {
		t.Errorf("%d documents, want 0", n)
	}
	if n := len(must[[][]byte](t)(s.Log(ctx, "a"))); n != 0 {
		t.Errorf("%d log lines, want 0", n)
	}
}

func testRecord(t *testing.T, s Store) {
	ctx := t.Context()
	events := []state.Event{
		{Thread: "a", ID: "e1", Body: []byte(`{"n":1}`)}, {Thread: "b", ID: "e1", Body: []byte(`{"n":2}`)},
		{Thread: "a", ID: "e1", Body: []byte(`{"n":1}`)}, {Thread: "a", ID: "e2", Body: []byte(`{"n":3}`)},
	}
	for _, e := range events {
		if err := s.Record(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	must[uint64](t)(s.Commit(ctx, state.Change{Thread: "a", Body: []byte("one"), Done: "e1"}))
	got := must[[]state.Event](t)(s.Unfinished(ctx))
	if diff := cmp.Diff([]state.Event{events[1], events[3]}, got); diff != "" {
		t.Errorf("unfinished (-want +got):\n%s", diff)
	}
}

func testOutbox(t *testing.T, s Store) {
	ctx := t.Context()
	send := []state.Message{{ID: "c1", Body: []byte(`{"n":1}`)}, {ID: "c2", Body: []byte(`{"n":2}`)}}
	must[uint64](t)(s.Commit(ctx, state.Change{Thread: "a", Body: []byte("one"), Send: send}))
	for range 2 { // the second time it is gone already
		if err := s.Delivered(ctx, "a", "c1"); err != nil {
			t.Fatal(err)
		}
	}
	want := []state.Message{{Thread: "a", ID: "c2", Body: []byte(`{"n":2}`)}}
	if diff := cmp.Diff(want, must[[]state.Message](t)(s.Outbox(ctx))); diff != "" {
		t.Errorf("outbox (-want +got):\n%s", diff)
	}
}

func testThreads(t *testing.T, s Store) {
	ctx := t.Context()
	for _, id := range []coach.ThreadID{"p:kim:redis", "p:kim:git", "p:kimberly:git", "q:kim:git"} {
		must[uint64](t)(s.Commit(ctx, state.Change{Thread: id, Body: []byte("b")}))
	}
	got := must[[]coach.ThreadID](t)(s.Threads(ctx, "p:kim:"))
	if diff := cmp.Diff([]coach.ThreadID{"p:kim:git", "p:kim:redis"}, got); diff != "" {
		t.Errorf("threads (-want +got):\n%s", diff)
	}
}

func testDocuments(t *testing.T, s Store) {
	ctx := t.Context()
	kim, lee := state.Owner{Learner: "kim", Topic: "redis"}, state.Owner{Learner: "lee", Topic: "redis"}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	old := []state.Document{{Name: "CONTEXT.md", Body: "one", Changed: at}, {Name: "docs/redis M1 Keys.md", Body: "n", Changed: at}}
	if err := s.PutDocuments(ctx, kim, old); err != nil {
		t.Fatal(err)
	}
	must[uint64](t)(s.Commit(ctx, state.Change{Thread: "a", Body: []byte("b"), Owner: kim, Documents: []state.Document{{Name: "CONTEXT.md", Body: "two", Changed: at}}}))
	must[uint64](t)(s.Commit(ctx, state.Change{Thread: "b", Body: []byte("b"), Owner: lee, Documents: []state.Document{{Name: "TRACE.md", Body: "t", Changed: at}}}))
	want := []state.Document{{Name: "CONTEXT.md", Body: "two", Changed: at}, old[1]}
	if diff := cmp.Diff(want, must[[]state.Document](t)(s.Documents(ctx, kim))); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]state.Owner{kim, lee}, must[[]state.Owner](t)(s.Owners(ctx))); diff != "" {
		t.Errorf("owners (-want +got):\n%s", diff)
	}
}

func testNotFound(t *testing.T, s Store) {
	if _, err := s.Load(t.Context(), "none"); !errors.Is(err, state.ErrNotFound) {
		t.Errorf("load: %v, want ErrNotFound", err)
	}
}

func testCanceled(t *testing.T, s Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Commit(ctx, state.Change{Thread: "a", Body: []byte("b")}); !errors.Is(err, context.Canceled) {
		t.Errorf("commit: %v, want context.Canceled", err)
	}
}

// testRace: of many commits on one revision exactly one is taken.
func testRace(t *testing.T, s Store) {
	ctx := t.Context()
	results := make(chan error)
	const writers = 8
	for i := range writers {
		go func() {
			_, err := s.Commit(ctx, state.Change{Thread: "a", Body: fmt.Append(nil, i)})
			results <- err
		}()
	}
	taken := 0
	for range writers {
		switch err := <-results; {
		case err == nil:
			taken++
		case !errors.Is(err, state.ErrStale):
			t.Errorf("commit: %v, want ErrStale", err)
		}
	}
	if taken != 1 {
		t.Errorf("%d commits taken, want 1", taken)
	}
}

// testAnyContent: bodies are bytes; the store reads nothing into them.
func testAnyContent(t *testing.T, s Store) {
	ctx := t.Context()
	body := []byte("\x00\xff{\"\n" + strings.Repeat("长", 1<<18))
	if err := s.Record(ctx, state.Event{Thread: "a", ID: "e\x001", Body: body}); err != nil {
		t.Fatal(err)
	}
	must[uint64](t)(s.Commit(ctx, state.Change{Thread: "a", Body: body}))
	if got := must[[]state.Event](t)(s.Unfinished(ctx)); len(got) != 1 || string(got[0].Body) != string(body) {
		t.Error("event body changed")
	}
	if got := must[state.Thread](t)(s.Load(ctx, "a")); string(got.Body) != string(body) {
		t.Error("thread body changed")
	}
}
