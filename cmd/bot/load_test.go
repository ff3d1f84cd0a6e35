//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"tack/internal/config"
	"tack/internal/engine"
)

// loadVariable names the host and port of a cloud, to which a bot of these tests connects as to a
// platform called "load".
const loadVariable = "TACK_TEST_LOAD"

func init() {
	connectors = append(connectors, func(_ config.Config, log *slog.Logger) (*connection, error) {
		addr := os.Getenv(loadVariable)
		if addr == "" {
			return nil, nil
		}
		p := &load{addr: addr, log: log, open: map[uint64]chan frame{}}
		return &connection{name: "load", platform: p, run: p.run, health: func() []string { return nil }}, nil
	})
}

// frame is a line on the wire between a bot and the cloud.
type frame struct {
	Op    string           `json:"op"` // hello, event, ack, deliver or receipt
	N     uint64           `json:"n,omitempty"`
	Pid   int              `json:"pid,omitempty"`  // hello
	Role  string           `json:"role,omitempty"` // hello: events or deliveries
	In    *engine.Inbound  `json:"in,omitempty"`
	Keys  []string         `json:"keys,omitempty"`
	Out   *engine.Outgoing `json:"out,omitempty"`
	Again bool             `json:"again,omitempty"`
	Ref   string           `json:"ref,omitempty"`
}

// wire sends frames; safe for concurrent use.
type wire struct {
	net.Conn
	mu sync.Mutex
}

func (w *wire) send(f frame) error {
	line, err := json.Marshal(f)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err = w.Write(append(line, '\n'))
	return err
}

// frames reads until the connection ends.
func (w *wire) frames(take func(frame)) error {
	lines := bufio.NewReader(w)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return err
		}
		var f frame
		if err := json.Unmarshal(line, &f); err != nil {
			return err
		}
		take(f)
	}
}

// load is the bot's side: one connection takes events, as fast as they are recorded, and one carries
// deliveries.
type load struct {
	addr string
	log  *slog.Logger

	mu   sync.Mutex
	out  *wire
	open map[uint64]chan frame // deliveries without a receipt
	last uint64
}

// The bounds of the platform.
const (
	loadLanes   = 32
	loadAckFor  = 5 * time.Second
	loadRedials = 100 * time.Millisecond
)

// run takes events until ctx is done. Deliveries go on, for what is in hand then.
func (p *load) run(ctx context.Context, h *house) error {
	go p.stay(context.WithoutCancel(ctx), "deliveries", p.deliveries)
	p.stay(ctx, "events", func(w *wire) error { return p.events(ctx, w, h) })
	return nil
}

// stay keeps a connection until ctx is done.
func (p *load) stay(ctx context.Context, role string, serve func(*wire) error) {
	for ctx.Err() == nil {
		err := p.connect(ctx, role, serve)
		p.log.Debug("cloud", "role", role, "err", err)
		select {
		case <-ctx.Done():
		case <-time.After(loadRedials):
		}
	}
}

func (p *load) connect(ctx context.Context, role string, serve func(*wire) error) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	w := &wire{Conn: conn}
	if err := w.send(frame{Op: "hello", Pid: os.Getpid(), Role: role}); err != nil {
		return err
	}
	return serve(w)
}

// events records what comes: each thread in one lane, so that its order stays, lanes side by side.
func (p *load) events(ctx context.Context, w *wire, h *house) error {
	var working sync.WaitGroup
	defer working.Wait()
	var lanes [loadLanes]chan frame
	for i := range lanes {
		lanes[i] = make(chan frame, 8)
		defer close(lanes[i])
		working.Go(func() {
			for f := range lanes[i] {
				p.receive(ctx, w, h, f)
			}
		})
	}
	return w.frames(func(f frame) {
		sum := fnv.New32a()
		_, _ = io.WriteString(sum, string(f.In.Thread))
		lanes[sum.Sum32()%loadLanes] <- f
	})
}

// receive acknowledges an event only after it is recorded.
func (p *load) receive(ctx context.Context, w *wire, h *house, f frame) {
	if ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), loadAckFor, errors.New("recording takes too long"))
	defer cancel()
	in := *f.In
	in.Keys = f.Keys
	if err := h.engine.Receive(ctx, in); err != nil {
		p.log.Debug("not acknowledged", "err", err)
		return
	}
	_ = w.send(frame{Op: "ack", N: f.N}) // lost: the cloud delivers again
}

func (p *load) deliveries(w *wire) error {
	p.mu.Lock()
	p.out = w
	p.mu.Unlock()
	err := w.frames(func(f frame) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if answer := p.open[f.N]; answer != nil {
			answer <- f
		}
		delete(p.open, f.N)
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = nil
	for n, answer := range p.open {
		close(answer)
		delete(p.open, n)
	}
	return err
}

// Deliver asks the cloud and waits for its receipt.
func (p *load) Deliver(ctx context.Context, m engine.Outgoing) (engine.Receipt, error) {
	answer := make(chan frame, 1)
	p.mu.Lock()
	w := p.out
	p.last++
	n := p.last
	p.open[n] = answer
	p.mu.Unlock()
	if w == nil {
		return engine.Receipt{}, errors.New("not connected")
	}
	if err := w.send(frame{Op: "deliver", N: n, Out: &m, Again: m.Again, Ref: m.Ref}); err != nil {
		return engine.Receipt{}, err
	}
	select {
	case f, ok := <-answer:
		if !ok {
			return engine.Receipt{}, errors.New("connection lost")
		}
		return engine.Receipt{Ref: f.Ref}, nil
	case <-ctx.Done():
		return engine.Receipt{}, fmt.Errorf("no receipt: %w", context.Cause(ctx))
	}
}
