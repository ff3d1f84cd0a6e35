package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// TestDeliver_Retry: a message that a platform cannot take for now is tried again after a pause,
// marked as one that may have been sent, and what follows it waits.
func TestDeliver_Retry(t *testing.T) { each(t, testDeliver_Retry) }

func testDeliver_Retry(t *testing.T, on opener) {
	h := build(t, on, nil)
	down := errors.New("no route to host")
	var tries []engine.Outgoing
	h.fails = func(m engine.Outgoing) (engine.Receipt, error) {
		if tries = append(tries, m); len(tries) < 3 {
			return engine.Receipt{}, down
		}
		return engine.Receipt{}, nil
	}
	if err := h.handle(h.in(engine.InMessage, "I want to learn redis")); !errors.Is(err, down) {
		t.Fatalf("handle: %v, want the failure", err)
	}
	if err := h.Settle(t.Context()); err != nil || len(tries) != 1 {
		t.Fatalf("tried %d times within the pause, %v", len(tries), err)
	}
	h.now = h.now.Add(time.Second)
	if err := h.Settle(t.Context()); !errors.Is(err, down) {
		t.Fatalf("second try: %v", err)
	}
	h.now = h.now.Add(10 * time.Minute)
	h.say("for caching")
	if len(h.sent) != 2 || !tries[1].Again || tries[0].Again || tries[3].Again {
		t.Errorf("%d messages sent; again: %v %v %v", len(h.sent), tries[0].Again, tries[1].Again, tries[3].Again)
	}
	if h.sent[0].ID != tries[0].ID {
		t.Errorf("first sent %s, want %s", h.sent[0].ID, tries[0].ID)
	}
}

// TestDeliver_RetryAfter: a platform says itself when it wants to be asked again.
func TestDeliver_RetryAfter(t *testing.T) { each(t, testDeliver_RetryAfter) }

func testDeliver_RetryAfter(t *testing.T, on opener) {
	h := build(t, on, nil)
	tries := 0
	h.fails = func(engine.Outgoing) (engine.Receipt, error) {
		if tries++; tries == 1 {
			return engine.Receipt{}, &engine.RetryError{After: 40 * time.Second}
		}
		return engine.Receipt{}, nil
	}
	_ = h.handle(h.in(engine.InMessage, "I want to learn redis"))
	for at, want := range map[time.Duration]int{39 * time.Second: 1} {
		h.now = h.now.Add(at)
		if err := h.Settle(t.Context()); err != nil || tries != want {
			t.Errorf("after %v: %d tries, %v", at, tries, err)
		}
	}
	h.now = h.now.Add(time.Second)
	if err := h.Settle(t.Context()); err != nil || tries != 2 {
		t.Errorf("after 40 s: %d tries, %v", tries, err)
	}
}

// TestDeliver_Refused: what a platform will never take does not block what follows.
func TestDeliver_Refused(t *testing.T) { each(t, testDeliver_Refused) }

func testDeliver_Refused(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.fails = func(m engine.Outgoing) (engine.Receipt, error) {
		if strings.HasSuffix(m.ID, "c1") {
			return engine.Receipt{}, engine.ErrRefused
		}
		return engine.Receipt{}, nil
	}
	h.say("I want to learn redis", "for caching")
	if len(h.sent) != 1 || !strings.HasSuffix(h.sent[0].ID, "c2") {
		t.Errorf("sent %v", h.sent)
	}
}

// TestDeliver_Gone: in a thread that is gone nothing is said and nobody reminded, until the learner
// writes in it again.
func TestDeliver_Gone(t *testing.T) { each(t, testDeliver_Gone) }

func testDeliver_Gone(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.fails = func(engine.Outgoing) (engine.Receipt, error) { return engine.Receipt{}, engine.ErrGone }
	n := len(h.sent)
	h.say("that's enough for today")
	if !h.standing().Gone {
		t.Fatal("the thread is not known to be gone")
	}
	h.now = h.now.Add(100 * time.Hour)
	if err := h.Settle(t.Context()); err != nil || len(h.sent) != n {
		t.Errorf("%d messages into a thread that is gone, %v", len(h.sent)-n, err)
	}
	h.fails = nil
	if got := h.say("are you there?"); got == "" {
		t.Error("no answer to a learner who writes on")
	}
}

// TestDeliver_Unpinned: it is said once that summaries cannot be pinned, and all goes on.
func TestDeliver_Unpinned(t *testing.T) { each(t, testDeliver_Unpinned) }

func testDeliver_Unpinned(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.fails = func(m engine.Outgoing) (engine.Receipt, error) {
		if m.Pin {
			return engine.Receipt{Ref: "test:here:kim/" + m.ID, Unpinned: "too_many_pins"}, nil
		}
		return engine.Receipt{}, nil
	}
	h.say(course...)
	said := 0
	for range 2 {
		said += strings.Count(h.say("that's enough for today"), "could not pin")
		h.react("👍")
		h.state(coach.Closed)
		h.now = h.now.Add(24 * time.Hour)
		h.say("continue redis")
	}
	if said != 1 {
		t.Errorf("said %d times, want once", said)
	}
}

