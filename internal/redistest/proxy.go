package redistest

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// Proxy stands between a client and a server.
type Proxy struct {
	listener net.Listener
	server   string

	mu       sync.Mutex
	delay    time.Duration
	old, new []byte
	open     map[net.Conn]bool
	down     bool
	working  sync.WaitGroup
}

// StartProxy puts a proxy before a server. It changes nothing until it is told to.
func StartProxy(t testing.TB, s *Server) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: l, server: s.Addr(), open: map[net.Conn]bool{}}
	p.working.Go(p.accept)
	t.Cleanup(func() {
		l.Close()
		p.Cut()
		p.working.Wait()
	})
	return p
}

// URL is where the proxy is.
func (p *Proxy) URL() string { return "redis://" + p.listener.Addr().String() }

// Slow holds each piece of an answer back for so long; 0: not any more.
func (p *Proxy) Slow(delay time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = delay
}

// Say puts another text of the same length in place of one in the answers: an older version.
func (p *Proxy) Say(old, new string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.old, p.new = []byte(old), []byte(new)
}

// Down ends all connections and refuses new ones until it is told not to any more.
func (p *Proxy) Down(down bool) {
	p.mu.Lock()
	p.down = down
	p.mu.Unlock()
	if down {
		p.Cut()
	}
}

// Cut ends all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		c.Close()
	}
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.server)
		if err != nil || !p.keep(client, server) {
			client.Close()
			if server != nil {
				server.Close()
			}
			continue
		}
		p.working.Go(func() { p.copy(server, client, false) })
		p.working.Go(func() { p.copy(client, server, true) })
	}
}

// keep takes connections in; false: the proxy is down.
func (p *Proxy) keep(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		p.open[c] = !p.down
	}
	return !p.down
}

// copy carries bytes until one side ends.
func (p *Proxy) copy(to, from net.Conn, answers bool) {
	defer func() {
		to.Close()
		from.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.open, to)
		delete(p.open, from)
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		piece := buffer[:n]
		if answers {
			piece = p.altered(piece)
		}
		if _, failed := to.Write(piece); failed != nil || err == io.EOF || err != nil {
			return
		}
	}
}

func (p *Proxy) altered(piece []byte) []byte {
	p.mu.Lock()
	delay, before, after := p.delay, p.old, p.new
	p.mu.Unlock()
	time.Sleep(delay)
	if len(before) == 0 {
		return piece
	}
	return bytes.ReplaceAll(piece, before, after)
}
