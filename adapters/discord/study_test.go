package discord_test

import (
	"context"
	"strings"
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/discord"
	"tack/adapters/discord/discordtest"
	"tack/adapters/inhand"
	"tack/coach"
	"tack/internal/command"
)

// TestCommands: they are registered when they change, in every language of Discord's that there are texts in.
func TestCommands(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	put := "PUT /applications/{app}/commands"
	adaptertest.Await(t, "the registration", func() bool { return len(w.Calls(put)) == 1 })
	body := string(w.Calls(put)[0].Body)
	for _, want := range []string{`"zh-CN":"学习"`, `"zh-TW":"學習"`, `"name":"study"`, `"contexts":[0,1]`} {
		w.has(body, want)
	}
	w.study("redis") // the registration is remembered by now
	w.stop()
	w.house.Close()
	w.house, w.adapter = w.build(setting{house: adaptertest.Options{Path: w.house.Path}})
	w.run(setting{})
	n := len(w.coach())
	w.post(w.kim, w.place, "to use it as a cache at work")
	w.Await(t, "the answer", func() bool { return len(w.coach()) == n+1 })
	if n := len(w.Calls(put)); n != 1 {
		t.Errorf("registered %d times", n)
	}
	w.NoViolations(t)
}

// slowDesk answers when it is let.
type slowDesk struct {
	inhand.Desk
	gate chan struct{}
}

func (d slowDesk) Answer(ctx context.Context, r command.Request) (command.Answer, error) {
	if strings.HasPrefix(r.Text, "status") {
		select {
		case <-d.gate:
		case <-ctx.Done():
			return command.Answer{}, context.Cause(ctx)
		}
	}
	return d.Desk.Answer(ctx, r)
}

// TestSlowAnswer: what takes longer than Discord waits is deferred, and comes behind.
func TestSlowAnswer(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	w := setup(t, setting{hall: func(h discord.Hall) discord.Hall {
		h.Desk = slowDesk{h.Desk, gate}
		return h
	}})
	w.study("redis")
	id := w.slash(w.kim, w.place, "status")
	w.Await(t, "a deferral", func() bool { return w.Asked(id).Answered == 5 })
	close(gate)
	w.Await(t, "the answer", func() bool { all := w.Asked(id).Messages; return len(all) == 1 && !all[0].Loading })
	got := w.Asked(id)
	w.has(got.Messages[0].Content, "redis")
	if !got.Ephemeral {
		t.Error("everybody sees it")
	}
	w.NoViolations(t)
}

// TestLateAnswer: an interaction that is over is answered in the thread.
func TestLateAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	n := len(w.coach())
	w.Fail("POST /interactions/{interaction}/{token}/callback", 1, discordtest.Fault{Status: 404, Code: 10062})
	w.slash(w.kim, w.place, "status")
	w.Await(t, "the answer in the thread", func() bool { return len(w.coach()) == n+1 })
	w.has(w.last().Content, "session 1")
	w.Fail("POST /interactions/{interaction}/{token}/callback", 1, discordtest.Fault{Status: 400, Code: 40060})
	w.slash(w.kim, w.place, "status")
	adaptertest.Await(t, "words about another bot", func() bool { return strings.Contains(strings.Join(w.adapter.Health(), ""), "somebody else") })
	w.NoViolations(t)
}

// TestStudy: answers are for the asker's eyes, in their language; documents are handed over to them alone.
func TestStudy(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	max := w.AddUser(w.guild, discordtest.UserSpec{Name: "max", Locale: "zh-TW"})
	id := w.slash(max, w.channel, "")
	w.Await(t, "help", func() bool { return w.Asked(id).Answered == 4 })
	w.has(w.Asked(id).Messages[0].Content, "学习")
	w.must(w.React(w.kim, w.closing().ID, unicode("✅")))
	w.house.AwaitState(t, w.thread(), coach.Closed)
	id = w.slash(w.kim, w.channel, "docs")
	w.Await(t, "the documents", func() bool { return len(w.Asked(id).Messages) == 2 })
	if files := w.Asked(id).Messages[1].Files; len(files) == 0 || files[0].Name != "CONTEXT.md" {
		t.Errorf("files: %+v", files)
	}
	if n := len(w.Ephemerals(w.kim)); n != 3 { // of /study redis, and these two
		t.Errorf("%d messages for one pair of eyes", n)
	}
	w.NoViolations(t)
}

