package statetest

import (
	"time"

	"tack/state"
)

var peerTests = map[string]func(*desk){
	"Peer/Sees":      peerSees,
	"Peer/One":       peerOne,
	"Peer/Wakes":     peerWakes,
	"Peer/TakesOver": peerTakesOver,
	"Peer/Crowd":     peerCrowd,
}

// peer is what a second process has on the same data.
func (d *desk) peer() *desk {
	d.Helper()
	other := *d
	other.store = d.suite.Peer(d.t, d.store, d.options)
	return &other
}

// peerSees: what one records, the other works off; what that commits, the first sees.
func peerSees(d *desk) {
	p := d.peer()
	d.hear(state.Event{Thread: a, ID: "e1"})
	p.settle(p.one(), state.Change{Body: []byte("one")})
	t, err := d.store.Load(d.ctx, a)
	d.must(err)
	d.same("body", []byte("one"), t.Body)
	if r := p.record(state.Event{Thread: a, ID: "e1"}); r != state.Repeat {
		d.Errorf("record by the other: %d, want Repeat", r)
	}
}

// peerOne: a thread is claimed in one process.
func peerOne(d *desk) {
	p := d.peer()
	d.hear(state.Event{Thread: a, ID: "e1", Order: 1})
	c := d.one()
	p.hear(state.Event{Thread: a, ID: "e2", Order: 2})
	p.idle()
	d.release(c, state.Release{})
	p.same("events", []string{"e1", "e2"}, idsOf(p.one().Events))
	d.idle()
}

// peerWakes: a claim that waits in one process gets what another records.
func peerWakes(d *desk) {
	p := d.peer()
	got := p.claimLater(patience)
	d.hear(state.Event{Thread: a, ID: "e1"})
	r := <-got
	d.must(r.err)
	d.same("threads", 1, len(r.claims))
}

// peerTakesOver: what a process had in hand when it ended well, another has at once.
func peerTakesOver(d *desk) {
	p := d.peer()
	d.hear(state.Event{Thread: a, ID: "e1"})
	p.one()
	d.idle()
	d.must(p.store.Close())
	d.become("claimed by the other", func() bool {
		claims, err := d.store.Claim(d.ctx, 8, 10*time.Millisecond)
		d.must(err)
		return len(claims) == 1
	})
}

// peerCrowd: two processes record and work; each event is done once and in order.
func peerCrowd(d *desk) {
	d.inOrder(d.crowd(8, storm(20, 10, 10), d.store, d.peer().store), 10)
}
