package slacktest

import (
	"fmt"
	"slices"
)

// Drop loses the next n events that would be due: nobody ever delivers them.
func (s *Server) Drop(n int) {
	s.lock()
	defer s.unlock()
	s.drops += n
}

// Hold keeps events back until Release; commands and interactions pass.
func (s *Server) Hold() {
	s.lock()
	defer s.unlock()
	s.holding = true
}

// Release ends Hold and sends what was kept, in the order of the indexes given; without indexes, as it came.
// An index left out is an event lost, one given twice an event sent twice.
func (s *Server) Release(order ...int) {
	s.lock()
	defer s.unlock()
	held := s.held
	s.held, s.holding = nil, false
	if len(order) == 0 {
		for i := range held {
			order = append(order, i)
		}
	}
	for _, d := range held {
		d.state = Lost
	}
	for _, i := range order {
		if held[i].state == Lost {
			s.pending = append(s.pending, held[i])
			s.transmit(held[i])
			continue
		}
		s.again(held[i])
	}
}

// Repeat delivers an event once more in an envelope of its own: the same event_id twice.
func (s *Server) Repeat(eventID string) {
	s.lock()
	defer s.unlock()
	s.again(s.eventBy(eventID))
}

// again is a delivery of d's event beside d.
func (s *Server) again(d *delivery) {
	twin := &delivery{
		kind: d.kind, payload: d.payload, eventID: d.eventID, eventType: d.eventType, subtype: d.subtype,
		channel: d.channel, ts: d.ts,
	}
	s.pending = append(s.pending, twin)
	s.transmit(twin)
}

// RepeatEnvelope sends the newest envelope of an event once more, byte for byte. Socket Mode only.
func (s *Server) RepeatEnvelope(eventID string) {
	s.lock()
	defer s.unlock()
	if k := s.pick(); k != nil {
		k.push(s.eventBy(eventID).frame)
	}
}

// Redeliver sends every event without an ack again at once, as a retry, and says how many there were.
func (s *Server) Redeliver() int {
	s.lock()
	defer s.unlock()
	n := 0
	for _, d := range slices.Clone(s.pending) {
		if d.kind == eventsAPI {
			d.attempt++
			d.reason = "timeout"
			s.transmit(d)
			n++
		}
	}
	return n
}

// LoseUnacked gives up on everything without an ack and says how many there were: what a gap between two
// connections can swallow.
func (s *Server) LoseUnacked() int {
	s.lock()
	defer s.unlock()
	pending := slices.Clone(s.pending)
	for _, d := range pending {
		s.lose(d)
	}
	return len(pending)
}

func (s *Server) eventBy(id string) *delivery {
	for _, d := range s.events {
		if d.eventID == id {
			return d
		}
	}
	panic(fmt.Sprintf("slacktest: no event %q", id))
}
