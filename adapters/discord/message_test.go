package discord_test

import (
	"strings"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/discord/discordtest"
	"tack/coach"
)

// heard fails the test unless so many events of the thread in hand were answered, after one more by the
// learner.
func (w *world) heard(want int) {
	w.Helper()
	w.say("no idea")
	if h := w.house.Standing(w.T, w.thread()).Heard; h != want {
		w.Errorf("%d events, want %d:\n%s", h, want, w.log())
	}
}

// log is the log of the thread in hand.
func (w *world) log() string {
	w.Helper()
	lines, err := w.house.Store.Log(w.Context(), w.thread())
	w.must(err)
	var b strings.Builder
	for _, l := range lines {
		b.Write(l)
		b.WriteByte('\n')
	}
	return b.String()
}

// TestNoTurns: what no person says is never a turn, also when it mentions us.
func TestNoTurns(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	bot := w.AddUser(w.guild, discordtest.UserSpec{Name: "other bot", Bot: true})
	hey := "<@" + w.BotID() + "> I want to learn git"
	for range 20 {
		w.post(bot, w.place, hey)
		_, err := w.Webhook(w.place, "news", hey)
		w.must(err)
		_, err = w.Webhook(w.channel, "news", hey)
		w.must(err)
		_, err = w.System(w.lee, w.place, 7)
		w.must(err)
	}
	w.post(w.lee, w.channel, "nothing to do with us")
	w.heard(2)
	if n := len(w.Threads(w.channel)); n != 1 {
		t.Errorf("%d threads", n)
	}
}

// TestEdits: an edit counts if its author changed the text; embeds, pins and our own edits are none.
func TestEdits(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{house: adaptertest.Options{Quiet: 400 * time.Millisecond}})
	w.study("redis")
	id := w.post(w.kim, w.place, "I have no idea")
	w.must(w.Unfurl(id, "a link", true))
	w.must(w.Unfurl(id, "a link", false))
	w.must(w.Edit(id, "to use it as a cache at work"))
	w.must(w.Unfurl(id, "another link", false)) // edited_timestamp is set from now on
	w.must(w.Pin(w.lee, id))
	w.house.AwaitAnswered(t, w.thread(), 3)
	w.heard(4)
	if log := w.log(); !strings.Contains(log, "cache at work") {
		t.Errorf("the edit came too late:\n%s", log)
	}
}

// TestDeletes: what is deleted before it is answered is not answered.
func TestDeletes(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{house: adaptertest.Options{Quiet: 400 * time.Millisecond}})
	w.study("redis")
	one := w.post(w.kim, w.place, "a slip")
	two := w.post(w.kim, w.place, "and another")
	w.must(w.Delete(one, two))
	three := w.post(w.kim, w.place, "a third")
	w.must(w.Delete(three))
	w.say("to use it as a cache at work")
	if log := w.log(); strings.Contains(log, "slip") || strings.Contains(log, "third") {
		t.Errorf("deleted messages were answered:\n%s", log)
	}
}

// TestMarkup: mentions, custom emoji and replies are read as people see them; stickers say nothing.
func TestMarkup(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	last := w.last().ID
	w.answered(func() {
		w.post(w.kim, w.place, "<@"+w.BotID()+"> ask <@"+w.lee+"> in <#"+w.channel+"> <:party:123456789012345678> a < b > c", discordtest.ReplyTo(last))
	})
	w.post(w.kim, w.place, "", discordtest.Sticker("wave"))
	w.has(w.log(), `ask @lee in #redis :party: a < b > c`)
}

