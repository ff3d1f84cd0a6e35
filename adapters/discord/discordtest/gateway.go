package discordtest

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Opcodes of the gateway.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opPresence  = 3
	opVoice     = 4
	opResume    = 6
	opReconnect = 7
	opMembers   = 8
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Close codes of the gateway.
const (
	CloseUnknown       = 4000
	closeUnknownOp     = 4001
	closeDecode        = 4002
	closeNotAuthed     = 4003
	CloseAuthFailed    = 4004
	closeAlreadyAuthed = 4005
	CloseInvalidSeq    = 4007
	CloseTimedOut      = 4009
	CloseInvalidShard  = 4010
	CloseShardRequired = 4011
	CloseInvalidAPI    = 4012
	CloseInvalidIntent = 4013
	CloseDisallowed    = 4014
)

// closeFrame and cutFrame are told to the writer in place of an opcode.
const (
	closeFrame = -1
	cutFrame   = -2
)

// conn is one WebSocket. What is sent waits in out, so that nobody who holds the lock waits for a client.
type conn struct {
	ws     *websocket.Conn
	path   string // "/gateway" or "/resume"
	api    string // of the query
	wake   chan struct{}
	beats  int // heartbeats that came, under the server's lock
	mu     sync.Mutex
	out    []frame
	silent bool // nothing goes out any more, and the socket stays open
	ending bool // closed by this side: what still comes in counts for nothing
}

// send queues a frame.
func (c *conn) send(f frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending || c.silent && f.Op >= 0 {
		return
	}
	c.ending = f.Op < 0
	c.out = append(c.out, f)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// op queues a payload without a sequence number.
func (c *conn) op(op int, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // data is made here
	}
	c.send(frame{Op: op, Data: raw})
}

// shut queues a close with a code; code 0 cuts the connection without a word.
func (c *conn) shut(code int) {
	if code == 0 {
		c.send(frame{Op: cutFrame})
		return
	}
	c.send(frame{Op: closeFrame, Data: json.RawMessage(websocket.FormatCloseMessage(code, closeWords[code]))})
}

// closeWords go with a close code.
var closeWords = map[int]string{
	CloseUnknown: "Unknown error.", closeUnknownOp: "Unknown opcode.", closeDecode: "Error while decoding payload.",
	closeNotAuthed: "Not authenticated.", CloseAuthFailed: "Authentication failed.", closeAlreadyAuthed: "Already authenticated.",
	CloseInvalidSeq: "Invalid seq.", CloseTimedOut: "Session timed out.", CloseInvalidShard: "Invalid shard.",
	CloseShardRequired: "Sharding required.", CloseInvalidAPI: "Invalid API version.", CloseInvalidIntent: "Invalid intent(s).",
	CloseDisallowed: "Disallowed intent(s).",
}

// isEnding says whether this side has closed.
func (c *conn) isEnding() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ending
}

// write sends what is queued until the connection ends.
func (c *conn) write(done <-chan struct{}) {
	for {
		select {
		case <-c.wake:
		case <-done:
			return
		}
		c.mu.Lock()
		out := c.out
		c.out = nil
		c.mu.Unlock()
		for _, f := range out {
			if !c.put(f) {
				return
			}
		}
	}
}

// put writes one frame and says whether the connection goes on.
func (c *conn) put(f frame) bool {
	_ = c.ws.SetWriteDeadline(time.Now().Add(10 * time.Second)) // fails only with the connection, as the write then does
	switch f.Op {
	case closeFrame:
		// The client closes: to close here at once could overtake the frame. A client that does not is cut.
		_ = c.ws.WriteMessage(websocket.CloseMessage, f.Data)
		_ = c.ws.SetReadDeadline(time.Now().Add(lingering))
		return false
	case cutFrame:
		_ = c.ws.Close()
		return false
	}
	return c.ws.WriteJSON(f) == nil
}

// lingering is how long a closed client may take to close its side.
const lingering = 3 * time.Second

var upgrader = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

// serveGateway greets, and takes what comes until the connection ends.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	c := &conn{ws: ws, path: "/gateway", api: r.URL.Query().Get("v"), wake: make(chan struct{}, 1)}
	if strings.HasPrefix(r.URL.Path, "/resume") {
		c.path = "/resume"
	}
	gone := make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() { c.write(gone) })
	s.greet(c)
	s.listen(c)
	close(gone)
	writing.Wait()
	_ = ws.Close() // closed already, most often
}

func (s *Server) greet(c *conn) {
	s.lock()
	defer s.unlock()
	s.conns = append(s.conns, c)
	c.op(opHello, object{"heartbeat_interval": s.opts.Heartbeat.Milliseconds()})
	if c.api != "9" && c.api != "10" {
		c.shut(CloseInvalidAPI)
	}
	select {
	case <-s.done:
		c.shut(0)
	default:
	}
}

// listen reads payloads. A client that misses its heartbeat is closed; the session can be resumed.
func (s *Server) listen(c *conn) {
	for {
		if !c.isEnding() {
			_ = c.ws.SetReadDeadline(time.Now().Add(2*s.opts.Heartbeat + time.Second)) // fails only with the connection
		}
		var f frame
		_, raw, err := c.ws.ReadMessage()
		if err != nil {
			s.lost(c, err)
			return
		}
		if json.Unmarshal(raw, &f) != nil {
			c.shut(closeDecode)
			continue
		}
		s.take(c, f)
	}
}

// lost is the end of a connection: a client's close with 1000 or 1001 ends the session, too.
func (s *Server) lost(c *conn, err error) {
	s.lock()
	defer s.unlock()
	s.conns = slices.DeleteFunc(s.conns, func(o *conn) bool { return o == c })
	one := s.sessionOn(c)
	if one == nil {
		return
	}
	one.conn = nil
	if closed := (*websocket.CloseError)(nil); !c.isEnding() && errors.As(err, &closed) && (closed.Code == 1000 || closed.Code == 1001) {
		s.invalidate(one)
	}
}

func (s *Server) sessionOn(c *conn) *session {
	for _, one := range s.sessions {
		if one.conn == c {
			return one
		}
	}
	return nil
}

// take answers one payload.
func (s *Server) take(c *conn, f frame) {
	if c.isEnding() {
		return
	}
	s.lock()
	defer s.unlock()
	one := s.sessionOn(c)
	switch f.Op {
	case opHeartbeat:
		c.beats++
		c.op(opAck, nil)
	case opIdentify:
		if one != nil {
			c.shut(closeAlreadyAuthed)
			return
		}
		s.identify(c, f.Data)
	case opResume:
		s.resume(c, f.Data)
	case opPresence, opVoice, opMembers:
		if one == nil {
			c.shut(closeNotAuthed)
		}
	default:
		c.shut(closeUnknownOp)
	}
}
