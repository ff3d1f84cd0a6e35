package adaptertest

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tack/coach/reading"
	"tack/coach/voice"
	"tack/internal/command"
	"tack/internal/engine"
	"tack/state"
)

// Options say how a house is built. The zero value is ready for use.
type Options struct {
	// Path is the file of the store; "" = a new one. A house built on the file of a closed one goes on
	// where that one stopped.
	Path string
	// Quiet is the quiet window; 0 = DefaultQuiet.
	Quiet time.Duration
	// Wrap puts something between the engine and its store; nil = nothing.
	Wrap func(engine.Store) engine.Store
	// Idle leaves the engine standing: what comes in is recorded and not answered.
	Idle bool
}

// DefaultQuiet is long enough for two messages sent in one go and too short to be waited for.
const DefaultQuiet = 20 * time.Millisecond

// House is a running house.
type House struct {
	Engine *engine.Engine
	Desk   *command.Desk
	Store  *state.File
	Voice  *voice.Voice // the texts that adapters say: messages/chat
	Path   string
	// Counted is what an adapter in Hall has counted.
	Counted Tally

	reader     *reading.Reader
	deliveries *deliveries
	close      func()
}

// Build builds a house on a platform and lets it work until the test ends, or Close.
func Build(tb testing.TB, name string, p engine.Platform, o Options) *House {
	tb.Helper()
	if o.Path == "" {
		o.Path = filepath.Join(tb.TempDir(), "tack.db")
	}
	if o.Quiet == 0 {
		o.Quiet = DefaultQuiet
	}
	h := &House{Path: o.Path, deliveries: newDeliveries(p)}
	h.Store = must[*state.File](tb, "open the store")(state.OpenFile(o.Path, state.Options{Log: logTo(tb)}))
	lib := must[*library](tb, "load the templates")(loaded())
	h.reader, h.Voice = lib.reader, lib.chat
	h.Engine = engine.New(lib.config(h, name, o, logTo(tb)))
	h.Desk = &command.Desk{Engine: h.Engine, Store: h.Store, Voice: lib.command, Topics: lib.topics()}
	h.open(tb, o.Idle)
	return h
}

// open lets the engine work until the test ends, or Close.
func (h *House) open(tb testing.TB, idle bool) {
	ctx, stop := context.WithCancel(context.WithoutCancel(tb.Context()))
	var running sync.WaitGroup
	if !idle {
		running.Go(func() { h.Engine.Run(ctx) })
	}
	h.close = sync.OnceFunc(func() {
		stop()
		running.Wait()
		if err := h.Store.Close(); err != nil {
			tb.Errorf("close the store: %v", err)
		}
	})
	tb.Cleanup(h.close)
}

// Close ends the house before the test does, as a process ends: what is in hand is finished.
func (h *House) Close() { h.close() }

// logTo is a log among the test's own output.
func logTo(tb testing.TB) *slog.Logger { return slog.New(slog.NewTextHandler(tb.Output(), nil)) }

// must fails the test instead of returning an error.
func must[T any](tb testing.TB, what string) func(T, error) T {
	return func(v T, err error) T {
		tb.Helper()
		if err != nil {
			tb.Fatalf("%s: %v", what, err)
		}
		return v
	}
}
