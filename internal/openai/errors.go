package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"

	api "github.com/sashabaranov/go-openai"

	"tack/coach/tutor/model"
)

// What can go wrong. Errors of Complete wrap one of these, or model.ErrSpent, model.ErrTooLong,
// model.ErrLong, or the context's error, and nothing else: a server's own words may hold the key or the prompt.
var (
	ErrTimeout   = errors.New("the endpoint did not answer in time")
	ErrLimited   = errors.New("the endpoint allows no more requests for now")
	ErrServer    = errors.New("the endpoint has an error of its own")
	ErrCut       = errors.New("the answer broke off")
	ErrEmpty     = errors.New("the endpoint answered without a choice")
	ErrMalformed = errors.New("the endpoint's answer cannot be read")
	ErrKey       = errors.New("the key is not accepted")
	ErrGone      = errors.New("the endpoint or model is not there")
	ErrRefused   = errors.New("the endpoint refuses the request")
	ErrFiltered  = errors.New("the endpoint refuses to answer this prompt")
	ErrDown      = errors.New("the endpoint failed too often and is left alone for now")
)

// failure is an error of one attempt.
type failure struct {
	kind   error
	status int // HTTP status; 0: there was none
}

func (f *failure) Error() string {
	if f.status == 0 {
		return f.kind.Error()
	}
	return fmt.Sprintf("status %d: %v", f.status, f.kind)
}

func (f *failure) Unwrap() error { return f.kind }

// retries reports whether another attempt may go better.
func (f *failure) retries() bool {
	switch f.kind {
	case ErrTimeout, ErrLimited, ErrServer, ErrCut, ErrEmpty, ErrMalformed:
		return true
	}
	return false
}

// trips reports whether the endpoint, and not this request, is at fault.
func (f *failure) trips() bool {
	switch f.kind {
	case ErrTimeout, ErrServer, ErrCut, ErrKey, ErrGone:
		return true
	}
	return false
}

// classify names what an error of the client library means, without a word of it.
func classify(err error) *failure {
	var apiErr *api.APIError
	var requestErr *api.RequestError
	switch {
	case errors.As(err, &apiErr):
		return classifyStatus(apiErr.HTTPStatusCode, fmt.Sprint(apiErr.Code)+" "+apiErr.Type+" "+apiErr.Message)
	case errors.As(err, &requestErr):
		return classifyStatus(requestErr.HTTPStatusCode, string(requestErr.Body))
	}
	return &failure{kind: classifyTransport(err)}
}

func classifyStatus(status int, words string) *failure {
	words = strings.ToLower(words)
	long := strings.Contains(words, "context_length") || strings.Contains(words, "context length") || strings.Contains(words, "maximum context")
	f := &failure{kind: ErrRefused, status: status}
	switch {
	case long || status == http.StatusRequestEntityTooLarge:
		f.kind = model.ErrTooLong
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		f.kind = ErrKey
	case status == http.StatusTooManyRequests && strings.Contains(words, "insufficient_quota"):
		f.kind = ErrKey
	case status == http.StatusTooManyRequests:
		f.kind = ErrLimited
	case status == http.StatusRequestTimeout:
		f.kind = ErrTimeout
	case status == http.StatusNotFound, status == http.StatusGone:
		f.kind = ErrGone
	case status >= http.StatusInternalServerError && status != http.StatusNotImplemented:
		f.kind = ErrServer
	}
	return f
}

func classifyTransport(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var netErr net.Error
	var dns *net.DNSError
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return ErrTimeout
	case errors.As(err, &dns), errors.Is(err, syscall.ECONNREFUSED):
		return ErrGone
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return ErrCut
	case errors.As(err, &syntax), errors.As(err, &kind), errors.Is(err, errTooBig):
		return ErrMalformed
	}
	return ErrServer
}

// Outcome is a short name for how a call ended: "ok", "spent", "too_long", "down", "timeout",
// "limited", "key", "gone" or "failed".
func Outcome(err error) string {
	for _, o := range []struct {
		is   error
		name string
	}{
		{model.ErrSpent, "spent"},
		{model.ErrTooLong, "too_long"},
		{ErrDown, "down"},
		{ErrTimeout, "timeout"},
		{ErrLimited, "limited"},
		{ErrKey, "key"},
		{ErrGone, "gone"},
	} {
		if errors.Is(err, o.is) {
			return o.name
		}
	}
	if err != nil {
		return "failed"
	}
	return "ok"
}
