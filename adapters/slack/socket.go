package slack

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tack/adapters/inhand"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
	"github.com/slack-go/slack/socketmode"
)

// socket is a Socket Mode client and the lanes for what it brings.
type socket struct {
	*inbox
	client *socketmode.Client
	queue  *inhand.Lanes
	stop   context.CancelFunc
	alive  time.Time // when something was last heard
	opened time.Time // the last socket
	rapid  int       // sockets in a row that lived for less than rapidLife
}

// A socket that Slack closes as soon as it is open, since the app has too many, is opened again by slack-go
// at once, and so on. After maxRapid of them the connection rests.
const (
	rapidLife = 2 * time.Second
	maxRapid  = 5
)

// take hands one event on. It runs in the way of all others, and so does no work itself.
func (s *socket) take(ctx context.Context, e socketmode.Event) {
	switch e.Type {
	case socketmode.EventTypeConnected:
		s.connected()
	case socketmode.EventTypeHello:
		s.hello(ctx, e.Request)
	case socketmode.EventTypeConnectionError:
		if failed, ok := e.Data.(*slack.ConnectionErrorEvent); ok {
			s.health.Set("socket", fmt.Sprintf("not connected to Slack: %v", failed.ErrorObj))
			s.log.Warn("socket not connected", "attempt", failed.Attempt, "again", failed.Backoff, "err", failed.ErrorObj)
		}
	case socketmode.EventTypeErrorBadMessage:
		s.bad(ctx, e.Data.(*socketmode.ErrorBadMessage))
	case socketmode.EventTypeEventsAPI, socketmode.EventTypeSlashCommand, socketmode.EventTypeInteractive:
		s.alive = time.Now()
		lane := ""
		s.watch.Do(func() { lane = laneOf(e.Data) })
		if !s.queue.Put(lane, func() { s.work(ctx, e) }) {
			s.log.Warn("too much comes in at once; Slack delivers it again", "envelope", e.Request.EnvelopeID)
		}
	}
}

// connected is told of each new socket, before Slack has said hello on it.
func (s *socket) connected() {
	now := time.Now()
	if now.Sub(s.opened) < rapidLife {
		s.rapid++
	} else {
		s.rapid = 0
	}
	if s.opened = now; s.rapid >= maxRapid {
		s.stop()
	}
}

// hello is Slack's first word on a socket. What came while there was none is fetched.
func (s *socket) hello(ctx context.Context, r *socketmode.Request) {
	s.health.Set("socket", "")
	if r != nil && r.NumConnections > 1 {
		s.log.Info("the app has other connections, which get a share of the events", "connections", r.NumConnections)
	}
	since := s.alive
	s.alive = time.Now()
	s.later.Go(func() { s.catchUp(ctx, since) })
}

// laneOf is what keeps events in order: those of a thread.
func laneOf(data any) string {
	switch e := data.(type) {
	case slackevents.EventsAPIEvent:
		switch inner := e.InnerEvent.Data.(type) {
		case *slackevents.MessageEvent:
			root, ts := inner.ThreadTimeStamp, inner.TimeStamp
			if inner.SubType != "" && inner.Message != nil && inner.Message.Timestamp != "" {
				root, ts = cmp.Or(root, inner.Message.ThreadTimestamp), inner.Message.Timestamp
			}
			return inner.Channel + cmp.Or(root, ts)
		case *slackevents.AppMentionEvent:
			return inner.Channel + cmp.Or(inner.ThreadTimeStamp, inner.TimeStamp)
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
// Slack delivers it again. What never will be is (inhand.Watch).
func (s *socket) work(ctx context.Context, e socketmode.Event) {
	var answer any
	err := s.watch.Take(func() error {
		switch data := e.Data.(type) {
		case slackevents.EventsAPIEvent:
			return s.event(ctx, data)
		case slack.SlashCommand:
			answer = s.command(data)
		case slack.InteractionCallback:
			return s.interaction(ctx, data)
		}
		return nil
	})
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
	if !s.queue.Put(frame.EnvelopeID, func() { s.ack(ctx, frame.EnvelopeID, nil) }) {
		s.log.Warn("too much comes in at once; Slack delivers it again", "envelope", frame.EnvelopeID)
	}
}
