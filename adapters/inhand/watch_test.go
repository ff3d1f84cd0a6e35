package inhand_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/inhand"
	"tack/internal/engine"
)

// watching is a Watch that logs to the test.
func watching(t *testing.T) inhand.Watch {
	return inhand.Watch{Log: adaptertest.Log(t), Platform: "test", Meter: &adaptertest.Tally{}}
}

// givenUp is how many events were counted so.
func givenUp(w inhand.Watch, outcome string) int {
	return int(w.Meter.(*adaptertest.Tally).Of(engine.MetricRecorded, "test", outcome))
}

// TestTake: what would be no better the next time is done with, everything else comes again; a panic's own
// words are in no log, since they may be a learner's.
func TestTake(t *testing.T) {
	t.Parallel()
	down := errors.New("the store is down")
	for name, c := range map[string]struct {
		do              func() error
		want            error
		panics, invalid int
		level, says     string
	}{
		"Well":    {do: func() error { return nil }},
		"Down":    {do: func() error { return down }, want: down},
		"Invalid": {do: func() error { return fmt.Errorf("message: %w", engine.ErrInvalid) }, invalid: 1, level: "WARN", says: "event not valid"},
		"Panic":   {do: func() error { panic("what a learner wrote") }, panics: 1, level: "ERROR", says: "panic of a string"},
		"Runtime": {do: func() error { _ = strings.Split("a", ",")[len(down.Error())]; return nil }, panics: 1, level: "ERROR", says: "out of range"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			w := watching(t)
			w.Log = slog.New(slog.NewTextHandler(&log, nil))
			if err := w.Take(c.do); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if p, i := givenUp(w, "panic"), givenUp(w, "invalid"); p != c.panics || i != c.invalid {
				t.Errorf("%d panics and %d that are not valid were counted", p, i)
			}
			got := log.String()
			if c.level == "" && got != "" || !strings.Contains(got, c.level) || !strings.Contains(got, c.says) {
				t.Errorf("logged %q", got)
			}
			if strings.Contains(got, "learner") || c.panics > 0 && !strings.Contains(got, "watch_test.go") {
				t.Errorf("a learner's words, or no stack: %q", got)
			}
		})
	}
}

// TestPanicsBeside: neither a lane nor what goes on beside it ends with a panic, nor does anybody wait for it.
func TestPanicsBeside(t *testing.T) {
	t.Parallel()
	w := watching(t)
	lanes, later := inhand.NewLanes(1, 4, w), &inhand.Later{Watch: w}
	done := make(chan struct{})
	lanes.Put("a", func() { panic("one") })
	lanes.Put("a", func() { close(done) })
	later.Go(func() { panic("two") })
	later.End()
	lanes.Close()
	select {
	case <-done:
	default:
		t.Error("the lane ended")
	}
	if n := givenUp(w, "panic"); n != 2 {
		t.Errorf("%d panics were counted, want 2", n)
	}
	later.Go(func() { t.Error("begun after the end") })
}

// TestLanes: a lane keeps its order, takes only so much, and what is in it is done when it closes.
func TestLanes(t *testing.T) {
	t.Parallel()
	const laneLength = 8
	q := inhand.NewLanes(4, laneLength, watching(t))
	hold := make(chan struct{})
	var done []int
	q.Put("a", func() { <-hold })
	taken := 0
	for i := range laneLength + 2 {
		if q.Put("a", func() { done = append(done, i) }) {
			taken++
		}
	}
	close(hold)
	q.Close()
	if taken > laneLength+1 || taken < laneLength-1 || len(done) != taken || !slices.IsSorted(done) {
		t.Errorf("%d taken, %v done", taken, done)
	}
}
