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
