package slack_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/inhand"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/internal/command"
	"tack/internal/engine"
)

// TestFacts_RetryIsTheOnlyCopy: what was sent into a dead socket comes as a retry alone, and is answered.
func TestFacts_RetryIsTheOnlyCopy(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.settled()
	for _, method := range []string{"conversations.replies", "conversations.history"} {
		w.Fail(method, 1000, slacktest.Fault{Error: "internal_error"}) // nothing is caught up
	}
	before := w.Sockets()
	w.HalfOpen("")
	ts := w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.CutSockets()
	w.Await(t, "another socket", func(v *slacktest.Snapshot) bool {
		return len(v.Sockets()) == 1 && v.Sockets()[0] != before[0]
	})
	w.Advance(4 * time.Second) // Slack's patience
	w.house.AwaitAnswered(t, w.thread(), 2)
	if e := w.events("message", ts)[0]; e.Attempt == 0 {
		t.Errorf("no retry was needed: %+v", e)
	}
}

// gate is an engine that holds back what one user does, until it opens.
type gate struct {
	inhand.Engine
	user string
	open chan struct{}
}

func (g gate) Receive(ctx context.Context, in engine.Inbound) error {
	if in.User == g.user {
		select {
		case <-g.open:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return g.Engine.Receive(ctx, in)
}

// TestFacts_NoWorkInTheReader: while one message cannot be recorded, more than slack-go's channel holds are.
func TestFacts_NoWorkInTheReader(t *testing.T) {
	t.Parallel()
	g := gate{open: make(chan struct{})}
	w := enter(t, slacktest.Options{})
	g.user = w.lee
	s := setting{hall: func(h slack.Hall) slack.Hall {
		g.Engine = h.Engine
		h.Engine = g
		return h
	}}
	w.house, w.adapter = w.build(s)
	w.run(s)
	w.study("redis")
	w.settled()
	acks := len(w.Acks())
	w.Mention(w.lee, w.channel, "I want to learn git")
	const held = 60
	for range 4 { // one of them may have to wait for the mention
		root := w.Post(w.kim, w.channel, "hello all")
		for range held {
			w.Reply(w.kim, w.channel, root, "and then")
		}
	}
	w.Await(t, "more than the channel holds", func(v *slacktest.Snapshot) bool { return len(v.Acks()) > acks+held })
	close(g.open)
	w.settled()
}

// TestFacts_Stale: what comes hours late, after the thread has moved on, is kept and not answered.
func TestFacts_Stale(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.Advance(-2 * time.Hour)
	w.study("redis")
	w.settled()
	w.Drop(1)
	late := w.events("message", w.Reply(w.kim, w.channel, w.root, "I meant as a message broker"))[0]
	w.Advance(2 * time.Hour)
	w.say("to use it as a cache at work")
	said := len(w.coach())
	w.Repeat(late.ID)
	w.house.AwaitAnswered(t, w.thread(), 3)
	w.settled()
	if n := len(w.coach()); n != said {
		t.Errorf("%d messages more: %s", n-said, w.last().Text)
	}
}

// told keeps what the engine is told.
type told struct {
	inhand.Engine
	mu  *sync.Mutex
	all *[]engine.Inbound
}

func (e told) Receive(ctx context.Context, in engine.Inbound) error {
	e.mu.Lock()
	*e.all = append(*e.all, in)
	e.mu.Unlock()
	return e.Engine.Receive(ctx, in)
}

// TestFacts_ReactionTime: a reaction has the time at which it was put, not that of its message or arrival.
func TestFacts_ReactionTime(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var all []engine.Inbound
	w := setup(t, setting{hall: func(h slack.Hall) slack.Hall {
		h.Engine = told{h.Engine, &mu, &all}
		return h
	}})
	ts := w.closing()
	w.settled()
	w.Advance(10 * time.Minute) // Slack's clock is not ours
	w.Hold()
	earliest := w.Now()
	w.Server.React(w.kim, w.channel, ts, "+1")
	latest := w.Now()
	w.Advance(10 * time.Minute)
	w.Release()
	adaptertest.Await(t, "the reaction", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(all) > 0 && all[len(all)-1].Kind == engine.InReaction
	})
	at := all[len(all)-1].At
	if at.Before(earliest.Truncate(time.Microsecond)) || at.After(latest.Add(time.Second)) {
		t.Errorf("at %s, put between %s and %s", at, earliest, latest)
	}
}

// TestFacts_TokenTakenBack: a token that Slack takes back while the bot runs ends Run, and is asked about no more.
func TestFacts_TokenTakenBack(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"invalid_auth", "account_inactive", "not_authed", "token_revoked"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.Fail("apps.connections.open", 1000, slacktest.Fault{Error: code})
			w.ForgetCalls()
			w.CutSockets()
			select {
			case err := <-w.ended:
				w.ended <- err // for the end of the test
				if err == nil || !strings.Contains(strings.Join(w.adapter.Health(), " "), code) {
					t.Errorf("ended with %v, health %q", err, w.adapter.Health())
				}
			case <-time.After(20 * time.Second):
				t.Fatal("Run goes on without a token")
			}
			if n := len(w.Calls("apps.connections.open")); n > 3 {
				t.Errorf("%d sockets were asked for", n)
			}
		})
	}
}

// TestFacts_LargeAnswer: the answer to a command fits into an acknowledgement, of which Slack drops 20 KB.
func TestFacts_LargeAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{hall: func(h slack.Hall) slack.Hall {
		h.Desk = talkative{h.Desk}
		return h
	}})
	if got := w.ask(w.kim, w.channel, "status"); len(got) < 1000 {
		t.Errorf("only %d bytes were shown", len(got))
	}
	w.NoViolations(t)
}

type talkative struct{ inhand.Desk }

func (talkative) Answer(context.Context, command.Request) (command.Answer, error) {
	return command.Answer{Text: strings.Repeat("很长的回答。\n\n", 2000)}, nil
}

// TestFacts_LimitedApp: 15 rows and a call a minute, as some apps have, are enough for an ordinary gap.
func TestFacts_LimitedApp(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{fake: slacktest.Options{HistoryLimited: true}})
	w.study("redis")
	w.settled()
	w.Advance(2 * time.Minute) // what the first connection asked for is long ago
	w.Drop(1000)
	for range 10 {
		w.Reply(w.lee, w.channel, w.root, "me too")
	}
	w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.CutSockets()
	w.house.AwaitAnswered(t, w.thread(), 12)
	w.NoViolations(t)
}

// TestFacts_Challenge: the request URL proves itself by the challenge.
func TestFacts_Challenge(t *testing.T) {
	t.Parallel()
	w := overHTTP(t, setting{})
	body := []byte(`{"type":"url_verification","challenge":"3eZbrw1aB"}`)
	status, answer, err := w.SendSigned(t.Context(), w.address, "application/json", body, slacktest.Signature{})
	if err != nil || status != http.StatusOK || !strings.Contains(string(answer), "3eZbrw1aB") {
		t.Errorf("status %d, %q, %v", status, answer, err)
	}
}
