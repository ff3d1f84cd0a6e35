package slack_test

import (
	"context"
	"slices"
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/coach"
	"tack/internal/engine"
)

// world is a workspace with a learner, somebody else, a channel with the bot in it, and the whole house.
type world struct {
	*testing.T
	*slacktest.Server
	house      *adaptertest.House
	adapter    *slack.Adapter
	kim, lee   string
	channel    string
	root       string // of the thread in hand
	stop       func() // ends Run and waits for it
	ended      chan error
	socketless bool   // events come over HTTP
	address    string // of the adapter, then
}

// setting is how a world differs from the ordinary one.
type setting struct {
	fake   slacktest.Options
	house  adaptertest.Options
	config func(*slack.Config)
	hall   func(slack.Hall) slack.Hall
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

// enter makes the workspace.
func enter(t *testing.T, o slacktest.Options) *world {
	t.Helper()
	if o.Scopes == nil {
		o.Scopes = slack.Scopes
	}
	if o.Events == nil {
		o.Events = slack.Events
	}
	w := &world{T: t, Server: slacktest.Start(t, o)}
	w.kim, w.lee = w.AddUser("kim"), w.AddUser("lee")
	w.channel = w.AddChannel(slacktest.ChannelSpec{Name: "redis", Members: []string{w.kim, w.lee, w.BotUser()}})
	return w
}

// build makes an adapter and the house behind it.
func (w *world) build(s setting) (*adaptertest.House, *slack.Adapter) {
	w.Helper()
	c := slack.Config{
		BotToken: w.BotToken(), AppToken: w.AppToken(), APIURL: w.APIURL(), Voice: adaptertest.Chat(w.T), PostEvery: -1,
		Log: adaptertest.Log(w.T),
	}
	if s.config != nil {
		s.config(&c)
	}
	a, err := slack.New(c)
	if err != nil {
		w.Fatal(err)
	}
	return adaptertest.Build(w.T, "slack", a, s.house), a
}

// run lets the adapter run until the test ends, or stop.
func (w *world) run(s setting) {
	w.Helper()
	hall := w.house.Hall()
	if s.hall != nil {
		hall = s.hall(hall)
	}
	adapter := w.adapter
	w.stop, w.ended = adaptertest.Run(w.T, func(ctx context.Context) error { return adapter.Run(ctx, hall) })
	if !w.socketless {
		w.Await(w.T, "the socket", func(v *slacktest.Snapshot) bool { return len(v.Sockets()) > 0 })
	}
}

// thread is the thread in hand as the house knows it.
func (w *world) thread() coach.ThreadID { return w.threadOf(w.channel, w.root) }

func (w *world) threadOf(channel, root string) coach.ThreadID {
	return coach.ThreadID("slack:" + w.TeamID() + ":" + channel + ":" + root)
}

// study has the learner use /study and takes the thread that opens in hand.
func (w *world) study(text string) {
	w.Helper()
	before := len(w.Channel(w.channel))
	w.Slash(w.kim, w.channel, "/study", text)
	w.Await(w.T, "a thread", func(v *slacktest.Snapshot) bool {
		all := v.Channel(w.channel)
		if len(all) <= before {
			return false
		}
		w.root = all[len(all)-1].TS
		return true
	})
	w.house.AwaitAnswered(w.T, w.thread(), 1)
}

// say has the learner write in the thread and waits for the answers.
func (w *world) say(texts ...string) engine.Thread {
	w.Helper()
	var t engine.Thread
	for _, text := range texts {
		t = w.house.Answered(w.T, w.thread(), func() { w.Reply(w.kim, w.channel, w.root, text) })
	}
	return t
}

// coach are the coach's messages in the thread in hand.
func (w *world) coach() []slacktest.Message {
	return slices.DeleteFunc(w.Thread(w.channel, w.root), func(m slacktest.Message) bool {
		return m.BotID != w.BotID() || m.Subtype == "pinned_item"
	})
}

// last is the coach's last message.
func (w *world) last() slacktest.Message {
	w.Helper()
	all := w.coach()
	if len(all) == 0 {
		w.Fatal("the coach has said nothing")
	}
	return all[len(all)-1]
}

// summary is the pinned message of the channel.
func (w *world) summary() slacktest.Message {
	w.Helper()
	var m slacktest.Message
	w.Await(w.T, "a pinned summary", func(v *slacktest.Snapshot) bool {
		pins := v.Pins(w.channel)
		if len(pins) == 0 {
			return false
		}
		m, _ = v.Message(w.channel, pins[0])
		return true
	})
	return m
}

// has fails the test unless a text contains something.
func (w *world) has(text, want string) {
	w.Helper()
	adaptertest.Has(w.T, text, want)
}

// course leads to the first command of the setup, where it fails.
var course = adaptertest.Course

const failing = adaptertest.Failing
