package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Opcodes of the gateway.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// frame is a payload of the gateway.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Name string          `json:"t"`
}

// Why a connection ends, where Discord did not close it.
var (
	errSilent    = errors.New("the gateway does not answer heartbeats")
	errReconnect = errors.New("the gateway asks us to reconnect")
	errInvalid   = errors.New("the gateway's session is not valid any more")
	errLost      = errors.New("another process has taken the shard over")
)

// closeKeeping closes a connection whose session is to be resumed; 1000 and 1001 would end it.
const closeKeeping = 4000

// link is one WebSocket.
type link struct {
	ws      *websocket.Conn
	timeout time.Duration // of a write
	seq     *atomic.Int64 // of the last event
	acked   atomic.Bool   // the last heartbeat was answered
	beats   time.Duration // between two heartbeats

	writing sync.Mutex
	ending  sync.Once
	why     error // set before the socket is closed by us
}

// dial opens a socket and hears the greeting.
func dial(ctx context.Context, address string, timeout time.Duration, seq *atomic.Int64) (*link, error) {
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: timeout}
	ws, resp, err := dialer.DialContext(ctx, address+"?v="+apiVersion+"&encoding=json", nil)
	if resp != nil {
		_ = resp.Body.Close() // of a handshake: nothing follows
	}
	if err != nil {
		return nil, fmt.Errorf("dial the gateway: %w", err)
	}
	ws.SetReadLimit(maxFrame)
	l := &link{ws: ws, timeout: timeout, seq: seq}
	if err := l.hello(); err != nil {
		_ = ws.Close() // it said nothing of use
		return nil, err
	}
	return l, nil
}

func (l *link) hello() error {
	if err := l.ws.SetReadDeadline(time.Now().Add(l.timeout)); err != nil {
		return fmt.Errorf("wait for the greeting: %w", err)
	}
	f, err := l.read()
	if err != nil {
		return fmt.Errorf("wait for the greeting: %w", err)
	}
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // ms
	}
	if err := json.Unmarshal(f.Data, &hello); f.Op != opHello || err != nil || hello.Interval <= 0 {
		return fmt.Errorf("the gateway greets with opcode %d", f.Op)
	}
	l.beats = time.Duration(hello.Interval) * time.Millisecond
	if err := l.ws.SetReadDeadline(time.Time{}); err != nil {
		return fmt.Errorf("wait for events: %w", err)
	}
	return nil
}

// read is the next payload.
func (l *link) read() (frame, error) {
	var f frame
	_, raw, err := l.ws.ReadMessage()
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return f, fmt.Errorf("read a payload: %w", err)
	}
	return f, nil
}

func (l *link) send(op int, data any) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	if err := l.ws.SetWriteDeadline(time.Now().Add(l.timeout)); err != nil {
		return fmt.Errorf("send opcode %d: %w", op, err)
	}
	if err := l.ws.WriteJSON(map[string]any{"op": op, "d": data}); err != nil {
		return fmt.Errorf("send opcode %d: %w", op, err)
	}
	return nil
}

// identify begins a session.
func (l *link) identify(token string, shard [2]int, wanted discordgo.Intent) error {
	return l.send(opIdentify, map[string]any{ // discordgo.Identify has no way to leave the presence out
		"token": token, "shard": shard, "intents": wanted, "large_threshold": 50,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "tack", "device": "tack"},
	})
}

// resume takes a session up again.
func (l *link) resume(token, session string, seq int64) error {
	return l.send(opResume, map[string]any{"token": token, "session_id": session, "seq": seq})
}

// beat sends heartbeats until done. A heartbeat that has no answer when the next is due is a dead socket.
func (l *link) beat(done <-chan struct{}) {
	l.acked.Store(true)
	timer := time.NewTimer(time.Duration(rand.Float64() * float64(l.beats))) // Discord asks for jitter
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-done:
			return
		}
		if !l.acked.Swap(false) {
			l.end(closeKeeping, errSilent)
			return
		}
		if err := l.heartbeat(); err != nil {
			l.end(closeKeeping, err)
			return
		}
		timer.Reset(l.beats)
	}
}

func (l *link) heartbeat() error {
	var seq any // null before the first event
	if n := l.seq.Load(); n > 0 {
		seq = n
	}
	return l.send(opHeartbeat, seq)
}

// end closes the socket, so that listen returns why. Only the first call counts.
func (l *link) end(code int, why error) {
	l.ending.Do(func() {
		l.why = why
		deadline := time.Now().Add(time.Second)
		_ = l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), deadline) // it may be dead
		_ = l.ws.Close()
	})
}

// listen hands events on until the connection ends, and says why it did.
func (l *link) listen(take func(frame)) error {
	err := l.frames(take)
	l.end(closeKeeping, err)
	return l.why
}

func (l *link) frames(take func(frame)) error {
	for {
		f, err := l.read()
		if err != nil {
			return err
		}
		switch f.Op {
		case opDispatch:
			l.seq.Store(f.Seq)
			take(f)
		case opHeartbeat:
			if err := l.heartbeat(); err != nil {
				return err
			}
		case opReconnect:
			return errReconnect
		case opInvalid:
			return invalid(f.Data)
		case opAck:
			l.acked.Store(true)
		}
	}
}

// invalid is what opcode 9 says: true, the session may be resumed.
func invalid(data json.RawMessage) error {
	var resumable bool
	if json.Unmarshal(data, &resumable) == nil && resumable {
		return errReconnect
	}
	return errInvalid
}
