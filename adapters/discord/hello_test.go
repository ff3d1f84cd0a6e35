package discord

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// TestDial: what does not greet as a gateway does is none.
func TestDial(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ greeting, want string }{
		"Well":       {`{"op":10,"d":{"heartbeat_interval":41250}}`, ""},
		"NoJSON":     {`hello`, "greeting"},
		"Opcode":     {`{"op":11}`, "opcode 11"},
		"NoInterval": {`{"op":10,"d":{}}`, "opcode 10"},
		"Silent":     {"", "greeting"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			over := make(chan struct{})
			upgrader := websocket.Upgrader{}
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				ws, err := upgrader.Upgrade(w, r, nil)
				if err != nil {
					return // Upgrade has answered
				}
				defer ws.Close()
				if c.greeting != "" {
					_ = ws.WriteMessage(websocket.TextMessage, []byte(c.greeting)) // the client may have left
				}
				<-over
			}))
			defer s.Close()
			defer close(over)
			l, err := dial(t.Context(), "ws"+strings.TrimPrefix(s.URL, "http"), 500*time.Millisecond, &atomic.Int64{})
			switch {
			case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, want %q", err, c.want)
			case err == nil:
				l.end(websocket.CloseNormalClosure, errReconnect)
			}
		})
	}
}
