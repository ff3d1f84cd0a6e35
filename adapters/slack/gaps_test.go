package slack

import (
	"testing"
	"time"
)

// TestGaps: gaps that come while one is caught up are caught up together, from the earliest.
func TestGaps(t *testing.T) {
	t.Parallel()
	var g gaps
	at := func(s int64) time.Time { return time.Unix(s, 0) }
	if !g.add(at(10)) || g.add(at(30)) || g.add(at(20)) {
		t.Error("two at a time")
	}
	if since, ok := g.next(); !ok || !since.Equal(at(10)) {
		t.Errorf("from %v, %v", since, ok)
	}
	if g.add(at(40)) {
		t.Error("two at a time")
	}
	if since, ok := g.next(); !ok || !since.Equal(at(40)) {
		t.Errorf("from %v, %v", since, ok)
	}
	if _, ok := g.next(); ok || !g.add(at(50)) {
		t.Error("it does not end")
	}
}
