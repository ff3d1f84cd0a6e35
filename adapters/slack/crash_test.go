package slack_test

import (
	"context"
	"strings"
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/coach"

	"github.com/gorilla/websocket"
	sdk "github.com/slack-go/slack"
)

// again is another process on the same store, after the first has ended.
func (w *world) again() {
	w.Helper()
	w.stop()
	w.house.Close()
	w.house, w.adapter = w.build(setting{house: adaptertest.Options{Path: w.house.Path}})
	w.run(setting{})
}

// TestDiesWhilePosting: a message, a file or a root that was on its way when the process died is there once.
func TestDiesWhilePosting(t *testing.T) {
	t.Parallel()
	for _, effect := range []bool{true, false} {
		name := map[bool]string{true: "Done", false: "NotDone"}[effect]
		t.Run(name+"/Message", func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.study("redis")
			w.settled()
			f := w.Fail("chat.postMessage", 1, slacktest.Fault{Hang: !effect, Cut: true, AfterEffect: effect})
			w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
			w.Await(t, "the post", func(v *slacktest.Snapshot) bool { return v.Hits(f) == 1 })
			w.again()
			w.Await(t, "the answer", func(v *slacktest.Snapshot) bool {
				n := 0
				for _, m := range v.Thread(w.channel, w.root) {
					if strings.Contains(m.Text, "Scenario 1") {
						n++
					}
				}
				return n == 1
			})
			w.Reply(w.kim, w.channel, w.root, "no idea")
			w.Await(t, "the next", func(v *slacktest.Snapshot) bool {
				all := v.Thread(w.channel, w.root)
				return strings.Contains(all[len(all)-1].Text, "How much time")
			})
			if n := len(w.coach()); n != 4 {
				t.Errorf("%d messages, want 4", n)
			}
			w.NoViolations(t)
		})
		t.Run(name+"/Root", func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			f := w.Fail("chat.postMessage", 1, slacktest.Fault{Hang: !effect, Cut: true, AfterEffect: effect})
			w.Slash(w.kim, w.channel, "/study", "redis")
			w.Await(t, "the post", func(v *slacktest.Snapshot) bool { return v.Hits(f) == 1 })
			w.again()
			w.Await(t, "a thread with a question", func(v *slacktest.Snapshot) bool {
				all := v.Channel(w.channel)
				return len(all) == 1 && len(v.Thread(w.channel, all[0].TS)) == 2
			})
		})
	}
}

// TestRestartedSummary: after a restart an emoji on the summary, corrected in place, is still one on it.
func TestRestartedSummary(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	ts := w.closing()
	w.say("you forgot: the firewall is on")
	w.settled()
	w.again()
	w.Server.React(w.kim, w.channel, ts, "+1")
	w.Await(t, "the outcome", func(v *slacktest.Snapshot) bool {
		m, _ := v.Message(w.channel, ts)
		return strings.Contains(m.Text, "✅ Saved.") && strings.Contains(m.Text, "the firewall is on")
	})
	w.NoViolations(t)
}

