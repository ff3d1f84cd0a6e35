package engine_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/tutor"
	"tack/internal/engine"
	"tack/state"
)

// openFile opens an embedded store.
func openFile(t *testing.T, o state.Options) store {
	return must[*state.File](t)(state.OpenFile(filepath.Join(t.TempDir(), "tack.db"), o))
}

func threadID(id string) coach.ThreadID { return coach.ThreadID(id) }

// TestRun_Stuck: a platform that hears of no end does not keep the process from ending.
func TestRun_Stuck(t *testing.T) {
	t.Parallel()
	h := build(t, openFile, nil)
	h.Grace = time.Millisecond
	called, free := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(free) })
	h.fails = func(engine.Outgoing) (engine.Receipt, error) {
		close(called)
		<-free
		return engine.Receipt{}, engine.ErrRefused
	}
	if err := h.Receive(t.Context(), h.in(engine.InMessage, "hello")); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		h.Engine.Run(ctx)
		close(ended)
	}()
	<-called
	stop()
	<-ended
}

// TestDeliver_RetryAtOnce: a platform that wants to be asked again at once is given time.
func TestDeliver_RetryAtOnce(t *testing.T) { each(t, testDeliver_RetryAtOnce) }

func testDeliver_RetryAtOnce(t *testing.T, on opener) {
	h := build(t, on, nil)
	tries := 0
	h.fails = func(engine.Outgoing) (engine.Receipt, error) {
		if tries++; tries > 10 {
			t.Fatal("asked again without a pause")
		}
		return engine.Receipt{}, &engine.RetryError{}
	}
	_ = h.handle(h.in(engine.InMessage, "hello"))
	if err := h.Settle(t.Context()); err != nil || tries != 1 {
		t.Errorf("%d tries, %v", tries, err)
	}
}

// raging is a tutor that panics.
type raging struct {
	tutor.Tutor
	on bool
}

func (r *raging) Reply(ctx context.Context, in tutor.Input) (tutor.Reply, error) {
	if r.on {
		panic("no answer")
	}
	return r.Tutor.Reply(ctx, in)
}

// TestTutor_Panics: a tutor that panics costs one answer.
func TestTutor_Panics(t *testing.T) { each(t, testTutor_Panics) }

func testTutor_Panics(t *testing.T, on opener) {
	h := build(t, on, nil)
	mad := &raging{Tutor: h.Tutor}
	h.Tutor = mad
	h.say("I want to learn redis")
	mad.on = true
	if got := h.say("for caching at work"); got == "" {
		t.Error("no answer")
	}
	mad.on = false
	if got := h.say("for caching at work"); !strings.Contains(got, "?") {
		t.Errorf("then: %s", got)
	}
	h.replay()
}

// TestReminder_Rests: a reminder that has become due in hours of rest comes after them, whatever is
// said meanwhile.
func TestReminder_Rests(t *testing.T) { each(t, testReminder_Rests) }

func testReminder_Rests(t *testing.T, on opener) {
	h := build(t, on, nil)
	in := h.in(engine.InMessage, course[0])
	in.Rests = "08:00-18:00"
	if err := h.handle(in); err != nil {
		t.Fatal(err)
	}
	h.say(course[1:]...)
	h.say("that's enough for today")
	h.now = h.now.Add(25 * time.Hour)
	h.say("thanks")
	sent := len(h.sent)
	for h.now = h.now.Add(2 * time.Minute); h.now.Hour() < 18; h.now = h.now.Add(time.Hour) {
		if err := h.Settle(t.Context()); err != nil || len(h.sent) != sent {
			t.Fatalf("at %v: %v, said:\n%s", h.now, err, h.since(sent))
		}
	}
	if err := h.Settle(t.Context()); err != nil || len(h.sent) != sent+1 {
		t.Errorf("at %v: %v, said:\n%s", h.now, err, h.since(sent))
	}
}
