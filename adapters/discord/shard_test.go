package discord

import (
	"testing"
	"time"
)

// TestBefore: what can be resumed is not kept waiting, however often the gateway has closed the connection.
func TestBefore(t *testing.T) {
	t.Parallel()
	if got := (&shard{session: "s1"}).before(time.Minute); got != resumeMost {
		t.Errorf("before a resume: %v, want %v", got, resumeMost)
	}
	if got := (&shard{session: "s1"}).before(time.Second); got != time.Second {
		t.Errorf("before a first resume: %v", got)
	}
	if got := (&shard{}).before(time.Minute); got != time.Minute {
		t.Errorf("before an IDENTIFY: %v", got)
	}
}
