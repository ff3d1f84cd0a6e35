package engine_test

import (
	"strings"
	"testing"
	"time"

	"tack/internal/engine"
)

// outcomes are the ways in which a summary's wait ends.
var outcomes = []struct {
	name, locale, stop, outcome string
	end                         func(h *house)
}{
	{"Saved", "en", "that's enough for today", "✅ Saved.", func(h *house) { h.react("✅") }},
	{"Withdrawn", "en", "that's enough for today", "↩️ Withdrawn", func(h *house) { h.say("continue") }},
	{"Parked", "en", "that's enough for today", "🅿️", func(h *house) { h.wait(73 * time.Hour) }},
	{"保存", "zh", "今天先到这", "✅ 已保存", func(h *house) { h.react("✅") }},
	{"撤回", "zh", "今天先到这", "↩️ 已撤回", func(h *house) { h.say("继续") }},
	{"搁置", "zh", "今天先到这", "🅿️", func(h *house) { h.wait(73 * time.Hour) }},
}

// wait lets time pass and works off what is due.
func (h *house) wait(d time.Duration) {
	h.Helper()
	h.now = h.now.Add(d)
	if err := h.Settle(h.Context()); err != nil {
		h.Fatal(err)
	}
}

// calls are words that call for a confirmation.
var calls = []string{"Nothing is saved yet", "confirm with", "还没有保存", "有要补充"}

// TestOutcome: once it is known, the outcome stands in the summary's message in place of the call to confirm;
// what was summed up stays.
func TestOutcome(t *testing.T) { each(t, testOutcome) }

func testOutcome(t *testing.T, on opener) {
	for _, c := range outcomes {
		t.Run(c.name, func(t *testing.T) {
			h := build(t, on, nil)
			opening := h.in(engine.InMessage, "redis")
			opening.Topic, opening.Locale, opening.Chosen = "redis", c.locale, true
			if err := h.handle(opening); err != nil {
				t.Fatal(err)
			}
			said := h.say(c.stop)
			items := strings.Split(said, "\n\n")[1]
			if !strings.HasPrefix(items, "1. ") {
				t.Fatalf("no items:\n%s", said)
			}
			from := len(h.sent)
			c.end(h)
			var settled string
			for _, m := range h.sent[from:] {
				if m.Op == engine.OpUnpin {
					settled = m.Settled
				}
			}
			if !strings.Contains(settled, items) || !strings.Contains(settled, c.outcome) {
				t.Errorf("the summary shows:\n%s", settled)
			}
			for _, call := range calls {
				if strings.Contains(settled, call) {
					t.Errorf("the summary still says %q:\n%s", call, settled)
				}
			}
		})
	}
}
