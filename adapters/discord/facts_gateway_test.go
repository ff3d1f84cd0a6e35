package discord_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tack/adapters/discord/discordtest"
	"tack/coach"
	"tack/internal/engine"
)

// TestFacts_UnreadDirect: direct messages have their content without the intent.
func TestFacts_UnreadDirect(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{fake: discordtest.Options{NoMessageContent: true}})
	dm := w.OpenDM(w.kim)
	direct := coach.ThreadID("discord:@me:" + dm + ":" + dm)
	w.post(w.kim, dm, "I want to learn redis")
	w.house.AwaitAnswered(t, direct, 1)
	w.post(w.kim, dm, "to use it as a cache at work")
	w.house.AwaitAnswered(t, direct, 2)
	all := w.Messages(dm)
	w.has(all[len(all)-1].Content, "Scenario 1")
}

// TestFacts_Order: what comes in one thread, as fast as it may, is recorded in its order.
func TestFacts_Order(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	const many = 40
	for i := range many {
		w.post(w.kim, w.place, fmt.Sprintf("remark %d.", i))
	}
	w.house.AwaitAnswered(t, w.thread(), 1+many)
	log, last := w.log(), 0
	for i := range many {
		at := strings.Index(log, fmt.Sprintf("remark %d.", i))
		if at <= last {
			t.Fatalf("remark %d is at %d, after %d", i, at, last)
		}
		last = at
	}
}

// TestFacts_Shards: as many shards as Discord recommends, where nothing else is set.
func TestFacts_Shards(t *testing.T) {
	t.Parallel()
	w := enter(t, discordtest.Options{MaxGuildsPerShard: 1})
	guild := w.AddGuild("another")
	for discordtest.ShardOf(w.guild, 2) == discordtest.ShardOf(guild, 2) {
		w.RemoveGuild(guild, false)
		guild = w.AddGuild("another")
	}
	w.house, w.adapter = w.build(setting{})
	w.run(setting{})
	w.Await(t, "a session for each guild", func() bool { return len(w.Sessions()) == 2 })
	for _, s := range w.Sessions() {
		if s.Shard[1] != 2 {
			t.Errorf("shard %v", s.Shard)
		}
	}
}

// TestFacts_Wire: every request speaks v10, and pins go by the routes that ask for PIN_MESSAGES.
func TestFacts_Wire(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.must(w.React(w.kim, w.closing().ID, unicode("✅")))
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.Await(t, "no pin", func() bool { return len(w.Pins(w.place)) == 0 })
	for _, c := range w.Calls("") {
		if c.Version != "v10" {
			t.Errorf("%s speaks %q", c.Route, c.Version)
		}
	}
	for route, want := range map[string]int{
		"PUT /channels/{channel}/messages/pins/{message}": 1, "DELETE /channels/{channel}/messages/pins/{message}": 1,
		"PUT /channels/{channel}/pins/{message}": 0, "DELETE /channels/{channel}/pins/{message}": 0,
	} {
		if n := len(w.Calls(route)); n != want {
			t.Errorf("%s: %d requests, want %d", route, n, want)
		}
	}
}

// TestFacts_Locked: that a thread is locked for the bot is said in words, with who can mend it.
func TestFacts_Locked(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.must(w.Lock(w.place, true))
	_, err := w.adapter.Deliver(t.Context(), w.outgoing("c99", "hello"))
	if !errors.Is(err, engine.ErrGone) || !strings.Contains(err.Error(), "a moderator must unlock it") {
		t.Errorf("%v", err)
	}
}
