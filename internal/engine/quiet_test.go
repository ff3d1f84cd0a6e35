package engine_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
)

// closed leads to a session that is closed and saved.
func (h *house) closed() {
	h.Helper()
	h.say(course...)
	h.say("that's enough for today", "ok")
	h.state(coach.Closed)
}

// TestClosedThread: in a closed thread thanks are left alone; what else opens no session is told what does.
func TestClosedThread(t *testing.T) { each(t, testClosedThread) }

func testClosedThread(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.closed()
	for _, small := range []string{"thanks", "谢谢老师", "bye"} {
		if said := h.say(small); said != "" {
			t.Errorf("%q is answered:\n%s", small, said)
		}
	}
	for _, lost := range []string{"不知道啊", "I don't know"} {
		if said := h.say(lost); !strings.Contains(said, "continue redis") {
			t.Errorf("%q is answered:\n%s", lost, said)
		}
	}
	h.state(coach.Closed)
	h.now = h.now.Add(24 * time.Hour)
	if said := h.say("hi"); !strings.Contains(said, "continue redis") {
		t.Errorf("a greeting on the next day is answered:\n%s", said)
	}
	h.replay()
}

// listening is a platform that keeps which threads it need not show the coach at work in.
type listening struct {
	*house
	heard []coach.ThreadID
}

func (l *listening) Heard(thread coach.ThreadID, _ string) { l.heard = append(l.heard, thread) }

// TestHeard: the platform is told where the learner gets no answer, and not for what somebody else writes.
func TestHeard(t *testing.T) { each(t, testHeard) }

func testHeard(t *testing.T, on opener) {
	h := build(t, on, nil)
	l := &listening{house: h}
	h.Platforms["test"] = l
	h.closed()
	l.heard = nil
	other := h.in(engine.InMessage, "me too")
	other.User = "lee"
	if err := h.handle(other); err != nil {
		t.Fatal(err)
	}
	if len(l.heard) > 0 {
		t.Errorf("told of what somebody else wrote: %v", l.heard)
	}
	if h.say("thanks"); !slices.Equal(l.heard, []coach.ThreadID{h.thread}) {
		t.Errorf("told of %v", l.heard)
	}
}

// stopwatch keeps what is observed of answers.
type stopwatch struct{ seconds []float64 }

func (*stopwatch) Count(engine.Metric, float64, ...string) {}

func (s *stopwatch) Observe(m engine.Metric, seconds float64, _ ...string) {
	if m.Name == engine.MetricAnswer.Name {
		s.seconds = append(s.seconds, seconds)
	}
}

// TestAnswerTime: an answer that the platform puts off is measured, from its decision on.
func TestAnswerTime(t *testing.T) { each(t, testAnswerTime) }

func testAnswerTime(t *testing.T, on opener) {
	h := build(t, on, nil)
	s := &stopwatch{}
	h.Meter = s
	h.fails = func(engine.Outgoing) (engine.Receipt, error) {
		return engine.Receipt{}, &engine.RetryError{After: 30 * time.Second}
	}
	if err := h.handle(h.in(engine.InMessage, "I want to learn redis")); err == nil {
		t.Fatal("nothing fails")
	}
	if len(s.seconds) > 0 {
		t.Errorf("observed before it is delivered: %v", s.seconds)
	}
	h.fails = nil
	h.wait(time.Minute)
	if !slices.Equal(s.seconds, []float64{60}) {
		t.Errorf("observed %v, want 60 s", s.seconds)
	}
}
