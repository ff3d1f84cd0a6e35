package discord_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/discord"
	"tack/adapters/discord/discordtest"
	"tack/coach"
	"tack/internal/engine"
)

// world is a guild with a learner, somebody else, a channel, and the whole house.
type world struct {
	*testing.T
	*discordtest.Server
	house          *adaptertest.House
	adapter        *discord.Adapter
	guild, channel string
	kim, lee       string
	place          string // the thread in hand: a channel's id
	stop           func() // ends Run and waits for it
	ended          chan error
}

// setting is how a world differs from the ordinary one.
type setting struct {
	fake   discordtest.Options
	house  adaptertest.Options
	config func(*discord.Config)
	hall   func(discord.Hall) discord.Hall
	idle   bool // nobody calls Run
}

func setup(t *testing.T, s setting) *world {
	t.Helper()
	w := enter(t, s.fake)
	w.house, w.adapter = w.build(s)
	if !s.idle {
		w.run(s)
	}
	return w
}

// enter makes the guild.
func enter(t *testing.T, o discordtest.Options) *world {
	t.Helper()
	w := &world{T: t, Server: discordtest.Start(t, o)}
	w.guild = w.AddGuild("Study hall")
	w.channel = w.AddChannel(w.guild, discordtest.ChannelSpec{Name: "redis"})
	w.kim = w.AddUser(w.guild, discordtest.UserSpec{Name: "kim"})
	w.lee = w.AddUser(w.guild, discordtest.UserSpec{Name: "lee"})
	return w
}

// build makes an adapter and the house behind it.
func (w *world) build(s setting) (*adaptertest.House, *discord.Adapter) {
	w.Helper()
	c := discord.Config{
		Token: w.Token(), APIURL: w.URL(), Voice: adaptertest.Chat(w.T), IdentifyEvery: 50 * time.Millisecond,
		Log: adaptertest.Log(w.T),
	}
	if s.config != nil {
		s.config(&c)
	}
	a, err := discord.New(c)
	if err != nil {
		w.Fatal(err)
	}
	return adaptertest.Build(w.T, "discord", a, s.house), a
}

// run lets the adapter run until the test ends, or stop, and waits until it is connected.
func (w *world) run(s setting) {
	w.Helper()
	hall := w.house.Hall()
	if s.hall != nil {
		hall = s.hall(hall)
	}
	adapter := w.adapter
	w.stop, w.ended = adaptertest.Run(w.T, func(ctx context.Context) error { return adapter.Run(ctx, hall) })
	w.Await(w.T, "a session and /study", func() bool { return w.connected() && len(w.Commands("")) > 0 })
}

func (w *world) connected() bool {
	return slices.ContainsFunc(w.Sessions(), func(s discordtest.Session) bool { return s.Connected })
}

// thread is the thread in hand as the house knows it.
func (w *world) thread() coach.ThreadID { return w.threadIn(w.channel, w.place) }

func (w *world) threadIn(channel, id string) coach.ThreadID {
	return coach.ThreadID("discord:" + w.guild + ":" + channel + ":" + id)
}

// slash has somebody use /study and returns the interaction.
func (w *world) slash(user, channel, text string) string {
	w.Helper()
	options := map[string]any{}
	if text != "" {
		options["what"] = text
	}
	id, err := w.Slash(user, channel, "study", options)
	if err != nil {
		w.Fatal(err)
	}
	return id
}

// study has the learner use /study and takes the thread that opens in hand.
func (w *world) study(text string) {
	w.Helper()
	before := len(w.Threads(w.channel))
	w.slash(w.kim, w.channel, text)
	w.Await(w.T, "a thread", func() bool { return len(w.Threads(w.channel)) > before })
	w.place = w.Threads(w.channel)[0].ID
	w.house.AwaitAnswered(w.T, w.thread(), 1)
}

// post writes as somebody.
func (w *world) post(user, channel, text string, with ...discordtest.With) string {
	w.Helper()
	id, err := w.Post(user, channel, text, with...)
	if err != nil {
		w.Fatal(err)
	}
	return id
}

// say has the learner write in the thread and waits for the answers.
func (w *world) say(texts ...string) engine.Thread {
	w.Helper()
	var t engine.Thread
	for _, text := range texts {
		t = w.answered(func() { w.post(w.kim, w.place, text) })
	}
	return t
}

// answered waits until what somebody does is answered.
func (w *world) answered(do func()) engine.Thread {
	w.Helper()
	return w.house.Answered(w.T, w.thread(), do)
}

// must fails the test.
func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// coach are the coach's messages in the thread in hand, without Discord's own.
func (w *world) coach() []discordtest.Message {
	return slices.DeleteFunc(w.Messages(w.place), func(m discordtest.Message) bool {
		return m.Author != w.BotID() || m.Type != 0 && m.Type != 19
	})
}

// last is the coach's last message.
func (w *world) last() discordtest.Message {
	w.Helper()
	all := w.coach()
	if len(all) == 0 {
		w.Fatal("the coach has said nothing")
	}
	return all[len(all)-1]
}

// summary is the pinned message of the thread.
func (w *world) summary() discordtest.Message {
	w.Helper()
	w.Await(w.T, "a pinned summary", func() bool { return len(w.Pins(w.place)) > 0 })
	return w.Pins(w.place)[0]
}

// has fails the test unless a text contains something.
func (w *world) has(text, want string) {
	w.Helper()
	adaptertest.Has(w.T, text, want)
}

// course leads to the first command of the setup, where it fails.
var course = adaptertest.Course

const failing = adaptertest.Failing

func unicode(name string) discordtest.Emoji { return discordtest.Emoji{Name: name} }
