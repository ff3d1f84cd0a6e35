package openai

import (
	"sync"
	"time"
)

// The breaker opens after so many failures in a row, for so long; each further failure doubles it.
const (
	tripsAfter = 5
	openFor    = 30 * time.Second
	openMost   = 5 * time.Minute
)

// breaker leaves an endpoint alone that fails again and again, so that a learner does not wait for it
// in every turn. It is small enough to be written here: a library would bring more states than the
// three that matter, closed, open, and one trial.
type breaker struct {
	mu       sync.Mutex
	failures int       // in a row
	until    time.Time // open until then
	trial    bool      // one request is under way to see whether it is back
}

// allow reports whether a request may be sent now.
func (b *breaker) allow(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < tripsAfter {
		return true
	}
	if now.Before(b.until) || b.trial {
		return false
	}
	b.trial = true
	return true
}

// done tells how a request that was allowed ended.
func (b *breaker) done(now time.Time, failed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trial = false
	if !failed {
		b.failures = 0
		return
	}
	if b.failures++; b.failures >= tripsAfter {
		pause := openFor << min(b.failures-tripsAfter, 4)
		b.until = now.Add(min(pause, openMost))
	}
}

// giveUp ends a request that says nothing about the endpoint.
func (b *breaker) giveUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trial = false
}
