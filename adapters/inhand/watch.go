package inhand

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"

	"tack/internal/engine"
)

// ErrPanicked says that what was done has panicked. It is logged and counted already.
var ErrPanicked = errors.New("panic")

// Watch sees to it that what one event brings about is no other's concern.
type Watch struct {
	Log      *slog.Logger
	Platform string       // the label of what is counted
	Meter    engine.Meter // counts engine.MetricRecorded with the outcomes "panic" and "invalid"; nil: nothing does
}

// Try does something and makes ErrPanicked of its panic. Of the panic's value only what the runtime says is
// logged: any other may hold a learner's words. engine.ErrInvalid is logged and counted, too.
func (w Watch) Try(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = w.panicked(p)
		}
	}()
	if err = do(); errors.Is(err, engine.ErrInvalid) {
		w.Log.Warn("event not valid", "err", err)
		w.count("invalid")
	}
	return err
}

func (w Watch) panicked(p any) error {
	err := fmt.Errorf("%w of a %T", ErrPanicked, p)
	if fault, ok := p.(runtime.Error); ok {
		err = fmt.Errorf("%w: %w", ErrPanicked, fault)
	}
	w.Log.Error("panic", "err", err, "stack", string(debug.Stack()))
	w.count("panic")
	return err
}

// Take is Try for an event that a platform has delivered. nil: it may be acknowledged. That is so, too, where
// it has panicked and where the engine calls it not valid: it would be no better when it comes again.
func (w Watch) Take(do func() error) error {
	if err := w.Try(do); !errors.Is(err, ErrPanicked) && !errors.Is(err, engine.ErrInvalid) {
		return err
	}
	return nil
}

func (w Watch) count(outcome string) {
	if w.Meter != nil {
		w.Meter.Count(engine.MetricRecorded, 1, w.Platform, outcome)
	}
}

// Do is Try for what has no error to be told of.
func (w Watch) Do(f func()) {
	_ = w.Try(func() error { f(); return nil }) // it is logged
}
