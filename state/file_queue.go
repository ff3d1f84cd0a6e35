package state

import (
	"container/heap"
	"container/list"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"tack/coach"
)

// fileQueue knows the threads that have something to do, now or at a time. A thread is in at most one
// place: ready, waiting, or leased.
type fileQueue struct {
	clock func() int64

	mu      sync.Mutex
	now     int64 // when the queue was last looked at
	threads map[coach.ThreadID]*fileWork
	ready   *list.List // of *fileWork, the next first
	waiting fileHeap   // the earliest first
	news    chan struct{}
	opened  string // begins every token, so that none is valid after the next open
	tokens  int
	swept   int64 // when a sweep last began
	closed  bool
}

// fileWork is a thread in the queue.
type fileWork struct {
	mark
	id             coach.ThreadID
	events, outbox int
	when           int64         // when it wants to be claimed
	element        *list.Element // in ready; nil: not there
	index          int           // in waiting; < 0: not there
	token          string        // of its lease; empty: not leased
}

func newFileQueue(clock func() int64, opened string) *fileQueue {
	return &fileQueue{
		clock: clock, threads: map[coach.ThreadID]*fileWork{}, ready: list.New(),
		news: make(chan struct{}), opened: opened, now: clock(), swept: math.MinInt64,
	}
}

// wants returns when a thread wants to be claimed; false: never.
func (w *fileWork) wants(now int64) (int64, bool) {
	rest := w.rest.end(now)
	switch {
	case w.events+w.outbox > 0:
		return max(w.quiet.end(now), rest), true
	case w.due == 0:
		return 0, false
	default:
		return max(w.due, rest), true
	}
}

// look reads the clock. When it was put back, rests that have not begun any more are over, and what was
// due may not be.
func (q *fileQueue) look() {
	now := q.clock()
	back := now < q.now
	q.now = now
	if back {
		for _, w := range slices.Collect(maps.Values(q.threads)) {
			q.place(w)
		}
	}
	for len(q.waiting) > 0 && q.waiting[0].when <= now {
		q.place(q.waiting[0])
	}
}

// place puts a thread where it belongs. One that is ready and stays so keeps its turn.
func (q *fileQueue) place(w *fileWork) {
	if w.token != "" {
		return
	}
	when, wanted := w.wants(q.now)
	w.when = when
	if w.element != nil && wanted && when <= q.now {
		return
	}
	q.takeOut(w)
	switch {
	case !wanted:
		delete(q.threads, w.id)
		return
	case when <= q.now:
		w.element = q.ready.PushBack(w)
	default:
		heap.Push(&q.waiting, w)
		if w.index > 0 { // nobody waits for it first
			return
		}
	}
	close(q.news)
	q.news = make(chan struct{})
}

func (q *fileQueue) takeOut(w *fileWork) {
	if w.element != nil {
		q.ready.Remove(w.element)
		w.element = nil
	}
	if w.index >= 0 {
		heap.Remove(&q.waiting, w.index)
	}
}

// changed takes over a thread's new mark, and how many more events and messages there are.
func (q *fileQueue) changed(id coach.ThreadID, m mark, events, outbox int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.look()
	w := q.threads[id]
	if w == nil {
		w = &fileWork{id: id, index: -1}
		q.threads[id] = w
	}
	w.mark = m
	w.events += events
	w.outbox += outbox
	q.place(w)
}

// sent takes over that messages were delivered.
func (q *fileQueue) sent(id coach.ThreadID, messages int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.look()
	if w := q.threads[id]; w != nil {
		w.outbox -= messages
		q.place(w)
	}
}

// erased forgets a thread, and its lease.
func (q *fileQueue) erased(id coach.ThreadID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if w := q.threads[id]; w != nil {
		q.takeOut(w)
		delete(q.threads, id)
	}
}

// take leases up to most threads that are ready. Where it returns none, news is closed when that may
// change, or it changes by itself after the time given.
func (q *fileQueue) take(most int) (taken []fileWork, news <-chan struct{}, after time.Duration, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil, nil, 0, os.ErrClosed
	}
	q.look()
	for len(taken) < most && q.ready.Len() > 0 {
		w := q.ready.Remove(q.ready.Front()).(*fileWork)
		w.element = nil
		q.tokens++
		w.token = q.opened + "-" + strconv.Itoa(q.tokens)
		taken = append(taken, *w)
	}
	after = lookAgain
	if len(q.waiting) > 0 {
		after = min(after, time.Duration(q.waiting[0].when-q.now)*time.Microsecond)
	}
	return taken, q.news, max(after, time.Millisecond), nil
}

// lookAgain is after which time a waiting Claim looks at the clock: it may have been put forward.
const lookAgain = 10 * time.Second

// holds returns a thread's mark; false if token is not its lease.
func (q *fileQueue) holds(id coach.ThreadID, token string) (mark, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := q.threads[id]
	if w == nil || token == "" || w.token != token {
		return mark{}, false
	}
	return w.mark, true
}

// release ends a lease; what is left puts the thread at the end of the queue.
func (q *fileQueue) release(id coach.ThreadID, token string, sent int, as func(*mark)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.look()
	w := q.threads[id]
	if w == nil {
		return
	}
	w.outbox -= sent
	if w.token == token {
		w.token = ""
		as(&w.mark)
	}
	q.place(w)
}

func (q *fileQueue) leased(id coach.ThreadID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := q.threads[id]
	return w != nil && w.token != ""
}

// sweeps says whether it is time to look for what is kept too long, and that the caller does it.
func (q *fileQueue) sweeps() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.clock()
	if now >= q.swept && now < q.swept+sweepEvery.Microseconds() {
		return false
	}
	q.swept = now
	return true
}

func (q *fileQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	close(q.news)
	q.news = make(chan struct{})
}

// fileHeap is a heap of threads by when.
type fileHeap []*fileWork

func (h fileHeap) Len() int           { return len(h) }
func (h fileHeap) Less(i, j int) bool { return h[i].when < h[j].when }

func (h fileHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push is called by package heap.
func (h *fileHeap) Push(x any) {
	w := x.(*fileWork)
	w.index = len(*h)
	*h = append(*h, w)
}

// Pop is called by package heap.
func (h *fileHeap) Pop() any {
	last := len(*h) - 1
	w := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	w.index = -1
	return w
}
