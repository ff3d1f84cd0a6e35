package statetest

import (
	"errors"
	"time"

	"tack/state"
)

var valueTests = map[string]func(*desk){
	"Put/Get":         putGet,
	"Put/Deleted":     putDeleted,
	"Put/Kept":        putKept,
	"Put/Over":        putOver,
	"Put/Apart":       putApart,
	"Add/Sum":         addSum,
	"Add/FirstCounts": addFirstCounts,
	"Add/Many":        addMany,
	"Hold/One":        holdOne,
	"Hold/LetGo":      holdLetGo,
	"Hold/Over":       holdOver,
	"Hold/Many":       holdMany,
}

var channel = state.Key{Learner: state.Learner{Workspace: "slack:T1"}, Name: "channel:C1"}

func (d *desk) get(k state.Key) string {
	d.Helper()
	v, err := d.store.Get(d.ctx, k)
	d.must(err)
	return string(v)
}

func (d *desk) gone(k state.Key) bool {
	d.Helper()
	_, err := d.store.Get(d.ctx, k)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		d.Fatalf("get: %v", err)
	}
	return err != nil
}

// putGet: a value is bytes, and the last one counts.
func putGet(d *desk) {
	for _, v := range []string{"one", "", "\x00\xff\r\n", "last"} {
		d.must(d.store.Put(d.ctx, channel, []byte(v), 0))
		d.same("value", v, d.get(channel))
	}
}

func putDeleted(d *desk) {
	d.same("before", true, d.gone(channel))
	d.must(d.store.Put(d.ctx, channel, nil, 0)) // what is not there is no error
	d.must(d.store.Put(d.ctx, channel, []byte("v"), 0))
	d.must(d.store.Put(d.ctx, channel, nil, time.Hour))
	d.same("after", true, d.gone(channel))
}

// putKept: a value stays for its time; one of keep 0 for ever, also where it had a time before.
func putKept(d *desk) {
	d.must(d.store.Put(d.ctx, channel, []byte("old"), 30*time.Millisecond))
	d.must(d.store.Put(d.ctx, channel, []byte("v"), 0))
	other := state.Key{Learner: kim, Name: "x"}
	d.must(d.store.Put(d.ctx, other, []byte("w"), time.Hour))
	d.clock.pass(59 * time.Minute)
	d.same("value", "v", d.get(channel))
	d.same("value", "w", d.get(other))
}

// putOver: a value goes when its time is over, by the store's clock and by any other.
func putOver(d *desk) {
	d.must(d.store.Put(d.ctx, channel, []byte("v"), 30*time.Millisecond))
	d.clock.pass(31 * time.Millisecond)
	d.become("value gone", func() bool { return d.gone(channel) })
}

// putApart: installation, workspace and learner have their own names.
func putApart(d *desk) {
	keys := []state.Key{
		{Name: "n"},
		{Learner: state.Learner{Workspace: "slack:T1"}, Name: "n"},
		{Learner: kim, Name: "n"},
		{Learner: kim, Name: "n2"},
		{Learner: state.Learner{Workspace: "slack:T2", ID: "U1"}, Name: "n"},
	}
	for i, k := range keys {
		d.must(d.store.Put(d.ctx, k, []byte(line(i)), 0))
	}
	for i, k := range keys {
		d.same("value", line(i), d.get(k))
	}
}

func (d *desk) add(n int64, keep time.Duration) int64 {
	d.Helper()
	sum, err := d.store.Add(d.ctx, channel, n, keep)
	d.must(err)
	return sum
}

func addSum(d *desk) {
	for _, step := range [][2]int64{{1, 1}, {41, 42}, {-50, -8}, {0, -8}, {1 << 40, 1<<40 - 8}} {
		d.same("sum", step[1], d.add(step[0], time.Hour))
	}
}

// addFirstCounts: the time runs from the first Add; then the counter begins anew.
func addFirstCounts(d *desk) {
	d.add(5, 50*time.Millisecond)
	d.clock.pass(30 * time.Millisecond)
	d.add(5, 50*time.Millisecond)
	d.clock.pass(30 * time.Millisecond)
	d.become("counter gone", func() bool { return d.gone(channel) })
	d.same("sum", int64(1), d.add(1, time.Hour))
}

// addMany: no Add is lost.
func addMany(d *desk) {
	const adders = 20
	results := make(chan error)
	for range adders {
		go func() {
			_, err := d.store.Add(d.ctx, channel, 3, time.Hour)
			results <- err
		}()
	}
	for range adders {
		d.must(<-results)
	}
	d.same("sum", int64(3*adders), d.add(0, time.Hour))
}

func (d *desk) hold(holder string, keep time.Duration) bool {
	d.Helper()
	held, err := d.store.Hold(d.ctx, channel, holder, keep)
	d.must(err)
	return held
}

// holdOne: while one holds, nobody else does; the one may hold on.
func holdOne(d *desk) {
	for _, step := range []struct {
		holder string
		want   bool
	}{{"one", true}, {"other", false}, {"one", true}, {"other", false}} {
		d.same(step.holder, step.want, d.hold(step.holder, time.Hour))
		d.clock.pass(time.Minute)
	}
}

// holdLetGo: only the holder lets go.
func holdLetGo(d *desk) {
	d.same("one", true, d.hold("one", time.Hour))
	d.same("other lets go", false, d.hold("other", 0))
	d.same("other", false, d.hold("other", time.Hour))
	d.must(d.letGo("one"))
	d.same("other", true, d.hold("other", time.Hour))
}

func (d *desk) letGo(holder string) error {
	_, err := d.store.Hold(d.ctx, channel, holder, 0)
	return err
}

// holdOver: a hold that is not lengthened ends by itself.
func holdOver(d *desk) {
	d.same("one", true, d.hold("one", 30*time.Millisecond))
	d.clock.pass(31 * time.Millisecond)
	d.become("the other holds", func() bool { return d.hold("other", time.Hour) })
	d.same("one", false, d.hold("one", time.Hour))
}

// holdMany: of many that want to hold at once, one does.
func holdMany(d *desk) {
	const wanting = 20
	results := make(chan bool)
	for i := range wanting {
		go func() {
			held, err := d.store.Hold(d.ctx, channel, line(i), time.Hour)
			results <- held && err == nil
		}()
	}
	holders := 0
	for range wanting {
		if <-results {
			holders++
		}
	}
	d.same("holders", 1, holders)
}
