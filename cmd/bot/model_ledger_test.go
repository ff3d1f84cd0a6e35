package main

import (
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tack/coach/tutor/model"
	"tack/internal/config"
	"tack/internal/openai"
	"tack/internal/openai/openaitest"
	"tack/internal/ops"
	"tack/internal/redistest"
	"tack/state"
)

// books are the stores in which budgets are kept: those of two processes on one Redis, or the file, which
// only one process has.
func books(t *testing.T) map[string][2]store {
	t.Helper()
	file, err := state.OpenFile(filepath.Join(t.TempDir(), storeName), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	s := redistest.Start(t)
	var both [2]store
	for i := range both {
		r, err := state.OpenRedis(t.Context(), s.URL(), state.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		both[i] = r
	}
	return map[string][2]store{"file": {file, file}, "redis": both}
}

// What a call may use at most, and what it does, in tokens; at a price of one for a million tokens it is
// as many millionths.
const (
	mayUse = 300
	uses   = 120
)

// Calls at once, from two processes, never spend more than a budget together, and nothing of what they
// used is lost from the books.
func TestModel_BudgetTogether(t *testing.T) {
	t.Parallel()
	for name, kept := range books(t) {
		for _, tc := range []struct {
			account string
			limits  config.Model
			used    func(openai.Use) int
		}{
			{"learner:test:here:kim", config.Model{LearnerTokens: 10 * mayUse}, func(u openai.Use) int { return u.Tokens }},
			{"channel:test:here", config.Model{ChannelTokens: 10 * mayUse}, func(u openai.Use) int { return u.Tokens }},
			{"all:", config.Model{DayCost: 10 * mayUse * 1e-6, InputPrice: 1, OutputPrice: 1}, func(u openai.Use) int { return int(u.Micros) }},
		} {
			t.Run(name+" "+tc.account, func(t *testing.T) {
				t.Parallel()
				answered := spendTogether(t, kept, tc.limits)
				if answered == 0 || answered*uses > 10*mayUse {
					t.Errorf("%d were answered", answered)
				}
				total, err := ledger{kept[1]}.Add(t.Context(), tc.account, time.Now().UTC().Format(time.DateOnly), openai.Use{})
				if got := tc.used(total); err != nil || got != answered*uses {
					t.Errorf("the books say %d, %v, used were %d", got, err, answered*uses)
				}
			})
		}
	}
}

// spendTogether makes more calls at once than the limits allow, and gives how many were answered; the
// others must be refused for the budget.
func spendTogether(t *testing.T, kept [2]store, limits config.Model) int {
	t.Helper()
	const calls = 40
	server := openaitest.New(t)
	server.Rest(openaitest.Says(`{"text":"hi"}`))
	limits.Name, limits.BaseURL = "scripted", server.URL
	var spent atomic.Int64
	var wg sync.WaitGroup
	for i := range calls {
		client, err := modelClient(limits, kept[i%2], ops.NewMeter(modelMetrics), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			_, err := client.Complete(t.Context(), model.Request{
				Scene: "module", Schema: json.RawMessage(`{}`), Messages: []model.Message{{Role: model.RoleUser, Text: "hi"}},
				Estimate: mayUse - 200, MaxTokens: 200, Learner: "test:here:kim", Channel: "test:here",
			})
			if errors.Is(err, model.ErrSpent) {
				spent.Add(1)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	answered := calls - int(spent.Load())
	if n := len(server.Requests()); n != answered || answered == calls {
		t.Errorf("%d were answered by %d requests, of %d", answered, n, calls)
	}
	return answered
}
