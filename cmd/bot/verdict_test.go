//go:build unix

package main

import (
	"fmt"
	"slices"
	"strings"

	"tack/internal/engine"

	"github.com/google/go-cmp/cmp"
)

// check holds what was seen and what is kept to the undisturbed runs.
func (w *world) check(kept store) {
	w.t.Helper()
	torn := 0
	for _, p := range w.seen {
		if !w.same(kept, p, w.want[p.n%len(parts)], w.torn[p.n]) {
			torn++
		}
	}
	if torn > len(w.seen)/tornAtMost {
		w.t.Errorf("%d of %d threads have a turn that was torn", torn, len(w.seen))
	}
	w.sorry()
	w.t.Logf("%d learners; %v; %d events delivered, %d messages sent again, %d overtaken by a paused process, %d torn turns",
		len(w.seen), w.harms, w.c.sent, w.c.repeats, w.c.overtaken, torn)
}

// same holds a thread to what it came to undisturbed. Where a turn may have been torn and it is not the
// same, it is false.
func (w *world) same(kept store, p pupil, want memory, torn bool) bool {
	w.t.Helper()
	got, err := p.remember(w.t.Context(), kept, w.c.scene(p.thread()).story())
	if err != nil {
		w.t.Errorf("%s: %v", p.thread(), err)
		return true
	}
	w.once(p, got)
	w.nothingLeft(kept, p)
	got.After = want.After
	diff := cmp.Diff(want, got)
	if diff != "" && !torn {
		w.t.Errorf("%s, script %s, is not as undisturbed (-want +got):\n%.4000s", p.thread(), p.name, diff)
	}
	return diff == "" || !torn
}

// once holds a thread to what is so in any case: each of the learner's messages is in the log once,
// in order, and the coach's messages are numbered in the order in which they were shown.
func (w *world) once(p pupil, m memory) {
	w.t.Helper()
	for i, s := range p.steps {
		for j, a := range s {
			id := fmt.Sprintf(`"id":"m%d.%d"`, i, j)
			n := len(slices.DeleteFunc(slices.Clone(m.Log), func(l string) bool { return !strings.Contains(l, id) }))
			if n > 1 || n == 0 && a.kind == engine.InMessage && a.by == "" {
				w.t.Errorf("%s: %s %q is %d times in the log", p.thread(), a.kind, a.text, n)
			}
		}
	}
	for i, message := range m.Story {
		if want := fmt.Sprintf(`c%d","thread"`, i+1); !strings.Contains(message, want) {
			w.t.Errorf("%s: message %d is not %s: %.200s", p.thread(), i, want, message)
		}
	}
}

// nothingLeft holds a thread to having nothing to do.
func (w *world) nothingLeft(kept store, p pupil) {
	w.t.Helper()
	all, err := kept.Export(w.t.Context(), p.learner())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, thread := range all.Threads {
		if len(thread.Events)+len(thread.Outbox) > 0 {
			w.t.Errorf("%s: %d events and %d messages are left", p.thread(), len(thread.Events), len(thread.Outbox))
		}
	}
}

// overtakenMost is how many messages of a pause may be caught in the instant between the engine's last
// look and the write.
const overtakenMost = 16

// sorry holds the cloud to what it has seen: no fault, and in no thread more apologies than outages.
func (w *world) sorry() {
	w.t.Helper()
	for _, fault := range w.c.faults {
		w.t.Error(fault)
	}
	if w.c.overtaken > w.harms["paused"]*overtakenMost {
		w.t.Errorf("%d messages overtaken in %d pauses", w.c.overtaken, w.harms["paused"])
	}
	for id, s := range w.c.scenes {
		if len(s.sorry) > w.harms["Redis killed"] {
			w.t.Errorf("%s was told %d times of %d outages", id, len(s.sorry), w.harms["Redis killed"])
		}
	}
}
