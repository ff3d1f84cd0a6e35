package discordtest

import (
	"fmt"
	"slices"
	"strings"
)

// Story is everything that stands in the channels, and the refusals, as text: what a failing test shows.
func (s *Server) Story() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, id := range s.channelIDs() {
		ch := s.channels[id]
		fmt.Fprintf(&b, "# %s (%s)\n", ch.name, id)
		for _, m := range ch.messages {
			b.WriteString(Line(look(m)))
		}
	}
	for _, c := range s.calls {
		if c.Status >= 400 || c.Status == 0 {
			fmt.Fprintf(&b, "refused: %s: %d (%d)\n", c.Route, c.Status, c.Code)
		}
	}
	for _, v := range s.violations {
		fmt.Fprintf(&b, "violation: %s\n", v)
	}
	return b.String()
}

func (s *Server) channelIDs() []string {
	out := make([]string, 0, len(s.channels))
	for id := range s.channels {
		out = append(out, id)
	}
	slices.SortFunc(out, func(a, b string) int {
		if older(a, b) {
			return -1
		}
		return 1
	})
	return out
}

// Line is a message as one reads it in a terminal, ending with a line break.
func Line(m Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s> %s", m.Name, strings.ReplaceAll(m.Content, "\n", "\n    "))
	if name, ok := systemNames[messageType(m.Type)]; ok {
		fmt.Fprintf(&b, "[%s]", name)
	}
	if m.Loading {
		b.WriteString("[thinking…]")
	}
	for _, f := range m.Files {
		fmt.Fprintf(&b, " [file %s]", f.Name)
	}
	for _, button := range m.Buttons {
		fmt.Fprintf(&b, " [%s: %s]", button.Label, button.ID)
	}
	for _, r := range m.Reactions {
		fmt.Fprintf(&b, " %s×%d", r.Emoji.Name, len(r.By))
	}
	if m.Pinned {
		b.WriteString(" (pinned)")
	}
	if m.Edited {
		b.WriteString(" (edited)")
	}
	b.WriteByte('\n')
	return b.String()
}

// systemNames say what a message without text is.
var systemNames = map[messageType]string{
	pinMessage: "pinned a message", threadCreated: "started a thread", starterMessage: "the thread's first message",
}
