package inhand

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"tack/internal/engine"
)

// tally is a meter that can be asked.
type tally struct {
	mu    sync.Mutex
	count map[string]int
}

func (m *tally) Count(metric engine.Metric, n float64, labels ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.count == nil {
		m.count = map[string]int{}
	}
	m.count[metric.Name+" "+strings.Join(labels, " ")] += int(n)
}

func (m *tally) Observe(engine.Metric, float64, ...string) {}

func (m *tally) of(outcome string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.count[engine.MetricRecorded.Name+" test "+outcome]
}

// watching is a Watch that logs to the test.
func watching(t *testing.T) Watch {
	return Watch{Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Platform: "test", Meter: &tally{}}
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
			meter := &tally{}
			w := Watch{Log: slog.New(slog.NewTextHandler(&log, nil)), Platform: "test", Meter: meter}
			if err := w.Take(c.do); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if p, i := meter.of("panic"), meter.of("invalid"); p != c.panics || i != c.invalid {
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
	lanes, later := NewLanes(1, 4, w), &Later{Watch: w}
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
	if n := w.Meter.(*tally).of("panic"); n != 2 {
		t.Errorf("%d panics were counted, want 2", n)
	}
	later.Go(func() { t.Error("begun after the end") })
}
