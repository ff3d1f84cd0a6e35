package inhand

import (
	"hash/fnv"
	"sync"
)

// Lanes work off what is put into them, in each in order.
type Lanes struct {
	lanes []chan func()
	done  sync.WaitGroup
}

// NewLanes returns n lanes in each of which so many pieces of work may wait.
func NewLanes(n, length int, watch Watch) *Lanes {
	l := &Lanes{lanes: make([]chan func(), n)}
	for i := range l.lanes {
		lane := make(chan func(), length)
		l.lanes[i] = lane
		l.done.Go(func() {
			for work := range lane {
				watch.Do(work)
			}
		})
	}
	return l
}

// Put adds work to the lane of a key; false: the lane is full.
func (l *Lanes) Put(key string, work func()) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // a hash takes everything
	select {
	case l.lanes[h.Sum32()%uint32(len(l.lanes))] <- work:
		return true
	default:
		return false
	}
}

// Close lets the lanes finish what is in them.
func (l *Lanes) Close() {
	for _, lane := range l.lanes {
		close(lane)
	}
	l.done.Wait()
}
