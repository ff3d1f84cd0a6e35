package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Call is one request that reached the REST API.
type Call struct {
	Route   string // as "POST /channels/{channel}/messages"; "" if there is no such route
	Path    string // as sent, with /api/v10 and the query
	Body    json.RawMessage
	Files   int // files of a multipart body
	Status  int // of the answer; 0 = the connection was cut instead
	Code    int // Discord's error code; 0 = none
	At      time.Time
	Effect  bool // whether the request did what it asked for, whatever was answered
	Version string
}

// Violation is something that the bot should not have sent, though Discord may take it.
type Violation struct {
	Route, What, Detail string
}

func (v Violation) String() string { return v.Route + ": " + v.What + ": " + v.Detail }

// invalidWindow is the time in which invalid requests are counted.
const invalidWindow = 10 * time.Minute

// traffic is what went over REST, and what stands in its way.
type traffic struct {
	calls      []Call
	answered   map[string]int // requests that were answered with 2xx, by route
	violations []Violation
	invalid    []time.Time // of each 401, 403 and 429 in the last ten minutes, oldest first
	banned     bool
	faults     []*Fault
	buckets    map[string]*bucket
}

func newTraffic() traffic { return traffic{buckets: map[string]*bucket{}, answered: map[string]int{}} }

// violate notes a violation.
func (c *call) violate(what, format string, args ...any) {
	c.violations = append(c.violations, Violation{Route: c.route, What: what, Detail: fmt.Sprintf(format, args...)})
}

// Calls are the requests to a route so far, oldest first; route "" is all of them. The name of a route may be
// cut short: "POST /channels" is every route that begins so.
func (s *Server) Calls(route string) []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Call
	for _, c := range s.calls {
		if strings.HasPrefix(c.Route, route) {
			out = append(out, c)
		}
	}
	return out
}

// Count is how many requests to a route, named in full, were answered well so far.
func (s *Server) Count(route string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answered[route]
}

// ForgetCalls empties what Calls and Violations tell.
func (s *Server) ForgetCalls() {
	s.lock()
	defer s.unlock()
	s.calls, s.violations = nil, nil
}

// Violations are what the bot should not have sent: a create or an edit without allowed_mentions, a mention
// that would ping, a field that Discord does not know, a nonce or body over its limits.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// NoViolations fails a test that had any.
func (s *Server) NoViolations(tb testing.TB) {
	tb.Helper()
	for _, v := range s.Violations() {
		tb.Errorf("violation: %s", v)
	}
}

// Invalid is how many 401, 403 and 429 there were in the last ten minutes; at Options.InvalidLimit the address
// is banned and every request answered by Cloudflare's page.
func (s *Server) Invalid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgetInvalid()
	return len(s.invalid)
}

func (s *Server) forgetInvalid() {
	old := s.now().Add(-invalidWindow)
	for len(s.invalid) > 0 && s.invalid[0].Before(old) {
		s.invalid = s.invalid[1:]
	}
	if len(s.invalid) == 0 {
		s.banned = false
	}
}

// note counts an answer towards the ban.
func (s *Server) note(status int, shared bool) {
	if status != 401 && status != 403 && (status != 429 || shared) {
		return
	}
	s.forgetInvalid()
	s.invalid = append(s.invalid, s.now())
	s.banned = s.banned || len(s.invalid) >= s.opts.InvalidLimit
}
