package adaptertest

import (
	"context"
	"slices"
	"sync"

	"tack/coach"
	"tack/internal/engine"
)

// Delivery is one message that a platform has taken.
type Delivery struct {
	engine.Outgoing
	engine.Receipt
}

// deliveries stands between the engine and the platform and keeps what was delivered.
type deliveries struct {
	platform engine.Platform
	mu       sync.Mutex
	done     []Delivery
	changed  chan struct{} // closed and replaced at each delivery
}

func newDeliveries(p engine.Platform) *deliveries {
	return &deliveries{platform: p, changed: make(chan struct{})}
}

func (d *deliveries) Deliver(ctx context.Context, m engine.Outgoing) (engine.Receipt, error) {
	r, err := d.platform.Deliver(ctx, m)
	if err != nil {
		return r, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = append(d.done, Delivery{Outgoing: m, Receipt: r})
	close(d.changed)
	d.changed = make(chan struct{})
	return r, nil
}

// Addresses are those of the platform, where it has some.
func (d *deliveries) Addresses(user string) []string {
	if a, ok := d.platform.(engine.Addresser); ok {
		return a.Addresses(user)
	}
	return nil
}

// Heard tells the platform, where it wants to know.
func (d *deliveries) Heard(thread coach.ThreadID, learner string) {
	if l, ok := d.platform.(engine.Listener); ok {
		l.Heard(thread, learner)
	}
}

// of are the deliveries to a thread so far.
func (d *deliveries) of(id coach.ThreadID) []Delivery {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []Delivery
	for _, one := range d.done {
		if one.Outgoing.Thread == id {
			list = append(list, one)
		}
	}
	return list
}

// ids are the messages of a thread that were delivered, each once.
func (d *deliveries) ids(id coach.ThreadID) int {
	var ids []string
	for _, one := range d.of(id) {
		if !slices.Contains(ids, one.ID) {
			ids = append(ids, one.ID)
		}
	}
	return len(ids)
}

// Delivered are the deliveries to a thread by this house, in order.
func (h *House) Delivered(id coach.ThreadID) []Delivery { return h.deliveries.of(id) }
