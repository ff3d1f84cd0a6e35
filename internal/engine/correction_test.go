package engine_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tack/coach"
	"tack/internal/engine"
)

// reactTo puts an emoji on a message of the coach's.
func (h *house) reactTo(id, emoji, user string) {
	h.Helper()
	in := h.in(engine.InReaction, "")
	in.Emoji, in.Target, in.User = emoji, id, user
	if err := h.handle(in); err != nil {
		h.Fatal(err)
	}
}

// TestConfirmedByNote: the learner's ✅ on the note that speaks of the summary as it is now is one on the
// summary; on a note of before the last correction, or by somebody else, it is none.
func TestConfirmedByNote(t *testing.T) { each(t, testConfirmedByNote) }

func testConfirmedByNote(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	note := func(text string) string {
		if said := h.say(text); !strings.Contains(said, "or here") {
			t.Errorf("where to react is not said:\n%s", said)
		}
		return h.sent[len(h.sent)-1].ID
	}
	first := note("you forgot: the firewall is on")
	last := note("you forgot: the port is 6380")
	h.reactTo(first, "✅", "")
	h.reactTo(last, "✅", "lee")
	h.state(coach.Closing)
	h.reactTo(last, "👍", "")
	h.state(coach.Closed)
	h.replay()
}

// TestReminderConfirmed: whoever is reminded confirms where the reminder stands.
func TestReminderConfirmed(t *testing.T) { each(t, testReminderConfirmed) }

func testReminderConfirmed(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	h.wait(25 * time.Hour)
	h.reactTo(h.sent[len(h.sent)-1].ID, "✅", "")
	h.state(coach.Closed)
}

// TestCorrectionWhole: the learner's words stand whole in the summary and in the documents; where there is no
// room for all of them, that is said.
func TestCorrectionWhole(t *testing.T) { each(t, testCorrectionWhole) }

func testCorrectionWhole(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	long := "you forgot: " + strings.Repeat("the firewall is on, ", 70) + "and that is the last word"
	if said := h.say(long); !strings.Contains(said, "and that is the last word") || strings.Contains(said, "left out") {
		t.Errorf("%d characters of a correction become:\n%s", utf8.RuneCountInString(long), said)
	}
	if said := h.say(long); !strings.Contains(said, "the end of yours is left out") || !strings.Contains(said, "…") {
		t.Errorf("what has no room is not told:\n%s", said)
	}
	if saved := h.react("✅"); !strings.Contains(saved, "and that is the last word") {
		t.Errorf("saved is:\n%s", saved)
	}
}
