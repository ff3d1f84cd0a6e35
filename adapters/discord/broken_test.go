package discord_test

import (
	"testing"

	"tack/adapters/adaptertest"
	"tack/coach"
)

// TestBroken: an event that panics, or can never be decided, is taken once and counted; the next one is
// answered.
func TestBroken(t *testing.T) {
	t.Parallel()
	adaptertest.Broken(t, func(t *testing.T, outcome string, how func() error) {
		var faulty adaptertest.Faulty
		w := setup(t, setting{hall: faulty.In})
		w.study("redis")
		faulty.Fail(1, how)
		w.post(w.kim, w.place, "what breaks")
		adaptertest.Await(t, "the failure", faulty.Failed)
		if th := w.say("to use it as a cache at work"); th.Heard != 2 {
			t.Errorf("%d events, want 2", th.Heard)
		}
		w.house.GivenUp(t, "discord", outcome, 1)
		w.NoViolations(t)
	})
}

// TestBrokenInteraction: who used /study or a button is told that it did not work.
func TestBrokenInteraction(t *testing.T) {
	t.Parallel()
	adaptertest.Broken(t, func(t *testing.T, outcome string, how func() error) {
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
		w.house.GivenUp(t, "discord", outcome, 2)
		_, err = w.Press(w.kim, summary.ID, w.button(summary, "confirm"))
		w.must(err)
		w.house.AwaitState(t, w.thread(), coach.Closed)
	})
}

// TestBrokenHistory: what breaks while catching up keeps nothing from what comes behind it.
func TestBrokenHistory(t *testing.T) {
	t.Parallel()
	adaptertest.Broken(t, func(t *testing.T, outcome string, how func() error) {
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
		w.house.GivenUp(t, "discord", outcome, 1)
	})
}
