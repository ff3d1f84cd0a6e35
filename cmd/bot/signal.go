package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// signalled ends a command that was asked to end.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return "ended by signal: " + s.String() }

func (s signalled) code() int {
	if n, ok := s.Signal.(syscall.Signal); ok {
		return exitSignal + int(n)
	}
	return exitSignal
}

// tidyFor is how long a command that was asked to end may take to: a server that does not answer is not
// waited for.
const tidyFor = time.Second

// interruptible does a piece of work that a signal may end; then that is its error.
func interruptible(do func(ctx context.Context) error) error {
	ctx, stop := untilSignal()
	defer stop()
	done := make(chan error, 1)
	go func() { done <- do(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.NewTimer(tidyFor)
	defer late.Stop()
	select {
	case err := <-done:
		if err == nil {
			return nil // it was done all the same
		}
	case <-late.C:
	}
	return context.Cause(ctx)
}

// untilSignal is done when the process is asked to end; the cause says by what. A second signal ends
// it at once.
func untilSignal() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	got := make(chan os.Signal, 1)
	signal.Notify(got, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case sig := <-got:
			signal.Stop(got)
			cancel(signalled{sig})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(got); cancel(nil) }
}
