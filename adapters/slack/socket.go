package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
	"github.com/slack-go/slack/socketmode"
)

// Run takes events in until ctx is done, and reconnects by itself. Its error is what no retry can mend: a
// token that Slack does not take; Health says so, too.
func (a *Adapter) Run(ctx context.Context, h Hall) error {
	who, err := a.identified(ctx)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	in := a.newInbox(ctx, h, who)
	a.inbox.Store(in)
	defer in.later.end()
	defer stop()
	in.later.Go(func() { a.eyes.run(ctx) })
	if a.config.AppToken == "" {
		in.later.Go(func() { in.catchUp(ctx, time.Time{}) })
		<-ctx.Done()
		return nil
	}
	return in.listen(ctx)
}

// identified asks who we are until Slack says so.
func (a *Adapter) identified(ctx context.Context) (self, error) {
	wait := backoff.NewExponentialBackOff()
	for {
		who, err := a.identify(ctx)
		if err == nil {
			a.health.set("token", "")
			return who, nil
		}
		if fatal := a.fatal("bot", err); fatal != nil {
			return self{}, fatal
		}
		if ctx.Err() != nil {
			return self{}, nil
		}
		a.health.set("token", fmt.Sprintf("Slack cannot be reached: %v", err))
		rest(ctx, wait.NextBackOff())
	}
}

// fatal is what no retry can mend, of one of the two tokens; nil for any other error.
func (a *Adapter) fatal(token string, err error) error {
	if !isCode(err, fatalCodes) {
		return nil
	}
	code := codeOf(err)
	a.health.set("token", fmt.Sprintf("Slack refuses the %s token: %s (%s)", token, code, explain(code)))
	return fmt.Errorf("slack: %s token: %s: %w", token, explain(code), err)
}

// listen supervises the socket: slack-go reconnects by itself, and where it gives up, this begins anew.
func (in *inbox) listen(ctx context.Context) error {
	wait := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		began := time.Now()
		err := in.connection(ctx)
		if fatal := in.fatal("app", err); fatal != nil && ctx.Err() == nil {
			return fatal
		}
		if ctx.Err() != nil {
			return nil
		}
		in.health.set("socket", fmt.Sprintf("not connected to Slack: %v", err))
		in.log.Error("socket ended", "err", err)
		if time.Since(began) > time.Minute {
			wait.Reset()
		}
		rest(ctx, wait.NextBackOff())
	}
	return nil
}

// connection is one run of slack-go's client, over as many sockets as it opens.
func (in *inbox) connection(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &socket{inbox: in, client: socketmode.New(in.client, socketmode.OptionPingInterval(in.config.Silence)), queue: newQueue()}
	defer s.queue.close()
	ended := make(chan error, 1)
	go func() { ended <- s.client.RunContext(ctx) }()
	for {
		select {
		case e := <-s.client.Events:
			s.take(ctx, e)
		case err := <-ended:
			return err
		}
	}
}

// socket is a Socket Mode client and the lanes for what it brings.
type socket struct {
	*inbox
	client *socketmode.Client
	queue  *queue
	alive  time.Time // of the last frame
}

// take hands one event on. It runs in the way of all others, and so does no work itself.
func (s *socket) take(ctx context.Context, e socketmode.Event) {
	switch e.Type {
	case socketmode.EventTypeConnected:
		s.connected(ctx)
	case socketmode.EventTypeHello:
		s.hello(e.Request)
	case socketmode.EventTypeConnectionError:
		if failed, ok := e.Data.(*slack.ConnectionErrorEvent); ok {
			s.health.set("socket", fmt.Sprintf("not connected to Slack: %v", failed.ErrorObj))
			s.log.Warn("socket not connected", "attempt", failed.Attempt, "again", failed.Backoff, "err", failed.ErrorObj)
		}
	case socketmode.EventTypeErrorBadMessage:
		s.bad(ctx, e.Data.(*socketmode.ErrorBadMessage))
	case socketmode.EventTypeEventsAPI, socketmode.EventTypeSlashCommand, socketmode.EventTypeInteractive:
		s.alive = time.Now()
		if !s.queue.put(laneOf(e.Data), func() { s.work(ctx, e) }) {
			s.log.Warn("too much comes in at once; Slack delivers it again", "envelope", e.Request.EnvelopeID)
		}
	}
}

