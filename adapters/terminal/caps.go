// Package terminal is a conversation on standard input and output: one learner, one line a message.
//
// Goals: nothing that a learner writes is met with silence or lost; the same on a terminal and from a
// script; nothing that is shown can drive the terminal. Non-goals: deciding anything about the
// session (internal/engine), opening files and flags (cmd/bot).
package terminal

// What this platform does and does not.
//
// Deduplication: none. A message that was printed just before a crash, and not yet marked as
// delivered, is printed once more at the next start.
const (
	// maxMessage is the longest message taken, in bytes; a longer one is refused, in words.
	maxMessage = 16 << 20
	// width is how wide Markdown is set, in columns, where the terminal is wider.
	width = 100
)
