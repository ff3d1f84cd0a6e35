package discord_test

import (
	"testing"

	"tack/adapters/adaptertest"
	"tack/coach"
	"tack/internal/engine"
)

// broken are the ways in which an event is no better when it comes again, by how they are counted.
var broken = map[string]func() error{"panic": adaptertest.Panic, "invalid": adaptertest.Invalid}

// counted fails the test unless so many events were counted as given up.
func (w *world) counted(outcome string, want float64) {
	w.Helper()
	if n := w.house.Counted.Of(engine.MetricRecorded, "discord", outcome); n != want {
		w.Errorf("%s: %v were counted, want %v", outcome, n, want)
	}
}

// TestBroken: an event that panics, or can never be decided, is taken once and counted; the next one is
// answered.
func TestBroken(t *testing.T) {
	t.Parallel()
	for outcome, how := range broken {
		t.Run(outcome, func(t *testing.T) {
			t.Parallel()
			var faulty adaptertest.Faulty
			w := setup(t, setting{hall: faulty.In})
			w.study("redis")
			faulty.Fail(1, how)
			w.post(w.kim, w.place, "what breaks")
			adaptertest.Await(t, "the failure", faulty.Failed)
			if th := w.say("to use it as a cache at work"); th.Heard != 2 {
				t.Errorf("%d events, want 2", th.Heard)
			}
			w.counted(outcome, 1)
			w.NoViolations(t)
		})
	}
}

// TestBrokenInteraction: who used /study or a button is told that it did not work.
func TestBrokenInteraction(t *testing.T) {
	t.Parallel()
	for outcome, how := range broken {
		t.Run(outcome, func(t *testing.T) {
			t.Parallel()
			var faulty adaptertest.Faulty
			w := setup(t, setting{hall: faulty.In})
			summary := w.closing()
			faulty.Fail(1, how)
			id := w.slash(w.kim, w.place, "status")
			w.Await(t, "an answer to /study", func() bool { return len(w.Asked(id).Messages) > 0 })
			w.has(w.Asked(id).Messages[0].Content, "cannot be reached")
			faulty.Fail(1, how)
			id, err := w.Press(w.kim, summary.ID, w.button(summary, "confirm"))
			w.must(err)
			w.Await(t, "an answer to the button", func() bool { return len(w.Asked(id).Messages) > 0 })
			w.has(w.Asked(id).Messages[0].Content, "cannot be reached")
			w.counted(outcome, 2)
			_, err = w.Press(w.kim, summary.ID, w.button(summary, "confirm"))
			w.must(err)
			w.house.AwaitState(t, w.thread(), coach.Closed)
		})
	}
}

// TestBrokenHistory: what breaks while catching up keeps nothing from what comes behind it.
func TestBrokenHistory(t *testing.T) {
	t.Parallel()
	for outcome, how := range broken {
		t.Run(outcome, func(t *testing.T) {
			t.Parallel()
			var faulty adaptertest.Faulty
			w := setup(t, setting{})
			w.study("redis")
			w.stop()
			w.house.Close()
			w.post(w.kim, w.place, "what breaks")
			w.post(w.kim, w.place, "to use it as a cache at work")
			faulty.Fail(1, how)
			s := setting{house: adaptertest.Options{Path: w.house.Path}, hall: faulty.In}
			w.house, w.adapter = w.build(s)
			w.run(s)
			w.Await(t, "the answer", func() bool { return w.saying("Scenario 1") == 1 })
			w.counted(outcome, 1)
		})
	}
}
