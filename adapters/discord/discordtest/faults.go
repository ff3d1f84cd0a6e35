package discordtest

import (
	"net/http"
	"time"
)

// Fault is what goes wrong with requests to a route. Of Hang, Cut, Cloudflare and Status more than one may be
// set: a request hangs first, and is then cut, or refused, or (none of them set) goes its way.
type Fault struct {
	// Status refuses with an HTTP status; with 429, RetryAfter, Global and Code (20016, 20028, …) say how.
	Status int
	// Code and Message are of the JSON body; both empty with a 5xx give no JSON, as of a broken gateway.
	Code    int
	Message string
	// RetryAfter is how long to wait after a 429.
	RetryAfter time.Duration
	Global     bool
	// Cloudflare makes it a 429 in HTML.
	Cloudflare bool
	// Hang keeps the request until Release, the client's leaving or Close.
	Hang bool
	// Cut breaks the connection instead of answering.
	Cut bool
	// AfterEffect lets the request do its work first, so that only the answer is lost.
	AfterEffect bool

	route    string
	left     int
	hits     int
	released chan struct{}
	server   *Server
}

// Fail lets the next n requests to a route meet the fault. Faults of one route are met in order of Fail.
func (s *Server) Fail(route string, n int, f Fault) *Fault {
	s.lock()
	defer s.unlock()
	f.route, f.left, f.released, f.server = route, n, make(chan struct{}), s
	s.faults = append(s.faults, &f)
	return &f
}

// Hits is how many requests have met the fault: what a test waits for before it releases them.
func (f *Fault) Hits() int {
	f.server.mu.Lock()
	defer f.server.mu.Unlock()
	return f.hits
}

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

// takeFault is the fault that the request meets; nil for none.
func (c *call) takeFault() *Fault {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.faults {
		if f.route == c.route && f.left > 0 {
			f.left--
			return f
		}
	}
	return nil
}

// suffer lets the fault happen and says whether the request is over with it.
func (c *call) suffer(f *Fault) bool {
	c.lock()
	f.hits++
	c.unlock()
	if f.Hang {
		select {
		case <-f.released:
		case <-c.done:
		case <-c.r.Context().Done():
		}
	}
	switch {
	case f.Cut:
		c.record(0, 0)
		panic(http.ErrAbortHandler) // net/http's way to break a connection
	case f.Cloudflare:
		c.cloudflare(f)
	case f.Status == http.StatusTooManyRequests:
		c.tooMany(f.RetryAfter, f.Global, f.Code)
	case f.Status != 0:
		c.refuse(f)
	default:
		return false
	}
	return true
}

func (c *call) refuse(f *Fault) {
	if f.Status >= 500 && f.Code == 0 && f.Message == "" {
		c.record(f.Status, 0)
		http.Error(c.w, "upstream connect error or disconnect/reset before headers", f.Status)
		return
	}
	c.answer(nil, &APIError{Status: f.Status, Code: f.Code, Message: f.Message})
}
