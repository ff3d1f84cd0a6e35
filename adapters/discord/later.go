package discord

import "sync"

// later is what goes on beside the way of an event: receipts, parked reactions, answers that take longer. It
// can be waited for while more would come: what comes after end is not begun.
type later struct {
	mu    sync.Mutex
	ended bool
	wg    sync.WaitGroup
}

// enter notes that something begins; false: it is too late for it.
func (l *later) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		l.wg.Add(1)
	}
	return !l.ended
}

func (l *later) leave() { l.wg.Done() }

// Go does something in a goroutine of its own.
func (l *later) Go(f func()) {
	if !l.enter() {
		return
	}
	go func() {
		defer l.leave()
		f()
	}()
}

// end waits for what was begun.
func (l *later) end() {
	l.mu.Lock()
	l.ended = true
	l.mu.Unlock()
	l.wg.Wait()
}
