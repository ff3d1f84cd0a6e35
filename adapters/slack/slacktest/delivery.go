package slacktest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"time"
)

// The kinds of payload, by the type of their envelope.
const (
	eventsAPI     = "events_api"
	slashCommands = "slash_commands"
	interactive   = "interactive"
)

// State is where a payload is.
type State string

// The states of a payload.
const (
	Held    State = "held"    // kept back by Hold
	Waiting State = "waiting" // there is no socket to send it to
	Sent    State = "sent"    // on its way, not acked yet
	Backoff State = "backoff" // failed, waiting for its next try
	Acked   State = "acked"
	Lost    State = "lost" // dropped, or given up after the last retry
)

// Event is an event that was due to the app.
type Event struct {
	ID            string // event_id
	Type, Subtype string // of the inner event
	Channel, TS   string // what it is about
	State         State
	Attempt       int // retries so far
	Payload       json.RawMessage
}

// Ack is an answer to a payload: an ack over a socket, or a 2xx of a request URL.
type Ack struct {
	EnvelopeID string
	EventID    string // "" of commands and interactions
	Kind       string // "events_api", "slash_commands", "interactive"
	Socket     string // "" over HTTP
	Attempt    int
	Latency    time.Duration // since it was sent
	Payload    json.RawMessage
}

// delivery is one payload on its way to the app.
type delivery struct {
	kind        string
	payload     json.RawMessage
	form        url.Values // what a request URL gets instead of JSON; nil for events
	eventID     string
	eventType   string
	subtype     string
	channel, ts string
	state       State
	attempt     int
	reason      string // of the last retry
	envelope    string // id of the newest envelope
	frame       []byte // of the newest envelope
	socket      *socket
	sent        time.Time                     // machine's time
	due         time.Time                     // when something must happen; zero = never by itself
	answer      func(payload json.RawMessage) // what the ack brings about; may be nil
}

func (d *delivery) event() Event {
	return Event{
		ID: d.eventID, Type: d.eventType, Subtype: d.subtype, Channel: d.channel, TS: d.ts, State: d.state,
		Attempt: d.attempt, Payload: d.payload,
	}
}

// outbox is what is on its way to the app.
type outbox struct {
	events    []*delivery          // every event that was due, oldest first
	pending   []*delivery          // without an ack and not lost
	envelopes map[string]*delivery // by envelope id
	acks      []Ack
	target    *HTTPTarget // nil = Socket Mode
	holding   bool
	held      []*delivery
	drops     int       // events still to be lost
	next      time.Time // when the redelivery loop wakes; zero = never
}

func newOutbox() outbox { return outbox{envelopes: map[string]*delivery{}} }

// dispatch sends a new payload, unless a script keeps or drops it.
func (s *Server) dispatch(d *delivery) {
	if d.kind == eventsAPI {
		s.events = append(s.events, d)
		switch {
		case s.drops > 0:
			s.drops--
			d.state = Lost
			return
		case s.holding:
			d.state = Held
			s.held = append(s.held, d)
			return
		}
	}
	s.pending = append(s.pending, d)
	s.transmit(d)
}

// transmit sends d in a new envelope.
func (s *Server) transmit(d *delivery) {
	d.envelope = s.id("env-")
	s.envelopes[d.envelope] = d
	d.sent, d.state = time.Now(), Sent
	if s.target != nil {
		d.due = time.Time{} // the request's own timeout decides
		s.postDelivery(d)
		return
	}
	s.sendToSocket(d)
}

// retry is what follows a failed attempt: another one, now or later, or nothing more. Commands and
// interactions are never retried.
func (s *Server) retry(d *delivery, reason string) {
	if d.kind != eventsAPI || d.attempt >= len(s.opts.Retries) {
		s.lose(d)
		return
	}
	wait := s.opts.Retries[d.attempt]
	d.attempt++
	d.reason = reason
	if wait == 0 {
		s.transmit(d)
		return
	}
	d.state = Backoff
	s.schedule(d, wait)
}

// settle ends a delivery.
func (s *Server) settle(d *delivery, state State) {
	d.state, d.due = state, time.Time{}
	s.pending = slices.DeleteFunc(s.pending, func(o *delivery) bool { return o == d })
}

func (s *Server) lose(d *delivery) {
	s.settle(d, Lost)
	h := Happening{Deed: Missed, Channel: d.channel, TS: d.ts, Detail: d.eventType}
	s.tell(h, "lost: %s %s %s", d.kind, d.eventType, d.ts)
}

// acknowledge takes the app's answer to an envelope of d. An event acked twice was delivered twice.
func (s *Server) acknowledge(d *delivery, envelope, socketID string, payload json.RawMessage) {
	s.acks = append(s.acks, Ack{
		EnvelopeID: envelope, EventID: d.eventID, Kind: d.kind, Socket: socketID, Attempt: d.attempt,
		Latency: time.Since(d.sent), Payload: payload,
	})
	if fault := d.badAnswer(socketID, payload); fault != "" {
		s.violate("ack", BadAck, "%s", fault)
	}
	first := d.state != Acked
	s.settle(d, Acked)
	if first && d.answer != nil {
		d.answer(payload)
	}
}

// badAnswer says what is wrong with what an ack says; "" = nothing. Over HTTP the ack of an event may have any
// body.
func (d *delivery) badAnswer(socketID string, payload json.RawMessage) string {
	var o struct {
		Action string `json:"response_action"`
	}
	empty := len(payload) == 0 || string(payload) == "null" || string(payload) == "{}"
	switch {
	case empty || d.kind == slashCommands:
		return ""
	case d.eventType == "view_submission":
		if json.Unmarshal(payload, &o) != nil || !slices.Contains([]string{"errors", "update", "push", "clear"}, o.Action) {
			return fmt.Sprintf("response_action %q to a modal", o.Action)
		}
		return ""
	case socketID != "":
		return "a payload to " + d.eventType + ", which takes none"
	}
	return ""
}

// schedule lets something happen to d after wait.
func (s *Server) schedule(d *delivery, wait time.Duration) {
	d.due = s.now().Add(wait)
	if s.next.IsZero() || d.due.Before(s.next) {
		select {
		case s.kick <- struct{}{}:
		default: // it will look anyway
		}
	}
}

// deliverDue does what is due by now: attempts that went unanswered, and retries whose wait is over.
func (s *Server) deliverDue() {
	now := s.now()
	for _, d := range slices.Clone(s.pending) {
		if d.due.IsZero() || now.Before(d.due) {
			continue
		}
		if d.state == Backoff {
			s.transmit(d)
			continue
		}
		s.retry(d, "timeout")
	}
}

// redeliverLoop wakes whenever something is due.
func (s *Server) redeliverLoop() {
	for {
		timer := time.NewTimer(s.untilDue())
		select {
		case <-timer.C:
			s.lock()
			s.deliverDue()
			s.unlock()
		case <-s.kick:
			timer.Stop()
		case <-s.done:
			timer.Stop()
			return
		}
	}
}

// untilDue is the time until the next thing due; an hour when there is none.
func (s *Server) untilDue() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = time.Time{}
	for _, d := range s.pending {
		if !d.due.IsZero() && (s.next.IsZero() || d.due.Before(s.next)) {
			s.next = d.due
		}
	}
	if s.next.IsZero() {
		return time.Hour
	}
	return max(0, s.next.Sub(s.now()))
}
