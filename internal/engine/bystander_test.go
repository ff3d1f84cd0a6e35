package engine_test

import (
	"strings"
	"testing"

	"tack/coach"
	"tack/internal/engine"
)

// TestBystander: whatever somebody else does in a thread changes nothing, and nothing of it is kept.
func TestBystander(t *testing.T) { each(t, testBystander) }

func testBystander(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	sent, summary := len(h.sent), h.standing().Summary.Message
	for _, in := range []engine.Inbound{
		{Kind: engine.InMessage, Text: "psst"},
		{Kind: engine.InEdit, Target: "l1", Text: "psst"},
		{Kind: engine.InDelete, Target: "l1"},
		{Kind: engine.InReaction, Target: summary, Emoji: "👍"},
		{Kind: engine.InWrap, Text: "/study wrap psst"},
		{Kind: engine.InGoOn, Text: "psst"},
		{Kind: engine.InLocale, Locale: "zh"},
	} {
		next := h.in(in.Kind, in.Text)
		next.User, next.Target, next.Emoji, next.Locale = "U-lee", in.Target, in.Emoji, in.Locale
		if err := h.handle(next); err != nil {
			t.Fatal(err)
		}
	}
	h.state(coach.Closing)
	if got := h.standing().Course.Locale; got != "en" || len(h.sent) != sent {
		t.Errorf("language %s, said:\n%s", got, h.since(sent))
	}
	for _, line := range must[[][]byte](t)(h.file.Log(t.Context(), h.thread)) {
		if strings.Contains(string(line), "psst") || strings.Contains(string(line), "U-lee") {
			t.Errorf("kept of a bystander: %s", line)
		}
	}
	h.replay()
}

// TestStart_InSession: who asks for a thread where somebody's session is gets one, and is the one whom
// it is for.
func TestStart_InSession(t *testing.T) { each(t, testStart_InSession) }

func testStart_InSession(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say("I want to learn redis")
	in := h.in(engine.InStart, "I want to learn git")
	in.Learner, in.User, in.Topic = "lee", "lee", "git"
	if err := h.handle(in); err != nil {
		t.Fatal(err)
	}
	if m := h.sent[len(h.sent)-1]; m.Op != engine.OpOpen || m.Learner != "lee" {
		t.Errorf("sent %+v", m)
	}
	if got := h.say("for caching"); got == "" {
		t.Error("no answer to the learner whose session it is")
	}
}

// TestStart_Gone: a channel in which nothing could be written is asked again at the next wish.
func TestStart_Gone(t *testing.T) { each(t, testStart_Gone) }

func testStart_Gone(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.fails = func(engine.Outgoing) (engine.Receipt, error) { return engine.Receipt{}, engine.ErrGone }
	for _, kind := range []string{engine.InStart, engine.InMessage} {
		in := h.in(kind, "hello?")
		if kind == engine.InStart {
			in.Topic = "redis"
		}
		if err := h.handle(in); err != nil {
			t.Fatal(err)
		}
	}
	h.fails = nil
	for _, kind := range []string{engine.InStart, engine.InMessage} {
		in := h.in(kind, "hello?")
		if kind == engine.InStart {
			in.Topic = "redis"
		}
		if err := h.handle(in); err != nil {
			t.Fatal(err)
		}
	}
	if len(h.sent) != 2 {
		t.Errorf("%d answers, want 2", len(h.sent))
	}
}
