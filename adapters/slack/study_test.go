package slack_test

import (
	"context"
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/inhand"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/coach"
	"tack/internal/command"
)

// ask has a user use /study and returns what they alone see.
func (w *world) ask(user, channel, text string) string {
	w.Helper()
	before := len(w.Ephemerals())
	w.Slash(user, channel, "/study", text)
	return w.whispered(before, text)
}

func (w *world) whispered(before int, what string) string {
	w.Helper()
	var said string
	w.Await(w.T, "an answer to "+what, func(v *slacktest.Snapshot) bool {
		all := v.Ephemerals()
		if len(all) > before {
			said = all[before].Text
		}
		return len(all) > before
	})
	return said
}

// TestStudy: every word of /study is answered for the asker alone.
func TestStudy(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.has(w.ask(w.kim, w.channel, ""), "/study continue redis")
	w.has(w.ask(w.kim, w.channel, "cooking"), "cannot teach")
	w.has(w.ask(w.kim, w.channel, "status"), "no session")
	w.study("redis")
	w.say(course...)
	w.has(w.ask(w.kim, w.channel, "status"), "redis")
	w.has(w.ask(w.lee, w.channel, "status"), "no session")
	w.has(w.ask(w.kim, w.channel, "wrap"), "Closing out")
	w.house.AwaitState(t, w.thread(), coach.Closing)
	w.say("ok")
	w.has(w.ask(w.kim, w.channel, "docs"), "CONTEXT.md")
	dm := w.OpenDM(w.kim)
	w.Await(t, "the documents", func(v *slacktest.Snapshot) bool {
		for _, f := range v.Files() {
			if len(f.Channels) == 1 && f.Channels[0] == dm && f.Name == "CONTEXT.md" {
				return true
			}
		}
		return false
	})
	mei := w.AddUser("mei")
	w.SetLocale(mei, "zh-CN")
	w.has(w.ask(mei, w.channel, "帮助"), "学习")
	w.NoViolations(t)
}

// TestStudyElsewhere: where the bot may not write, the asker is told what to do.
func TestStudyElsewhere(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	for want, spec := range map[string]slacktest.ChannelSpec{
		"/invite @tack": {Name: "out", Members: []string{w.kim}},
		"restricted":    {Name: "news", Restricted: true, Members: []string{w.kim, w.BotUser()}},
	} {
		channel := w.AddChannel(spec)
		before := len(w.Ephemerals())
		w.Slash(w.kim, channel, "/study", "redis")
		w.Await(t, want, func(v *slacktest.Snapshot) bool { return len(v.Ephemerals()) == before+2 })
		all := w.Ephemerals()[before:] // in either order
		w.has(all[0].Text+all[1].Text, "on its way")
		w.has(all[0].Text+all[1].Text, want)
	}
}

// TestStudyDown: who uses /study while the store is down is told so.
func TestStudyDown(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{hall: func(h slack.Hall) slack.Hall {
		h.Desk = brokenDesk{h.Desk}
		return h
	}})
	w.has(w.ask(w.kim, w.channel, "redis"), "cannot be reached")
}

type brokenDesk struct{ inhand.Desk }

func (brokenDesk) Answer(context.Context, command.Request) (command.Answer, error) {
	return command.Answer{}, adaptertest.ErrDown
}

// TestStudySlow: what takes longer than Slack waits is answered behind.
func TestStudySlow(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	w := setup(t, setting{hall: func(h slack.Hall) slack.Hall {
		h.Desk = slowDesk{h.Desk, release}
		return h
	}})
	w.Slash(w.kim, w.channel, "/study", "help")
	w.Await(t, "the ack", func(v *slacktest.Snapshot) bool { return len(v.Acks()) == 1 })
	close(release)
	w.has(w.whispered(0, "help"), "/study")
	if e := w.Ephemerals()[0]; e.Via != "response_url" {
		t.Errorf("answered via %s", e.Via)
	}
}

type slowDesk struct {
	inhand.Desk
	release chan struct{}
}

func (d slowDesk) Answer(ctx context.Context, r command.Request) (command.Answer, error) {
	<-d.release
	return d.Desk.Answer(ctx, r)
}

// TestSettings: a channel's settings are its managers', and hold for sessions that begin from then on.
func TestSettings(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	boss := w.AddUser("boss")
	w.SetAdmin(boss)
	w.has(w.ask(w.kim, w.channel, "settings openers managers"), "Only the channel's managers")
	w.has(w.ask(boss, w.channel, "settings openers managers"), "managers")
	w.has(w.ask(boss, w.channel, "settings language zh"), "zh")
	w.has(w.ask(w.kim, w.channel, "redis"), "only its managers")
	before := len(w.Ephemerals())
	ts := w.Mention(w.kim, w.channel, "I want to learn redis")
	w.has(w.whispered(before, "a mention"), "only its managers")
	w.root = w.Mention(boss, w.channel, "I want to learn redis")
	if th := w.house.AwaitAnswered(t, w.thread(), 1); th.Course.Locale != "zh" {
		t.Errorf("locale %s", th.Course.Locale)
	}
	w.settled()
	if n := len(w.Ephemerals()) - before; n != 1 {
		t.Errorf("%d words for one mention by somebody who may not open a session", n)
	}
	if th := w.house.Standing(t, w.threadOf(w.channel, ts)); th.Session != nil {
		t.Error("a session was opened by somebody who may not")
	}
}

// TestButtons: the three buttons, for the learner alone, and on the open summary alone.
func TestButtons(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	ts := w.closing()
	before := len(w.Ephemerals())
	w.PressButton(w.lee, w.channel, ts, "summary_confirm")
	w.has(w.whispered(before, "somebody else's press"), "somebody else's")
	w.PressButton(w.kim, w.channel, ts, "summary_go_on")
	w.house.AwaitState(t, w.thread(), coach.Coaching)
	w.say("that's enough for today")
	ts = w.posted("summary_confirm")
	w.PressButton(w.kim, w.channel, ts, "summary_correct")
	w.Await(t, "the form", func(v *slacktest.Snapshot) bool { return len(v.Views()) == 1 })
	heard := w.house.Standing(t, w.thread()).Heard
	w.SubmitView(w.kim, w.Views()[0].ID, map[string]string{"correction": "the firewall is on"})
	w.house.AwaitAnswered(t, w.thread(), heard+1)
	m, _ := w.Message(w.channel, ts)
	w.has(m.Text, "the firewall is on")
	w.Fail("views.open", 1, slacktest.Fault{Error: "expired_trigger_id"})
	w.PressButton(w.kim, w.channel, ts, "summary_correct")
	w.house.AwaitAnswered(t, w.thread(), heard+2)
	w.has(w.last().Text, "What should I change")
	w.PressButton(w.kim, w.channel, ts, "summary_confirm")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.NoViolations(t)
}

// TestOldButton: a press that comes after the summary was settled changes nothing, and says so.
func TestOldButton(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	ts := w.closing()
	f := w.Fail("chat.update", 1, slacktest.Fault{Hang: true}) // the buttons stay for now
	t.Cleanup(f.Release)
	w.PressButton(w.kim, w.channel, ts, "summary_confirm")
	w.Await(t, "the outcome on its way", func(v *slacktest.Snapshot) bool { return len(v.Pins(w.channel)) == 0 })
	before := len(w.Ephemerals())
	w.PressButton(w.kim, w.channel, ts, "summary_confirm")
	w.has(w.whispered(before, "a late press"), "not waiting")
}
