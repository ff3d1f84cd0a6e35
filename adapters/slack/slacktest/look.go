package slacktest

import (
	"strings"
	"testing"
)

// look reads one thing of a snapshot.
func look[T any](s *Server, read func(*Snapshot) T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return read(&Snapshot{s})
}

// The methods below are those of Snapshot, each at its own moment.

// Thread is the root and its replies, oldest first.
func (s *Server) Thread(channelID, rootTS string) []Message {
	return look(s, func(v *Snapshot) []Message { return v.Thread(channelID, rootTS) })
}

// Channel is what stands at channel level, oldest first.
func (s *Server) Channel(channelID string) []Message {
	return look(s, func(v *Snapshot) []Message { return v.Channel(channelID) })
}

// Message is one message; ok is false if there is none.
func (s *Server) Message(channelID, ts string) (m Message, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return (&Snapshot{s}).Message(channelID, ts)
}

// Pins are the timestamps of a channel's pinned messages, newest pin first.
func (s *Server) Pins(channelID string) []string {
	return look(s, func(v *Snapshot) []string { return v.Pins(channelID) })
}

// Files are all files that were shared.
func (s *Server) Files() []File { return look(s, (*Snapshot).Files) }

// Ephemerals are the messages only one user saw.
func (s *Server) Ephemerals() []Ephemeral { return look(s, (*Snapshot).Ephemerals) }

// Views are the modals opened.
func (s *Server) Views() []View { return look(s, (*Snapshot).Views) }

// Calls are the requests to a method so far; "" is all of them.
func (s *Server) Calls(method string) []Call {
	return look(s, func(v *Snapshot) []Call { return v.Calls(method) })
}

// Violations are what the bot should not have sent.
func (s *Server) Violations() []Violation { return look(s, (*Snapshot).Violations) }

// Events are the events that were due to the app.
func (s *Server) Events() []Event { return look(s, (*Snapshot).Events) }

// Acks are the answers to payloads.
func (s *Server) Acks() []Ack { return look(s, (*Snapshot).Acks) }

// Sockets are the ids of the open sockets.
func (s *Server) Sockets() []string { return look(s, (*Snapshot).Sockets) }

// Story is what happened, for the message of a test that failed.
func (s *Server) Story() string { return strings.Join(look(s, (*Snapshot).Story), "\n") }

// NoViolations fails the test for each thing that the bot should not have sent.
func (s *Server) NoViolations(tb testing.TB) {
	tb.Helper()
	for _, v := range s.Violations() {
		tb.Error(v)
	}
}
