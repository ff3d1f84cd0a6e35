package engine_test

import (
	"strings"
	"testing"

	"tack/internal/engine"
)

// TestEarlyEdit: an edit or a deletion that comes before its message is applied when it comes; one of a
// message that was answered changes nothing.
func TestEarlyEdit(t *testing.T) { each(t, testEarlyEdit) }

func testEarlyEdit(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say("I want to learn redis")
	amend := func(kind, target, text string) {
		t.Helper()
		in := h.in(kind, text)
		in.ID, in.Target, in.User = "of-"+in.ID, target, "kim"
		if err := h.handle(in); err != nil {
			t.Fatal(err)
		}
	}
	message := func(id, text string) string {
		t.Helper()
		from, in := len(h.sent), h.in(engine.InMessage, text)
		in.ID, in.User = id, "kim"
		if err := h.handle(in); err != nil {
			t.Fatal(err)
		}
		return h.since(from)
	}
	amend(engine.InEdit, "late", "as a cache for our shop")
	message("late", "as a cahce for our shp")
	if got := h.standing(); got.Course.Diagnosis.Goal != "as a cache for our shop" || len(got.Early) != 0 {
		t.Errorf("goal %q, waiting %v", got.Course.Diagnosis.Goal, got.Early)
	}
	amend(engine.InEdit, "late", "as a queue")
	if got := h.standing(); len(got.Early) != 0 || got.Course.Diagnosis.Goal != "as a cache for our shop" {
		t.Errorf("an edit of a message that was answered waits: %v", got.Early)
	}
	amend(engine.InDelete, "taken-back", "")
	if got := message("taken-back", "no idea"); strings.TrimSpace(got) != "" {
		t.Errorf("a message deleted before it came is answered:\n%s", got)
	}
	h.replay()
}
