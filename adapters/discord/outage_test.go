package discord

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"tack/adapters/inhand"
	"tack/state"
)

// asking is a store that tells which workspaces were looked at.
type asking struct {
	deaf
	looked chan string
}

func (s asking) Heard(_ context.Context, workspace string, _ time.Time, _ int) ([]state.Heard, error) {
	s.looked <- workspace
	return nil, nil
}

// TestOutage: a guild that is back after an outage of Discord's is caught up with; one that is new is not.
func TestOutage(t *testing.T) {
	t.Parallel()
	store := asking{deaf{t}, make(chan string, 10)}
	a := &Adapter{log: slog.New(slog.NewTextHandler(io.Discard, nil)), channels: inhand.NewMemory[channel](10)}
	in := a.newInbox(t.Context(), Hall{Engine: store, Desk: store, Store: store}, self{id: "1"})
	for _, e := range []event{
		{name: "GUILD_CREATE", data: []byte(`{"id":"7"}`)},
		{name: "GUILD_DELETE", data: []byte(`{"id":"7","unavailable":true}`)},
		{name: "GUILD_DELETE", data: []byte(`{"id":"8"}`)},
		{name: "GUILD_CREATE", data: []byte(`{"id":"8"}`)},
		{name: "GUILD_CREATE", data: []byte(`{"id":"7"}`)},
		{name: "GUILD_CREATE", data: []byte(`{"id":"7"}`)},
	} {
		if err := handlers[e.name](in, t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	in.finish()
	in.later.End()
	close(store.looked)
	var got []string
	for workspace := range store.looked {
		got = append(got, workspace)
	}
	if len(got) != 1 || got[0] != "discord:7" {
		t.Errorf("caught up with %v", got)
	}
}
