package discord

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

// TestGaps: gaps that come while one is caught up are caught up by the same, each guild's from its earliest.
func TestGaps(t *testing.T) {
	t.Parallel()
	var g gaps
	at := func(s int64) time.Time { return time.Unix(s, 0) }
	if !g.add([]string{"1"}, time.Time{}) || g.add([]string{"1"}, at(30)) || g.add([]string{"1"}, at(20)) || g.add([]string{"1"}, at(40)) {
		t.Error("two at a time")
	}
	if guild, since, ok := g.next(); !ok || guild != "1" || !since.Equal(at(20)) {
		t.Errorf("guild %s from %v, %v", guild, since, ok)
	}
	if g.add([]string{"2"}, time.Time{}) {
		t.Error("two at a time")
	}
	if guild, since, ok := g.next(); !ok || guild != "2" || !since.IsZero() {
		t.Errorf("guild %s from %v, %v", guild, since, ok)
	}
	if _, _, ok := g.next(); ok || !g.add([]string{"1"}, at(50)) {
		t.Error("it does not end")
	}
}

// TestGap: how far catching up goes back.
func TestGap(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for name, c := range map[string]struct{ last, since, want time.Time }{
		"Start":    {ago(time.Hour), time.Time{}, ago(time.Hour + catchUpOverlap)},
		"Gap":      {ago(time.Hour), ago(2 * time.Hour), ago(2*time.Hour + catchUpOverlap)},
		"Later":    {ago(time.Hour), ago(time.Minute), ago(time.Hour + catchUpOverlap)},
		"TooOld":   {ago(100 * time.Hour), time.Time{}, ago(100 * time.Hour)},
		"GapIsOld": {ago(time.Hour), ago(100 * time.Hour), ago(catchUpMost)},
	} {
		if got := gap(c.last, c.since, now); !got.Equal(c.want) {
			t.Errorf("%s: %s ago, want %s", name, now.Sub(got), now.Sub(c.want))
		}
	}
}
