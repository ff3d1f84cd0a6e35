package slacktest

import (
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// socket is one open WebSocket of the app.
type socket struct {
	id      string
	ws      *websocket.Conn
	leaving bool // told to go, gets nothing new; guarded by the server's lock

	mu     sync.Mutex
	queue  [][]byte      // frames to write, oldest first
	ending bool          // close once the queue is empty
	mute   bool          // half open: nothing goes out, nothing is heard
	wake   chan struct{} // tells write that queue or ending changed
	closed chan struct{}
	once   sync.Once
}

func newSocket(id string, ws *websocket.Conn) *socket {
	return &socket{id: id, ws: ws, wake: make(chan struct{}, 1), closed: make(chan struct{})}
}

// push queues a frame. It never blocks.
func (k *socket) push(frame []byte) {
	k.mu.Lock()
	k.queue = append(k.queue, frame)
	k.mu.Unlock()
	k.nudge()
}

// end closes the socket after what is queued.
func (k *socket) end() {
	k.mu.Lock()
	k.ending = true
	k.mu.Unlock()
	k.nudge()
}

func (k *socket) nudge() {
	select {
	case k.wake <- struct{}{}:
	default: // it is awake already
	}
}

func (k *socket) silence() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.mute = true
}

func (k *socket) muted() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.mute
}

// close cuts the connection without a close frame.
func (k *socket) close() {
	k.once.Do(func() {
		close(k.closed)
		_ = k.ws.Close() // its end is what is wanted
	})
}

// take empties the queue; a mute socket's frames go nowhere.
func (k *socket) take() (frames [][]byte, ending bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	frames, k.queue = k.queue, nil
	if k.mute {
		frames = nil
	}
	return frames, k.ending
}

// writeTimeout bounds a write to a client that does not read.
const writeTimeout = 5 * time.Second

// write sends frames and pings until the socket ends.
func (k *socket) write(s *Server) {
	ping := time.NewTicker(s.opts.PingEvery)
	defer ping.Stop()
	defer k.close()
	k.ping()
	for {
		frames, ending := k.take()
		for _, f := range frames {
			_ = k.ws.SetWriteDeadline(time.Now().Add(writeTimeout)) // fails with the write
			if k.ws.WriteMessage(websocket.TextMessage, f) != nil {
				return
			}
		}
		if ending {
			bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
			_ = k.ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(writeTimeout)) // it may be gone
			return
		}
		select {
		case <-k.wake:
		case <-ping.C:
			k.ping()
		case <-k.closed:
			return
		case <-s.done:
			return
		}
	}
}

// ping sends a ping, whose answer nobody waits for.
func (k *socket) ping() {
	if !k.muted() {
		_ = k.ws.WriteControl(websocket.PingMessage, []byte("Ping from applink-fake"), time.Now().Add(writeTimeout))
	}
}

// read hears the app until the socket ends.
func (k *socket) read(s *Server) {
	k.ws.SetPingHandler(func(data string) error {
		if !k.muted() {
			_ = k.ws.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(writeTimeout)) // read will notice
		}
		return nil
	})
	for {
		_, data, err := k.ws.ReadMessage()
		if err != nil {
			return
		}
		if !k.muted() {
			s.heard(k, data)
		}
	}
}

// Disconnect tells a socket ("" = all) to go, for a reason: "warning", "refresh_requested", "link_disabled".
// Only after "warning" it stays open until the client closes it.
func (s *Server) Disconnect(socketID, reason string) {
	s.lock()
	defer s.unlock()
	for _, k := range s.named(socketID) {
		k.push(s.disconnectFrame(reason))
		if reason != "warning" {
			k.leaving = true
			k.end()
		}
	}
}

// CutSockets breaks every socket without a word.
func (s *Server) CutSockets() {
	s.lock()
	all := s.named("")
	for _, k := range all {
		k.leaving = true
	}
	s.unlock()
	for _, k := range all {
		k.close()
	}
}

// HalfOpen lets a socket ("" = all) stay connected and say nothing more, not even pings. Payloads routed to it
// are lost until their redelivery.
func (s *Server) HalfOpen(socketID string) {
	s.lock()
	defer s.unlock()
	for _, k := range s.named(socketID) {
		k.silence()
	}
}

// SendFrame sends a text frame as it is to one socket: what no client can parse.
func (s *Server) SendFrame(text string) {
	s.lock()
	defer s.unlock()
	if k := s.pick(); k != nil {
		k.push([]byte(text))
	}
}

// SendPayload sends an envelope around any JSON, as an event of a type the client does not know, and returns
// the envelope's id. It is redelivered like an event.
func (s *Server) SendPayload(kind, payload string) (envelopeID string) {
	s.lock()
	defer s.unlock()
	d := &delivery{kind: kind, payload: []byte(payload), eventType: "raw"}
	s.dispatch(d)
	return d.envelope
}

func (s *Server) named(id string) []*socket {
	var out []*socket
	for _, k := range s.sockets {
		if id == "" || k.id == id {
			out = append(out, k)
		}
	}
	return out
}
