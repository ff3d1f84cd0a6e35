package state

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// guard makes ErrCorrupt of what bbolt panics with on damaged pages, and of the fault where a file that was
// cut short is mapped. A mistake of the program is none of these: its panic goes on. What guard returns is
// to be deferred.
func guard(err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if _, damage := panicking(); damage {
			*err = fmt.Errorf("read store: %v: %w", recover(), ErrCorrupt)
		}
	}
}

// panicking tells the deferred function that calls it whether that runs for a panic, and whether for one
// of damaged data: bbolt has raised it, or the memory that a file is mapped to. It goes by the stack,
// since to look at the value would be to take the panic, and with it the trace of where it was.
func panicking() (now, damage bool) {
	var callers [32]uintptr
	const itself = 3 // runtime.Callers, panicking, and the deferred function
	frames := runtime.CallersFrames(callers[:runtime.Callers(itself, callers[:])])
	for first := true; ; first = false {
		f, more := frames.Next()
		switch {
		case first && f.Function != "runtime.gopanic":
			return false, false // it returns in good order, or for somebody else's panic
		case f.Function == "runtime.panicmemAddr", strings.HasPrefix(f.Function, "go.etcd.io/bbolt"):
			return true, true
		case strings.HasPrefix(f.Function, "tack/"), !more:
			return true, false
		}
	}
}
