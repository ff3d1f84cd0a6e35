package slacktest

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Fault is what goes wrong with requests to a method. A request hangs first (Hang), then does its work
// (AfterEffect), and is then cut or refused; a fault that only hangs lets it go its way.
type Fault struct {
	// Error answers 200 with ok=false and this code.
	Error string
	// Status answers with an HTTP status; with 429, RetryAfter says how long.
	Status     int
	RetryAfter time.Duration
	// HTML makes the body a web page, of status 200 unless Status says otherwise.
	HTML bool
	// Hang keeps the request until Release, the client's leaving or Close.
	Hang bool
	// Cut breaks the connection instead of answering.
	Cut bool
	// AfterEffect lets the request do its work first, so that only the answer is lost: posted, but no answer.
	AfterEffect bool

	method   string
	left     int
	hits     int
	released chan struct{}
	server   *Server
}

// Fail lets the next n requests to a method meet the fault. Faults of one method are met in order of Fail.
// Beside the Web API's methods there are "upload", "download", "response_url" and "socket".
func (s *Server) Fail(method string, n int, f Fault) *Fault {
	s.lock()
	defer s.unlock()
	f.method, f.left, f.released, f.server = method, n, make(chan struct{}), s
	s.faults = append(s.faults, &f)
	return &f
}

// Hits is how many requests have met the fault: what a test waits for before it releases them.
func (f *Fault) Hits() int {
	f.server.mu.Lock()
	defer f.server.mu.Unlock()
	return f.hits
}

// Hits is Fault.Hits inside WaitFor.
func (v *Snapshot) Hits(f *Fault) int { return f.hits }

// Release lets those that hang go on. A further call does nothing.
func (f *Fault) Release() {
	f.server.lock()
	defer f.server.unlock()
	select {
	case <-f.released:
	default:
		close(f.released)
	}
}

// takeFault is the fault that a request to the method meets; nil for none.
func (s *Server) takeFault(method string) *Fault {
	s.lock()
	defer s.unlock()
	for _, f := range s.faults {
		if f.method == method && f.left > 0 {
			f.left--
			f.hits++
			return f
		}
	}
	return nil
}

// hold keeps the request while the fault says so.
func (f *Fault) hold(r *http.Request) {
	if !f.Hang {
		return
	}
	select {
	case <-f.released:
	case <-f.server.done:
	case <-r.Context().Done():
	}
}

// refuses says whether the request gets the fault instead of its answer.
func (f *Fault) refuses() bool { return f.Cut || f.HTML || f.Status != 0 || f.Error != "" }

// refuse writes the fault.
func (f *Fault) refuse(c *call) {
	status := f.Status
	if status == 0 {
		status = http.StatusOK
	}
	switch {
	case f.Cut:
		c.note(0, "")
		panic(http.ErrAbortHandler) // net/http's way to break a connection
	case f.HTML:
		c.w.Header().Set("Content-Type", "text/html")
		c.page(status, "<!DOCTYPE html><title>Server Error | Slack</title><h1>Something's not right</h1>")
	case f.Error != "":
		c.fail(&apiError{code: f.Error})
	case f.Status == http.StatusTooManyRequests:
		c.tooMany(f.RetryAfter)
	default:
		c.page(status, http.StatusText(status))
	}
}

// page answers with a body that is no JSON.
func (c *call) page(status int, body string) {
	c.note(status, "")
	c.w.WriteHeader(status)
	_, _ = fmt.Fprint(c.w, body) // the client may have left
}

// tooMany answers 429, with the wait rounded up to whole seconds as Slack does.
func (c *call) tooMany(wait time.Duration) {
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	c.w.Header().Set("Retry-After", strconv.Itoa(seconds))
	c.send(http.StatusTooManyRequests, object{"ok": false, "error": "ratelimited"}, "ratelimited")
}
