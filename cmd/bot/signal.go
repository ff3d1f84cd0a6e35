package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
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
