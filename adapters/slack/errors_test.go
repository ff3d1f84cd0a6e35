package slack

import (
	"errors"
	"fmt"
	"testing"

	"tack/internal/engine"

	"github.com/slack-go/slack"
)

// TestFault: what an error means to the engine is said beside its code, not in its place.
func TestFault(t *testing.T) {
	t.Parallel()
	var retry *engine.RetryError
	for code, means := range map[string]func(error) bool{
		"not_in_channel": func(err error) bool { return errors.Is(err, engine.ErrGone) },
		"msg_too_long":   func(err error) bool { return errors.Is(err, engine.ErrRefused) },
		"missing_scope":  func(err error) bool { return errors.As(err, &retry) },
	} {
		a := &Adapter{}
		err := a.fault(fmt.Errorf("post: %w", slack.SlackErrorResponse{Err: code}))
		if codeOf(err) != code || !means(err) {
			t.Errorf("%s: %v has the code %q", code, err, codeOf(err))
		}
	}
}
