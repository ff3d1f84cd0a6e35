package slacktest_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"

	"tack/adapters/slack/slacktest"
)

func TestRateLimits(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{Limits: slacktest.SlackLimits()})
	other := b.AddChannel(slacktest.ChannelSpec{Name: "git", Members: []string{b.kim, b.BotUser()}})
	root := b.Mention(b.kim, b.channel, "hello")
	for range 3 {
		b.post(t, root, "burst")
	}
	_, _, err := b.client.PostMessage(b.channel, slack.MsgOptionText("over", false), slack.MsgOptionTS(root))
	if limited, ok := err.(*slack.RateLimitedError); !ok || limited.RetryAfter != time.Second {
		t.Fatalf("over the burst: %v", err)
	}
	there := b.Mention(b.kim, other, "hello")
	if _, _, err := b.client.PostMessage(other, slack.MsgOptionText("elsewhere", false), slack.MsgOptionTS(there)); err != nil {
		t.Errorf("the limit is by channel: %v", err)
	}
	b.Advance(time.Second)
	b.post(t, root, "later")
}

func TestFaults(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	say := func(ctx context.Context) error {
		_, _, err := b.client.PostMessageContext(ctx, b.channel, slack.MsgOptionText("x", false), slack.MsgOptionTS(root))
		return err
	}
	posted := func() int { return len(b.Thread(b.channel, root)) - 1 }

	b.Fail("chat.postMessage", 1, slacktest.Fault{Error: "fatal_error"})
	refused(t, "a code", say(t.Context()), "fatal_error")
	b.Fail("chat.postMessage", 1, slacktest.Fault{Status: http.StatusServiceUnavailable})
	if e, ok := say(t.Context()).(slack.StatusCodeError); !ok || e.Code != http.StatusServiceUnavailable {
		t.Errorf("503: %v", e)
	}
	b.Fail("chat.postMessage", 1, slacktest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 7 * time.Second})
	if e, ok := say(t.Context()).(*slack.RateLimitedError); !ok || e.RetryAfter != 7*time.Second {
		t.Errorf("429: %v", e)
	}
	b.Fail("chat.postMessage", 1, slacktest.Fault{HTML: true})
	if err := say(t.Context()); err == nil || !strings.Contains(err.Error(), "invalid character") {
		t.Errorf("a web page: %v", err)
	}
	if posted() != 0 {
		t.Fatalf("%d posted by refused calls", posted())
	}
	b.Fail("chat.postMessage", 1, slacktest.Fault{Cut: true, AfterEffect: true})
	if err := say(t.Context()); err == nil || posted() != 1 {
		t.Errorf("cut after the effect: %v, %d posted", err, posted())
	}
	calls := b.Calls("chat.postMessage")
	if last := calls[len(calls)-1]; !last.Effect || last.Status != 0 || last.Args["token"] != "" {
		t.Errorf("recorded %+v", last)
	}
	if err := say(t.Context()); err != nil || posted() != 2 {
		t.Errorf("the fault is over: %v", err)
	}
}

func TestHangingCall(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	for _, left := range []bool{true, false} {
		f := b.Fail("chat.postMessage", 1, slacktest.Fault{Hang: true})
		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error, 1)
		go func() {
			_, _, err := b.client.PostMessageContext(ctx, b.channel, slack.MsgOptionText("x", false), slack.MsgOptionTS(root))
			result <- err
		}()
		b.Await(t, "the call", func(v *slacktest.Snapshot) bool { return v.Hits(f) == 1 })
		if left {
			cancel()
			if err := <-result; !errors.Is(err, context.Canceled) {
				t.Errorf("the client left: %v", err)
			}
		} else {
			f.Release()
			if err := <-result; err != nil {
				t.Errorf("released: %v", err)
			}
		}
		cancel()
	}
}
