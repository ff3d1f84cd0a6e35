package discordtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// defaultHeartbeat is the interval that Discord gives.
const defaultHeartbeat = 41250 * time.Millisecond

// Options say how a fake Discord behaves. The zero value is ready for use.
type Options struct {
	// Addr is where to listen; "" is 127.0.0.1 with a free port.
	Addr string
	// Token is the bot's token; "" is a new one.
	Token string
	// Heartbeat is the interval told to gateway clients; 0 is Discord's 41.25 s.
	Heartbeat time.Duration
	// NonceWindow is how long enforce_nonce remembers; 0 is five minutes ("a few", says the documentation).
	NonceWindow time.Duration
	// NoMessageContent, when true, leaves the Message Content toggle of the developer portal off.
	NoMessageContent bool
	// GuildMembers and Presences are the other two privileged toggles; false = off, as for a new application.
	GuildMembers, Presences bool
	// MaxGuildsPerShard closes an identify with 4011 beyond it, and says how many shards are recommended; 0 is
	// Discord's 2,500.
	MaxGuildsPerShard int
	// Identifies is how many IDENTIFY a day are left; 0 is Discord's 1,000.
	Identifies int
	// OneIdentifyPer5s, when true, answers a second IDENTIFY within 5 s with an invalid session, as
	// max_concurrency 1 has it. Off by default: a test would wait.
	OneIdentifyPer5s bool
	// InvalidLimit is how many 401, 403 and 429 in ten minutes ban the address; 0 is Discord's 10,000.
	InvalidLimit int
	// Limits are the rate limits by route, each counted by channel, guild or webhook; nil = none.
	Limits map[string]Limit
	// Global is the limit of all requests together in a second; 0 = none (Discord: 50).
	Global int
}

// Server is a running fake Discord. Its methods may be called from any goroutine.
type Server struct {
	opts     Options
	listener net.Listener
	http     *http.Server
	router   router
	done     chan struct{} // closed by Close
	running  sync.WaitGroup

	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever something happened
	offset  time.Duration // what Advance added
	ids     snowflakes
	world
	traffic
	hub
}

// New starts a fake Discord, empty but for its application and the bot's user.
func New(opts Options) (*Server, error) {
	if opts.Addr == "" {
		opts.Addr = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", opts.Addr)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	s := &Server{opts: opts.withDefaults(), listener: listener, done: make(chan struct{}), changed: make(chan struct{})}
	s.world = newWorld(&s.ids, s.now())
	if opts.Token != "" {
		s.token = opts.Token
	}
	s.traffic = newTraffic()
	s.hub = newHub(s.opts)
	s.router = routes()
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	s.running.Go(func() { _ = s.http.Serve(listener) }) // Serve returns when Close closes the listener
	return s, nil
}

// Start is New for a test: it fails the test instead of returning an error, and closes at its end.
func Start(tb testing.TB, opts Options) *Server {
	tb.Helper()
	s, err := New(opts)
	if err != nil {
		tb.Fatalf("start the fake Discord: %v", err)
	}
	tb.Cleanup(s.Close)
	return s
}

// Close ends all connections, releases what hangs, and waits until nothing runs any more.
func (s *Server) Close() {
	s.mu.Lock()
	select {
	case <-s.done:
	default:
		close(s.done)
	}
	s.mu.Unlock()
	s.cutAll()
	_ = s.http.Close() // nothing to save: the only error is of a listener closed already
	s.running.Wait()
}

// enter counts a request in, so that Close waits for it; false if the server is closing.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.done:
		return false
	default:
		s.running.Add(1)
		return true
	}
}

// URL is the base of the REST API as a client is given it: "http://127.0.0.1:PORT/api".
func (s *Server) URL() string { return s.Base() + "/api" }

// Base is the root of the server, in place of https://discord.com.
func (s *Server) Base() string { return "http://" + s.listener.Addr().String() }

// gatewayURL is what GET /gateway answers; resumeURL is READY's resume_gateway_url, another path so that a
// test can see whether a client honours it.
func (s *Server) gatewayURL() string { return "ws://" + s.listener.Addr().String() + "/gateway" }
func (s *Server) resumeURL() string  { return "ws://" + s.listener.Addr().String() + "/resume" }

// Token is the bot's token, without "Bot ".
func (s *Server) Token() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token
}

// Now is the time it is in this Discord.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now()
}

// Advance moves the time on by d and lets happen what was due: threads archive themselves.
func (s *Server) Advance(d time.Duration) {
	s.lock()
	defer s.unlock()
	s.offset += d
	s.archiveIdle()
}

// now is Now with the lock held.
func (s *Server) now() time.Time { return time.Now().Add(s.offset).UTC().Truncate(time.Millisecond) }

// lock and unlock surround whatever changes the world: unlock wakes those who wait for something.
func (s *Server) lock() { s.mu.Lock() }

func (s *Server) unlock() {
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
}

// WaitFor blocks until cond holds, and looks again whenever something happened. Its error is ctx's cause.
// cond may call any method of the server.
func (s *Server) WaitFor(ctx context.Context, cond func() bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if cond() {
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

// Await is WaitFor for a test: it fails with what was awaited.
func (s *Server) Await(tb testing.TB, what string, cond func() bool) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), awaitLimit)
	defer cancel()
	if err := s.WaitFor(ctx, cond); err != nil {
		tb.Fatalf("waiting for %s: %v\n%s", what, err, s.Story())
	}
}

// withDefaults puts Discord's own numbers where o leaves them open.
func (o Options) withDefaults() Options {
	if o.Heartbeat == 0 {
		o.Heartbeat = defaultHeartbeat
	}
	if o.NonceWindow == 0 {
		o.NonceWindow = 5 * time.Minute
	}
	if o.MaxGuildsPerShard == 0 {
		o.MaxGuildsPerShard = 2500
	}
	if o.InvalidLimit == 0 {
		o.InvalidLimit = 10000
	}
	if o.Identifies == 0 {
		o.Identifies = 1000
	}
	return o
}