// TestReplicas: two processes share what comes; what one has posted the other knows.
func TestReplicas(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	_, other := w.build(setting{house: adaptertest.Options{Idle: true}})
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() {
		ended <- other.Run(ctx, slack.Hall{Engine: w.house.Engine, Desk: w.house.Desk, Store: w.house.Store})
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	w.Await(t, "two sockets", func(v *slacktest.Snapshot) bool { return len(v.Sockets()) == 2 })
	ts := w.closing()
	w.say("you forgot: the firewall is on", "and the port is 6380")
	w.Server.React(w.kim, w.channel, ts, "+1")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	socket := map[string]bool{}
	for _, a := range w.Acks() {
		socket[a.Socket] = true
	}
	if len(socket) != 2 {
		t.Errorf("acknowledged by %v", socket)
	}
	w.NoViolations(t)
}

// TestNotConnected: Health says that there is no socket, and that there is one again.
func TestNotConnected(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	f := w.Fail("apps.connections.open", 1, slacktest.Fault{Hang: true, Status: 503})
	w.CutSockets()
	w.Await(t, "the try", func(v *slacktest.Snapshot) bool { return v.Hits(f) == 1 })
	f.Release()
	adaptertest.Await(t, "what is wrong", func() bool {
		return strings.Contains(strings.Join(w.adapter.Health(), " "), "not connected")
	})
	adaptertest.Await(t, "nothing to be wrong", func() bool { return w.adapter.Health() == nil })
}

// TestEnd: what was seen and not answered when Run ends bears no receipt any more.
func TestEnd(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	f := w.Fail("chat.postMessage", 1, slacktest.Fault{Hang: true})
	t.Cleanup(f.Release)
	ts := w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.Await(t, "the receipt", func(v *slacktest.Snapshot) bool { return eyes(v, w.channel, ts) && v.Hits(f) == 1 })
	w.stop()
	w.Await(t, "the receipt to go", func(v *slacktest.Snapshot) bool { return !eyes(v, w.channel, ts) })
}

// eyes says whether a message bears a receipt.
func eyes(v *slacktest.Snapshot, channel, ts string) bool {
	m, _ := v.Message(channel, ts)
	return len(m.Reactions) > 0
}

// TestDiesWithEyes: a receipt that a process has left, since it was killed, goes with the answer, which
// another process gives.
func TestDiesWithEyes(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.settled()
	post := w.Fail("chat.postMessage", 1, slacktest.Fault{Hang: true, Cut: true})
	ts := w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.Await(t, "the receipt", func(v *slacktest.Snapshot) bool { return eyes(v, w.channel, ts) && v.Hits(post) == 1 })
	w.Fail("reactions.remove", 1, slacktest.Fault{Status: 503}) // one that is killed takes nothing off
	w.stop()
	if m, _ := w.Message(w.channel, ts); len(m.Reactions) == 0 {
		t.Fatal("the process took its receipt with it")
	}
	w.again()
	w.Await(t, "the answer, and the receipt to go", func(v *slacktest.Snapshot) bool {
		return len(v.Thread(w.channel, w.root)) > 3 && !eyes(v, w.channel, ts)
	})
	w.NoViolations(t)
}

// TestNewEyes: a process that has just begun shows that it sees what a learner writes.
func TestNewEyes(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.settled()
	w.again()
	w.Fail("chat.postMessage", 1, slacktest.Fault{Hang: true})
	ts := w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	other := w.Reply(w.lee, w.channel, w.root, "me too")
	w.settled()
	w.Await(t, "the receipt", func(v *slacktest.Snapshot) bool { return eyes(v, w.channel, ts) })
	if m, _ := w.Message(w.channel, other); len(m.Reactions) > 0 {
		t.Error("a receipt under what somebody else wrote")
	}
}

// TestOldEyes: a receipt that was left under what is answered already goes when the next process catches up.
func TestOldEyes(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say("to use it as a cache at work")
	ts := w.Reply(w.lee, w.channel, w.root, "me too")
	w.settled()
	w.stop()
	w.Server.React(w.BotUser(), w.channel, ts, "eyes")
	w.house.LeaveEyes(t, w.thread(), "slack:"+w.TeamID()+":"+w.channel+":"+ts)
	w.again()
	w.Await(t, "the receipt to go", func(v *slacktest.Snapshot) bool { return !eyes(v, w.channel, ts) })
	w.house.AwaitNoEyes(t, w.thread())
}

// TestTooManySockets: a socket that is closed as soon as it is open is not opened again and again.
func TestTooManySockets(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{idle: true})
	client := sdk.New(w.BotToken(), sdk.OptionAPIURL(w.APIURL()), sdk.OptionAppLevelToken(w.AppToken()))
	var others []*websocket.Conn
	for range 10 {
		_, address, err := client.StartSocketModeContext(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), address, nil)
		if err != nil {
			t.Fatal(err)
		}
		others = append(others, conn)
	}
	w.Await(t, "ten sockets", func(v *slacktest.Snapshot) bool { return len(v.Sockets()) == 10 })
	w.ForgetCalls()
	w.run(setting{})
	adaptertest.Await(t, "the connection to rest", func() bool {
		return strings.Contains(strings.Join(w.adapter.Health(), " "), "too many")
	})
	if n := len(w.Calls("apps.connections.open")); n > 12 { // two rounds, and what slack-go has under way
		t.Errorf("%d sockets were asked for", n)
	}
	for _, conn := range others {
		_ = conn.Close() // the server has nothing more to say to it
	}
	adaptertest.Await(t, "a socket of its own", func() bool { return w.adapter.Health() == nil })
}
