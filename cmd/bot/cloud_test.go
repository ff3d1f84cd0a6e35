//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/internal/redistest"
)

// cloud is the platform's own side: it delivers each event until a bot acknowledges it, now and then
// once too often, and shows each message once, as a platform does that knows a message by its id.
type cloud struct {
	listener net.Listener

	mu     sync.Mutex
	links  []*link // that take events
	scenes map[coach.ThreadID]*scene
	faults []string
	paused map[int]bool // processes that stood still for longer than a lease
	last   uint64
	met    map[int]bool    // processes that have connected
	hangs  bool            // no delivery gets a receipt
	hung   map[string]bool // messages that got none, by ref

	overtaken int // messages that a paused process sent after another had sent them
	repeats   int // deliveries beyond the first, rightly marked so
	sent      int // events delivered to bots
	asked     int // deliveries asked for
}

// link is a bot's connection for events.
type link struct {
	*wire
	mu   sync.Mutex
	open map[uint64]chan struct{} // events not acknowledged
	gone chan struct{}
}

// redeliverAfter is how long the cloud waits for an acknowledgement.
const redeliverAfter = 2 * time.Second

func openCloud(t *testing.T) *cloud {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cloud{listener: l, scenes: map[coach.ThreadID]*scene{}, paused: map[int]bool{}, hung: map[string]bool{}, met: map[int]bool{}}
	go c.accept()
	t.Cleanup(func() { l.Close() })
	return c
}

func (c *cloud) env() string { return loadVariable + "=" + c.listener.Addr().String() }

func (c *cloud) accept() {
	for {
		conn, err := c.listener.Accept()
		if err != nil {
			return
		}
		go c.serve(&wire{Conn: conn})
	}
}

// serve takes a connection for what its hello says it is for.
func (c *cloud) serve(w *wire) {
	defer w.Close()
	l := &link{wire: w, open: map[uint64]chan struct{}{}, gone: make(chan struct{})}
	pid := 0
	_ = w.frames(func(f frame) {
		switch f.Op {
		case "hello":
			pid = f.Pid
			c.meet(l, f)
		case "ack":
			l.acked(f.N)
		case "deliver":
			if ref, ok := c.show(pid, *f.Out, f.Again); ok {
				_ = w.send(frame{Op: "receipt", N: f.N, Ref: ref}) // lost: it is asked again
			}
		}
	})
	close(l.gone)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.links {
		if c.links[i] == l {
			c.links = append(c.links[:i:i], c.links[i+1:]...)
			break
		}
	}
}

// meet takes a bot in.
func (c *cloud) meet(l *link, hello frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if hello.Role == "events" {
		c.links = append(c.links, l)
	}
	c.met[hello.Pid] = true
}

// knows says whether a process has ever connected.
func (c *cloud) knows(p *os.Process) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.met[p.Pid]
}

func (l *link) acked(n uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if done := l.open[n]; done != nil {
		close(done)
	}
	delete(l.open, n)
}

// post delivers an event; the channel is closed when it is acknowledged.
func (l *link) post(n uint64, in engine.Inbound) (<-chan struct{}, error) {
	done := make(chan struct{})
	l.mu.Lock()
	l.open[n] = done
	l.mu.Unlock()
	return done, l.send(frame{Op: "event", N: n, In: &in, Keys: []string{"key-" + in.ID}})
}

// offer delivers an event once and waits a while for the acknowledgement.
func (l *link) offer(ctx context.Context, n uint64, in engine.Inbound) bool {
	done, err := l.post(n, in)
	if err != nil {
		return false
	}
	late := time.NewTimer(redeliverAfter)
	defer late.Stop()
	select {
	case <-done:
		return true
	case <-late.C:
	case <-l.gone:
	case <-ctx.Done():
	}
	return false
}

// pick chooses a connected bot; nil: none is.
func (c *cloud) pick() (*link, uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.links) == 0 {
		return nil, 0
	}
	c.last++
	c.sent++
	return c.links[rand.IntN(len(c.links))], c.last
}

// duplicates is how many events in a hundred are delivered once more after they were acknowledged.
const duplicates = 5

// send delivers an event until it is acknowledged.
func (c *cloud) send(ctx context.Context, in engine.Inbound) error {
	for ctx.Err() == nil {
		l, n := c.pick()
		if l == nil {
			select {
			case <-time.After(loadRedials): // nobody there: as a platform, look again
			case <-ctx.Done():
			}
			continue
		}
		if l.offer(ctx, n, in) {
			if again, n := c.pick(); again != nil && rand.IntN(100) < duplicates {
				go again.offer(ctx, n, in)
			}
			return nil
		}
	}
	return fmt.Errorf("event %s of %s was never acknowledged: %w", in.ID, in.Thread, context.Cause(ctx))
}

// show puts a message up, or knows it again; false: it hangs.
func (c *cloud) show(pid int, m engine.Outgoing, again bool) (ref string, ok bool) {
	s := c.scene(m.Thread)
	c.mu.Lock()
	c.asked++
	hangs, paused := c.hangs, c.paused[pid]
	c.mu.Unlock()
	ref = string(m.Thread) + "/" + m.ID
	if hangs {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.hung[ref] = true
		return "", false
	}
	before, err := s.show(m)
	c.mu.Lock()
	defer c.mu.Unlock()
	before = before || c.hung[ref] // nobody can know whether it was shown
	switch {
	case err != nil:
		c.faults = append(c.faults, err.Error())
	case before && again:
		c.repeats++
	case before && paused:
		c.overtaken++
	case before:
		c.faults = append(c.faults, fmt.Sprintf("%s %s came twice, the second time as if it were new", m.Thread, m.ID))
	}
	return ref, true
}

func (c *cloud) scene(id coach.ThreadID) *scene {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.scenes[id]
	if s == nil {
		s = newScene()
		c.scenes[id] = s
	}
	return s
}

// pauses notes that a process stands still for longer than a lease.
func (c *cloud) pauses(p *os.Process) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.paused[p.Pid] = true
}

// delivered is how many events were delivered to bots.
func (c *cloud) delivered() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sent
}

// hang leaves deliveries without a receipt, or no more.
func (c *cloud) hang(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hangs = on
}

// deliveries is how many deliveries were asked for.
func (c *cloud) deliveries() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

// connected waits for a bot that takes events.
func (c *cloud) connected(t *testing.T) *link {
	t.Helper()
	var l *link
	redistest.Wait(t, "bot that takes events", func() bool {
		l, _ = c.pick()
		return l != nil
	})
	return l
}
