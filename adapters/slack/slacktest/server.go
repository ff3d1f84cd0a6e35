package slacktest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// object is JSON under construction.
type object = map[string]any

// Server is a running fake Slack. Its methods may be called from any goroutine.
type Server struct {
	opts     Options
	listener net.Listener
	http     *http.Server
	life     context.Context // ends with Close; a server's own, as of no caller
	end      context.CancelFunc
	done     <-chan struct{} // of life
	kick     chan struct{}   // tells the redelivery loop that something is due earlier than it thinks
	running  sync.WaitGroup

	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever something happened
	clock
	world
	traffic
	outbox
	hub
}

// New starts a fake Slack with one workspace, its app, and nobody in it.
func New(opts Options) (*Server, error) {
	opts = opts.withDefaults()
	listener, err := net.Listen("tcp", opts.Addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", opts.Addr, err)
	}
	life, end := context.WithCancel(context.Background())
	s := &Server{
		opts: opts, listener: listener, life: life, end: end, done: life.Done(), kick: make(chan struct{}, 1),
		changed: make(chan struct{}), traffic: newTraffic(), outbox: newOutbox(),
	}
	s.world = newWorld(s.Base())
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	s.running.Go(func() { _ = s.http.Serve(listener) }) // ends when Close closes the listener
	s.running.Go(s.redeliverLoop)
	return s, nil
}

// Start is New for a test: it fails the test instead of returning an error, and closes at its end.
func Start(tb testing.TB, opts Options) *Server {
	tb.Helper()
	s, err := New(opts)
	if err != nil {
		tb.Fatalf("start the fake Slack: %v", err)
	}
	tb.Cleanup(s.Close)
	return s
}

// Close ends all connections, releases what hangs, and waits until nothing runs any more.
func (s *Server) Close() {
	s.lock()
	s.end() // under the lock: whoever starts something looks first
	s.unlock()
	s.CutSockets()
	_ = s.http.Close() // nothing to save: the only error is of a listener closed already
	s.running.Wait()
}

// Base is the root of the server: "http://127.0.0.1:PORT".
func (s *Server) Base() string { return "http://" + s.listener.Addr().String() }

// APIURL is what slack.OptionAPIURL takes, with its final slash.
func (s *Server) APIURL() string { return s.Base() + "/api/" }

// SigningSecret is the secret that HTTP deliveries are signed with.
func (s *Server) SigningSecret() string { return s.opts.SigningSecret }

// lock and unlock surround whatever changes the world: unlock wakes those who wait for something.
func (s *Server) lock() { s.mu.Lock() }

func (s *Server) unlock() {
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
}

// WaitFor blocks until cond holds, and looks again whenever something happened. Its error is ctx's cause.
// cond sees one moment, with the server standing still: it may ask the Snapshot only, no method of Server.
func (s *Server) WaitFor(ctx context.Context, cond func(*Snapshot) bool) error {
	for {
		s.mu.Lock()
		met, changed := cond(&Snapshot{s}), s.changed
		s.mu.Unlock()
		if met {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// awaitLimit is how long Await waits for what should come at once; generous, for machines under load.
const awaitLimit = 20 * time.Second

// Await is WaitFor for a test: it fails with what was awaited and the story so far.
func (s *Server) Await(tb testing.TB, what string, cond func(*Snapshot) bool) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), awaitLimit)
	defer cancel()
	if err := s.WaitFor(ctx, cond); err != nil {
		tb.Fatalf("waiting for %s: %v\n%s", what, err, s.Story())
	}
}
