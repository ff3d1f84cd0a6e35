package slacktest

import (
	"slices"
	"strings"
)

// Snapshot is one moment of the server. It is valid only inside the function it was given to; what its
// methods return may be kept.
type Snapshot struct{ s *Server }

// Thread is the root and its replies, oldest first; without a root that was deleted. A root without replies
// is a thread of one.
func (v *Snapshot) Thread(channelID, rootTS string) []Message {
	ch := v.s.channel(channelID)
	var out []Message
	if root := ch.byTS[rootTS]; root != nil {
		out = append(out, root.clone())
	}
	return append(out, clones(ch.replies[rootTS])...)
}

// Channel is what stands at channel level, oldest first: roots, and replies that were also sent there.
func (v *Snapshot) Channel(channelID string) []Message {
	return clones(v.s.channel(channelID).topLevel())
}

// Message is one message; ok is false if there is none.
func (v *Snapshot) Message(channelID, ts string) (m Message, ok bool) {
	if found := v.s.channel(channelID).byTS[ts]; found != nil {
		return found.clone(), true
	}
	return Message{}, false
}

// Pins are the timestamps of a channel's pinned messages, newest pin first.
func (v *Snapshot) Pins(channelID string) []string {
	var out []string
	for _, p := range v.s.channel(channelID).pins {
		out = append(out, p.ts)
	}
	return out
}

// Files are all files that were shared, by id.
func (v *Snapshot) Files() []File {
	var out []File
	for _, f := range v.s.files {
		out = append(out, *f)
	}
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Ephemerals are the messages only one user saw, oldest first.
func (v *Snapshot) Ephemerals() []Ephemeral { return slices.Clone(v.s.ephemerals) }

// Views are the modals opened, oldest first.
func (v *Snapshot) Views() []View {
	var out []View
	for _, view := range v.s.views {
		out = append(out, *view)
	}
	return out
}

// Calls are the requests to a method so far, oldest first; "" is all of them.
func (v *Snapshot) Calls(method string) []Call {
	var out []Call
	for _, c := range v.s.calls {
		if method == "" || c.Method == method {
			out = append(out, c)
		}
	}
	return out
}

// Violations are what the bot should not have sent.
func (v *Snapshot) Violations() []Violation { return slices.Clone(v.s.violations) }

// Events are the events that were due to the app, oldest first, with where they are.
func (v *Snapshot) Events() []Event {
	out := make([]Event, 0, len(v.s.events))
	for _, d := range v.s.events {
		out = append(out, d.event())
	}
	return out
}

// Acks are the answers to payloads, in the order in which they came.
func (v *Snapshot) Acks() []Ack { return slices.Clone(v.s.acks) }

// Sockets are the ids of the open sockets, oldest first.
func (v *Snapshot) Sockets() []string {
	var out []string
	for _, k := range v.s.live() {
		out = append(out, k.id)
	}
	return out
}

// Unacked counts the payloads that are on their way or wait for a socket.
func (v *Snapshot) Unacked() int { return len(v.s.pending) }

func clones(messages []*Message) []Message {
	out := make([]Message, 0, len(messages))
	for _, m := range messages {
		out = append(out, m.clone())
	}
	return out
}

// topLevel is what the channel shows outside threads.
func (ch *channel) topLevel() []*Message {
	var out []*Message
	for _, m := range ch.messages {
		if m.root() || m.Broadcast {
			out = append(out, m)
		}
	}
	return out
}
