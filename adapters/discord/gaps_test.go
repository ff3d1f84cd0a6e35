package discord

import (
	"testing"
	"time"
)

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