// TestManagers: a channel's settings are its managers', by command and by mention.
func TestManagers(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	boss := w.AddUser(w.guild, discordtest.UserSpec{Name: "boss"})
	w.GiveRole(w.guild, boss, w.AddRole(w.guild, "teachers", discordtest.ManageChannels, false))
	refused := w.slash(w.kim, w.channel, "settings openers managers")
	w.Await(t, "a no", func() bool { return w.Asked(refused).Answered == 4 })
	w.has(w.Asked(refused).Messages[0].Content, "Only the channel's managers")
	done := w.slash(boss, w.channel, "settings openers managers")
	w.Await(t, "a yes", func() bool { return w.Asked(done).Answered == 4 })
	hey := "<@" + w.BotID() + "> I want to learn redis"
	w.post(w.kim, w.channel, hey)
	w.Await(t, "words in the channel", func() bool {
		all := w.Messages(w.channel)
		return strings.Contains(all[len(all)-1].Content, "only its managers")
	})
	w.place = w.post(boss, w.channel, hey)
	w.house.AwaitAnswered(t, w.thread(), 1)
	w.stop()
	w.house.Close()
	w.post(w.kim, w.channel, hey)
	missed := w.post(boss, w.channel, hey)
	w.house, w.adapter = w.build(setting{house: adaptertest.Options{Path: w.house.Path}})
	w.run(setting{})
	w.Await(t, "the thread of what was missed", func() bool { _, ok := w.Thread(missed); return ok })
	if n := len(w.Threads(w.channel)); n != 2 {
		t.Errorf("%d threads", n)
	}
	w.NoViolations(t)
}

// press presses a button of the summary and returns the interaction once it is answered.
func (w *world) press(user, name string) (string, discordtest.Asked) {
	w.Helper()
	summary := w.summary()
	id, err := w.Press(user, summary.ID, w.button(summary, name))
	w.must(err)
	w.Await(w.T, "an answer to the press", func() bool { return w.Asked(id).Answered != 0 })
	return id, w.Asked(id)
}

// TestButtons: somebody else's press is answered for their eyes; a correction by a modal goes into the
// summary; the learner's confirmation saves; an old summary's button says that it is old.
func TestButtons(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.closing()
	if _, a := w.press(w.lee, "confirm"); a.Answered != 4 || !a.Ephemeral {
		t.Errorf("somebody else's press: %+v", a)
	}
	id, a := w.press(w.kim, "correct")
	if a.Answered != 9 || a.Modal["title"] != "Correct the summary" {
		t.Fatalf("correct: %+v", a)
	}
	w.answered(func() {
		_, err := w.Submit(id, map[string]string{"correction": "the firewall is on"})
		w.must(err)
	})
	summary := w.summary()
	w.has(summary.Content, "the firewall is on")
	if _, a := w.press(w.kim, "confirm"); a.Answered != 6 {
		t.Errorf("confirm: %+v", a)
	}
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.NoViolations(t)
}

// TestGoOn: the third button goes on with the session.
func TestGoOn(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.closing()
	w.press(w.kim, "go_on")
	w.house.AwaitState(t, w.thread(), coach.Coaching)
	w.Await(t, "no pin", func() bool { return len(w.Pins(w.place)) == 0 })
}

// TestOldButton: a press on a summary whose thread went on since says so.
func TestOldButton(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	summary := w.closing()
	f := w.Fail("PATCH /channels/{channel}/messages/{message}", 1, discordtest.Fault{Hang: true})
	w.post(w.kim, w.place, "continue")
	adaptertest.Await(t, "the session", func() bool { return w.house.Standing(t, w.thread()).Session.State() == coach.Coaching })
	id, err := w.Press(w.kim, summary.ID, w.button(summary, "confirm"))
	w.must(err)
	w.Await(t, "an answer", func() bool { return w.Asked(id).Answered == 4 })
	w.has(w.Asked(id).Messages[0].Content, "not waiting")
	f.Release()
}
