package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"tack/adapters/inhand"

	"github.com/cenkalti/backoff/v5"
)

// inbox takes what the gateway tells into the house.
type inbox struct {
	*Adapter
	Hall
	self   self
	ctx    context.Context // of Run: parked reactions and late answers end with it
	last   context.Context // of what is in the lanes, which may be finished
	let    func()          // ends it
	watch  inhand.Watch
	later  *inhand.Later // what goes on beside the lanes
	queue  *inhand.Lanes
	asked  chan struct{} // a slot for each interaction in hand
	missed chan struct{} // something was dropped: catching up has to find it
	blind  atomic.Bool   // messages in guilds come without their content

	reactions *inhand.Reactions

	gaps    gaps
	repeats *inhand.Memory[bool]      // interactions that came, by id
	away    *inhand.Memory[time.Time] // guild → since when Discord has an outage of it
	refused *inhand.Memory[time.Time] // channel → when we were not let read it
	shards  serving
}

// self is who we are.
type self struct{ id, name string } // of the bot's user, and as people write it

// serving are the guilds of each shard that is connected.
type serving struct {
	mu     sync.Mutex
	guilds map[int][]string
}

func (in *inbox) serves(shard int, guilds []string) {
	in.shards.mu.Lock()
	defer in.shards.mu.Unlock()
	if in.shards.guilds == nil {
		in.shards.guilds = map[int][]string{}
	}
	in.shards.guilds[shard] = guilds
}

// served are the guilds of all shards that this process has.
func (in *inbox) served() []string {
	in.shards.mu.Lock()
	defer in.shards.mu.Unlock()
	var list []string
	for _, guilds := range in.shards.guilds {
		list = append(list, guilds...)
	}
	return list
}

func (a *Adapter) newInbox(ctx context.Context, h Hall, s self) *inbox {
	last, let := context.WithCancel(context.WithoutCancel(ctx))
	watch := inhand.Watch{Log: a.log, Platform: platform, Meter: h.Meter}
	later := &inhand.Later{Watch: watch}
	return &inbox{
		Adapter: a, Hall: h, self: s, ctx: ctx, last: last, let: let, watch: watch, later: later,
		queue: inhand.NewLanes(lanes, laneLength, watch), reactions: inhand.NewReactions(h, a.places, later, a.log, parkMost),
		repeats: inhand.NewMemory[bool](maxRemembered / 10), away: inhand.NewMemory[time.Time](maxRemembered), refused: inhand.NewMemory[time.Time](maxRemembered),
		asked: make(chan struct{}, askMost), missed: make(chan struct{}, 1),
	}
}

// finish lets the lanes finish what is in them, for grace at most. What is left, catching up has to find.
func (in *inbox) finish() {
	timer := time.AfterFunc(grace, in.let)
	defer timer.Stop()
	in.queue.Close()
	in.let()
}

// event is one that the gateway dispatched. Its id is the session's and the event's number: when a resume
// repeats it, it is the same.
type event struct {
	name, id string
	data     json.RawMessage
}

// take puts an event into the lane of its channel, without working on it: it runs in the way of all others.
func (in *inbox) take(e event) {
	if e.name == "INTERACTION_CREATE" {
		in.ask(e)
		return
	}
	if handlers[e.name] == nil {
		return // ignored intentionally: typing, presences, members, pins, voice and the like
	}
	var at struct {
		ID      string `json:"id"`
		Channel string `json:"channel_id"`
	}
	if err := json.Unmarshal(e.data, &at); err != nil {
		in.unreadable(e.name, err)
		return
	}
	if !in.queue.Put(cmp.Or(at.Channel, at.ID), func() { in.work(e) }) {
		in.drop("too much comes in at once", nil)
	}
}

// work takes an event in, and tries again for retryFor if it cannot be recorded. Discord has no
// acknowledgement: what is not recorded here, catching up has to find.
func (in *inbox) work(e event) {
	wait := backoff.NewExponentialBackOff()
	began := time.Now()
	for {
		err := in.watch.Take(func() error { return handlers[e.name](in, in.last, e) })
		if err == nil {
			return
		}
		if in.ctx.Err() != nil || time.Since(began) > retryFor {
			in.drop("event not recorded", err)
			return
		}
		in.log.Warn("event not recorded yet", "name", e.name, "err", err)
		inhand.Rest(in.ctx, min(wait.NextBackOff(), 10*time.Second))
	}
}

// drop gives an event up.
func (in *inbox) drop(why string, err error) {
	in.log.Error("dropped, to be caught up with", "why", why, "err", err)
	select {
	case in.missed <- struct{}{}:
	default: // it is known already
	}
}

// makeGood catches up with what was dropped, until ctx is done.
func (in *inbox) makeGood(ctx context.Context) {
	for {
		select {
		case <-in.missed:
		case <-ctx.Done():
			return
		}
		inhand.Rest(ctx, missedPause)
		in.catchUp(ctx, in.served(), time.Now().Add(-2*retryFor))
	}
}

// unreadable notes an event that cannot be read. Its text is not logged.
func (in *inbox) unreadable(name string, err error) {
	in.log.Warn("event not readable", "name", name, "err", fmt.Sprintf("%T", err))
}
