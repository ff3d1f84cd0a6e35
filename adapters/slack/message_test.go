package slack_test

import (
	"strings"
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/slack/slacktest"
	"tack/coach"
	"tack/internal/engine"
)

// TestNeverTurns: bots, Slack's own words, what is hidden, and what is said to others are no turns.
func TestNeverTurns(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{fake: slacktest.Options{MessageReplied: true}})
	w.study("redis")
	heard := w.house.Standing(t, w.thread()).Heard
	said := len(w.coach())
	for range 20 {
		w.Send(slacktest.Draft{Bot: "ci", Channel: w.channel, Thread: w.root, Text: "<@" + w.BotUser() + "> build failed"})
	}
	w.Join(w.AddUser("mo"), w.channel)
	w.Server.Pin(w.kim, w.channel, w.root)
	w.Unpin(w.kim, w.channel, w.root)
	stray := w.Post(w.kim, w.channel, "I want to learn redis")
	w.Reply(w.lee, w.channel, stray, "so do I")
	w.Unfurl(w.channel, stray, "https://redis.io")
	w.settled()
	th := w.say("to use it as a cache at work")
	if th.Heard != heard+1 || len(w.coach()) != said+1 {
		t.Errorf("%d events and %d messages more, want 1 and 1", th.Heard-heard, len(w.coach())-said)
	}
	w.NoViolations(t)
}

// TestBroadcast: a reply that is also sent to the channel is one turn.
func TestBroadcast(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.Send(slacktest.Draft{User: w.kim, Channel: w.channel, Thread: w.root, Text: "to use it as a cache at work", Broadcast: true})
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.settled()
	if th := w.say("no idea"); th.Heard != 3 || th.Session.Counts().Turns != 3 {
		t.Errorf("%d events, %d turns, want 3", th.Heard, th.Session.Counts().Turns)
	}
}

// TestEdits: an edit counts only if the learner's text is another; deletions are told.
func TestEdits(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	ts := w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.Unfurl(w.channel, ts, "https://redis.io")
	w.Edit(w.channel, ts, "to use it as a cache at home")
	w.house.AwaitAnswered(t, w.thread(), 3)
	w.Delete(w.channel, ts)
	w.house.AwaitAnswered(t, w.thread(), 4)
	w.settled()
	log := w.log()
	if strings.Count(log, `"type":"edit"`) != 1 || strings.Count(log, `"type":"delete"`) != 1 {
		t.Errorf("the log has other edits and deletions than one each:\n%s", log)
	}
	w.has(log, "cache at home")
}

// log is that of the thread in hand.
func (w *world) log() string {
	w.Helper()
	lines, err := w.house.Store.Log(w.Context(), w.thread())
	if err != nil {
		w.Fatal(err)
	}
	var b strings.Builder
	for _, l := range lines {
		b.Write(l)
		b.WriteByte('\n')
	}
	return b.String()
}

// TestRootDeleted: what falls out of a thread whose root was deleted is taken away, and the thread is gone.
func TestRootDeleted(t *testing.T) {
	t.Parallel()
	for name, erase := range map[string]func(w *world){
		"Tombstone": func(w *world) { w.Delete(w.channel, w.root) },
		"Erased":    func(w *world) { w.Erase(w.channel, w.root) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.root = w.Mention(w.kim, w.channel, "I want to learn redis")
			w.house.AwaitAnswered(t, w.thread(), 1)
			w.settled()
			erase(w)
			w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
			adaptertest.Await(t, "the thread to be gone", func() bool { return w.house.Standing(t, w.thread()).Gone })
			for _, m := range w.Channel(w.channel) {
				if m.BotID == w.BotID() {
					t.Errorf("a stray at channel level: %s", m.Text)
				}
			}
		})
	}
}

// TestPings: nothing that a learner writes pings anybody when the coach repeats it.
func TestPings(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say(course...)
	w.say("that's enough for today")
	w.say("add: <!channel> <!here|here> <!subteam^S1|ops> <@" + w.lee + "> @everyone a<b & *c* `d` are to know")
	summary := w.summary()
	w.has(summary.Text, "a&lt;b &amp;")
	for _, m := range w.coach() {
		for _, ping := range []string{"<!", "<@" + w.lee} {
			if strings.Contains(m.Text+string(m.Blocks), ping) {
				t.Errorf("%q in %s", ping, m.Text)
			}
		}
	}
	w.NoViolations(t)
}

