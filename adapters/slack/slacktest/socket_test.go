package slacktest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
	"github.com/slack-go/slack/socketmode"

	"tack/adapters/slack/slacktest"
)

func TestMentionComesTwiceWithOneTS(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	root := b.Mention(b.kim, b.channel, "hello & <bye>")
	message := inner[slackevents.MessageEvent](t, c)
	mention := inner[slackevents.AppMentionEvent](t, c)
	if message.TimeStamp != root || mention.TimeStamp != root {
		t.Errorf("message %s and mention %s, want both %s", message.TimeStamp, mention.TimeStamp, root)
	}
	if want := "<@" + b.BotUser() + "> hello &amp; &lt;bye&gt;"; message.Text != want || mention.Text != want {
		t.Errorf("text %q and %q, want %q", message.Text, mention.Text, want)
	}
	b.Await(t, "both acks", func(v *slacktest.Snapshot) bool { return len(v.Acks()) == 2 && v.Unacked() == 0 })
}

func TestUnackedIsRedelivered(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, false)
	b.Post(b.kim, b.channel, "hello")
	first := c.await(t, socketmode.EventTypeEventsAPI)
	b.Advance(3 * time.Second)
	second := c.await(t, socketmode.EventTypeEventsAPI)
	if second.Request.RetryAttempt != 1 || second.Request.RetryReason != "timeout" {
		t.Errorf("retry %d %q, want 1 timeout", second.Request.RetryAttempt, second.Request.RetryReason)
	}
	if eventID(first) != eventID(second) || first.Request.EnvelopeID == second.Request.EnvelopeID {
		t.Errorf("a retry is the same event in another envelope")
	}
	b.Redeliver()
	if third := c.await(t, socketmode.EventTypeEventsAPI); third.Request.RetryAttempt != 2 {
		t.Errorf("retry %d, want 2", third.Request.RetryAttempt)
	}
	b.Advance(time.Hour)
	b.Advance(time.Hour)
	b.Await(t, "giving up", func(v *slacktest.Snapshot) bool {
		return v.Events()[0].State == slacktest.Lost || v.Events()[0].Attempt == 3
	})
}

func eventID(e socketmode.Event) string {
	return e.Data.(slackevents.EventsAPIEvent).Data.(*slackevents.EventsAPICallbackEvent).EventID
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	b.Post(b.kim, b.channel, "hello")
	first := c.await(t, socketmode.EventTypeEventsAPI)
	b.Repeat(eventID(first))
	same := c.await(t, socketmode.EventTypeEventsAPI)
	if eventID(same) != eventID(first) || same.Request.EnvelopeID == first.Request.EnvelopeID {
		t.Error("Repeat is the same event in another envelope")
	}
	b.RepeatEnvelope(eventID(first))
	if twin := c.await(t, socketmode.EventTypeEventsAPI); twin.Request.EnvelopeID != first.Request.EnvelopeID {
		t.Error("RepeatEnvelope is the same envelope")
	}
	one := b.Send(slacktest.Draft{User: b.kim, Channel: b.channel, Text: "once", ClientMsgID: "x"})
	two := b.Send(slacktest.Draft{User: b.kim, Channel: b.channel, Text: "once", ClientMsgID: "x"})
	m1, m2 := inner[slackevents.MessageEvent](t, c), inner[slackevents.MessageEvent](t, c)
	if one == two || m1.ClientMsgID != "x" || m2.ClientMsgID != "x" {
		t.Error("one client_msg_id under two ts")
	}
}

func TestHoldReorderDrop(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	b.Hold()
	for _, text := range []string{"a", "b", "c"} {
		b.Post(b.kim, b.channel, text)
	}
	b.Release(2, 0)
	b.Drop(1)
	b.Post(b.kim, b.channel, "d")
	b.Post(b.kim, b.channel, "e")
	var got []string
	for range 3 {
		got = append(got, inner[slackevents.MessageEvent](t, c).Text)
	}
	if text := strings.Join(got, ""); text != "cae" {
		t.Errorf("got %q, want cae", text)
	}
}

func TestReconnectGetsWhatWaited(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	b.Post(b.kim, b.channel, "early")
	c := b.connect(t, true)
	if e := c.await(t, socketmode.EventTypeEventsAPI); e.Request.RetryAttempt != 1 {
		t.Errorf("retry %d of an event that waited, want 1", e.Request.RetryAttempt)
	}
	b.Disconnect("", "refresh_requested")
	hello := c.await(t, socketmode.EventTypeHello)
	if hello.Request.NumConnections != 1 || hello.Request.ConnectionInfo.AppID != b.AppID() {
		t.Errorf("hello %+v", hello.Request)
	}
	b.Post(b.kim, b.channel, "late")
	if got := inner[slackevents.MessageEvent](t, c).Text; got != "late" {
		t.Errorf("got %q", got)
	}
}

func TestSocketsShareTheLoad(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	one, two := b.connect(t, true), b.connect(t, true)
	b.Post(b.kim, b.channel, "a")
	b.Post(b.kim, b.channel, "b")
	inner[slackevents.MessageEvent](t, one)
	inner[slackevents.MessageEvent](t, two)
	if n := len(b.Sockets()); n != 2 {
		t.Errorf("%d sockets", n)
	}
}

func TestHalfOpenSwallows(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	b.HalfOpen("")
	b.Post(b.kim, b.channel, "into the void")
	b.CutSockets()
	if e := c.await(t, socketmode.EventTypeEventsAPI); e.Request.RetryAttempt != 1 {
		t.Errorf("attempt %d, want the retry after the half-open socket ended", e.Request.RetryAttempt)
	}
}

func TestTicketWorksOnce(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, true)
	_, url, err := b.client.StartSocketModeContext(t.Context())
	if err != nil || !strings.HasPrefix(url, "ws://127.0.0.1:") {
		t.Fatalf("%q, %v", url, err)
	}
	b.Disconnect("", "link_disabled")
	c.await(t, socketmode.EventTypeHello) // with a ticket of its own
	wrong := slack.New(b.BotToken(), slack.OptionAPIURL(b.APIURL()), slack.OptionAppLevelToken("xapp-wrong"))
	_, _, err = wrong.StartSocketModeContext(t.Context())
	refused(t, "a wrong app token", err, "invalid_auth")
}

func TestUnparsableAndBadAcks(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	c := b.connect(t, false)
	envelope := b.SendPayload("events_api", `{"type":"event_callback","event":{"type":"moon_phase"}}`)
	bad := c.await(t, socketmode.EventTypeErrorBadMessage)
	if raw := string(bad.Data.(*socketmode.ErrorBadMessage).Message); !strings.Contains(raw, envelope) {
		t.Errorf("the frame %s lacks its envelope", raw)
	}
	_ = c.SendCtx(t.Context(), socketmode.Response{EnvelopeID: envelope})
	b.Await(t, "the ack by hand", func(v *slacktest.Snapshot) bool { return len(v.Acks()) == 1 })
	_ = c.SendCtx(t.Context(), socketmode.Response{EnvelopeID: "of-nothing"})
	b.Await(t, "a violation", func(v *slacktest.Snapshot) bool {
		return len(v.Violations()) == 1 && v.Violations()[0].What == slacktest.BadAck
	})
	b.SendFrame("{not json")
}
