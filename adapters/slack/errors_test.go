package slack

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

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

// TestWaitOf: no answer of Slack's makes us ask at once, or never again.
func TestWaitOf(t *testing.T) {
	t.Parallel()
	for after, want := range map[time.Duration]time.Duration{
		-5 * time.Second: time.Second, 0: time.Second, time.Minute: time.Minute, 1 << 62: time.Hour,
	} {
		if got := waitOf(&slack.RateLimitedError{RetryAfter: after}); got != want {
			t.Errorf("%v: %v, want %v", after, got, want)
		}
	}
	for header, want := range map[string]time.Duration{"0": time.Second, "99999999999": time.Hour, "soon": time.Second} {
		resp := &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {header}}}
		var limited *slack.RateLimitedError
		if _, err := answerOf(resp); !errors.As(err, &limited) || waitOf(limited) != want {
			t.Errorf("%q: %v, want %v", header, limited, want)
		}
	}
}
