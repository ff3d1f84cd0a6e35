package adaptertest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"tack/coach"
	"tack/internal/transcript"
)

// Decisions are what the core decided in a thread, a line each, by a replay of its log: without ids and
// times, which differ by platform.
func (h *House) Decisions(tb testing.TB, id coach.ThreadID) []string {
	tb.Helper()
	lines := must[[][]byte](tb, "read the log")(h.Store.Log(tb.Context(), id))
	parser := transcript.NewParser("log", bytes.NewReader(bytes.Join(lines, []byte("\n"))))
	runner := transcript.NewRunner(h.reader)
	var list []string
	for {
		line, err := parser.Next()
		if errors.Is(err, io.EOF) {
			return append(list, describe(runner.End())...)
		}
		if err != nil {
			tb.Fatalf("the log of %s: %v", id, err)
		}
		out, err := runner.Line(line)
		if err != nil {
			tb.Fatalf("replay %s: %v", id, err)
		}
		list = append(list, describe(out)...)
	}
}

// describe says the decisions of one line.
func describe(o transcript.Outcome) []string {
	var list []string
	for _, r := range o.Results {
		d := r.Decision
		list = append(list, fmt.Sprintf("%s: %s %v %s", d.Kind, d.Action, d.Fired, d.State))
	}
	return list
}
