package slack

import "testing"

// TestReady: what concerns one channel is told, and takes nobody out of service.
func TestReady(t *testing.T) {
	t.Parallel()
	a := &Adapter{}
	a.health.set("pins", "a summary could not be pinned")
	if len(a.Health()) != 1 || len(a.Ready()) != 0 {
		t.Errorf("health %v, ready %v", a.Health(), a.Ready())
	}
	a.health.set("token", "refused")
	if got := a.Ready(); len(got) != 1 || got[0] != "refused" {
		t.Errorf("ready %v", got)
	}
	a.health.set("token", "")
	if len(a.Ready()) != 0 {
		t.Errorf("ready %v", a.Ready())
	}
}