// connected is told of each new socket: what came while there was none is fetched.
func (s *socket) connected(ctx context.Context) {
	since := s.alive
	s.alive = time.Now()
	s.health.set("socket", "")
	s.later.Go(func() { s.catchUp(ctx, since) })
}

// hello says how many sockets the app has; the others get their share of the events.
func (s *socket) hello(r *socketmode.Request) {
	if r != nil && r.NumConnections > 1 {
		s.log.Info("the app has other connections, which get a share of the events", "connections", r.NumConnections)
	}
}

// laneOf is what keeps events in order: those of a thread.
func laneOf(data any) string {
	switch e := data.(type) {
	case slackevents.EventsAPIEvent:
		switch inner := e.InnerEvent.Data.(type) {
		case *slackevents.MessageEvent:
			root, ts := inner.ThreadTimeStamp, inner.TimeStamp
			if inner.SubType != "" && inner.Message != nil && inner.Message.Timestamp != "" {
				root, ts = or(root, inner.Message.ThreadTimestamp), inner.Message.Timestamp
			}
			return inner.Channel + or(root, ts)
		case *slackevents.AppMentionEvent:
			return inner.Channel + or(inner.ThreadTimeStamp, inner.TimeStamp)
		case *slackevents.ReactionAddedEvent:
			return inner.Item.Channel + inner.Item.Timestamp
		case *slackevents.ReactionRemovedEvent:
			return inner.Item.Channel + inner.Item.Timestamp
		}
	case slack.SlashCommand:
		return e.UserID
	case slack.InteractionCallback:
		return e.User.ID
	}
	return ""
}

// work takes one envelope in and then acknowledges it. What could not be recorded is not acknowledged:
// Slack delivers it again.
func (s *socket) work(ctx context.Context, e socketmode.Event) {
	var answer any
	var err error
	switch data := e.Data.(type) {
	case slackevents.EventsAPIEvent:
		err = s.event(ctx, data)
	case slack.SlashCommand:
		answer = s.command(data)
	case slack.InteractionCallback:
		err = s.interaction(ctx, data)
	}
	if err != nil {
		s.log.Error("not recorded, and so not acknowledged", "type", e.Type, "retry", e.Request.RetryAttempt, "err", err)
		return
	}
	s.ack(ctx, e.Request.EnvelopeID, answer)
}

// ack acknowledges an envelope.
func (s *socket) ack(ctx context.Context, envelope string, answer any) {
	ctx, cancel := context.WithTimeoutCause(ctx, ackWait, errors.New("the socket takes no acknowledgement"))
	defer cancel()
	if err := s.client.AckCtx(ctx, envelope, answer); err != nil && ctx.Err() == nil {
		s.log.Warn("acknowledge", "envelope", envelope, "err", err)
	}
}

// bad acknowledges what slack-go cannot read, or it would come again for a day. Its text is not logged.
func (s *socket) bad(ctx context.Context, e *socketmode.ErrorBadMessage) {
	var frame struct {
		Type       string `json:"type"`
		EnvelopeID string `json:"envelope_id"`
		Payload    struct {
			Event struct {
				Type string `json:"type"`
			} `json:"event"`
		} `json:"payload"`
	}
	// A frame that is no JSON has no envelope to be acknowledged.
	_ = json.Unmarshal(e.Message, &frame)
	s.log.Warn("event not readable", "type", frame.Type, "event", frame.Payload.Event.Type)
	if frame.EnvelopeID == "" {
		return
	}
	if !s.queue.put(frame.EnvelopeID, func() { s.ack(ctx, frame.EnvelopeID, nil) }) {
		s.log.Warn("too much comes in at once; Slack delivers it again", "envelope", frame.EnvelopeID)
	}
}
