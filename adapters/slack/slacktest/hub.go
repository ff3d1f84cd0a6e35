package slacktest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// maxSockets is how many sockets an app may have open.
const maxSockets = 10

// maxAck is the size from which Slack drops an ack without a word.
const maxAck = 20 << 10

// hub is the Socket Mode side.
type hub struct {
	tickets map[string]bool
	sockets []*socket // oldest first
	turn    int       // whose turn it is to get a payload
}

// openConnection is apps.connections.open: a WebSocket URL that works once.
func openConnection(c *call) (object, error) {
	if c.tickets == nil {
		c.tickets = map[string]bool{}
	}
	ticket := c.id("ticket-")
	c.tickets[ticket] = true
	url := fmt.Sprintf("ws://%s/link/?ticket=%s&app_id=%s", c.listener.Addr(), ticket, c.appID)
	return object{"url": url}, nil
}

// upgrader takes every origin: the client is no browser.
var upgrader = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

// serveSocket takes a ticket for a socket, says hello, and reads acks until the socket ends.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: s, method: "socket", w: w, r: r, args: map[string]string{}}
	if f := s.takeFault(c.method); f != nil {
		f.hold(r)
		if f.refuses() {
			f.refuse(c)
			return
		}
	}
	ticket := r.URL.Query().Get("ticket")
	s.lock()
	valid := s.tickets[ticket]
	delete(s.tickets, ticket)
	s.unlock()
	if !valid {
		c.page(http.StatusForbidden, "invalid ticket")
		return
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	k := s.join(ws)
	k.read(s)
	s.leave(k)
}

// join makes a socket known and greets it. The eleventh is told to go.
func (s *Server) join(ws *websocket.Conn) *socket {
	s.lock()
	defer s.unlock()
	k := newSocket(s.id("socket-"), ws)
	if s.life.Err() != nil {
		k.close()
		return k
	}
	s.running.Go(func() { k.write(s) })
	if len(s.live()) >= maxSockets {
		k.push(s.disconnectFrame("too_many_websockets"))
		k.end()
		return k
	}
	s.sockets = append(s.sockets, k)
	s.tell(Happening{Deed: Connected}, "socket %s opened, %d in all", k.id, len(s.live()))
	k.push(s.hello())
	for _, d := range slices.Clone(s.pending) {
		if d.state == Waiting { // it comes as a retry, though nobody ever got it
			d.attempt, d.reason = max(d.attempt, 1), "timeout"
			s.transmit(d)
		}
	}
	return k
}

func (s *Server) hello() []byte {
	return frame(object{
		"type": "hello", "num_connections": len(s.live()), "connection_info": object{"app_id": s.appID},
		"debug_info": object{
			"host": "applink-fake", "started": s.now().UTC().Format("2006-01-02 15:04:05.000"), "build_number": 1,
			"approximate_connection_time": 18060,
		},
	})
}

func (s *Server) disconnectFrame(reason string) []byte {
	return frame(object{"type": "disconnect", "reason": reason, "debug_info": object{"host": "applink-fake"}})
}

func frame(o object) []byte {
	body, err := json.Marshal(o)
	if err != nil {
		panic(err) // frames are made of strings, numbers and checked JSON
	}
	return body
}

// leave forgets a socket that ended; what it had not acked is tried elsewhere.
func (s *Server) leave(k *socket) {
	k.close()
	s.lock()
	defer s.unlock()
	if !slices.Contains(s.sockets, k) {
		return
	}
	s.sockets = slices.DeleteFunc(s.sockets, func(o *socket) bool { return o == k })
	s.tell(Happening{Deed: Disconnected}, "socket %s ended, %d left", k.id, len(s.live()))
	for _, d := range slices.Clone(s.pending) {
		if d.socket == k && d.state == Sent {
			d.socket = nil
			s.retry(d, "timeout")
		}
	}
}

// live are the sockets that were not told to go.
func (h *hub) live() []*socket {
	var out []*socket
	for _, k := range h.sockets {
		if !k.leaving {
			out = append(out, k)
		}
	}
	return out
}

// pick is the socket that gets the next payload: each in turn; nil if there is none.
func (s *Server) pick() *socket {
	live := s.live()
	if len(live) == 0 {
		return nil
	}
	s.turn++
	return live[s.turn%len(live)]
}

// sendToSocket hands d to one socket, or lets it wait for one. A command or an interaction does not wait: the
// user is told at once that the app did not respond.
func (s *Server) sendToSocket(d *delivery) {
	k := s.pick()
	if k == nil && d.kind != eventsAPI {
		s.lose(d)
		return
	}
	if k == nil {
		d.state, d.due = Waiting, time.Time{}
		return
	}
	o := object{
		"envelope_id": d.envelope, "type": d.kind, "payload": d.payload, "accepts_response_payload": d.kind != eventsAPI,
	}
	if d.kind == eventsAPI {
		o["retry_attempt"], o["retry_reason"] = d.attempt, d.reason
	}
	d.frame, d.socket = frame(o), k
	k.push(d.frame)
	s.schedule(d, s.opts.AckTimeout)
}

// heard takes a frame of the app.
func (s *Server) heard(k *socket, data []byte) {
	s.lock()
	defer s.unlock()
	var ack struct {
		EnvelopeID string          `json:"envelope_id"`
		Payload    json.RawMessage `json:"payload"`
	}
	if len(data) >= maxAck {
		s.violate("socket", BadAck, "%d bytes; Slack drops it", len(data))
		return
	}
	if err := json.Unmarshal(data, &ack); err != nil {
		s.violate("socket", BadAck, "no JSON: %v", err)
		return
	}
	d := s.envelopes[ack.EnvelopeID]
	if d == nil {
		s.violate("socket", BadAck, "no envelope %q", ack.EnvelopeID)
		return
	}
	s.acknowledge(d, ack.EnvelopeID, k.id, ack.Payload)
}
