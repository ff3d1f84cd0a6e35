package openai

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

// maxBody is how many bytes of an answer are read: far more than the longest answer asked for.
const maxBody = 1 << 20

// errTooBig: an answer is longer than maxBody.
var errTooBig = errors.New("the answer is too long")

// doer does the requests of one attempt: it bounds what is read, and keeps what the client library
// drops of an error, its Retry-After.
type doer struct {
	http  *http.Client
	now   func() time.Time
	after time.Duration // of the last response; 0: it had none
}

// Do sends a request.
func (d *doer) Do(r *http.Request) (*http.Response, error) {
	resp, err := d.http.Do(r)
	if err != nil {
		return nil, err
	}
	d.after = retryAfter(resp.Header, d.now())
	resp.Body = &bounded{ReadCloser: resp.Body, left: maxBody}
	return resp, nil
}

// bounded is a body of at most so many bytes.
type bounded struct {
	io.ReadCloser
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooBig
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// retryAfter reads the header Retry-After: seconds or a date (RFC 9110, 10.2.3); some servers give
// milliseconds in a header of their own. 0: there is none, or it is past.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.Atoi(h.Get("retry-after-ms")); err == nil && ms > 0 {
		return time.Duration(ms) * time.Millisecond
	}
	value := h.Get("Retry-After")
	if s, err := strconv.Atoi(value); err == nil && s > 0 && s < 1<<30 {
		return time.Duration(s) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}
