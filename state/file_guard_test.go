package state_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tack/state"
)

// TestFile_Mistake: a mistake in the program is not called damaged data: its panic comes to whoever asked,
// as it was, and nobody else loses anything by it.
func TestFile_Mistake(t *testing.T) {
	t.Parallel()
	var wrong atomic.Bool
	var log strings.Builder
	f := newFile(t, state.Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Now: func() time.Time {
		if wrong.Load() {
			var none []time.Time
			return none[len(log.String())] // out of range
		}
		return time.Now()
	}})
	ctx, key := t.Context(), state.Key{Learner: kim, Name: "note"}
	check(t, f.Put(ctx, key, []byte("kept"), time.Hour))
	wrong.Store(true)
	for what, call := range map[string]func() error{
		"read":  func() error { _, err := f.Get(ctx, key); return err },
		"write": func() error { return f.Put(ctx, key, []byte("lost"), time.Hour) },
	} {
		if p := panicOf(call); !strings.Contains(fmt.Sprint(p), "index out of range") {
			t.Errorf("%s: panic %v, want the one of the mistake", what, p)
		}
	}
	if !strings.Contains(log.String(), "TestFile_Mistake") {
		t.Errorf("the log does not say where it was: %s", log.String())
	}
	wrong.Store(false)
	if got, err := f.Get(ctx, key); err != nil || string(got) != "kept" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
	check(t, f.Put(ctx, key, []byte("more"), time.Hour))
}

// panicOf is what a call panics with; an error that it returns is none.
func panicOf(call func() error) (p any) {
	defer func() { p = recover() }()
	return fmt.Errorf("no panic, and %v", call())
}

// TestFile_MistakeBeside: whoever shares a transaction with a mistake is written all the same.
func TestFile_MistakeBeside(t *testing.T) {
	t.Parallel()
	var wrong atomic.Bool
	f := newFile(t, state.Options{Log: slog.New(slog.DiscardHandler), Now: func() time.Time {
		if wrong.Load() {
			panic("a mistake")
		}
		return time.Now()
	}})
	for n := range 20 {
		check(t, f.Put(t.Context(), state.Key{Name: fmt.Sprint(n)}, []byte("kept"), time.Hour))
	}
	wrong.Store(true)
	done := make(chan error)
	for n := range 20 {
		go func() {
			key := state.Key{Name: fmt.Sprint(n)}
			if n%2 == 0 { // to delete needs no clock
				done <- f.Put(t.Context(), key, nil, 0)
				return
			}
			if p := panicOf(func() error { return f.Put(t.Context(), key, []byte("lost"), time.Hour) }); fmt.Sprint(p) != "a mistake" {
				done <- fmt.Errorf("panic %v", p)
				return
			}
			done <- nil
		}()
	}
	var all error
	for range 20 {
		all = errors.Join(all, <-done)
	}
	check(t, all)
	wrong.Store(false)
	for n := range 20 {
		got, err := f.Get(t.Context(), state.Key{Name: fmt.Sprint(n)})
		if n%2 == 0 && !errors.Is(err, state.ErrNotFound) || n%2 != 0 && string(got) != "kept" {
			t.Errorf("value %d: %q, %v", n, got, err)
		}
	}
}
