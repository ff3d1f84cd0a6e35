package discordtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// hub is the gateway's side of the server.
type hub struct {
	sessions   []*session // alive: connected, or to be resumed
	conns      []*conn
	log        []Event
	told       int
	identifies int // left for today
	lastStart  time.Time
}

func newHub(opts Options) hub { return hub{identifies: opts.Identifies} }

// session is what a client identified for. It lives on without a connection until it is invalidated.
type session struct {
	id      string
	intents int
	shard   [2]int
	seq     int
	sent    []frame // dispatches, oldest first, for a resume
	conn    *conn   // nil while nobody is connected
}

// frame is a payload of the gateway.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s"`
	Type *string         `json:"t"`
}

// holds says whether events of a guild (nil: direct messages) belong to the session's shard.
func (one *session) holds(g *guild) bool {
	if g == nil {
		return one.shard[0] == 0
	}
	return ShardOf(g.id, one.shard[1]) == one.shard[0]
}

// ShardOf is the shard that a guild belongs to, of so many: Discord's formula.
func ShardOf(guildID string, shards int) int {
	n, err := strconv.ParseUint(guildID, 10, 64)
	if err != nil {
		return 0
	}
	return int(n>>22) % shards
}

// dispatch numbers an event, keeps it for a resume, and sends it if somebody is there.
func (one *session) dispatch(name string, data json.RawMessage) {
	one.seq++
	seq := one.seq
	f := frame{Op: opDispatch, Data: data, Seq: &seq, Type: &name}
	if len(one.sent) >= 2*defaultReplay {
		one.sent = slices.Clone(one.sent[defaultReplay:])
	}
	one.sent = append(one.sent, f)
	if one.conn != nil {
		one.conn.send(f)
	}
}

// missed are the events after seq; ok is false if they are not kept any more or never were.
func (one *session) missed(seq int) (frames []frame, ok bool) {
	if seq > one.seq || one.seq-seq > len(one.sent) {
		return nil, false
	}
	return one.sent[len(one.sent)-(one.seq-seq):], true
}

// invalidate ends sessions for good: they cannot be resumed.
func (s *Server) invalidate(gone ...*session) {
	s.sessions = slices.DeleteFunc(s.sessions, func(one *session) bool { return slices.Contains(gone, one) })
}

func (s *Server) sessionOf(id string) *session {
	for _, one := range s.sessions {
		if one.id == id {
			return one
		}
	}
	return nil
}

// Session is a gateway session as a test sees it.
type Session struct {
	ID        string
	Shard     [2]int
	Intents   int
	Seq       int    // of the last event
	Connected bool   // somebody is there; false: it waits to be resumed
	Path      string // "/gateway" or "/resume": how the client came
	Beats     int    // heartbeats on this connection so far; discordgo 0.29 is unsafe to disturb before its first
}

// Sessions are those alive, oldest first.
func (s *Server) Sessions() []Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return list(s.sessions, func(one *session) Session {
		out := Session{ID: one.id, Shard: one.shard, Intents: one.intents, Seq: one.seq, Connected: one.conn != nil}
		if one.conn != nil {
			out.Path, out.Beats = one.conn.path, one.conn.beats
		}
		return out
	})
}

// IdentifiesLeft is how many IDENTIFY a client still has today.
func (s *Server) IdentifiesLeft() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.identifies
}
