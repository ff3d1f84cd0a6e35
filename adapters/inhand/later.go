package inhand

import "sync"

// Later is what goes on beside the way of an event: receipts, parked reactions, answers that take longer. It
// can be waited for while more would come: what comes after End is not begun.
type Later struct {
	Watch Watch

	mu    sync.Mutex
	ended bool
	wg    sync.WaitGroup
}

// Enter notes that something begins; false: it is too late for it.
func (l *Later) Enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		l.wg.Add(1)
	}
	return !l.ended
}

// Leave notes that something which was let enter is over.
func (l *Later) Leave() { l.wg.Done() }

// Go does something in a goroutine of its own.
func (l *Later) Go(f func()) {
	if !l.Enter() {
		return
	}
	go func() {
		defer l.Leave()
		l.Watch.Do(f)
	}()
}

// End waits for what was begun.
func (l *Later) End() {
	l.mu.Lock()
	l.ended = true
	l.mu.Unlock()
	l.wg.Wait()
}
