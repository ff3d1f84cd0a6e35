package openai

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tack/coach/tutor/model"
	"tack/internal/openai/openaitest"
)

// ledger keeps what was used in memory.
type ledger struct {
	mu   sync.Mutex
	used map[string]Use
	err  error
}

func (l *ledger) Add(_ context.Context, account, day string, d Use) (Use, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return Use{}, l.err
	}
	if l.used == nil {
		l.used = map[string]Use{}
	}
	key := account + " " + day
	l.used[key] = Use{l.used[key].Tokens + d.Tokens, l.used[key].Micros + d.Micros}
	return l.used[key], nil
}

func TestComplete_Budget(t *testing.T) {
	book := &ledger{}
	b := build(t, func(c *Config) {
		c.Ledger, c.Prices = book, map[string]Price{"small": {In: 400_000, Out: 1_600_000}}
		c.Limits = Limits{Learner: Use{Tokens: 500}, Channel: Use{Micros: 1000}}
	})
	b.server.Rest(openaitest.Says(hi))
	for range 2 {
		if _, err := b.ask(); err != nil {
			t.Fatal(err)
		}
	}
	// 240 are used; the next may take 300.
	if _, err := b.ask(); !errors.Is(err, model.ErrSpent) || len(b.server.Requests()) != 2 {
		t.Fatalf("%v after %d requests", err, len(b.server.Requests()))
	}
	want := map[string]Use{"learner:U1 2026-01-05": {240, 144}, "channel:C1 2026-01-05": {240, 144}}
	if fmt.Sprint(book.used) != fmt.Sprint(want) || b.calls[0].Micros != 72 {
		t.Errorf("used %v, call %+v", book.used, b.calls[0])
	}
	b.now = b.now.Add(24 * time.Hour)
	if _, err := b.ask(); err != nil {
		t.Errorf("the next day: %v", err)
	}
	book.err = errors.New("the store is down")
	if _, err := b.ask(); err == nil || errors.Is(err, model.ErrSpent) {
		t.Errorf("without a ledger: %v", err)
	}
}

// What fails costs what it used, not what was reserved; a server that does not count is estimated.
func TestComplete_Settles(t *testing.T) {
	book := &ledger{}
	b := build(t, func(c *Config) { c.Ledger, c.Limits = book, Limits{All: Use{Tokens: 10_000}} })
	b.server.Next(openaitest.Status(401, "invalid_api_key"), openaitest.Uncounted(hi))
	b.ask()
	if got := book.used["all: 2026-01-05"]; got != (Use{}) {
		t.Errorf("a refused call used %+v", got)
	}
	b.ask()
	if got := book.used["all: 2026-01-05"].Tokens; got != 100+model.Tokens(hi) {
		t.Errorf("an uncounted call used %d", got)
	}
}

// Requests at once do not overspend together.
func TestComplete_Together(t *testing.T) {
	book := &ledger{}
	b := build(t, func(c *Config) { c.Ledger, c.Limits = book, Limits{Learner: Use{Tokens: 900}} })
	b.server.Rest(openaitest.Says(hi))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { b.client.Complete(t.Context(), request()) })
	}
	wg.Wait()
	if got := book.used["learner:U1 2026-01-05"].Tokens; got > 900 || got != 120*len(b.server.Requests()) {
		t.Errorf("%d tokens used by %d requests", got, len(b.server.Requests()))
	}
}
