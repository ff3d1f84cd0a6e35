package discord

import "testing"

// TestReady: what concerns one channel is told, and takes nobody out of service.
func TestReady(t *testing.T) {
	t.Parallel()
	a := &Adapter{}
	a.health.Set("pins", "a summary could not be pinned")
	if len(a.Health()) != 1 || a.Ready() != nil {
		t.Errorf("health %v, ready %v", a.Health(), a.Ready())
	}
}
