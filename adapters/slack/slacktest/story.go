package slacktest

import "fmt"

// Deed is what sort of thing happened.
type Deed string

// The deeds.
const (
	Posted       Deed = "posted"
	Whispered    Deed = "whispered" // shown to one user only
	Edited       Deed = "edited"
	Deleted      Deed = "deleted"
	Reacted      Deed = "reacted"   // Detail: the emoji's name
	Unreacted    Deed = "unreacted" // Detail: the emoji's name
	Pinned       Deed = "pinned"
	Unpinned     Deed = "unpinned"
	Commanded    Deed = "commanded" // Detail: the command and its text
	Pressed      Deed = "pressed"   // Detail: the action_id
	Opened       Deed = "opened"    // a modal; Detail: its id
	Refused      Deed = "refused"   // the answer to a command; Detail: why
	Connected    Deed = "connected" // a socket
	Disconnected Deed = "disconnected"
	Missed       Deed = "missed" // the app did not take a payload; Detail: which
)

// Happening is one thing that happened in the workspace.
type Happening struct {
	Deed        Deed
	Channel, TS string // of the message, or the channel alone; "" without
	User        string // who did it; "" for the server, or whoever wrote the message
	Detail      string
	Line        string // all of it in words, for the output of a test
}

// tell adds to the story.
func (w *world) tell(h Happening, format string, args ...any) {
	h.Line = fmt.Sprintf(format, args...)
	w.story = append(w.story, h)
}

// about is a happening of a message.
func about(deed Deed, m *Message) Happening {
	return Happening{Deed: deed, Channel: m.Channel, TS: m.TS}
}

// Happenings is what happened since the first n things did.
func (v *Snapshot) Happenings(n int) []Happening {
	return append([]Happening(nil), v.s.story[min(n, len(v.s.story)):]...)
}

// Story is what happened, a line each.
func (v *Snapshot) Story() []string {
	lines := make([]string, 0, len(v.s.story))
	for _, h := range v.s.story {
		lines = append(lines, h.Line)
	}
	return lines
}
