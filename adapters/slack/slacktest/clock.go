package slacktest

import (
	"fmt"
	"regexp"
	"time"
)

// clock tells the time of the workspace and gives out message timestamps.
type clock struct {
	offset time.Duration // what Advance added
	last   int64         // the newest ts given out, in µs since 1970
	serial int           // for ids of all kinds
}

// now is the time of the workspace. The lock must be held.
func (c *clock) now() time.Time { return time.Now().Add(c.offset) }

// ts is a new timestamp: later than every one before, and unique in the workspace.
func (c *clock) ts() string {
	c.last = max(c.now().UnixMicro(), c.last+1)
	return fmt.Sprintf("%d.%06d", c.last/1e6, c.last%1e6)
}

// id makes an id of Slack's form: a letter or two and nine characters.
func (c *clock) id(prefix string) string {
	c.serial++
	return fmt.Sprintf("%s0FAKE%04d", prefix, c.serial)
}

// tsForm is the form of every ts.
var tsForm = regexp.MustCompile(`^\d{1,10}\.\d{6}$`)

// Now is the time it is in this Slack.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now()
}

// Advance moves the time on by d and lets happen what is due by then: redeliveries.
func (s *Server) Advance(d time.Duration) {
	s.lock()
	defer s.unlock()
	s.offset += d
	s.deliverDue()
}
