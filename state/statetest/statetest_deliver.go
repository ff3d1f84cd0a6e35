package statetest

import (
	"tack/state"
)

var deliverTests = map[string]func(*desk){
	"Delivered/TakenOut": deliveredTakenOut,
	"Delivered/Ref":      deliveredRef,
	"Delivered/NotThere": deliveredNotThere,
	"Delivered/NoRef":    deliveredNoRef,
	"Delivered/Order":    deliveredOrder,
	"Delivered/AllDone":  deliveredAllDone,
	"Release/Delivered":  releaseDelivered,
	"Release/Lost":       releaseLost,
	"Posted/NotFound":    postedNotFound,
}

func two() []state.Message {
	return []state.Message{{ID: "c1", Body: []byte("hi")}, {ID: "c2", Body: []byte("ho")}}
}

// sending is a claim of a thread that has two messages to be sent.
func (d *desk) sending() state.Claim {
	d.Helper()
	d.found(a, state.Change{Body: []byte("x"), Send: two()})
	return d.one()
}

// deliveredTakenOut: a delivered message is not sent again.
func deliveredTakenOut(d *desk) {
	c := d.sending()
	d.must(d.store.Delivered(d.ctx, c, state.Receipt{ID: "c1", Ref: "slack:T1:C1:1.1"}))
	d.release(c, state.Release{})
	d.same("outbox", two()[1:], d.one().Outbox)
}

// deliveredRef: a message is found by the platform's name, and the name by the message.
func deliveredRef(d *desk) {
	c := d.sending()
	for _, r := range []state.Receipt{{ID: "c1", Ref: "slack:T1:C1:1.1"}, {ID: "c2", Ref: "slack:T1:C1:1.2"}} {
		d.must(d.store.Delivered(d.ctx, c, r))
		ref, err := d.store.Ref(d.ctx, a, r.ID)
		d.must(err)
		d.same("ref", r.Ref, ref)
		post, err := d.store.Posted(d.ctx, r.Ref)
		d.must(err)
		d.same("post", state.Post{Thread: a, ID: r.ID}, post)
	}
}

// deliveredNotThere: what is not in the outbox is no error, and is not remembered.
func deliveredNotThere(d *desk) {
	c := d.sending()
	d.must(d.store.Delivered(d.ctx, c, state.Receipt{ID: "c1", Ref: "slack:T1:C1:1.1"}))
	for _, r := range []state.Receipt{{ID: "c1", Ref: "slack:T1:C1:2.2"}, {ID: "none", Ref: "slack:T1:C1:3.3"}} {
		d.must(d.store.Delivered(d.ctx, c, r))
		_, err := d.store.Posted(d.ctx, r.Ref)
		d.wantError("posted "+r.Ref, state.ErrNotFound, err)
	}
	ref, err := d.store.Ref(d.ctx, a, "c1")
	d.must(err)
	d.same("ref", "slack:T1:C1:1.1", ref)
}

// deliveredNoRef: a platform that has no name for it gives none.
func deliveredNoRef(d *desk) {
	c := d.sending()
	d.must(d.store.Delivered(d.ctx, c, state.Receipt{ID: "c1"}))
	_, err := d.store.Ref(d.ctx, a, "c1")
	d.wantError("ref", state.ErrNotFound, err)
	d.release(c, state.Release{})
	d.same("outbox", []string{"c2"}, messagesOf(d.one().Outbox))
}

// deliveredOrder: messages of several changes come in the order of the changes.
func deliveredOrder(d *desk) {
	c := d.sending()
	var want []string
	for _, m := range two() {
		want = append(want, m.ID)
	}
	for i := range 20 {
		id := line(100 - i)
		d.commit(&c, state.Change{Body: []byte("x"), Send: []state.Message{{ID: id}}})
		want = append(want, id)
	}
	d.release(c, state.Release{})
	d.same("outbox", want, messagesOf(d.one().Outbox))
}

// deliveredAllDone: a thread with nothing left is not claimed again.
func deliveredAllDone(d *desk) {
	c := d.sending()
	for _, m := range two() {
		d.must(d.store.Delivered(d.ctx, c, state.Receipt{ID: m.ID}))
	}
	d.release(c, state.Release{})
	d.idle()
}

// releaseDelivered: Release takes receipts like Delivered, in the same step.
func releaseDelivered(d *desk) {
	c := d.sending()
	d.release(c, state.Release{Delivered: []state.Receipt{{ID: "c1", Ref: "slack:T1:C1:1.1"}, {ID: "c2"}, {ID: "none", Ref: "slack:T1:C1:2.2"}}})
	d.idle()
	post, err := d.store.Posted(d.ctx, "slack:T1:C1:1.1")
	d.must(err)
	d.same("post", state.Post{Thread: a, ID: "c1"}, post)
	_, err = d.store.Posted(d.ctx, "slack:T1:C1:2.2")
	d.wantError("posted", state.ErrNotFound, err)
}

// releaseLost: what was sent was sent, though the claim is another's by now.
func releaseLost(d *desk) {
	old := d.sending()
	d.release(old, state.Release{})
	c := d.one()
	d.release(old, state.Release{Delivered: []state.Receipt{{ID: "c1"}}})
	d.idle()
	d.release(c, state.Release{})
	d.same("outbox", []string{"c2"}, messagesOf(d.one().Outbox))
}

func postedNotFound(d *desk) {
	_, err := d.store.Posted(d.ctx, "slack:T1:C1:none")
	d.wantError("posted", state.ErrNotFound, err)
	_, err = d.store.Ref(d.ctx, a, "none")
	d.wantError("ref", state.ErrNotFound, err)
}
