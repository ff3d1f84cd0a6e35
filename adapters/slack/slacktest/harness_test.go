package slacktest_test

import (
	"context"
	"io"
	"log"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
	"github.com/slack-go/slack/socketmode"

	"tack/adapters/slack/slacktest"
)

// bundle is a workspace with one channel, one learner and the real client.
type bundle struct {
	*slacktest.Server
	client  *slack.Client
	kim     string
	channel string
}

func setup(t *testing.T, opts slacktest.Options) *bundle {
	t.Helper()
	srv := slacktest.Start(t, opts)
	kim := srv.AddUser("kim")
	channel := srv.AddChannel(slacktest.ChannelSpec{Name: "redis", Members: []string{kim, srv.BotUser()}})
	return &bundle{Server: srv, client: newClient(srv), kim: kim, channel: channel}
}

func newClient(srv *slacktest.Server) *slack.Client {
	return slack.New(srv.BotToken(), slack.OptionAPIURL(srv.APIURL()), slack.OptionAppLevelToken(srv.AppToken()),
		slack.OptionLog(log.New(io.Discard, "", 0)))
}

// post replies in a thread as the bot and returns the ts.
func (b *bundle) post(t *testing.T, root, text string, more ...slack.MsgOption) string {
	t.Helper()
	opts := append([]slack.MsgOption{slack.MsgOptionText(text, false), slack.MsgOptionTS(root)}, more...)
	_, ts, err := b.client.PostMessageContext(t.Context(), b.channel, opts...)
	if err != nil {
		t.Fatalf("post %q: %v", text, err)
	}
	return ts
}

// connection is a running Socket Mode client.
type connection struct {
	*socketmode.Client
	events chan socketmode.Event // all but the client's own
	end    context.CancelFunc
}

// connect runs a Socket Mode client, which acks what it gets unless told otherwise, and waits for its hello.
func (b *bundle) connect(t *testing.T, ack bool) *connection {
	t.Helper()
	quiet := socketmode.OptionLog(log.New(io.Discard, "", 0))
	c := &connection{Client: socketmode.New(newClient(b.Server), quiet), events: make(chan socketmode.Event, 1000)}
	ctx, cancel := context.WithCancel(context.Background())
	c.end = cancel
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_ = c.RunContext(ctx) // ends with the test
	}()
	go c.forward(ctx, ack)
	t.Cleanup(func() { cancel(); <-stopped })
	c.await(t, socketmode.EventTypeHello)
	return c
}

func (c *connection) forward(ctx context.Context, ack bool) {
	for {
		select {
		case e := <-c.Events:
			if e.Request != nil && ack && e.Request.EnvelopeID != "" {
				_ = c.Ack(*e.Request) // fails with the connection
			}
			if e.Request != nil || e.Type == socketmode.EventTypeErrorBadMessage {
				c.events <- e
			}
		case <-ctx.Done():
			return
		}
	}
}

// await is the next event of a type; what comes before it is thrown away.
func (c *connection) await(t *testing.T, kind socketmode.EventType) socketmode.Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		select {
		case e := <-c.events:
			if e.Type == kind {
				return e
			}
		case <-ctx.Done():
			t.Fatalf("no %s came", kind)
		}
	}
}

// inner is the next inner event of type T.
func inner[T any](t *testing.T, c *connection) *T {
	t.Helper()
	for {
		e := c.await(t, socketmode.EventTypeEventsAPI)
		if found, ok := e.Data.(slackevents.EventsAPIEvent).InnerEvent.Data.(*T); ok {
			return found
		}
	}
}

// refused fails the test unless err is that code of Slack's.
func refused(t *testing.T, what string, err error, code string) {
	t.Helper()
	if err == nil || err.Error() != code {
		t.Errorf("%s: got %v, want %s", what, err, code)
	}
}

// violated fails the test unless exactly one violation of that kind was noted since the last look.
func (b *bundle) violated(t *testing.T, what string) {
	t.Helper()
	defer b.ForgetCalls()
	got := b.Violations()
	if len(got) != 1 || got[0].What != what {
		t.Errorf("violations %v, want one of %s", got, what)
	}
}
