// Package engine takes what happens in threads through the whole house: record, decide, commit,
// deliver.
//
//	e := engine.New(engine.Config{Store: store, Platforms: map[string]engine.Platform{"slack": slack}, ...})
//	go e.Run(ctx)                 // works threads off until ctx is done
//	err := e.Receive(ctx, inbound) // nil: recorded, may be acknowledged
//
// Goals: an event that was acknowledged is answered, whenever which process dies, and decided once;
// everything that it changes is committed in one step, and only then sent; a thread's events are
// worked off in order, by one process at a time, and no thread waits for another; what a store or a
// platform refuses for now is tried again at growing intervals. Non-goals: knowing a platform
// (adapters), a store (state) or what is taught (coach/tutor).
package engine

import (
	"context"
	"log/slog"
	"time"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/coach/voice"
)

// Config is what an Engine is made of. Those without a zero value named are required.
type Config struct {
	Store     Store
	Platforms map[string]Platform // by the first field of a ThreadID
	Reader    *reading.Reader
	Tutor     tutor.Tutor
	Lobby     Lobby
	Model     Model // nil: none
	Guard     *guard.Guard
	Voice     *voice.Voice // the core's texts
	Forms     *handoff.Forms
	Now       func() time.Time // nil: time.Now
	Log       *slog.Logger     // nil: slog.Default()
	Meter     Meter            // nil: nothing is counted
	Threshold int              // turns; 0: coach.DefaultThreshold
	Quiet     time.Duration    // the quiet window; 0: each message is a turn
	Workers   int              // threads in hand at a time; 0: DefaultWorkers
	Grace     time.Duration    // for what is in hand when Run is to end; 0: DefaultGrace
}

// The settings where none is given.
const (
	DefaultQuiet   = 2500 * time.Millisecond // two messages sent in one go; nobody waits for it
	DefaultWorkers = 64
	DefaultGrace   = 5 * time.Second
)

// Engine runs threads. It is safe for concurrent use.
type Engine struct {
	Config
	outage outage
	known  learners
}

// New returns an Engine.
func New(c Config) *Engine {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Meter == nil {
		c.Meter = unmetered{}
	}
	if c.Workers == 0 {
		c.Workers = DefaultWorkers
	}
	if c.Grace == 0 {
		c.Grace = DefaultGrace
	}
	return &Engine{Config: c}
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
