package slack_test

import (
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/slack/slacktest"
)

// TestBroken: an event that panics, or can never be decided, is acknowledged, counted, and comes no more; the
// next one is answered.
func TestBroken(t *testing.T) {
	t.Parallel()
	adaptertest.Broken(t, func(t *testing.T, outcome string, how func() error) {
		var faulty adaptertest.Faulty
		w := setup(t, setting{hall: faulty.In})
		w.study("redis")
		w.settled()
		faulty.Fail(1, how)
		ts := w.Reply(w.kim, w.channel, w.root, "what breaks")
		w.settled()
		w.Advance(2 * time.Hour) // Slack would have delivered it again
		w.say("to use it as a cache at work")
		if e := w.events("message", ts)[0]; e.State != slacktest.Acked || e.Attempt != 0 {
			t.Errorf("the event: %+v", e)
		}
		w.house.GivenUp(t, "slack", outcome, 1)
		w.NoViolations(t)
	})
}

// TestBrokenHTTP: the same over HTTP.
func TestBrokenHTTP(t *testing.T) {
	t.Parallel()
	adaptertest.Broken(t, func(t *testing.T, outcome string, how func() error) {
		var faulty adaptertest.Faulty
		w := overHTTP(t, setting{hall: faulty.In})
		w.study("redis")
		w.settled()
		faulty.Fail(1, how)
		ts := w.Reply(w.kim, w.channel, w.root, "what breaks")
		w.settled()
		if e := w.events("message", ts)[0]; e.State != slacktest.Acked || e.Attempt != 0 {
			t.Errorf("the event: %+v", e)
		}
		w.house.GivenUp(t, "slack", outcome, 1)
		w.say("to use it as a cache at work")
	})
}

// TestBrokenCommand: who used /study is told that it did not work.
func TestBrokenCommand(t *testing.T) {
	t.Parallel()
	adaptertest.Broken(t, func(t *testing.T, outcome string, how func() error) {
		var faulty adaptertest.Faulty
		w := setup(t, setting{hall: faulty.In})
		faulty.Fail(1, how)
		w.has(w.ask(w.kim, w.channel, "status"), "cannot be reached")
		w.house.GivenUp(t, "slack", outcome, 1)
		w.has(w.ask(w.kim, w.channel, "status"), "no session")
		w.settled()
	})
}

// TestBrokenHistory: what breaks while catching up keeps nothing from what comes behind it.
func TestBrokenHistory(t *testing.T) {
	t.Parallel()
	adaptertest.Broken(t, func(t *testing.T, outcome string, how func() error) {
		var faulty adaptertest.Faulty
		w := setup(t, setting{hall: faulty.In})
		w.study("redis")
		w.settled()
		w.Drop(100)
		w.Reply(w.kim, w.channel, w.root, "what breaks")
		w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
		faulty.Fail(1, how)
		w.CutSockets()
		w.house.AwaitAnswered(t, w.thread(), 2)
		w.house.GivenUp(t, "slack", outcome, 1)
	})
}
