package inhand

import (
	"context"
	"errors"
	"time"

	"tack/coach"
	"tack/internal/command"
	"tack/internal/engine"
	"tack/state"
)

// Engine is what an adapter needs of the engine.
type Engine interface {
	Receive(ctx context.Context, in engine.Inbound) error
	Thread(ctx context.Context, id coach.ThreadID) (engine.Thread, error)
	Topic(text string) (string, bool)
}

// Store is what an adapter looks up and keeps.
type Store interface {
	Posted(ctx context.Context, ref string) (state.Post, error)
	Ref(ctx context.Context, id coach.ThreadID, message string) (string, error)
	Heard(ctx context.Context, workspace string, since time.Time, max int) ([]state.Heard, error)
	Get(ctx context.Context, k state.Key) ([]byte, error)
	Put(ctx context.Context, k state.Key, value []byte, keep time.Duration) error
	Hold(ctx context.Context, k state.Key, holder string, keep time.Duration) (bool, error)
}

// Desk answers /study.
type Desk interface {
	Answer(ctx context.Context, r command.Request) (command.Answer, error)
	Settings(ctx context.Context, channel coach.ThreadID) (command.Settings, error)
}

// Hall is the house that events are taken into.
type Hall struct {
	Engine Engine       // required
	Desk   Desk         // required
	Store  Store        // required
	Meter  engine.Meter // knows engine.MetricRecorded; nil: nothing is counted
}

// Session is the one that was opened in a thread; nil: none.
func (h Hall) Session(ctx context.Context, id coach.ThreadID) (*coach.Session, error) {
	t, err := h.Engine.Thread(ctx, id)
	if errors.Is(err, state.ErrNotFound) {
		return nil, nil
	}
	return t.Session, err
}

// Reads says whether the files that come with a message are looked into: other people's are not.
func (h Hall) Reads(ctx context.Context, i engine.Inbound) (bool, error) {
	if !i.Known {
		return true, nil // it is said to us
	}
	session, err := h.Session(ctx, i.Thread)
	return session != nil && session.Learner() == i.User, err
}

// Waiting is the first place of the summary that waits for its confirmation in a thread, and the id by which
// the house calls it; false: none waits, or it has no place.
func (h Hall) Waiting(ctx context.Context, id coach.ThreadID) (ref, message string, ok bool) {
	t, err := h.Engine.Thread(ctx, id)
	if err != nil || t.Session == nil || t.Summary == nil || t.Session.State() != coach.Closing {
		return "", "", false
	}
	ref, err = h.Store.Ref(ctx, id, t.Summary.Message)
	return ref, t.Summary.Message, err == nil
}
