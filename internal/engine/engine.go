// Package engine takes what happens in threads through the whole house: record, decide, commit,
// deliver.
//
//	e := engine.New(engine.Config{Store: store, Platform: screen, ...})
//	err := e.Handle(ctx, engine.Inbound{Kind: engine.InMessage, ID: "l1", Thread: thread, Text: "ok"})
//
// Goals: an event that was recorded is decided exactly once, whenever the process dies, and its
// messages are delivered at least once; everything that one event changes is committed in one step,
// and only then sent; a commit that lost a race is decided anew on the fresh session. Non-goals: knowing a platform (adapters), a store (state) or
// what is taught (coach/tutor).
package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/state"
)

// Store is what the engine needs of a store. The package state documents what each call promises.
type Store interface {
	Record(ctx context.Context, e state.Event) error
	Unfinished(ctx context.Context) ([]state.Event, error)
	Load(ctx context.Context, id coach.ThreadID) (state.Thread, error)
	Commit(ctx context.Context, c state.Change) (uint64, error)
	Outbox(ctx context.Context) ([]state.Message, error)
	Delivered(ctx context.Context, thread coach.ThreadID, id string) error
	Log(ctx context.Context, thread coach.ThreadID) ([][]byte, error)
	Documents(ctx context.Context, owner state.Owner) ([]state.Document, error)
	Owners(ctx context.Context) ([]state.Owner, error)
}

// Platform is what the engine needs of a platform.
type Platform interface {
	// Deliver does what a message asks for. It may be called again for a message that was delivered
	// just before a crash.
	Deliver(ctx context.Context, m Outgoing) error
}

// Lobby answers where no session is open, and knows the topics.
type Lobby interface {
	Intent(text string) track.Intent
	// Lobby answers what opens no session; it is empty for what does. saved are the topics with
	// documents.
	Lobby(locale string, in track.Intent, saved []string) string
}

// NoteTaker is a tutor that writes the notes of the modules that a course has touched.
type NoteTaker interface {
	Notes(in tutor.Input) []handoff.Module
}

// Config is what an Engine is made of. All but Log and Threshold are required.
type Config struct {
	Store     Store
	Platform  Platform
	Reader    *reading.Reader
	Tutor     tutor.Tutor
	Lobby     Lobby
	Guard     *guard.Guard
	Voice     *voice.Voice // the core's texts
	Forms     *handoff.Forms
	Now       func() time.Time
	Log       *slog.Logger // nil: slog.Default()
	Threshold int          // turns; 0: coach.DefaultThreshold
}

// Engine runs threads. It is safe for use by one goroutine a thread.
type Engine struct{ Config }

// New returns an Engine.
func New(c Config) *Engine {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return &Engine{c}
}

// attempts is how often an event is decided anew when its commit loses the race for the thread.
const attempts = 5

// Handle records an event, answers it and delivers the answer. After an error the event is still
// recorded; Recover takes it up again.
func (e *Engine) Handle(ctx context.Context, in Inbound) error {
	if in.At.IsZero() {
		in.At = e.Now()
	}
	body, err := in.encode()
	if err != nil {
		return err
	}
	if err := e.Store.Record(ctx, state.Event{Thread: in.Thread, ID: in.ID, Body: body}); err != nil {
		return fmt.Errorf("handle %s: %w", in.ID, err)
	}
	if err := e.settle(ctx, in); err != nil {
		return fmt.Errorf("handle %s: %w", in.ID, err)
	}
	return e.Flush(ctx)
}

// Recover answers what was recorded and not answered, and sends what was committed and not sent. It
// is called once at start.
func (e *Engine) Recover(ctx context.Context) error {
	if err := e.Flush(ctx); err != nil {
		return err
	}
	events, err := e.Store.Unfinished(ctx)
	if err != nil {
		return fmt.Errorf("recover: %w", err)
	}
	for _, ev := range events {
		in, err := decodeInbound(ev.Body)
		if err != nil {
			return fmt.Errorf("recover %s: %w", ev.ID, err)
		}
		if err := e.settle(ctx, in); err != nil {
			return fmt.Errorf("recover %s: %w", ev.ID, err)
		}
	}
	return e.Flush(ctx)
}

// Flush delivers what waits in the outbox, in order.
func (e *Engine) Flush(ctx context.Context) error {
	waiting, err := e.Store.Outbox(ctx)
	if err != nil {
		return fmt.Errorf("flush: %w", err)
	}
	for _, m := range waiting {
		out, err := decodeOutgoing(m.Body)
		if err != nil {
			return fmt.Errorf("flush %s: %w", m.ID, err)
		}
		if err := e.Platform.Deliver(ctx, out); err != nil {
			return fmt.Errorf("deliver %s: %w", m.ID, err)
		}
		if err := e.Store.Delivered(ctx, m.Thread, m.ID); err != nil {
			return fmt.Errorf("flush: %w", err)
		}
	}
	return nil
}

// settle decides an event and commits what it changes. When the store refuses to save documents,
// the event is decided once more with the save failing, so that nothing claims to be saved.
func (e *Engine) settle(ctx context.Context, in Inbound) error {
	for range attempts {
		w, err := e.decide(ctx, in, true)
		if err != nil {
			return err
		}
		_, err = e.Store.Commit(ctx, w.change())
		if errors.Is(err, state.ErrStale) {
			continue
		}
		if err == nil || !w.saving() || ctx.Err() != nil {
			return err
		}
		e.Log.Error("save documents", "thread", in.Thread, "err", err)
		if w, err = e.decide(ctx, in, false); err != nil {
			return err
		}
		if _, err = e.Store.Commit(ctx, w.change()); !errors.Is(err, state.ErrStale) {
			return err
		}
	}
	return fmt.Errorf("thread %s: %d attempts: %w", in.Thread, attempts, state.ErrStale)
}

// Thread returns a thread as it stands; state.ErrNotFound if there is none.
func (e *Engine) Thread(ctx context.Context, id coach.ThreadID) (Thread, error) {
	stored, err := e.Store.Load(ctx, id)
	if err != nil {
		return Thread{}, err
	}
	return decodeThread(stored)
}

// Topic says which topic a message outside any session opens; false if it opens none.
func (e *Engine) Topic(text string) (string, bool) {
	in := e.Lobby.Intent(text)
	return in.Topic, e.Lobby.Lobby("en", in, nil) == ""
}

// Pinned returns the summary that is pinned in a thread, as Markdown; false if there is none.
func (e *Engine) Pinned(ctx context.Context, id coach.ThreadID) (string, bool) {
	t, err := e.Thread(ctx, id)
	if err != nil || t.Summary == nil || t.Session.State() != coach.Closing {
		return "", false
	}
	w := &work{e: e, ctx: ctx, t: t}
	return w.say("summary", w.summaryData()), true
}
