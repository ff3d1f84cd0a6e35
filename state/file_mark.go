package state

import (
	"tack/coach"

	"go.etcd.io/bbolt"
)

// mark is what is kept of a thread besides its body, small enough to be read of all threads at open.
// Times are µs since 1970.
type mark struct {
	touched int64 // last recorded event or commit
	heard   int64 // highest Event.Order
	hears   bool  // heard is set
	quiet   span
	rest    span  // of the last Release
	due     int64 // 0: none
	fails   int
	learner Learner
}

// span is a time during which a thread rests. The zero value is over.
type span struct{ from, until int64 }

// end returns when the thread need rest no longer. A span that begins in the future was begun before
// the clock was put back: it is over, since it may not last longer than it was meant to.
func (s span) end(now int64) int64 {
	if s.from > now {
		return 0
	}
	return s.until
}

func (m mark) pack() packed {
	hears := int64(0)
	if m.hears {
		hears = 1
	}
	return packed{}.num(m.touched).num(m.heard).num(hears).num(m.quiet.from).num(m.quiet.until).
		num(m.rest.from).num(m.rest.until).num(m.due).num(int64(m.fails)).
		text(m.learner.Workspace).text(m.learner.ID)
}

func unpackMark(v []byte) (mark, error) {
	p := parcel{rest: v}
	m := mark{
		touched: p.num(), heard: p.num(), hears: p.num() == 1, quiet: span{p.num(), p.num()},
		rest: span{p.num(), p.num()}, due: p.num(), fails: int(p.num()),
		learner: Learner{Workspace: p.text(), ID: p.text()},
	}
	return m, p.err("mark of a thread")
}

// readMark returns a thread's mark; false if nothing is kept of the thread.
func readMark(tx *bbolt.Tx, id coach.ThreadID) (mark, bool, error) {
	v := tx.Bucket(bucketMarks).Get([]byte(id))
	if v == nil {
		return mark{}, false, nil
	}
	m, err := unpackMark(v)
	return m, true, err
}

func putMark(tx *bbolt.Tx, id coach.ThreadID, m mark) error {
	return tx.Bucket(bucketMarks).Put([]byte(id), m.pack())
}
