package state

import (
	"context"
	"slices"
	"sync"
	"time"

	"tack/coach"
)

// desk is where leases lie between their delivery to this process and a Claim.
type desk struct {
	mu      sync.Mutex
	leases  []lease
	wanted  int           // threads that waiting Claims would take
	changed chan struct{} // closed at the next change, and made anew
}

func (d *desk) broadcast() {
	close(d.changed)
	d.changed = make(chan struct{})
}

// put lays leases down.
func (d *desk) put(leases []lease) {
	if len(leases) == 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.leases = append(d.leases, leases...)
	d.broadcast()
}

// grab takes up to max, the oldest first.
func (d *desk) grab(max int) []lease {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := min(max, len(d.leases))
	taken := slices.Clone(d.leases[:n])
	d.leases = d.leases[n:]
	return taken
}

// take waits for leases and takes up to max; none when over, ctx is done, or why has a reason.
func (d *desk) take(ctx context.Context, max int, over <-chan time.Time, why func() error) ([]lease, error) {
	d.want(max)
	defer d.want(-max)
	for {
		d.mu.Lock()
		changed := d.changed
		d.mu.Unlock()
		if taken := d.grab(max); len(taken) > 0 {
			return taken, nil
		}
		if err := why(); err != nil {
			return nil, err
		}
		select {
		case <-changed:
		case <-over:
			return nil, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func (d *desk) want(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wanted += n
	d.broadcast()
}

// demand waits until Claims wait for more than lies here, and says how many; 0: ctx is done.
func (d *desk) demand(ctx context.Context) int {
	for {
		d.mu.Lock()
		n, changed := d.wanted-len(d.leases), d.changed
		d.mu.Unlock()
		if n > 0 {
			return n
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return 0
		}
	}
}

// stale takes what has lain here for so long.
func (d *desk) stale(age time.Duration) (old []lease) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.leases = slices.DeleteFunc(d.leases, func(l lease) bool {
		if time.Since(l.came) < age {
			return false
		}
		old = append(old, l)
		return true
	})
	return old
}

func (d *desk) all() []lease {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.leases)
}

// held are the leases that Claim has handed out.
type held struct {
	mu sync.Mutex
	of map[coach.ThreadID]lease
}

func (h *held) put(l lease) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil {
		h.of = map[coach.ThreadID]lease{}
	}
	h.of[l.thread] = l
}

// drop forgets a lease, unless the thread was leased anew.
func (h *held) drop(thread coach.ThreadID, entry string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of[thread].entry == entry {
		delete(h.of, thread)
	}
}

func (h *held) all() []lease {
	h.mu.Lock()
	defer h.mu.Unlock()
	var leases []lease
	for _, l := range h.of {
		leases = append(leases, l)
	}
	return leases
}
