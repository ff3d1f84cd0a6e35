package slacktest

import (
	"fmt"
	"maps"
	"time"
)

// Call is one request to the Web API, to an upload URL ("upload"), to a file ("download") or to a response
// URL ("response_url").
type Call struct {
	Method string
	Args   map[string]string // as sent, without the token; what JSON nests stays JSON
	Status int               // HTTP; 0 = the connection was cut instead
	Error  string            // Slack's code; "" = ok
	Effect bool              // whether the request did what it asked for, whatever was answered
	At     time.Time
}

// What a violation can be.
const (
	UnknownMethod  = "unknown_method"  // Slack has no such method, or this fake does not
	UnknownField   = "unknown_field"   // an argument the method does not take
	BadBlocks      = "bad_blocks"      // blocks that Slack would refuse
	TooLong        = "too_long"        // text over the method's limit
	BadThread      = "bad_thread"      // a thread_ts of no message, of a reply, or missing where one is needed
	MissingText    = "missing_text"    // blocks without a text: nothing for notifications and screen readers
	MissingThread  = "missing_thread"  // a root post in a channel where nobody asked for one
	LivePing       = "live_ping"       // text that would notify a group, or a user who has no part in the thread
	ParsesText     = "parses_text"     // parse=full, link_names, or chat.update without parse=none
	BadEmoji       = "bad_emoji"       // a reaction that is no emoji name
	BadAck         = "bad_ack"         // an ack of no envelope, of 20 KB and more, or with what Slack does not take
	BadUpload      = "bad_upload"      // an upload of another length than announced
	TokenInBody    = "token_in_json"   // JSON with a token inside
	RepeatedFailed = "repeated_denied" // the same permission error more than ten times
)

// Violation is something that the bot should not have sent, though Slack may take it.
type Violation struct {
	Method, What, Detail string
}

func (v Violation) String() string { return v.Method + ": " + v.What + ": " + v.Detail }

// traffic is what went over the wire, and what stands in its way.
type traffic struct {
	calls      []Call
	violations []Violation
	faults     []*Fault
	buckets    map[string]*bucket
	denied     map[string]int // by method and error code
}

func newTraffic() traffic { return traffic{buckets: map[string]*bucket{}, denied: map[string]int{}} }

func (t *traffic) violate(method, what, format string, args ...any) {
	t.violations = append(t.violations, Violation{Method: method, What: what, Detail: fmt.Sprintf(format, args...)})
}

// deniedLimit is how often a bot may hear the same refusal before it should have understood.
const deniedLimit = 10

// record keeps a call and notices a bot that repeats what it is not permitted to do.
func (s *Server) record(c *call, status int, code string) {
	args := maps.Clone(c.args)
	delete(args, "token")
	s.calls = append(s.calls, Call{
		Method: c.method, Args: args, Status: status, Error: code, Effect: c.effect, At: s.now(),
	})
	switch code {
	case "missing_scope", "not_in_channel", "restricted_action", "invalid_auth", "not_allowed_token_type":
		key := c.method + " " + code
		if s.denied[key]++; s.denied[key] == deniedLimit+1 {
			s.violate(c.method, RepeatedFailed, "%s more than %d times", code, deniedLimit)
		}
	}
}

// ForgetCalls empties what Calls and Violations tell.
func (s *Server) ForgetCalls() {
	s.lock()
	defer s.unlock()
	s.calls, s.violations = nil, nil
	clear(s.denied)
}
