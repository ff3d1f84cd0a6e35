// Package transcript is the JSON Lines format in which a session is replayed, exported and checked:
// it parses and writes the lines and runs them over the core.
//
// Goals: strict (a bad line is an error with file, line and field, nothing is skipped silently);
// line by line, so that memory does not grow with the text of a transcript; what is written parses
// back to itself. Non-goals: deciding (coach), reading text (coach/reading), opening files.
//
// The format is described in docs/transcript.md. Where it leaves a choice, this package takes this one:
//
//   - One event a line, a trailing line feed; an empty line is an error. A byte order mark before
//     the first line is allowed. A line holds at most MaxLine bytes.
//   - A second session line in one input ends the session before it and starts the next; ids, time
//     and open turns begin anew with it.
//   - A coach line may carry phase: the course moves on within the session from that message.
//   - A repeated id is looked at before everything else, also before whether the message is empty.
//   - An empty message inside an open turn adds nothing to it; without more it ends the turn, which
//     then carries the id and the time of its last message that said something.
//   - With kind the annotator says that no earlier kind of the table holds; what is read from the
//     text beside it is only what that kind leaves possible (see [Learner]).
package transcript
