package discord_test

import (
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/discord"
	"tack/adapters/discord/discordtest"
	"tack/state"
)

// check is what doctor finds, by name.
func (w *world) check() map[string]state.Finding {
	w.Helper()
	return adaptertest.Check(w.T, w.adapter.Check)
}

func TestCheckWell(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	left, found := w.IdentifiesLeft(), w.check()
	w.has(found["commands"].Text, "is registered")
	for _, name := range []string{"token", "intents", "sessions", "shards", "commands", "servers", "permissions", "clock"} {
		if f := found[name]; !f.OK {
			t.Errorf("%s: %+v", name, f)
		}
	}
	w.has(found["servers"].Text, discord.Invite(w.BotID()))
	if w.IdentifiesLeft() != left {
		t.Error("doctor began a session")
	}
	w.NoViolations(t)
}

func TestCheckFinds(t *testing.T) {
	t.Parallel()
	wrong := func(t *testing.T, w *world, name, text string) {
		t.Helper()
		adaptertest.Wrong(t, w.check(), name, text)
	}
	t.Run("Token", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true, config: func(c *discord.Config) { c.Token = "other" }})
		wrong(t, w, "token", "developer portal")
	})
	t.Run("Intents", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true, fake: discordtest.Options{NoMessageContent: true}})
		wrong(t, w, "intents", "Message Content Intent")
	})
	t.Run("Sessions", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true, fake: discordtest.Options{Identifies: 300}})
		wrong(t, w, "sessions", "700 of the day's 1000")
	})
	t.Run("NoServer", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true})
		w.RemoveGuild(w.guild, false)
		wrong(t, w, "servers", "oauth2/authorize")
	})
	t.Run("Pin", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true})
		w.SetBotPermissions(w.guild, discordtest.Everyday|discordtest.ManageMessages)
		wrong(t, w, "permissions", "lacks Pin Messages in #redis")
	})
	t.Run("Channel", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true})
		w.AddChannel(w.guild, discordtest.ChannelSpec{Name: "git", Type: discordtest.ForumChannel})
		w.Overwrite(w.channel, w.guild, 0, discordtest.CreatePublicThreads)
		wrong(t, w, "permissions", "lacks Create Public Threads in #redis")
	})
	t.Run("Unseen", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true})
		w.Overwrite(w.channel, w.guild, 0, discordtest.ViewChannel)
		wrong(t, w, "permissions", "sees no channel")
	})
	t.Run("Unreachable", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true})
		w.Close()
		if _, err := w.adapter.Check(t.Context()); err == nil {
			t.Error("no error though Discord cannot be reached")
		}
	})
}

// TestNeeded: the invitation asks for what the bot was seen to need, and the fake's own names agree.
func TestNeeded(t *testing.T) {
	t.Parallel()
	want := discordtest.ViewChannel | discordtest.SendMessages | discordtest.SendMessagesInThreads | discordtest.CreatePublicThreads |
		discordtest.ReadMessageHistory | discordtest.AddReactions | discordtest.AttachFiles | discordtest.PinMessages
	if uint64(discord.Needed) != uint64(want) {
		t.Errorf("needed are %d, want %d", discord.Needed, want)
	}
	w := setup(t, setting{})
	w.SetBotPermissions(w.guild, want)
	w.SetRole(w.guild, w.guild, want|discordtest.UseCommands) // people need more than the bot
	w.study("redis")
	w.say(course...)
	w.say("that's enough for today")
	w.must(w.React(w.kim, w.summary().ID, unicode("✅")))
	w.house.AwaitState(t, w.thread(), "closed")
	if n := w.Invalid(); n > 0 {
		t.Errorf("%d refusals:\n%s", n, w.Story())
	}
	w.NoViolations(t)
}
