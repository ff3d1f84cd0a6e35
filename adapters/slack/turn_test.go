package slack

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"tack/adapters/inhand"
	"tack/internal/engine"

	"golang.org/x/time/rate"
)

// TestTurn: in a busy channel who came first is first, however often the others ask.
func TestTurn(t *testing.T) {
	t.Parallel()
	a := &Adapter{
		config: Config{PostEvery: time.Hour}, turns: inhand.NewMemory[*rate.Limiter](10), queued: inhand.NewMemory[time.Time](10),
	}
	for k := range postBurst {
		if err := a.turn("C1", fmt.Sprint("burst", k)); err != nil {
			t.Fatal(err)
		}
	}
	var retry *engine.RetryError
	for range 3 {
		for _, key := range []string{"first", "second"} {
			if err := a.turn("C1", key); !errors.As(err, &retry) || retry.After > turnLook {
				t.Errorf("%s: %v", key, err)
			}
		}
	}
	first, _ := a.queued.Get("first")
	second, _ := a.queued.Get("second")
	if gap := second.Sub(first); gap < time.Hour-time.Minute || gap > time.Hour+time.Minute {
		t.Errorf("the second comes %v after the first, want an hour", gap)
	}
	a.queued.Put("first", time.Now()) // its turn has come
	if err := a.turn("C1", "third"); err == nil {
		t.Error("somebody who came later takes the turn")
	}
	if err := a.turn("C1", "first"); err != nil {
		t.Error(err)
	}
}
