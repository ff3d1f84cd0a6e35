package inhand

import (
	"context"
	"time"
)

// Catching up goes back to a little before the last event recorded, but never further than CatchUpMost, within
// which the store remembers what it has seen (state.SeenFor).
const (
	CatchUpMost    = 24 * time.Hour
	CatchUpOverlap = time.Minute
)

// Gap is from when on a thread is looked at: from its last event or from when something was last heard,
// whichever is earlier, and a little before. since zero: this process has heard nothing yet. What is older
// than CatchUpMost the store may have forgotten; of that only what is later than the last event is new for
// certain.
func Gap(last, since, now time.Time) time.Time {
	from := last
	if !since.IsZero() && since.Before(from) {
		from = since
	}
	from = from.Add(-CatchUpOverlap)
	if oldest := now.Add(-CatchUpMost); from.Before(oldest) {
		from = last
		if oldest.Before(last) {
			from = oldest
		}
	}
	return from
}

// Rest waits, unless ctx is done first.
func Rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
