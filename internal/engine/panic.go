package engine

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// panicked makes an error of a panic and logs where it was. Of its value only what the runtime says is
// told: any other may hold a learner's words.
func (e *Engine) panicked(p any) error {
	err := fmt.Errorf("panic of a %T", p)
	if fault, ok := p.(runtime.Error); ok {
		err = fmt.Errorf("panic: %w", fault)
	}
	e.Log.Error("panic", "err", err, "stack", string(debug.Stack()))
	return err
}
