package inhand

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"tack/internal/engine"
	"tack/state"
)

// Reactions are emoji put under messages of ours, or taken away. Platforms tell of them without saying whose
// message it is, and sometimes before we know ourselves that it was posted.
type Reactions struct {
	Hall   Hall
	Places *Places
	Later  *Later
	Log    *slog.Logger
	slots  chan struct{} // one for each that waits
}

// NewReactions returns Reactions of which so many may wait at a time.
func NewReactions(h Hall, p *Places, l *Later, log *slog.Logger, most int) *Reactions {
	return &Reactions{Hall: h, Places: p, Later: l, Log: log, slots: make(chan struct{}, most)}
}

// Reaction is one. Emoji is as the platform names it.
type Reaction struct {
	On          string // reference of the message
	User, Emoji string
	Remove      bool
	At          time.Time
	Nonce       string // what tells it from another like it: put and taken away more than once, each time counts
}

// inbound is the event that it makes, but for thread and target.
func (r Reaction) inbound() engine.Inbound {
	op := "+"
	if r.Remove {
		op = "-"
	}
	message := r.On[strings.LastIndexByte(r.On, ':')+1:]
	return engine.Inbound{
		Kind: engine.InReaction, ID: "reaction-" + message + "-" + r.User + "-" + r.Emoji + op + r.Nonce,
		User: r.User, At: r.At, Emoji: r.Emoji, Remove: r.Remove,
	}
}

// mark says that an event told of a reaction.
func (s *Reactions) mark(r Reaction) state.Key {
	return s.Places.key(r.On, "reaction:"+within(r.On)+":"+r.User+":"+r.Emoji)
}

// Take records a reaction that an event tells of, and leaves a mark by which catching up knows it.
// state.ErrNotFound: its message is not known.
func (s *Reactions) Take(ctx context.Context, r Reaction) error {
	if err := s.record(ctx, r); err != nil {
		return err
	}
	keep := state.SeenFor
	if r.Remove {
		keep = 0
	}
	_, err := s.Hall.Store.Hold(ctx, s.mark(r), "event", keep)
	return err
}

func (s *Reactions) record(ctx context.Context, r Reaction) error {
	post, err := s.Places.At(ctx, s.Hall.Store, r.On)
	if err != nil {
		return err
	}
	i := r.inbound()
	i.Thread, i.Target = post.Thread, post.ID
	return s.Hall.Engine.Receive(ctx, i)
}

// Missed records a reaction that is seen under a message, unless an event told of it. One that did left a
// mark, and may count no more: the summary may have been changed since.
func (s *Reactions) Missed(ctx context.Context, on, user, emoji string) error {
	now := time.Now()
	r := Reaction{On: on, User: user, Emoji: emoji, At: now, Nonce: "missed-" + strconv.FormatInt(now.UnixNano(), 36)}
	missed, err := s.Hall.Store.Hold(ctx, s.mark(r), r.Nonce, state.SeenFor)
	if err != nil || !missed {
		return err
	}
	if err := s.record(ctx, r); !errors.Is(err, state.ErrNotFound) {
		return err
	}
	return nil
}

// The waits between two looks for a message that is not known yet: each is twice as long as the one before.
const (
	parkStep = 50 * time.Millisecond
	parkPace = 2 * time.Second
)

// Park looks again and again for the message of a reaction, for so long or until ctx is done. It makes no
// calls to the platform. What comes when too many wait already is dropped.
func (s *Reactions) Park(ctx context.Context, r Reaction, lasts time.Duration) {
	select {
	case s.slots <- struct{}{}:
	default:
		return
	}
	s.Later.Go(func() {
		defer func() { <-s.slots }()
		deadline := time.Now().Add(lasts)
		for wait := parkStep; time.Now().Before(deadline) && ctx.Err() == nil; wait *= 2 {
			Rest(ctx, min(wait, parkPace, time.Until(deadline)))
			err := s.Later.Watch.Take(func() error { return s.Take(ctx, r) })
			if err == nil {
				return
			}
			if !errors.Is(err, state.ErrNotFound) {
				s.Log.Warn("reaction not recorded yet", "on", r.On, "err", err)
			}
		}
	})
}
