package main

import (
	"errors"
	"fmt"
)

// replayCmd runs transcripts over the core.
type replayCmd struct {
	Files   []string `arg:"" name:"file" help:"Transcripts in JSON Lines; - is standard input."`
	Check   bool     `help:"Compare with the expect lines; exit 1 if a decision differs."`
	Summary bool     `help:"Print totals instead of decisions."`
	Explain bool     `help:"Add to each decision on a turn what was masked and compared."`
	Format  string   `enum:"json,text" default:"json" help:"json or text (for people)."`
}

func (replayCmd) Help() string {
	return `Prints one decision a line: for each learner turn, reaction, edit, deletion and tick, and for
each coach message that fires a rule. Every file is replayed on its own; a second session line
in a file begins the next session.

--check prints no decisions but each difference as FILE:LINE: FIELD: want …, got …; with
--explain the explained decision follows the differences of its event. --summary prints totals
over all files, after the differences if both are asked for.

A bad line ends its file with an error that names file, line and field. What came before it is
printed, and the other files are replayed.

Exit codes: 0 all is well, 1 a decision is not the expected one, 2 wrong use or bad input.

Example:

    bot replay session.jsonl
    bot replay --format text --explain session.jsonl
    bot replay --check cases/*.jsonl
    bot replay --summary - < session.jsonl`
}

// Run replays every file.
func (c replayCmd) Run(s *streams) error {
	reader, err := newReader()
	if err != nil {
		return err
	}
	r := &replay{replayCmd: c, streams: s, reader: reader}
	bad := false
	for _, name := range c.Files {
		if err := r.file(name); err != nil {
			fmt.Fprintf(s.err, "bot: %v\n", err)
			bad = true
		}
	}
	r.totals()
	switch {
	case r.failed != nil:
		return r.failed
	case bad:
		return errBadInput
	case r.differ > 0:
		return errProblem
	}
	return nil
}

// errBadInput ends a replay whose bad lines are printed already.
var errBadInput = errors.New("not every transcript could be replayed")
