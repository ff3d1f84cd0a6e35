package discord_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/discord"
	"tack/adapters/discord/discordtest"
)

// other waits for a connection of another session than those, or, with resumed, of the same.
func (w *world) other(before []discordtest.Session, resumed bool) {
	w.Helper()
	w.Await(w.T, "another connection", func() bool {
		return slices.ContainsFunc(w.Sessions(), func(s discordtest.Session) bool {
			same := slices.ContainsFunc(before, func(o discordtest.Session) bool { return o.ID == s.ID })
			return s.Connected && same == resumed && (!resumed || s.Path == "/resume")
		})
	})
}

// TestReconnect: what comes while nobody listens is answered once, however the connection ended.
func TestReconnect(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		disturb func(*world)
		resumed bool
	}{
		"Reconnect":  {func(w *world) { w.Reconnect() }, true},
		"Resumable":  {func(w *world) { w.Invalidate(true) }, true},
		"Cut":        {func(w *world) { w.CloseGateway(0) }, true},
		"4000":       {func(w *world) { w.CloseGateway(4000) }, true},
		"4009":       {func(w *world) { w.CloseGateway(4009) }, false},
		"4007":       {func(w *world) { w.CloseGateway(4007) }, false},
		"Invalid":    {func(w *world) { w.Invalidate(false) }, false},
		"Forgotten":  {func(w *world) { w.CloseGateway(0); w.ForgetSessions() }, false},
		"Heartbeats": {func(w *world) { w.AskHeartbeat(); w.Reconnect() }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.study("redis")
			before := w.Sessions()
			c.disturb(w)
			w.post(w.kim, w.place, "to use it as a cache at work")
			w.other(before, c.resumed)
			w.house.AwaitAnswered(t, w.thread(), 2)
			w.say("no idea")
			if h := w.house.Standing(t, w.thread()).Heard; h != 3 {
				t.Errorf("%d events, want 3", h)
			}
			adaptertest.Await(t, "a healthy adapter", func() bool { return w.adapter.Health() == nil })
		})
	}
}

// TestSilence: a socket that stays open and says nothing is given up, and its session resumed.
func TestSilence(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{fake: discordtest.Options{Heartbeat: 300 * time.Millisecond}})
	w.study("redis")
	before := w.Sessions()
	w.Silence()
	w.post(w.kim, w.place, "to use it as a cache at work")
	w.other(before, true)
	w.house.AwaitAnswered(t, w.thread(), 2)
}

// TestReplay: what a resume repeats counts once, messages and reactions alike.
func TestReplay(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say(course...)
	w.say("that's enough for today")
	w.must(w.React(w.lee, w.summary().ID, unicode("✅"))) // somebody else's is an event, too
	w.house.AwaitAnswered(t, w.thread(), 10)
	w.Replay(50)
	w.say("keep the summary as it is, please: the firewall is on")
	if h := w.house.Standing(t, w.thread()).Heard; h != 11 {
		t.Errorf("%d events, want 11", h)
	}
	if n := len(w.Calls("POST /interactions")); n != 1 {
		t.Errorf("the interaction was answered %d times", n)
	}
	if h := w.adapter.Health(); h != nil {
		t.Errorf("health %q", h)
	}
}

// TestFatalClose: after these codes Discord is not asked again, and Health says why.
func TestFatalClose(t *testing.T) {
	t.Parallel()
	for code, words := range map[int]string{4004: "token", 4010: "shard", 4011: "shards", 4012: "version", 4013: "intent", 4014: "Message Content"} {
		t.Run(words, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			left := w.IdentifiesLeft()
			w.CloseGateway(code)
			select {
			case err := <-w.ended:
				if err == nil || !strings.Contains(err.Error(), words) {
					t.Errorf("Run ended with %v", err)
				}
				w.ended <- nil // for stop
			case <-time.After(20 * time.Second):
				t.Fatal("Run goes on")
			}
			if h := strings.Join(w.adapter.Health(), "; "); !strings.Contains(h, words) {
				t.Errorf("health %q", h)
			}
			if w.IdentifiesLeft() != left {
				t.Error("it identified again")
			}
		})
	}
}

// TestBadToken: a token that Discord does not take ends Run at once.
func TestBadToken(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{idle: true, config: func(c *discord.Config) { c.Token = "other" }})
	err := w.adapter.Run(t.Context(), discord.Hall{Engine: w.house.Engine, Desk: w.house.Desk, Store: w.house.Store})
	if err == nil || !strings.Contains(err.Error(), "developer portal") {
		t.Errorf("Run ended with %v", err)
	}
	if h := w.adapter.Health(); len(h) != 1 {
		t.Errorf("health %q", h)
	}
	if n := len(w.Calls("")); n != 1 {
		t.Errorf("%d calls with a token that is refused", n)
	}
}

// TestUnreachable: a Discord that cannot be reached is waited for.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{idle: true})
	f := w.Fail("GET /users/@me", 2, discordtest.Fault{Status: 503})
	w.run(setting{})
	if f.Hits() != 2 {
		t.Errorf("%d requests met the fault", f.Hits())
	}
	w.study("redis")
	if h := w.adapter.Health(); h != nil {
		t.Errorf("health %q", h)
	}
}

// TestIdentifyBudget: the last IDENTIFY of the day is not overdrawn, which would reset the token.
func TestIdentifyBudget(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{fake: discordtest.Options{Identifies: 1}})
	token := w.Token()
	w.Invalidate(false)
	adaptertest.Await(t, "words about the budget", func() bool {
		return strings.Contains(strings.Join(w.adapter.Health(), ""), "sessions of today")
	})
	if w.Token() != token {
		t.Error("the token was reset")
	}
}

// TestOneHolder: of two processes one is connected, and the other takes over when it ends.
func TestOneHolder(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	first, before := w.stop, w.Sessions()
	hall := discord.Hall{Engine: w.house.Engine, Desk: w.house.Desk, Store: w.house.Store}
	config := discord.Config{Token: w.Token(), APIURL: w.URL(), Voice: w.house.Voice, IdentifyEvery: 50 * time.Millisecond, Log: slog.New(slog.DiscardHandler)}
	second, err := discord.New(config)
	w.must(err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- second.Run(ctx, hall) }()
	defer func() { stop(); <-ended }()
	w.say("to use it as a cache at work")
	if n := len(w.Sessions()); n != 1 {
		t.Errorf("%d sessions", n)
	}
	first()
	w.other(before, false)
	w.post(w.kim, w.place, "no idea")
	w.house.AwaitAnswered(t, w.thread(), 3)
}

// TestShards: each guild is heard by its shard.
func TestShards(t *testing.T) {
	t.Parallel()
	w := enter(t, discordtest.Options{MaxGuildsPerShard: 1})
	guild := w.AddGuild("another")
	for discordtest.ShardOf(w.guild, 2) == discordtest.ShardOf(guild, 2) {
		w.RemoveGuild(guild, false)
		guild = w.AddGuild("another")
	}
	other := w.AddChannel(guild, discordtest.ChannelSpec{Name: "git"})
	max := w.AddUser(guild, discordtest.UserSpec{Name: "max"})
	s := setting{config: func(c *discord.Config) { c.Shards = 2 }}
	w.house, w.adapter = w.build(s)
	w.run(s)
	w.Await(t, "two sessions", func() bool { return len(w.Sessions()) == 2 })
	w.study("redis")
	w.slash(max, other, "git")
	w.Await(t, "a thread in the other guild", func() bool { return len(w.Threads(other)) == 1 })
}