// TestDeliver_Edit: a change of a message finds it by the platform's name.
func TestDeliver_Edit(t *testing.T) { each(t, testDeliver_Edit) }

func testDeliver_Edit(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	summary := h.sent[len(h.sent)-1]
	h.say("I also learned what a TTL is, please add that")
	for _, m := range h.sent {
		if m.Op == engine.OpEdit {
			if want := string(h.thread) + "/" + summary.ID; m.Ref != want {
				t.Errorf("edit of %q, want %q", m.Ref, want)
			}
			return
		}
	}
	t.Error("the summary was not changed")
}

// TestStart: a thread is opened for whoever asks, and its session begins with the asker's words.
func TestStart(t *testing.T) { each(t, testStart) }

func testStart(t *testing.T, on opener) {
	h := build(t, on, nil)
	own := coach.ThreadID("test:here:thread-of-kim")
	h.fails = func(m engine.Outgoing) (engine.Receipt, error) {
		if m.Op == engine.OpOpen {
			return engine.Receipt{Ref: string(own), Thread: own}, nil
		}
		return engine.Receipt{}, nil
	}
	in := h.in(engine.InStart, "I want to learn redis")
	in.Thread, in.Topic, in.User = "test:here:channel", "redis", "kim"
	if err := h.handle(in); err != nil {
		t.Fatal(err)
	}
	h.thread = own
	h.state(coach.Coaching)
	if len(h.sent) != 1 || h.sent[0].Thread != own {
		t.Errorf("sent %v", h.sent)
	}
}

// unavailable is a store that takes nothing while it is down.
type unavailable struct {
	engine.Store
	down bool
}

func (u *unavailable) Record(ctx context.Context, e state.Event) (state.Recorded, error) {
	if u.down {
		return 0, state.ErrUnavailable
	}
	return u.Store.Record(ctx, e)
}

// TestOutage: what cannot be recorded is not acknowledged; the learner is told once; it is answered
// when it comes again.
func TestOutage(t *testing.T) { each(t, testOutage) }

func testOutage(t *testing.T, on opener) {
	var store *unavailable
	h := build(t, on, func(s engine.Store) engine.Store {
		store = &unavailable{Store: s}
		return store
	})
	h.say("I want to learn redis")
	store.down = true
	in := h.in(engine.InMessage, "for caching")
	for range 3 {
		if err := h.Receive(t.Context(), in); !errors.Is(err, state.ErrUnavailable) {
			t.Fatalf("receive: %v", err)
		}
	}
	if len(h.sent) != 2 || !strings.Contains(h.sent[1].Text, "not lost") {
		t.Errorf("told: %q", h.since(1))
	}
	if len(h.Health()) != 1 {
		t.Errorf("health %v", h.Health())
	}
	store.down = false
	if err := h.handle(in); err != nil || len(h.sent) != 3 || h.Health() != nil {
		t.Errorf("after the outage: %v, %d messages, health %v", err, len(h.sent), h.Health())
	}
}

// TestBurst: messages in quick succession are one turn, decided after the quiet window; a bystander's
// words are none, and nothing of them is kept.
func TestBurst(t *testing.T) { each(t, testBurst) }

func testBurst(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.Quiet = engine.DefaultQuiet
	say := func(user, text string, after time.Duration) {
		t.Helper()
		in := h.in(engine.InMessage, text)
		h.now = h.now.Add(after - time.Minute)
		in.At, in.User = h.now, user
		if err := h.handle(in); err != nil {
			t.Fatal(err)
		}
	}
	say("kim", "I want to learn redis", time.Minute)
	say("lee", "psst, take git instead", time.Second)
	say("kim", "for caching at work", time.Second)
	if len(h.sent) != 0 {
		t.Fatalf("answered within the window: %q", h.since(0))
	}
	h.now = h.now.Add(3 * time.Second)
	if err := h.Settle(t.Context()); err != nil || len(h.sent) != 1 {
		t.Fatalf("%d answers, %v", len(h.sent), err)
	}
	if n := h.standing().Session.Counts().Turns; n != 1 {
		t.Errorf("%d turns, want 1", n)
	}
	for _, line := range must[[][]byte](t)(h.file.Log(t.Context(), h.thread)) {
		if strings.Contains(string(line), "psst") || strings.Contains(string(line), "lee") {
			t.Errorf("kept of a bystander: %s", line)
		}
	}
	h.replay()
}

// TestOtherTopic: where a place has one thread for all, a closed session gives way to another topic.
func TestOtherTopic(t *testing.T) { each(t, testOtherTopic) }

func testOtherTopic(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	h.react("👍")
	h.say("I want to learn git")
	h.state(coach.Coaching)
	if got := h.standing().Course.Topic; got != "git" {
		t.Errorf("topic %s", got)
	}
}