// TestPrivate: private channels and direct messages; a direct message opens a thread where it stands.
func TestPrivate(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.channel = w.AddChannel(slacktest.ChannelSpec{Name: "secret", Private: true, Members: []string{w.kim, w.BotUser()}})
	w.root = w.Mention(w.kim, w.channel, "我想学 git")
	w.house.AwaitAnswered(t, w.thread(), 1)
	w.has(w.last().Text, "路线")
	w.channel = w.OpenDM(w.kim)
	w.root = w.Post(w.kim, w.channel, "I want to learn redis")
	if th := w.house.AwaitAnswered(t, w.thread(), 1); th.Session == nil || th.Session.Learner() != w.kim {
		t.Fatalf("no session of kim's: %+v", th)
	}
	w.say("to use it as a cache at work")
	for _, open := range []string{"redis", "git"} {
		w.Slash(w.kim, w.channel, "/study", open)
		w.Await(t, "the word that it is open", func(v *slacktest.Snapshot) bool {
			for _, e := range v.Ephemerals() {
				if strings.Contains(e.Text, "*"+open+"* open") {
					return true
				}
			}
			return false
		})
	}
	w.say("that's enough for today", "ok")
	w.study("redis")
	w.NoViolations(t)
}

// TestFiles: text is read as evidence, as far as it goes; pictures count by their presence; whoever lacks
// the scope to read reads nothing.
func TestFiles(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say(course...)
	w.Upload(w.kim, w.channel, w.root, "", slacktest.File{Name: "redis.log", Content: []byte(failing)})
	w.house.AwaitAnswered(t, w.thread(), 9)
	w.has(w.last().Text, "Connection refused")
	w.Upload(w.kim, w.channel, w.root, "a picture", slacktest.File{Name: "shot.png", Content: []byte{0x89, 'P', 'N', 'G', 0}})
	w.house.AwaitAnswered(t, w.thread(), 10)
	w.Upload(w.kim, w.channel, w.root, "", slacktest.File{Name: "snippet.txt", Mode: "snippet", Content: []byte(strings.Repeat("x", 300<<10))})
	w.house.AwaitAnswered(t, w.thread(), 11)
	w.Upload(w.lee, w.channel, w.root, "", slacktest.File{Name: "other.log", Content: []byte("other")})
	w.house.AwaitAnswered(t, w.thread(), 12)
	log := w.log()
	w.has(log, "shot.png")
	if n := strings.Count(log, "x"); n < 256<<10 || n > 257<<10 {
		t.Errorf("%d bytes of the large file are read", n)
	}
	for _, c := range w.Calls("download") {
		if strings.Contains(c.Args["file"], "other") {
			t.Error("somebody else's file was read")
		}
	}
	if n := len(w.Calls("download")); n != 2 {
		t.Errorf("%d downloads, want 2", n)
	}
	w.SetScopes("chat:write", "channels:history")
	w.Upload(w.kim, w.channel, w.root, "", slacktest.File{Name: "secret.log", Content: []byte("secret")})
	w.house.AwaitAnswered(t, w.thread(), 13)
	if h := strings.Join(w.adapter.Health(), " "); !strings.Contains(h, "files:read") {
		t.Errorf("health %q", h)
	}
}

// TestSplit: a long answer comes in pieces that fit, and one that failed goes on with the piece that did.
func TestSplit(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	long := strings.Repeat("A sentence about Redis and its keys. ", 250) // 9,250 characters: three pieces
	m := engine.Outgoing{Op: engine.OpPost, ID: "x1", Thread: w.thread(), Style: engine.StyleTeach, Text: long, Locale: "en"}
	before := len(w.coach())
	w.Fail("chat.postMessage", 1, slacktest.Fault{}) // lets the first go its way
	w.Fail("chat.postMessage", 1, slacktest.Fault{Error: "internal_error"})
	if _, err := w.adapter.Deliver(t.Context(), m); err == nil {
		t.Fatal("the second piece did not fail")
	}
	m.Again = true
	if _, err := w.adapter.Deliver(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, piece := range w.coach()[before:] {
		all.WriteString(piece.Text)
	}
	if got := len(w.coach()) - before; got != 3 || strings.Count(all.String(), "sentence") != 250 {
		t.Errorf("%d pieces with %d sentences, want 3 with 250", got, strings.Count(all.String(), "sentence"))
	}
	w.NoViolations(t)
}

// TestBystander: a stop phrase in a thread of somebody else's does nothing; the session stays the learner's.
func TestBystander(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.Reply(w.lee, w.channel, w.root, "<@"+w.BotUser()+"> let's call it a day")
	if th := w.house.AwaitAnswered(t, w.thread(), 2); th.Session.State() != coach.Coaching || len(w.coach()) != 2 {
		t.Errorf("state %s, %d messages", th.Session.State(), len(w.coach()))
	}
}
