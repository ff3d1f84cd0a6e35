package engine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// TestReceive_Invalid: what can never be decided is refused, and never in anybody's way.
func TestReceive_Invalid(t *testing.T) { each(t, testReceiveInvalid) }

func testReceiveInvalid(t *testing.T, on opener) {
	h := build(t, on, nil)
	for name, spoil := range map[string]func(*engine.Inbound){
		"a thread":     func(in *engine.Inbound) { in.Thread = "" },
		"an id":        func(in *engine.Inbound) { in.ID = "" },
		"an emoji":     func(in *engine.Inbound) { in.Kind, in.Target = engine.InReaction, "c1" },
		"a target":     func(in *engine.Inbound) { in.Kind, in.Emoji = engine.InReaction, "👍" },
		"a locale":     func(in *engine.Inbound) { in.Kind, in.Locale = engine.InLocale, "" },
		"a topic":      func(in *engine.Inbound) { in.Kind = engine.InStart },
		"a known kind": func(in *engine.Inbound) { in.Kind = "wish" },
	} {
		in := h.in(engine.InMessage, "hello")
		spoil(&in)
		if err := h.Receive(t.Context(), in); !errors.Is(err, engine.ErrInvalid) || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if got := h.say("I want to learn redis"); got == "" {
		t.Error("no answer to what came after")
	}
}

// TestSetAside: an event that cannot be read is given up after a while; the learner is told, and what
// came after it is answered.
func TestSetAside(t *testing.T) { each(t, testSetAside) }

func testSetAside(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course[:3]...)
	bad := state.Event{Thread: h.thread, ID: "bad", Order: h.now.UnixMicro(), Body: []byte("{")}
	if _, err := h.Store.Record(t.Context(), bad); err != nil {
		t.Fatal(err)
	}
	from := len(h.sent)
	if err := h.handle(h.in(engine.InMessage, course[3])); !errors.Is(err, state.ErrCorrupt) {
		t.Fatalf("handle: %v", err)
	}
	tries := 1
	for ; tries < 20; tries++ {
		h.now = h.now.Add(10 * time.Minute)
		if h.Settle(t.Context()) == nil {
			break
		}
	}
	if tries != 9 {
		t.Errorf("given up after %d failures, want 9", tries)
	}
	if got := h.since(from); len(h.sent) != from+2 || !strings.Contains(got, "send it once more") {
		t.Errorf("%d messages: %s", len(h.sent)-from, got)
	}
	h.state(coach.Coaching)
	h.say(course[4:]...)
	h.replay()
}
