package inhand

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tack/coach"
)

// EyesFor is after which time a receipt goes though no answer came.
const EyesFor = time.Minute

// eyesEnd is for taking off those that are left when a process ends.
const eyesEnd = 2 * time.Second

// Signs puts 👀 under messages, by their references.
type Signs interface {
	// May says whether one may be put there now.
	May(at string) bool
	// Put puts it there.
	Put(ctx context.Context, at string) error
	// Take takes it off, if it is there. An error says that it may be there still, and can be taken off later.
	Take(ctx context.Context, at string) error
}

// Eyes puts 👀 under what learners write and takes them off when the answer is there, whichever process gives
// it. Nothing depends on them: where one may not be put, there is none.
type Eyes struct {
	signs Signs
	notes *notes
	log   *slog.Logger
	wake  chan struct{}

	learners *Memory[string] // thread → its learner; "" = it had none when we looked
	seen     *Memory[bool]   // messages that had a receipt: one that comes again gets none

	mu      sync.Mutex
	open    []receipt        // oldest first
	threads []coach.ThreadID // answered since the last look
}

// receipt is one pair of eyes.
type receipt struct {
	thread   coach.ThreadID
	at       string
	since    time.Time
	answered bool
}

// NewEyes returns Eyes of a platform ("slack") that remember so many messages and threads.
func NewEyes(platform string, signs Signs, log *slog.Logger, most int) *Eyes {
	return &Eyes{
		signs: signs, notes: &notes{platform: platform}, log: log, wake: make(chan struct{}, 1),
		learners: NewMemory[string](most), seen: NewMemory[bool](most),
	}
}

// Answered says that a thread was answered, and whose it is.
func (e *Eyes) Answered(id coach.ThreadID, learner string) {
	e.learners.Put(string(id), learner)
	e.mu.Lock()
	if !slices.Contains(e.threads, id) {
		e.threads = append(e.threads, id)
	}
	for i := range e.open {
		e.open[i].answered = e.open[i].answered || e.open[i].thread == id
	}
	e.mu.Unlock()
	e.look()
}

func (e *Eyes) look() {
	select {
	case e.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// learner is whose a thread is; "" = nobody's yet, or it cannot be found out.
func (e *Eyes) learner(ctx context.Context, h Hall, id coach.ThreadID) string {
	if learner, ok := e.learners.Get(string(id)); ok {
		return learner
	}
	session, err := h.Session(ctx, id)
	if err != nil {
		return ""
	}
	learner := ""
	if session != nil {
		learner = session.Learner()
	}
	e.learners.Put(string(id), learner)
	return learner
}

// See puts eyes under a message of the learner's own. That they are there is noted before, for whoever comes
// after us if we die.
func (e *Eyes) See(ctx context.Context, h Hall, id coach.ThreadID, user, at string) {
	_, again := e.seen.Get(at)
	if again || e.learner(ctx, h, id) != user || !e.signs.May(at) {
		return
	}
	e.seen.Put(at, true)
	s, one := h.Store, receipt{thread: id, at: at, since: time.Now()}
	if err := e.notes.add(ctx, s, one); err != nil {
		e.log.Debug("no receipt", "message", at, "err", err)
		return
	}
	e.add(one)
	if err := e.signs.Put(ctx, at); err != nil {
		e.log.Debug("no receipt", "message", at, "err", err)
		e.drop(ctx, s, one)
		return
	}
	if !e.holds(at) { // it was answered before the eyes were there
		e.take(ctx, s, one)
	}
}

func (e *Eyes) holds(at string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.ContainsFunc(e.open, func(known receipt) bool { return known.at == at })
}

// add keeps a receipt that is to be taken off. Of one that is known it may be news that it was answered.
func (e *Eyes) add(one receipt) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range e.open {
		if e.open[i].at == one.at {
			e.open[i].answered = e.open[i].answered || one.answered
			return
		}
	}
	e.open = append(e.open, one)
}

func (e *Eyes) drop(ctx context.Context, s Store, one receipt) {
	if err := e.notes.remove(ctx, s, one); err != nil {
		e.log.Debug("note of a receipt", "message", one.at, "err", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open = slices.DeleteFunc(e.open, func(known receipt) bool { return known.at == one.at })
}

// Adopt takes over what a process that is gone may have left in a thread. It goes with the next answer, or
// when it is old enough.
func (e *Eyes) Adopt(ctx context.Context, s Store, id coach.ThreadID) {
	e.adopt(ctx, s, id, false)
	e.look()
}

func (e *Eyes) adopt(ctx context.Context, s Store, id coach.ThreadID, answered bool) {
	list, err := e.notes.list(ctx, s, id)
	if err != nil {
		e.log.Debug("notes of receipts", "thread", id, "err", err)
	}
	for _, n := range list {
		e.add(receipt{thread: id, at: n.At, since: time.UnixMicro(n.Since), answered: answered})
	}
}

// Run takes eyes off until ctx is done, and then those that are left.
func (e *Eyes) Run(ctx context.Context, s Store) {
	tick := time.NewTicker(EyesFor / 4)
	defer tick.Stop()
	for {
		select {
		case <-e.wake:
		case <-tick.C:
		case <-ctx.Done():
			e.takeAll(ctx, s)
			return
		}
		for _, id := range e.answeredSince() {
			e.adopt(ctx, s, id, true)
		}
		for _, one := range e.due(EyesFor) {
			e.take(ctx, s, one)
		}
	}
}

// takeAll takes all off, as far as they can be in the time that a process has at its end.
func (e *Eyes) takeAll(ctx context.Context, s Store) {
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), eyesEnd, errors.New("there is no more time"))
	defer cancel()
	for _, one := range e.due(0) {
		e.take(ctx, s, one)
	}
}

// answeredSince are the threads that were answered since the last look.
func (e *Eyes) answeredSince() []coach.ThreadID {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := e.threads
	e.threads = nil
	return list
}

// due are the receipts that have to go: answered, or older than so long.
func (e *Eyes) due(old time.Duration) []receipt {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []receipt
	for _, one := range e.open {
		if one.answered || time.Since(one.since) >= old {
			list = append(list, one)
		}
	}
	return list
}

// take takes one off; what the platform does not do for now is tried with the next.
func (e *Eyes) take(ctx context.Context, s Store, one receipt) {
	if err := e.signs.Take(ctx, one.at); err != nil {
		e.log.Debug("receipt stays for now", "message", one.at, "err", err)
		one.answered = true
		e.add(one)
		return
	}
	e.drop(ctx, s, one)
}
