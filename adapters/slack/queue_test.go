package slack

import (
	"slices"
	"testing"
	"time"
)

// TestQueue: a lane keeps its order, takes only so much, and what is in it is done when it closes.
func TestQueue(t *testing.T) {
	t.Parallel()
	q := newQueue()
	hold := make(chan struct{})
	var done []int
	q.put("a", func() { <-hold })
	taken := 0
	for i := range laneLength + 2 {
		if q.put("a", func() { done = append(done, i) }) {
			taken++
		}
	}
	close(hold)
	q.close()
	if taken > laneLength+1 || taken < laneLength-1 || len(done) != taken || !slices.IsSorted(done) {
		t.Errorf("%d taken, %v done", taken, done)
	}
}

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
