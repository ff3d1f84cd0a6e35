package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"tack/adapters/inhand"
	"tack/state"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"github.com/gorilla/websocket"
)

// shard is one connection to the gateway after another, for its part of the guilds.
type shard struct {
	*inbox
	id, count int
	session   string // to be resumed; "" = none
	address   string // where to resume it; "" = at the gateway's usual address
	seq       atomic.Int64
	alive     atomic.Int64 // µs since 1970 of the last event; 0 = none yet
}

func (s *shard) name() string { return fmt.Sprintf("shard %d of %d", s.id, s.count) }

// run keeps the shard connected while it is ours. Its error is what no retry can mend.
func (s *shard) run(ctx context.Context) error {
	defer s.release(ctx)
	waits := false
	for ctx.Err() == nil {
		ours, err := s.hold(ctx)
		switch {
		case err != nil:
			s.health.Set(s.name(), fmt.Sprintf("%s is not connected: the store does not say whose it is: %v", s.name(), err))
			inhand.Rest(ctx, leaseLook)
		case !ours:
			s.health.Set(s.name(), "")
			if !waits {
				s.log.Info("another process is connected; this one stands by", "shard", s.id)
			}
			waits = true
			inhand.Rest(ctx, leaseLook)
		default:
			waits = false
			if err := s.connected(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// key is the lease on the shard: of all processes on one store, one is connected.
func (s *shard) key() state.Key {
	return state.Key{Name: fmt.Sprintf("discord-shard:%s:%d/%d", s.self.id, s.id, s.count)}
}

func (s *shard) hold(ctx context.Context) (bool, error) {
	return s.Store.Hold(ctx, s.key(), s.holder, leaseFor)
}

// release lets another process have the shard at once.
func (s *shard) release(ctx context.Context) {
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), 2*time.Second, errors.New("the store does not take the lease back"))
	defer cancel()
	if _, err := s.Store.Hold(ctx, s.key(), s.holder, 0); err != nil {
		s.log.Warn("give a shard back", "shard", s.id, "err", err)
	}
}

// renew keeps the lease until done, and calls lost when another process has it.
func (s *shard) renew(ctx context.Context, lost func()) {
	tick := time.NewTicker(leaseEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		// While the store does not answer, it gives the shard to nobody else either.
		if ours, err := s.hold(ctx); err == nil && !ours {
			lost()
			return
		}
	}
}

// connected connects, again and again, until the shard is somebody else's or ctx is done.
func (s *shard) connected(ctx context.Context) error {
	ctx, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	go s.renew(ctx, func() { lose(errLost) })
	wait := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		began := time.Now()
		err := s.connect(ctx)
		if fatal := s.fatal(err); fatal != nil {
			return fatal
		}
		if ctx.Err() != nil {
			break
		}
		s.health.Set(s.name(), fmt.Sprintf("%s is not connected to Discord: %v", s.name(), err))
		s.log.Warn("gateway connection ended", "shard", s.id, "resumes", s.session != "", "err", err)
		if time.Since(began) > stableAfter {
			wait.Reset()
		}
		if errors.Is(err, errInvalid) {
			inhand.Rest(ctx, pause(s.config.IdentifyEvery))
		}
		inhand.Rest(ctx, s.before(wait.NextBackOff()))
	}
	if errors.Is(context.Cause(ctx), errLost) {
		s.log.Warn("another process has the shard now", "shard", s.id)
		s.health.Set(s.name(), "")
	}
	return nil
}

// before is the pause before the next connection. A session that is resumed costs no IDENTIFY, and what was
// said meanwhile comes with it: learners do not wait for long.
func (s *shard) before(next time.Duration) time.Duration {
	if s.session == "" {
		return next
	}
	return min(next, resumeMost)
}

// fatal is what no retry can mend; nil for any other error. It notes what is left of the session.
func (s *shard) fatal(err error) error {
	var fatal *fatalError
	if errors.As(err, &fatal) {
		return fatal
	}
	var closed *websocket.CloseError
	switch {
	case errors.Is(err, errInvalid):
		s.forget()
	case errors.As(err, &closed):
		if text, ok := fatalCloses[closed.Code]; ok {
			s.health.Set("token", fmt.Sprintf("Discord has closed the connection for good (%d): %s", closed.Code, text))
			return &fatalError{fmt.Sprintf("gateway closed with %d: %s", closed.Code, text)}
		}
		if closed.Code == 4007 || closed.Code == 4009 || closed.Code == 4003 || closed.Code == 4005 {
			s.forget()
		}
	}
	return nil
}

// forget gives a session up: the next connection begins another.
func (s *shard) forget() {
	s.session, s.address = "", ""
	s.seq.Store(0)
}

// connect is one connection. It resumes the session if there is one.
func (s *shard) connect(ctx context.Context) error {
	address, wanted := s.address, discordgo.Intent(0)
	if s.session == "" {
		var err error
		if address, wanted, err = s.admission(ctx); err != nil {
			return err
		}
	}
	if address == "" {
		gate, err := s.gate(ctx)
		if err != nil {
			return err
		}
		address = gate.URL
	}
	l, err := dial(ctx, address, s.config.Timeout, &s.seq)
	if err != nil {
		s.address = ""
		return err
	}
	done := make(chan struct{})
	defer close(done)
	stop := context.AfterFunc(ctx, func() { l.end(websocket.CloseNormalClosure, context.Cause(ctx)) })
	defer stop()
	if err := s.enter(l, wanted); err != nil {
		l.end(closeKeeping, err)
		return err
	}
	go l.beat(done)
	err = l.listen(s.dispatch)
	if ctx.Err() != nil {
		s.forget() // 1000 has ended it
	}
	return err
}

func (s *shard) enter(l *link, wanted discordgo.Intent) error {
	if s.session != "" {
		return l.resume(s.config.Token, s.session, s.seq.Load())
	}
	return l.identify(s.config.Token, [2]int{s.id, s.count}, wanted)
}

// dispatch takes one event of the gateway in.
func (s *shard) dispatch(f frame) {
	since := s.alive.Swap(time.Now().UnixMicro())
	switch f.Name {
	case "READY":
		s.ready(f.Data, since)
	case "RESUMED":
		s.health.Set(s.name(), "")
		s.log.Info("gateway session resumed", "shard", s.id)
	default:
		s.watch.Do(func() { s.take(event{name: f.Name, data: f.Data, id: fmt.Sprintf("%s.%d", s.session, f.Seq)}) })
	}
}

// ready begins a session: what came while there was none is fetched.
func (s *shard) ready(data json.RawMessage, since int64) {
	var ready struct {
		Session string `json:"session_id"`
		Address string `json:"resume_gateway_url"`
		Guilds  []struct {
			ID string `json:"id"`
		} `json:"guilds"`
	}
	if err := json.Unmarshal(data, &ready); err != nil {
		s.log.Error("READY not readable", "shard", s.id, "err", err)
		return
	}
	s.session, s.address = ready.Session, ready.Address
	s.health.Set(s.name(), "")
	s.log.Info("gateway session begun", "shard", s.id, "guilds", len(ready.Guilds))
	var list []string
	if s.id == 0 {
		list = append(list, atMe)
	}
	for _, g := range ready.Guilds {
		list = append(list, g.ID)
	}
	s.serves(s.id, list)
	gap := time.Time{}
	if since > 0 {
		gap = time.UnixMicro(since)
	}
	s.later.Go(func() { s.catchUp(s.ctx, list, gap) })
}
