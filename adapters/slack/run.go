package slack

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tack/adapters/inhand"

	"github.com/cenkalti/backoff/v5"
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
	defer in.later.End()
	defer stop()
	in.later.Go(func() { a.eyes.Run(ctx, h.Store) })
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
			a.health.Set("token", "")
			return who, nil
		}
		if fatal := a.fatal("bot", err); fatal != nil {
			return self{}, fatal
		}
		if ctx.Err() != nil {
			return self{}, nil
		}
		a.health.Set("token", fmt.Sprintf("Slack cannot be reached: %v", err))
		inhand.Rest(ctx, wait.NextBackOff())
	}
}

// fatal is what no retry can mend, of one of the two tokens; nil for any other error.
func (a *Adapter) fatal(token string, err error) error {
	if !isCode(err, fatalCodes) {
		return nil
	}
	code := codeOf(err)
	a.health.Set("token", fmt.Sprintf("Slack refuses the %s token: %s (%s)", token, code, explain(code)))
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
		in.health.Set("socket", fmt.Sprintf("not connected to Slack: %v", err))
		in.log.Error("socket ended", "err", err)
		if time.Since(began) > time.Minute {
			wait.Reset()
		}
		inhand.Rest(ctx, wait.NextBackOff())
	}
	return nil
}

// connection is one run of slack-go's client, over as many sockets as it opens.
func (in *inbox) connection(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &socket{inbox: in, stop: stop, client: socketmode.New(in.client, socketmode.OptionPingInterval(in.config.Silence)), queue: inhand.NewLanes(lanes, laneLength, in.watch)}
	defer s.queue.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.client.RunContext(ctx) }()
	for {
		select {
		case e := <-s.client.Events:
			s.take(ctx, e)
		case err := <-ended:
			if s.rapid >= maxRapid {
				return errors.New("each socket is closed as soon as it is open; the app may have too many")
			}
			return err
		}
	}
}