// TestEvidence: text files are read, as far as they may be, and others count by their presence.
func TestEvidence(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say(course...)
	big := []byte(strings.Repeat("x", 1<<20))
	w.answered(func() {
		w.post(w.kim, w.place, "", discordtest.Attach(
			discordtest.File{Name: "out.txt", Type: "text/plain; charset=utf-8", Data: []byte(failing)},
			discordtest.File{Name: "screen.png", Type: "image/png", Data: []byte("\x89PNG")},
			discordtest.File{Name: "redis.log", Data: big},
		))
	})
	log := w.log()
	w.has(log, "Connection refused")
	w.has(log, "screen.png")
	if strings.Contains(log, "PNG\"") || len(log) > 512<<10 {
		t.Errorf("%d bytes of log", len(log))
	}
	w.answered(func() {
		w.post(w.lee, w.place, "", discordtest.Attach(discordtest.File{Name: "lee.txt", Type: "text/plain", Data: []byte("of lee")}))
	})
	if strings.Contains(w.log(), "of lee") {
		t.Error("somebody else's file was read")
	}
}

// TestTimedOut: a learner who may not write for a while, or only slowly, goes on afterwards.
func TestTimedOut(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.TimeOut(w.guild, w.kim, time.Hour)
	if _, err := w.Post(w.kim, w.place, "hello"); err == nil {
		t.Fatal("somebody timed out may write")
	}
	w.TimeOut(w.guild, w.kim, 0)
	w.say("to use it as a cache at work")
	channel := w.AddChannel(w.guild, discordtest.ChannelSpec{Name: "slow", Slowmode: 3600})
	id, err := w.StartThread(w.lee, channel, "", "slow talk", false)
	w.must(err)
	w.post(w.lee, id, "<@"+w.BotID()+"> I want to learn redis")
	w.house.AwaitAnswered(t, w.threadIn(channel, id), 1)
}

// TestUnread: without the content of messages the learner is told so once, and mentions work.
func TestUnread(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{fake: discordtest.Options{NoMessageContent: true}})
	w.study("redis")
	n := len(w.coach())
	w.post(w.kim, w.place, "to use it as a cache at work")
	w.Await(t, "words", func() bool { return len(w.coach()) == n+1 })
	w.has(w.last().Content, "unless you mention me")
	w.post(w.kim, w.place, "to use it as a cache at work")
	w.say("<@" + w.BotID() + "> to use it as a cache at work")
	if got := len(w.coach()); got != n+2 {
		t.Errorf("%d messages, want %d:\n%s", got, n+2, w.Story())
	}
	w.has(strings.Join(w.adapter.Health(), ""), "Message Content Intent")
	if w.Sessions()[0].Intents&(1<<15) != 0 {
		t.Error("it asked for what it may not have")
	}
	w.NoViolations(t)
}

// TestDirect: in direct messages there is one thread, with no mention needed, and it has its own close-out.
func TestDirect(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	dm := w.OpenDM(w.kim)
	w.place = dm
	direct := coach.ThreadID("discord:@me:" + dm + ":" + dm)
	w.post(w.kim, dm, "I want to learn redis")
	w.house.AwaitAnswered(t, direct, 1)
	w.slash(w.kim, dm, "git")
	w.post(w.kim, dm, "that's enough for today")
	w.house.AwaitState(t, direct, coach.Closing)
	w.must(w.React(w.kim, w.summary().ID, unicode("✅")))
	w.house.AwaitState(t, direct, coach.Closed)
	w.NoViolations(t)
}

// TestChinese: a session in Chinese has its buttons, its form and its words in Chinese.
func TestChinese(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.place = w.post(w.kim, w.channel, "<@"+w.BotID()+"> 我想学 redis")
	w.house.AwaitAnswered(t, w.thread(), 1)
	w.say("今天先到这里")
	w.house.AwaitState(t, w.thread(), coach.Closing)
	if label := w.summary().Buttons[0].Label; label != "确认" {
		t.Errorf("the button says %q", label)
	}
	id, a := w.press(w.kim, "correct")
	if a.Modal["title"] != "更正总结" {
		t.Errorf("the form: %v", a.Modal)
	}
	w.answered(func() {
		_, err := w.Submit(id, map[string]string{"correction": "防火墙开着"})
		w.must(err)
	})
	w.has(w.summary().Content, "防火墙开着")
	if th, _ := w.Thread(w.place); th.Name != "我想学 redis" {
		t.Errorf("the thread is called %q", th.Name)
	}
	w.NoViolations(t)
}
